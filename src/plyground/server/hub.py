"""EventHub: brings what happens at a table to everyone who listens to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Protocol

from plyground.server.wire.events import ServerMessage

BATCH = 32
"""Spectators served per turn of the event loop."""


class Listener(Protocol):
    """Receives messages; `deliver` returns at once, whatever the state of the connection."""

    def deliver(self, message: ServerMessage, data: bytes) -> None:
        """Takes a message, which is also given as JSON; it may be lost on a slow connection."""


class _Topic:
    """The listeners of one topic."""

    __slots__ = ("crowd", "first")

    def __init__(self) -> None:
        self.first: dict[Listener, None] = {}
        self.crowd: dict[Listener, None] = {}


class EventHub:
    """Sends messages to all subscribers of a topic: to players at once, to a crowd bit by bit so that nobody waits."""

    def __init__(self) -> None:
        self._topics: dict[str, _Topic] = {}
        self._crowds: deque[tuple[_Topic, ServerMessage, bytes, Iterator[Listener]]] = deque()
        """Messages for crowds that are not delivered yet, in order."""

    @property
    def waiting(self) -> int:
        """How many messages have not reached all of their crowd."""
        return len(self._crowds)

    def subscribe(self, topic: str, listener: Listener, *, is_first: bool = False) -> None:
        """Delivers what is published there to the listener, before everyone else if it is first.

        Subscribing again changes whether the listener is first.
        """
        found = self._topics.setdefault(topic, _Topic())
        here, elsewhere = (found.first, found.crowd) if is_first else (found.crowd, found.first)
        elsewhere.pop(listener, None)
        here[listener] = None

    def unsubscribe(self, topic: str, listener: Listener) -> None:
        """Ends a subscription, if there is one."""
        found = self._topics.get(topic)
        if found is None:
            return
        found.first.pop(listener, None)
        found.crowd.pop(listener, None)
        if not found.first and not found.crowd:
            del self._topics[topic]

    def has_listeners(self, topic: str) -> bool:
        """Whether anybody listens to a topic."""
        return topic in self._topics

    def publish(self, topic: str, message: ServerMessage, data: bytes) -> None:
        """Sends a message, which is also given as JSON, to all subscribers."""
        found = self._topics.get(topic)
        if found is None:
            return
        for listener in tuple(found.first):
            listener.deliver(message, data)
        if found.crowd:
            self._crowds.append((found, message, data, iter(tuple(found.crowd))))
            if len(self._crowds) == 1:
                asyncio.get_running_loop().call_soon(self._serve_batch)

    def _serve_batch(self) -> None:
        topic, message, data, rest = self._crowds[0]
        served = 0
        for listener in islice(rest, BATCH):
            served += 1
            # A listener that left meanwhile gets nothing.
            if listener in topic.crowd:
                listener.deliver(message, data)
        if served < BATCH:
            self._crowds.popleft()
        if self._crowds:
            asyncio.get_running_loop().call_soon(self._serve_batch)
