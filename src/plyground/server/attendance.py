"""Attendance: who is at a table now, and since when those who belong there are missing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Protocol

from plyground.protocol import Side
from plyground.server import telling
from plyground.server.hub import Listener
from plyground.server.table import Table
from plyground.server.wire.events import Presence, ServerMessage

NAMES_SHOWN = 100


class Member(Listener, Protocol):
    """Somebody at a table, over a socket or inside the server."""

    @property
    def guest(self) -> str:
        """Who it is."""
        ...

    @property
    def name(self) -> str:
        """What others see."""
        ...

    @property
    def has_own_name(self) -> bool:
        """Whether the name was chosen; one that was made up does not replace another."""
        ...

    @property
    def lag_ms(self) -> float:
        """How long a message takes there and back."""
        ...

    def tell(self, message: ServerMessage) -> None:
        """Sends a message."""
        ...


class Attendance:
    """The members of a table. A guest may be there with several sockets; gone is who has none left."""

    def __init__(self, gone_after_ms: float) -> None:
        self._gone_after_ms = gone_after_ms
        self._members: dict[Member, None] = {}
        self._sockets: dict[str, int] = {}
        self._gone_since: dict[str, float] = {}
        self._players: tuple[str, str] = ("", "")
        self._are_playing = False

    def look_at(self, table: Table) -> None:
        """Learns who belongs to the table; whoever is not there is missing from now on."""
        state = table.state
        self._players = (state.white.guest, state.black.guest)
        self._are_playing = state.phase == "playing"
        for guest in self._players:
            if guest and guest not in self._sockets:
                self._gone_since.setdefault(guest, _now_ms())

    @property
    def members(self) -> Iterable[Member]:
        """Everyone at the table."""
        return tuple(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __contains__(self, member: object) -> bool:
        return member in self._members

    def enter(self, member: Member) -> None:
        """Somebody comes."""
        self._members[member] = None
        self._sockets[member.guest] = self._sockets.get(member.guest, 0) + 1
        self._gone_since.pop(member.guest, None)

    def leave(self, member: Member) -> None:
        """Somebody goes."""
        if member not in self._members:
            return
        del self._members[member]
        left = self._sockets[member.guest] - 1
        if left:
            self._sockets[member.guest] = left
        else:
            del self._sockets[member.guest]
            if member.guest in self._players:
                self._gone_since[member.guest] = _now_ms()

    def is_present(self, guest: str) -> bool:
        """Whether somebody is connected."""
        return guest in self._sockets

    def gone_ms(self, guest: str) -> float:
        """How long somebody has been missing; 0 while present."""
        since = self._gone_since.get(guest)
        return 0.0 if since is None else _now_ms() - since

    def claimable_in_ms(self, side: Side) -> int | None:
        """After so long the other side may claim the game; None while this side is there."""
        guest = self._players[0 if side is Side.WHITE else 1]
        if not self._are_playing or guest not in self._gone_since:
            return None
        return max(0, round(self._gone_after_ms - self.gone_ms(guest)))

    def lag_ms(self, guest: str) -> float:
        """How long the messages of somebody take; the quickest of several ways."""
        if guest not in self._sockets:
            return 0.0
        return min(member.lag_ms for member in self._members if member.guest == guest)

    @property
    def spectators(self) -> int:
        """How many guests watch."""
        return sum(guest not in self._players for guest in self._sockets)

    @property
    def people(self) -> int:
        """How many members are no players of the server's own."""
        return sum(not member.guest.startswith(BOT_GUEST) for member in self._members)

    def presence(self, table: Table, now_ms: float) -> Presence:
        """Who is here, as everyone is told it."""
        names = dict.fromkeys(member.name for member in self._members if member.guest in self._players)
        for member in self._members:
            if len(names) >= NAMES_SHOWN:
                break
            names[member.name] = None
        return Presence(
            seats=telling.seats(table, self),
            people=list(names),
            spectators=self.spectators,
            clocks=telling.clocks(table, now_ms),
        )


BOT_GUEST = "bot-"
"""How the ids of bots begin that the server itself seats."""


def _now_ms() -> float:
    return asyncio.get_running_loop().time() * 1000
