"""The hub: brings what happens at a table to everyone who listens to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Listener(Protocol):
    """Whoever is told things; `tell_text` returns at once, whatever the state of the line."""

    def tell_text(self, text: str) -> None:
        """Sends a message that is encoded already."""
        ...


class Hub(Protocol):
    """The fan-out of events: subscribe to a topic, publish to all who have. A twin may span several processes."""

    def subscribe(self, topic: str, listener: Listener) -> None:
        """From now on the listener hears what is published there."""
        ...

    def unsubscribe(self, topic: str, listener: Listener) -> None:
        """No longer."""
        ...

    def publish(self, topic: str, text: str) -> None:
        """Tells everyone who listens."""
        ...


class LocalHub:
    """The hub of one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, dict[Listener, None]] = {}

    def subscribe(self, topic: str, listener: Listener) -> None:
        """From now on the listener hears what is published there."""
        self._listeners.setdefault(topic, {})[listener] = None

    def unsubscribe(self, topic: str, listener: Listener) -> None:
        """No longer."""
        listeners = self._listeners.get(topic, {})
        listeners.pop(listener, None)
        if not listeners:
            self._listeners.pop(topic, None)

    def publish(self, topic: str, text: str) -> None:
        """Tells everyone who listens, in the order in which they came: players usually first."""
        for listener in self.listeners(topic):
            listener.tell_text(text)

    def listeners(self, topic: str) -> Iterable[Listener]:
        """Those who listen now."""
        return tuple(self._listeners.get(topic, ()))
