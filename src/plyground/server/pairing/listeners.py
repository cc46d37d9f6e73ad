"""Listeners: the connections of people who want to play, be they sockets or streams."""

from __future__ import annotations

from typing import Protocol

from plyground.server.wire.pairing import PairingMessage


class Listener(Protocol):
    """A connection of a person."""

    @property
    def guest(self) -> str:
        """The person's public id."""

    def send(self, message: PairingMessage) -> None:
        """Takes a message; never waits."""


class Listeners:
    """All connections by person."""

    def __init__(self) -> None:
        self._listeners: dict[str, dict[Listener, None]] = {}

    def __contains__(self, person: str) -> bool:
        return person in self._listeners

    def add(self, listener: Listener) -> None:
        """A person has connected."""
        self._listeners.setdefault(listener.guest, {})[listener] = None

    def remove(self, listener: Listener) -> bool:
        """A connection has ended; returns whether the person is gone now."""
        found = self._listeners.get(listener.guest)
        if found is None:
            return False
        found.pop(listener, None)
        if found:
            return False
        del self._listeners[listener.guest]
        return True

    def tell(self, person: str, message: PairingMessage, asker: Listener | None = None) -> None:
        """Sends a message to all connections of a person but the one that asked, which gets an answer."""
        for listener in tuple(self._listeners.get(person, ())):
            if listener is not asker:
                listener.send(message)
