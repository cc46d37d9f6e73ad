"""The hub: brings what happens at a table to everyone who listens to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Protocol

AT_ONCE = 32
"""So many of a crowd are told before the server looks after others again."""


class Listener(Protocol):
    """Whoever is told things; `tell_text` returns at once, whatever the state of the line."""

    def tell_text(self, text: str, is_answer: bool = False) -> None:
        """Sends a message that is encoded already; news may be lost on a slow line, answers not."""
        ...


class Hub(Protocol):
    """The fan-out of events: subscribe to a topic, publish to all who have. A twin may span several processes."""

    def subscribe(self, topic: str, listener: Listener, *, is_first: bool = False) -> None:
        """From now on the listener hears what is published there; those who are first hear it before anyone else.

        Once more, it changes whether the listener is first.
        """
        ...

    def unsubscribe(self, topic: str, listener: Listener) -> None:
        """No longer."""
        ...

    def publish(self, topic: str, text: str) -> None:
        """Tells everyone who listens."""
        ...


class _Topic:
    """Those who listen to one thing."""

    __slots__ = ("crowd", "first")

    def __init__(self) -> None:
        self.first: dict[Listener, None] = {}
        self.crowd: dict[Listener, None] = {}


class LocalHub:
    """The hub of one process. Players hear everything at once, a crowd bit by bit, so that nobody waits for it."""

    def __init__(self) -> None:
        self._topics: dict[str, _Topic] = {}
        self._crowds: deque[tuple[_Topic, str, Iterator[Listener]]] = deque()
        """What crowds have still to be told, in order."""

    @property
    def waiting(self) -> int:
        """How many messages have not been told to all of their crowd."""
        return len(self._crowds)

    def subscribe(self, topic: str, listener: Listener, *, is_first: bool = False) -> None:
        """From now on the listener hears what is published there."""
        found = self._topics.setdefault(topic, _Topic())
        here, elsewhere = (found.first, found.crowd) if is_first else (found.crowd, found.first)
        elsewhere.pop(listener, None)
        here[listener] = None

    def unsubscribe(self, topic: str, listener: Listener) -> None:
        """No longer."""
        found = self._topics.get(topic)
        if found is None:
            return
        found.first.pop(listener, None)
        found.crowd.pop(listener, None)
        if not found.first and not found.crowd:
            del self._topics[topic]

    def publish(self, topic: str, text: str) -> None:
        """Tells everyone who listens."""
        found = self._topics.get(topic)
        if found is None:
            return
        for listener in tuple(found.first):
            listener.tell_text(text)
        if found.crowd:
            self._crowds.append((found, text, iter(tuple(found.crowd))))
            if len(self._crowds) == 1:
                asyncio.get_running_loop().call_soon(self._tell_some)

    def _tell_some(self) -> None:
        topic, text, rest = self._crowds[0]
        told = 0
        for listener in islice(rest, AT_ONCE):
            told += 1
            # Who has left meanwhile is told nothing of what went on without them.
            if listener in topic.crowd:
                listener.tell_text(text)
        if told < AT_ONCE:
            self._crowds.popleft()
        if self._crowds:
            asyncio.get_running_loop().call_soon(self._tell_some)
