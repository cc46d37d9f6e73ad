"""Seating: two people who have found each other get a table."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Protocol

from msgspec.structs import replace

from plyground.server.guests import Guests
from plyground.server.limits import ServerLimits
from plyground.server.moderation import Moderation
from plyground.server.pairing.listeners import Listener
from plyground.server.pairing.seek_book import SeekBook
from plyground.server.timing import TimeSource
from plyground.server.wire.http import CreatedTable, CreateTable, SeatWish
from plyground.server.wire.pairing import Opponent, Paired, PairingMessage, Seek, SeekEnded, SeekEnding, Terms
from plyground.server.wire.parts import Color, PositionQuery

OTHER: dict[str, Color] = {"white": "black", "black": "white"}


class Tell(Protocol):
    """Sends a message to a person."""

    def __call__(self, person: str, message: PairingMessage, asker: Listener | None = None) -> None: ...


class Tables(Protocol):
    """Where games are played."""

    @property
    def guests(self) -> Guests:
        """Who people are."""

    @property
    def limits(self) -> ServerLimits:
        """The server's limits."""

    @property
    def time(self) -> TimeSource:
        """The server's clock."""

    @property
    def moderation(self) -> Moderation:
        """What the operator has decided about people and addresses."""

    async def checked(self, query: PositionQuery, address: str) -> PositionQuery:
        """The position from which a game begins; raises `PlygroundError` if none can."""

    async def create(self, wish: CreateTable, address: str, person: str, opponent: str) -> CreatedTable:
        """Creates a table with both seated."""


class Seating:
    """Seats people at new tables, and closes their seeks."""

    def __init__(self, tables: Tables, seeks: SeekBook, tell: Tell, on_seeks_changed: Callable[[], None]) -> None:
        self._tables, self._seeks, self._tell, self._on_seeks_changed = tables, seeks, tell, on_seeks_changed

    def pair(
        self,
        host: Opponent,
        visitor: Opponent,
        terms: Terms,
        wish: Terms | None = None,
        *,
        challenge: str = "",
        address: str = "",
        asker: Listener | None = None,
    ) -> Awaitable[Paired]:
        """Seats two people at a new table and tells both; returns the answer for the visitor.

        The terms are the host's; `wish` has the side that the visitor wants. All their seeks end at once, so that
        nobody else is paired with them while the table is created.
        """
        ended = [seek for one in (host, visitor) for seek in self._seeks.remove_all_of(one.guest)]
        if ended:
            self._on_seeks_changed()
        return self._seat(host, visitor, replace(terms, side=_side(terms, wish)), ended, challenge, address, asker)

    async def _seat(
        self,
        host: Opponent,
        visitor: Opponent,
        terms: Terms,
        ended: list[Seek],
        challenge: str,
        address: str,
        asker: Listener | None,
    ) -> Paired:
        side: Color = "white" if terms.side == "white" else "black"
        me, free = SeatWish(kind="me"), SeatWish(kind="open")
        table = CreateTable(
            game=terms.game,
            rules=terms.rules,
            start=terms.start,
            clock=terms.clock,
            white=me if side == "white" else free,
            black=free if side == "white" else me,
            public=not challenge or terms.rated,
            rated=terms.rated,
        )
        try:
            created = await self._tables.create(table, address, host.guest, visitor.guest)
        except BaseException:
            self._tell_ended(ended, "failed")
            raise
        self._tell_ended(ended, "paired")
        for_host = Paired(id="", table=created.table, side=side, opponent=visitor, challenge=challenge)
        for_visitor = Paired(id="", table=created.table, side=OTHER[side], opponent=host, challenge=challenge)
        self._tell(host.guest, for_host, asker)
        self._tell(visitor.guest, for_visitor, asker)
        return for_visitor

    def _tell_ended(self, seeks: list[Seek], reason: SeekEnding) -> None:
        for seek in seeks:
            self._tell(seek.by.guest, SeekEnded(seek=seek.seek, reason=reason))


def _side(terms: Terms, wish: Terms | None) -> Color:
    """The host's side: as one of the two wants it, or by lot."""
    if terms.side != "any":
        return terms.side
    if wish is not None and wish.side != "any":
        return OTHER[wish.side]
    return "white" if secrets.randbelow(2) else "black"
