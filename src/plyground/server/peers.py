"""Peers: the other processes of the server, as a registry sees them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from itertools import islice
from typing import Any

from plyground.errors import StoreFault
from plyground.server import membership
from plyground.server.bus import Attendance, Bus, Notice
from plyground.server.live_table import LiveTable
from plyground.server.log import LOG
from plyground.server.pairing.seeks_elsewhere import SeeksElsewhere
from plyground.server.wire.parts import TableSummary

EVERYTHING = "*"
MAX_TOLD_TABLES = 200
"""The most public tables that a process announces to the others."""


class Peers:
    """Follows what other processes do at the tables that are live here, and tells them who is here."""

    def __init__(
        self,
        bus: Bus,
        live: Mapping[str, LiveTable],
        *,
        seated: Mapping[str, tuple[str, ...]],
        keep: Callable[[Coroutine[Any, Any, None]], None],
        on_lobby: Callable[[], None],
    ) -> None:
        self.bus = bus
        self.on_account: Callable[[str], Coroutine[Any, Any, None]] | None = None
        """Gets the id of an account that was made or deleted elsewhere."""
        self.on_logged_out: Callable[[str], None] = lambda key: None
        """Gets the key of a login that was ended elsewhere."""
        self.on_gap: Callable[[], Coroutine[Any, Any, None]] | None = None
        """Called when notices of accounts and logins may have been lost."""
        self.seeks: SeeksElsewhere | None = None
        self._live, self._seated, self._keep, self._on_lobby = live, seated, keep, on_lobby
        self._told: dict[str, Attendance] = {}
        """What the others know of the tables here."""
        self._told_lobby: list[str] = []
        self._seated_there: dict[str, dict[str, list[str]]] = {}
        """Process -> table -> those who play each other."""
        self._lobbies: dict[str, list[TableSummary]] = {}
        """Process -> its public tables."""
        self._loading: dict[str, int] = {}
        """Tables that are being loaded, with the newest version that was heard of since."""
        bus.on_notice, bus.on_gap = self._hear, self.look_again
        bus.tell(Notice(process=bus.process, asked=EVERYTHING))

    # --- hearing ---

    def _hear(self, notice: Notice) -> None:
        for table, version in notice.events:
            if table in self._live:
                self._live[table].follow(version)
            elif table in self._loading:
                self._loading[table] = max(version, self._loading[table])
        process, there = notice.process, notice.attendance
        if there is not None and there.table in self._live:
            live = self._live[there.table]
            live.presence.attend_elsewhere(process, there)
            membership.announce(live)
        if notice.asked:
            self._answer(notice.asked)
        if notice.seated is not None:
            table, guests = notice.seated
            tables = self._seated_there.setdefault(process, {})
            tables.pop(table, None)
            if guests:
                tables[table] = guests
        if notice.lobby is not None:
            self._keep(self._read_lobby(process, notice.lobby))
        if notice.account and self.on_account is not None:
            self._keep(_logged(self.on_account(notice.account)))
        for key in notice.logged_out:
            self.on_logged_out(key)
        if self.seeks is not None:
            self.seeks.hear(notice)

    def _answer(self, asked: str) -> None:
        tables = tuple(self._live) if asked == EVERYTHING else (asked,)
        for table in tables:
            if table in self._live:
                self._told.pop(table, None)
                self.attended(self._live[table])
                if asked == EVERYTHING:
                    self.seated(table)
        if asked == EVERYTHING:
            self.tell(lobby=self._told_lobby)
            if self.seeks is not None:
                self.seeks.tell_all()

    async def _read_lobby(self, process: str, tables: list[str]) -> None:
        try:
            found = {one.table: one for one in await self.bus.summaries(tables)}
        except StoreFault as error:
            LOG.error("the tables of another process cannot be read", reason=str(error))
            return
        self._lobbies[process] = [found[table] for table in tables if table in found]
        self._on_lobby()

    def look_again(self) -> None:
        """Catches up with everything: notices may have been lost."""
        self.bus.tell(Notice(process=self.bus.process, asked=EVERYTHING))
        self._keep(self._look_again())
        if self.on_gap is not None:
            self._keep(_logged(self.on_gap()))

    async def _look_again(self) -> None:
        try:
            for table, version in await self.bus.newest([*self._live, *self._loading]):
                if table in self._live:
                    self._live[table].follow(version)
                elif table in self._loading:
                    self._loading[table] = max(version, self._loading[table])
        except StoreFault as error:
            LOG.error("tables cannot be compared with the database", reason=str(error))

    async def forget_dead(self) -> None:
        """Nobody is present in a process that has ended."""
        try:
            alive = await self.bus.alive()
        except StoreFault as error:
            LOG.error("the other processes cannot be counted", reason=str(error))
            return
        for live in tuple(self._live.values()):
            for process in live.presence.processes:
                if process not in alive:
                    live.presence.attend_elsewhere(process, None)
                    membership.announce(live)
        for process in {*self._lobbies, *self._seated_there} - alive:
            self._seated_there.pop(process, None)
            if self._lobbies.pop(process, None):
                self._on_lobby()
        if self.seeks is not None:
            self.seeks.forget_all_but(alive)

    # --- telling ---

    def tell(self, **what: Any) -> None:
        """Tells all other processes."""
        self.bus.tell(Notice(process=self.bus.process, **what))

    def loading(self, table: str) -> None:
        """A table is about to be loaded; from now on it is noted what happens at it."""
        self._loading[table] = 0

    def loaded(self, table: str, live: LiveTable | None) -> None:
        """A table is live, or could not be loaded."""
        newest = self._loading.pop(table, 0)
        if live is not None:
            live.follow(newest)
            self.tell(asked=table)

    def opened(self, live: LiveTable) -> None:
        """A table is live here."""
        live.on_presence = self.attended

    def closed(self, live: LiveTable) -> None:
        """A table is not live here any more."""
        if self._told.pop(live.table.id, None) is not None:
            self.tell(attendance=Attendance(live.table.id))
        self.seated(live.table.id)

    def attended(self, live: LiveTable) -> None:
        """Tells who is at a table, if that has changed."""
        now = live.presence.attendance(live.table.id)
        if self._told.get(live.table.id, Attendance(live.table.id)) != now:
            self._told[live.table.id] = now
            self.tell(attendance=now)

    def seated(self, table: str) -> None:
        """Tells who plays whom at a table."""
        self.tell(seated=(table, list(self._seated.get(table, ()))))

    def lobby_changed(self, tables: Iterable[TableSummary]) -> None:
        """Tells which public tables are here, if they have changed."""
        now = [one.table for one in islice(tables, MAX_TOLD_TABLES)]
        if now != self._told_lobby:
            self._told_lobby = now
            self.tell(lobby=now)

    def account_changed(self, id: str) -> None:
        """Tells that an account was made or deleted."""
        self.tell(account=id)

    def logins_ended(self, keys: list[str]) -> None:
        """Tells that logins are not valid any more."""
        self.tell(logged_out=keys)

    # --- questions ---

    def public_tables(self) -> Iterable[TableSummary]:
        """The public tables of other processes that are not live here."""
        for tables in self._lobbies.values():
            for one in tables:
                if one.table not in self._live and one.phase != "over":
                    yield one

    def plays_unaided(self, guest: str) -> bool:
        """Whether a guest plays against another person in another process."""
        return any(guest in guests for tables in self._seated_there.values() for guests in tables.values())


async def _logged(learning: Coroutine[Any, Any, None]) -> None:
    try:
        await learning
    except StoreFault as error:
        LOG.error("accounts of other processes cannot be read", reason=str(error))
