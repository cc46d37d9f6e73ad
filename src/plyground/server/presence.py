"""Presence: who is at a table now, and since when its players are gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from plyground.protocol import Side
from plyground.server.bus import Attendance
from plyground.server.hub import Listener
from plyground.server.table import TableState
from plyground.server.wire.events import ServerMessage
from plyground.server.wire.parts import RatingMark

MAX_NAMES = 100
"""How many names of people at a table are sent."""
MAX_TOLD_NAMES = 30
"""How many of them other processes are told."""
BOT_GUEST = "bot-"
"""The prefix of the guest ids of bots that the server seats."""


class Member(Listener, Protocol):
    """A client at a table, over a socket or inside the server."""

    @property
    def guest(self) -> str:
        """The public id."""

    @property
    def name(self) -> str:
        """The name others see."""

    @property
    def has_own_name(self) -> bool:
        """Whether the name was chosen; a generated name does not replace another."""

    @property
    def has_account(self) -> bool:
        """Whether it belongs to an account."""

    @property
    def lag_ms(self) -> float:
        """How long a message takes there and back."""

    def send(self, message: ServerMessage) -> None:
        """Sends an answer, which is never dropped."""


class Presence:
    """The members of a table. A guest may be there with several sockets, and is gone when none is left."""

    def __init__(self, gone_after_ms: float, now_ms: Callable[[], float]) -> None:
        self._gone_after_ms = gone_after_ms
        self._now_ms = now_ms
        self._members: dict[Member, None] = {}
        self._sockets: dict[str, int] = {}
        self._gone_since: dict[str, float] = {}
        self._elsewhere: dict[str, Attendance] = {}
        """Who is here in other processes."""
        self._players: tuple[str, str] = ("", "")
        self._are_playing = False
        self.ratings: dict[str, RatingMark] = {}
        """The ratings of the players by guest, as far as they have any."""

    def update(self, state: TableState) -> None:
        """Takes over who the players are; players who are not there are gone from now on."""
        self._players = (state.white.guest, state.black.guest)
        self._are_playing = state.phase == "playing"
        for guest in self._players:
            if guest and not self.is_present(guest):
                self._gone_since.setdefault(guest, self._now_ms())

    @property
    def members(self) -> Iterable[Member]:
        """Everyone at the table."""
        return tuple(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __contains__(self, member: object) -> bool:
        return member in self._members

    def enter(self, member: Member) -> None:
        """Adds a member."""
        self._members[member] = None
        self._sockets[member.guest] = self._sockets.get(member.guest, 0) + 1
        self._gone_since.pop(member.guest, None)

    def leave(self, member: Member) -> None:
        """Removes a member, if it is there."""
        if member not in self._members:
            return
        del self._members[member]
        left = self._sockets[member.guest] - 1
        if left:
            self._sockets[member.guest] = left
        else:
            del self._sockets[member.guest]
            if member.guest in self._players and not self.is_present(member.guest):
                self._gone_since[member.guest] = self._now_ms()

    def attend_elsewhere(self, process: str, attendance: Attendance | None) -> None:
        """Takes over who is here in another process; nobody if that has ended."""
        if attendance is None:
            self._elsewhere.pop(process, None)
        else:
            self._elsewhere[process] = attendance
        for guest in filter(None, self._players):
            if self.is_present(guest):
                self._gone_since.pop(guest, None)
            else:
                self._gone_since.setdefault(guest, self._now_ms())

    @property
    def processes(self) -> Iterable[str]:
        """The other processes in which somebody is here."""
        return tuple(self._elsewhere)

    @property
    def is_attended_elsewhere(self) -> bool:
        """Whether somebody is here in another process."""
        return any(there.players or there.spectators for there in self._elsewhere.values())

    def attendance(self, table: str) -> Attendance:
        """Who is here in this process, for the others."""
        players = [guest for guest in dict.fromkeys(self._players) if guest in self._sockets]
        return Attendance(table, players, self._own_names[:MAX_TOLD_NAMES], self._own_spectators)

    def is_here(self, guest: str) -> bool:
        """Whether a guest is connected to this process."""
        return guest in self._sockets

    def is_present(self, guest: str) -> bool:
        """Whether a guest is connected."""
        return guest in self._sockets or any(guest in there.players for there in self._elsewhere.values())

    def gone_ms(self, guest: str) -> float:
        """How long a player has been gone; 0 while present."""
        since = self._gone_since.get(guest)
        return 0.0 if since is None else self._now_ms() - since

    def claimable_in_ms(self, side: Side) -> int | None:
        """How long until the other side may claim the game; None while this side is there."""
        guest = self._players[0 if side is Side.WHITE else 1]
        if not self._are_playing or guest not in self._gone_since:
            return None
        return max(0, round(self._gone_after_ms - self.gone_ms(guest)))

    def lag_ms(self, guest: str) -> float:
        """How long the messages of a guest take there and back; the quickest of several sockets."""
        if guest not in self._sockets:
            return 0.0
        return min(member.lag_ms for member in self._members if member.guest == guest)

    @property
    def spectators(self) -> int:
        """How many guests watch."""
        return self._own_spectators + sum(there.spectators for there in self._elsewhere.values())

    @property
    def _own_spectators(self) -> int:
        return sum(guest not in self._players for guest in self._sockets)

    @property
    def people(self) -> int:
        """How many members are not bots of the server."""
        return sum(not member.guest.startswith(BOT_GUEST) for member in self._members)

    @property
    def names(self) -> list[str]:
        """The names of those present, players first."""
        if not self._elsewhere:
            return self._own_names
        others = (name for there in self._elsewhere.values() for name in there.names)
        return list(dict.fromkeys((*self._own_names, *others)))[:MAX_NAMES]

    @property
    def _own_names(self) -> list[str]:
        names = dict.fromkeys(member.name for member in self._members if member.guest in self._players)
        for member in self._members:
            if len(names) >= MAX_NAMES:
                break
            names[member.name] = None
        return list(names)


NOBODY = Presence(0.0, lambda: 0.0)
"""The presence at a table without anyone."""
