"""The house: all live tables, and everyone who is connected."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Coroutine
from typing import Any

import msgspec

from plyground.errors import InvalidRecord, PlygroundError, ServiceRefused, TableRefused
from plyground.protocol import Game, Side
from plyground.record import Record
from plyground.server import arbiter
from plyground.server.attendance import BOT_GUEST
from plyground.server.bot_door import BotRunner
from plyground.server.cards import card_of, table_entry
from plyground.server.draft import Actor, Draft
from plyground.server.facts import Settings
from plyground.server.guests import Guests, guest_of, new_token
from plyground.server.hub import Hub, LocalHub
from plyground.server.inside import seat_bots
from plyground.server.limits import ServerLimits
from plyground.server.log import LOG
from plyground.server.metrics import Metrics
from plyground.server.room import Room, Work
from plyground.server.rulebook import find_game
from plyground.server.service_door import Services
from plyground.server.session import LOBBY, Session
from plyground.server.store import Entry, Row, Store
from plyground.server.table import Table
from plyground.server.wire.events import Lobby
from plyground.server.wire.http import CreatedTable, CreateTable, SeatWish
from plyground.server.wire.parts import TableEntry
from plyground.server.wire.services import ServiceCommand

_encode = msgspec.json.Encoder().encode

TABLE_BYTES = 9
"""Random bytes in the id of a table: who has not been given it does not guess it."""
SWEEP_S = 5.0
LOBBY_S = 0.5
"""News of the lobby are gathered for so long."""


class House:
    """Finds, creates and closes rooms; belongs to one event loop."""

    def __init__(
        self,
        store: Store,
        limits: ServerLimits | None = None,
        *,
        hub: Hub | None = None,
        bots: BotRunner | None = None,
        services: Services | None = None,
    ) -> None:
        self.store = store
        self.limits = limits or ServerLimits()
        self.hub: Hub = hub or LocalHub()
        self.bots = bots
        self.services = services
        self.metrics = Metrics()
        self.guests = Guests()
        self.sessions: dict[Session, None] = {}
        self.rooms: dict[str, Room] = {}
        self.run_id = secrets.token_hex(4)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._seated: dict[str, tuple[str, ...]] = {}
        self._deserted: dict[str, float] = {}
        self._makers: dict[str, tuple[str, str]] = {}
        """Of the tables in memory that were made in this run: the guest and the network address."""
        self._made_by: Counter[str] = Counter()
        """How many of them each guest, and each address, has made."""
        self._is_lobby_stale = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        gauges = self.metrics.gauges
        gauges["tables"] = lambda: len(self.rooms)
        gauges["sockets"] = lambda: len(self.sessions)
        gauges["guests"] = lambda: len(self.guests)
        gauges["commit_queue"] = lambda: self.store.waiting

    def start(self) -> None:
        """Begins to measure the ways to clients and to close what is deserted."""
        self._keep(self._every(SWEEP_S, self.sweep))
        self._keep(self._every(self.limits.ping_s, self._ping_all))
        self._keep(self._expire_stored())

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- tables ---

    async def create(self, wish: CreateTable, address: str = "") -> CreatedTable:
        """Makes a table for somebody at a network address; it is on disk when this returns."""
        token = wish.token or new_token()
        owner = guest_of(token)
        for count, most in (
            (len(self.rooms), self.limits.tables),
            (self._made_by[owner], self.limits.tables_per_guest),
            (self._made_by[address], self.limits.tables_per_address),
        ):
            if count >= most:
                raise ServiceRefused("tables_full", most=most)
        game = find_game(wish.game, wish.rules)
        settings = _settings(game, wish, owner)
        draft = Draft(Table(secrets.token_urlsafe(TABLE_BYTES), settings))
        wishes = [wish.white, wish.black]
        if wish.random_sides and secrets.randbelow(2):
            wishes.reverse()
        for side, one in zip(Side, wishes, strict=True):
            self._fill(draft, side, one, owner)
        arbiter.begin_if_full(draft)
        table = draft.table
        rows = [
            Row(version, _encode(fact), state_hash)
            for version, (fact, state_hash) in enumerate(zip(draft.facts, draft.hashes, strict=True), start=1)
        ]
        await self.store.create(settings, Entry(table=table.id, rows=rows, card=card_of(table)))
        self._makers[table.id] = (owner, address)
        self._made_by.update((owner, address))
        self._open(table, {})
        return CreatedTable(table=table.id, token=token, guest=owner)

    def _fill(self, draft: Draft, side: Side, wish: SeatWish, owner: str) -> None:
        if wish.kind == "me":
            arbiter.take(draft, side, Actor(owner, self.guests.name_of(owner)))
        elif wish.kind == "bot":
            if self.bots is None:
                raise ServiceRefused("bots_none")
            name = self.bots.check(wish.bot, draft.table.game)
            arbiter.take(draft, side, Actor(f"{BOT_GUEST}{secrets.token_hex(6)}", name), bot=wish.bot)

    async def find(self, table: str) -> Room:
        """The room of a table, taken up from the store if need be; raises `TableRefused` if there is none."""
        room = self.rooms.get(table)
        if room is not None:
            return room
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loop.create_task(self._load(table))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, number: str) -> Room:
        stored = await self.store.load(number)
        if stored is None:
            raise TableRefused("unknown_table", table=number)
        table = Table.replay(number, stored.settings, ((row.fact, row.hash) for row in stored.rows))
        room = self._open(table, stored.messages())
        self._loop.call_later(self.limits.resume_after_s, room.resume_clock)
        return room

    def _open(self, table: Table, seen: dict[tuple[str, str], int]) -> Room:
        room = Room(
            table,
            seen,
            store=self.store,
            hub=self.hub,
            limits=self.limits,
            metrics=self.metrics,
            on_change=self._changed,
        )
        self.rooms[table.id] = room
        self._changed(room)
        return room

    def attended(self, room: Room) -> None:
        """Somebody is at a table; its bots come too."""
        self._deserted.pop(room.table.id, None)
        if self.bots is not None:
            seat_bots(room, self.bots)

    def _changed(self, room: Room) -> None:
        state = room.table.state
        is_on = state.phase == "playing" and state.mode == "person-person"
        if is_on:
            self._seated[room.table.id] = (state.white.guest, state.black.guest)
        else:
            self._seated.pop(room.table.id, None)
        if room.table.settings.public and not self._is_lobby_stale:
            self._is_lobby_stale = True
            self._loop.call_later(LOBBY_S, self._tell_lobby)

    def plays_a_person(self, guest: str) -> bool:
        """Whether somebody sits in a game that is going on against another person."""
        return any(guest in players for players in self._seated.values())

    # --- the lobby ---

    def public_tables(self) -> list[TableEntry]:
        """The public tables at which somebody waits or plays, newest first."""
        rooms = [
            room for room in self.rooms.values() if room.table.settings.public and room.table.state.phase != "over"
        ]
        rooms.sort(key=lambda room: -room.table.settings.created)
        return [
            table_entry(card_of(room.table), room.attendance.spectators) for room in rooms[: self.limits.lobby_tables]
        ]

    def lobby_text(self) -> str:
        """The lobby as those who watch it are told."""
        return _encode(Lobby(tables=self.public_tables(), people=len(self.guests))).decode()

    def _tell_lobby(self) -> None:
        self._is_lobby_stale = False
        self.hub.publish(LOBBY, self.lobby_text())

    # --- services ---

    def ask_service(self, command: ServiceCommand, session: Session) -> None:
        """Hands a question to the engine or the laboratory."""
        if self.services is None:
            raise ServiceRefused("services_none")
        self.services.ask(command, session)

    def forget_service(self, session: Session) -> None:
        """Ends what runs for somebody who has gone."""
        if self.services is not None:
            self.services.forget(session)

    # --- upkeep ---

    async def _every(self, seconds: float, call: Any) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                call()
            except Exception as error:
                LOG.error("upkeep failed", reason=repr(error))

    def _ping_all(self) -> None:
        for session in tuple(self.sessions):
            session.ping()

    def sweep(self) -> None:
        """Closes what has been deserted for long enough; what is on disk can be taken up again."""
        now = self._loop.time()
        for number, room in tuple(self.rooms.items()):
            if room.attendance.people or not room.is_idle:
                self._deserted.pop(number, None)
                continue
            since = self._deserted.setdefault(number, now)
            state = room.table.state
            if state.phase == "waiting":
                if now - since > self.limits.waiting_expires_s:
                    _expire(room)
            elif now - since > self.limits.unload_after_s and room.table.running is None:
                self._unload(room)

    async def _expire_stored(self) -> None:
        """Closes tables that were left waiting before the server started."""
        while True:
            try:
                forgotten = await self.store.waiting_since(time.time() - self.limits.waiting_expires_s)
            except PlygroundError as error:
                LOG.error("deserted tables cannot be found", reason=str(error))
                forgotten = []
            for number in forgotten:
                if number not in self.rooms:
                    try:
                        _expire(await self.find(number))
                    except Exception as error:
                        LOG.error("table cannot be closed", table=number, reason=str(error))
            await asyncio.sleep(self.limits.waiting_expires_s)

    def _unload(self, room: Room) -> None:
        number = room.table.id
        self._keep_card(room)
        room.close()
        for maker in self._makers.pop(number, ()):
            self._made_by[maker] -= 1
            if not self._made_by[maker]:
                del self._made_by[maker]
        self.rooms.pop(number, None)
        self._deserted.pop(number, None)
        self._seated.pop(number, None)

    def _keep_card(self, room: Room) -> None:
        """Lists shall show how far a game has come although it is not in memory; while it is, they look there."""
        # What is being saved right now brings a card of its own if it matters.
        if room.is_idle and room.table.state.phase == "playing":
            self.store.append(Entry(table=room.table.id, rows=[], card=card_of(room.table)), _log_failure)

    async def close(self) -> None:
        """Ends everything in order: no more news, no more work, everything on disk."""
        for task in tuple(self._tasks):
            task.cancel()
        for room in self.rooms.values():
            self._keep_card(room)
        if self.bots is not None:
            await self.bots.close()
        if self.services is not None:
            await self.services.close()
        await self.store.close()


def _log_failure(error: Exception | None) -> None:
    if error is not None:
        LOG.error("card not kept", reason=str(error))


def _expire(room: Room) -> None:
    room.submit(Work(lambda draft, actor: draft.end(None, "expired")))


def _settings(game: Game, wish: CreateTable, owner: str) -> Settings:
    """What a table is created with; raises a `PlygroundError` if the position or the moves make no sense."""
    if wish.start:
        start = game.from_fen(wish.start)
    else:
        start = game.start(secrets.randbelow(game.starts) if game.starts > 1 else None)
    record = Record(start, wish.moves)
    outcome = record.outcome()
    if outcome is not None:
        raise InvalidRecord("record_over", termination=outcome.termination)
    return Settings(
        game=game.name if wish.rules is None else wish.game,
        rules=wish.rules,
        start=start.fen,
        moves=[str(move) for move in record.moves],
        clock=wish.clock,
        public=wish.public,
        pace_ms=wish.pace_ms,
        owner=owner,
        created=round(time.time(), 3),
    )
