"""TableRegistry: all live tables, and everyone who is connected."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Generator
from itertools import islice
from typing import Any, Protocol

from plyground.errors import PlygroundError, ServiceRefused, StoreFault, TableRefused
from plyground.protocol import Side
from plyground.server import arbiter, presenter, rated_games
from plyground.server.arbiter import Actor, TableTransaction
from plyground.server.bots import BotRunner
from plyground.server.guests import Guests, guest_of, new_token
from plyground.server.hub import EventHub
from plyground.server.limits import ServerLimits
from plyground.server.live_boards import LiveBoards
from plyground.server.live_table import LiveTable, TableTask, new_events
from plyground.server.local_client import seat_bots
from plyground.server.log import LOG
from plyground.server.metrics import GaugeSpec, Metrics
from plyground.server.moderation import FILE as MODERATION
from plyground.server.moderation import Moderation
from plyground.server.pairing.pairing import Pairing
from plyground.server.peers import Peers
from plyground.server.positions import canonical
from plyground.server.presence import BOT_GUEST
from plyground.server.ratings.keeper import RatingKeeper
from plyground.server.services.page_services import PageServices
from plyground.server.store import SeenMessages, Store, StoreEntry, TableRow
from plyground.server.table import Table
from plyground.server.timing import LoopTime, TimeSource, TokenBuckets, in_slices
from plyground.server.wire import encode
from plyground.server.wire.events import Lobby
from plyground.server.wire.http import CreatedTable, CreateTable, SeatWish
from plyground.server.wire.parts import PositionQuery, TableSettings, TableSummary

TABLE_ID_BYTES = 16
"""Enough random bytes that table ids cannot be guessed."""
SWEEP_MS = 5_000
HOUR_MS = 3_600_000
DAY_S = 86_400
PURGE_BATCH = 100
"""How many old tables are looked up at once; they are deleted one by one."""
LOBBY_MS = 500
"""Changes of the lobby are gathered for this long."""
LOBBY = "lobby"
"""The topic of those who watch the list of tables."""


class Connected(Protocol):
    """A connected client, as the registry sees it."""

    def ping(self) -> None:
        """Measures the lag."""


class TableRegistry:
    """Finds, creates and closes live tables; belongs to one event loop."""

    def __init__(
        self,
        store: Store,
        limits: ServerLimits | None = None,
        *,
        bots: BotRunner | None = None,
        services: PageServices | None = None,
        time: TimeSource | None = None,
    ) -> None:
        self.store = store
        self.limits = limits or ServerLimits()
        self.time = time or LoopTime()
        self.hub = EventHub()
        self.bots = bots
        self.services = services
        if services is not None:
            services.games.on_withdrawn = self._close_tables
        self.metrics = Metrics()
        self.guests = Guests(entry.name for entry in bots.entries()) if bots is not None else Guests()
        folder = None if services is None or services.data is None else services.data
        self.moderation = Moderation(None if folder is None else folder / MODERATION, self.time.time_of_day)
        self.pairing = Pairing(self, self._lobby_changed)
        self.sessions: dict[Connected, None] = {}
        self.live: dict[str, LiveTable] = {}
        self.run_id = secrets.token_hex(4)
        self.page_build = ""
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.ratings: RatingKeeper | None = None
        """Counts rated games; without it there are none."""
        self._seated: dict[str, tuple[str, ...]] = {}
        self._makers: dict[str, tuple[str, str]] = {}
        """Of the tables in memory that were created in this run: the guest and the network address."""
        self._made_by: Counter[str] = Counter()
        """How many of them each guest, and each address, has created."""
        self.peers: Peers | None = None
        """The other processes that use the same store."""
        if store.bus is not None:
            self.peers = Peers(store.bus, self.live, seated=self._seated, keep=self.keep, on_lobby=self._lobby_changed)
            self.peers.seeks = self.pairing.join(self.peers.bus.process, self.peers.tell)
        self._known_games: set[str] = set()
        """The names of games that tables were created for."""
        self._creations = TokenBuckets(
            self.limits.creations_per_second, self.limits.creations_burst, self.moderation.is_exempt
        )
        """How many more tables each address may create now."""
        self.boards = LiveBoards(self.hub, self.time, self.keep)
        self.on_change: list[Callable[[LiveTable], None]] = [self.boards.changed]
        """Get a table that was loaded, and one whose phase, game or seats have changed."""
        self.on_sweep: list[Callable[[], None]] = [self.moderation.refresh]
        """Other upkeep that is done as often as deserted tables are closed."""
        self._purging = ""
        """The table that is being deleted."""
        self._damaged: set[str] = set()
        """The tables that could not be replayed."""
        self._is_lobby_stale = False
        self._lobby: tuple[Lobby, bytes] | None = None
        self._lobby_at_ms = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self.metrics.add(
            GaugeSpec("tables", "Tables in memory.", lambda: len(self.live)),
            GaugeSpec("sockets", "Sockets that said hello.", lambda: len(self.sessions)),
            GaugeSpec("guests", "Guests who are connected.", lambda: len(self.guests)),
            GaugeSpec("seeks", "Open seeks.", lambda: len(self.pairing.seeks)),
            GaugeSpec("challenges", "Open challenges.", lambda: len(self.pairing.challenges)),
            GaugeSpec("damaged_tables", "Tables that could not be replayed.", lambda: len(self._damaged)),
            GaugeSpec("store_damaged", "1 if the file is damaged and no longer written to.", self._is_store_damaged),
            GaugeSpec("commit_queue", "Entries that are not committed yet.", lambda: self.store.waiting),
        )

    def _is_store_damaged(self) -> float:
        return float(bool(self.store.damage))

    @property
    def problem(self) -> str:
        """Why the server does not work as it should; "" if it does."""
        if self.store.damage:
            return f"the file is damaged: {self.store.damage}"
        return "the last change could not be saved" if self.metrics.is_failing else ""

    def start(self) -> None:
        """Starts to watch the event loop, to ping clients and to close deserted tables."""
        observe = self.metrics.observe_lag
        self.time.start(observe if self.services is None else self.services.games.watched(observe))
        self.every(SWEEP_MS, self.sweep)
        self.every(self.limits.ping_s * 1000, self._ping_all)
        self.every(self.limits.waiting_expires_s * 1000, self._expire_stored_soon)
        self.every(self.limits.check_hours * HOUR_MS, lambda: self.keep(self.store.check()))
        if self.limits.keep_days:
            self.every(HOUR_MS, lambda: self.keep(self.purge()))
        self._expire_stored_soon()

    def every(self, ms: float, call: Callable[[], None]) -> None:
        """Does something again and again while the registry is open."""

        def again() -> None:
            if self._is_closed:
                return
            try:
                call()
            except Exception as error:
                LOG.error("upkeep failed", reason=repr(error))
            self.every(ms, call)

        self.time.call_later(ms, again)

    def keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something in the background; it ends with the registry."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- tables ---

    async def create(self, wish: CreateTable, address: str = "", person: str = "", opponent: str = "") -> CreatedTable:
        """Creates a table for a person, or the guest with the token of the wish, at a network address.

        An opponent gets the seat that the wish leaves open. The table is on disk when this returns.
        """
        if not self._creations.take(address, self.time.now_ms()):
            raise ServiceRefused("too_many_requests")
        if self.limits.file_mb and await self.store.used_bytes() > self.limits.file_mb << 20:
            raise ServiceRefused("store_full")
        token = "" if person else wish.token or new_token()
        owner = person or guest_of(token)
        if not person and self.guests.has_account(owner):
            raise ServiceRefused("token_invalid")
        self.moderation.check_person(owner)
        for count, most in (
            (len(self.live), self.limits.tables),
            (self._made_by[owner], self.limits.tables_per_guest),
            (0 if self.moderation.is_exempt(address) else self._made_by[address], self.limits.tables_per_address),
        ):
            if count >= most:
                raise ServiceRefused("tables_full", most=most)
        table_id = secrets.token_urlsafe(TABLE_ID_BYTES)
        self._makers[table_id] = (owner, address)
        self._made_by.update((owner, address))
        try:
            self._open(await self._create(table_id, wish, owner, opponent, address), SeenMessages())
        except BaseException:
            self._forget_maker(table_id)
            raise
        return CreatedTable(table=table_id, token=token, guest=owner)

    async def checked(self, query: PositionQuery, address: str = "") -> PositionQuery:
        """The position from which a game begins, in full; raises `PlygroundError` if none can."""
        self._require(query.game)
        # Only what a client has made up can take long, a name that does not exist included.
        is_plain = query.game in self._known_games and not (query.rules or query.start or query.moves)
        if self.services is None or is_plain:
            return canonical(query)
        found = await self.services.start_table(query, address)
        self._known_games.add(query.game)
        return found

    async def _create(self, table_id: str, wish: CreateTable, owner: str, opponent: str, address: str) -> Table:
        query = await self.checked(
            PositionQuery(game=wish.game, rules=wish.rules, start=wish.start, moves=wish.moves), address
        )
        if "bot" in (wish.white.kind, wish.black.kind) and self._plays_rated(owner, query.game):
            # It would play the moves that somebody needs there.
            raise ServiceRefused("help_in_game")
        settings = _settings(query, wish, owner, self.time.time_of_day())
        transaction = TableTransaction(await in_slices(Table.creation_steps(table_id, settings)))
        if wish.rated:
            people = [person for person in (owner, opponent) if person]
            rated_games.check_wish(
                wish, transaction.table.game, has_account=all(self.guests.has_account(person) for person in people)
            )
            for person in people:
                await self.check_aborts(person)
        wishes = [wish.white, wish.black]
        if wish.random_sides and secrets.randbelow(2):
            wishes.reverse()
        for side, one in zip(Side, wishes, strict=True):
            self._fill(transaction, side, one, owner, opponent)
        arbiter.begin_if_full(transaction)
        table = transaction.table
        row = TableRow.of(table, self.time.time_of_day())
        entry = StoreEntry(table=table.id, events=new_events(transaction), row=row)
        try:
            await self.store.create(settings, entry)
        except StoreFault:
            self.metrics.is_failing = True
            self.metrics.failed_commits += 1
            raise
        self.metrics.is_failing = False
        return table

    async def check_aborts(self, guest: str) -> None:
        """Raises `ServiceRefused` if somebody may not begin a rated game now."""
        if self.ratings is None:
            raise ServiceRefused("ratings_none")
        await self.ratings.check_aborts(guest)

    def _require(self, game: str) -> None:
        if self.services is not None:
            self.services.games.require(game)

    def _close_tables(self, family: str) -> None:
        """Closes the tables of a game that may not be played any more; their games are kept."""
        for table_id, live in tuple(self.live.items()):
            if live.table.settings.game.partition(":")[0] == family:
                self.unload(table_id)

    def _forget_maker(self, table_id: str) -> None:
        for maker in self._makers.pop(table_id, ()):
            self._made_by[maker] -= 1
            if not self._made_by[maker]:
                del self._made_by[maker]

    def _fill(self, transaction: TableTransaction, side: Side, wish: SeatWish, owner: str, opponent: str) -> None:
        person = owner if wish.kind == "me" else opponent if wish.kind == "open" else ""
        if person:
            arbiter.take(transaction, side, Actor(person, self.guests.name_of(person)))
        elif wish.kind == "bot":
            if self.bots is None:
                raise ServiceRefused("bots_none")
            name = self.bots.check(wish.bot, transaction.table.game)
            arbiter.take(transaction, side, Actor(f"{BOT_GUEST}{secrets.token_hex(6)}", name), bot=wish.bot)

    async def find(self, table_id: str) -> LiveTable:
        """A live table, loaded from the store if need be; raises `TableRefused` if there is none."""
        live = self.live.get(table_id)
        if live is not None:
            return live
        loading = self._loading.get(table_id)
        if loading is None:
            loading = asyncio.get_running_loop().create_task(self._load(table_id))
            self._loading[table_id] = loading
            loading.add_done_callback(lambda task: self._loaded(table_id, task))
        return await asyncio.shield(loading)

    def _loaded(self, table_id: str, loading: asyncio.Task[LiveTable]) -> None:
        self._loading.pop(table_id, None)
        if self.peers is not None:
            self.peers.loaded(table_id, self.live.get(table_id))
        if not loading.cancelled():
            # Those who asked for the table may have gone; then nobody else takes the exception.
            loading.exception()

    async def _load(self, table_id: str) -> LiveTable:
        if self.peers is not None:
            self.peers.loading(table_id)
        stored = None if table_id == self._purging else await self.store.load(table_id)
        if stored is None:
            raise TableRefused("unknown_table", table=table_id)
        self._require(stored.settings.game)
        try:
            table = await in_slices(stored.replay_steps())
        except TableRefused as error:
            if table_id not in self._damaged:
                self._damaged.add(table_id)
                LOG.error("a table is damaged", table=table_id, reason=str(error))
            raise
        live = self._open(table, stored.messages())
        if (used_ms := stored.turn_age_ms) is not None:
            live.continue_clock(used_ms)
        else:
            self.time.call_later(self.limits.resume_after_s * 1000, live.resume_clock)
        return live

    def _open(self, table: Table, seen: SeenMessages) -> LiveTable:
        live = LiveTable(
            table,
            seen,
            store=self.store,
            hub=self.hub,
            limits=self.limits,
            metrics=self.metrics,
            time=self.time,
            on_change=self._changed,
        )
        self.live[table.id] = live
        if self.peers is not None:
            self.peers.opened(live)
        self._changed(live)
        return live

    def attended(self, live: LiveTable) -> None:
        """A client has joined a table; calls its bots."""
        live.deserted_at_ms = None
        if self.bots is not None:
            seat_bots(live, self.bots)

    def _changed(self, live: LiveTable) -> None:
        state, before = live.table.state, self._seated.get(live.table.id)
        if state.phase == "playing" and (state.mode == "person-person" or live.table.settings.rated):
            self._seated[live.table.id] = (state.white.guest, state.black.guest)
        else:
            self._seated.pop(live.table.id, None)
        for call in self.on_change:
            call(live)
        if self.peers is not None:
            self.peers.attended(live)
            if self._seated.get(live.table.id) != before:
                self.peers.seated(live.table.id)
        self.refresh_lobby(live)

    def refresh_lobby(self, live: LiveTable) -> None:
        """Something that the lobby shows of a table is different now."""
        if live.table.settings.public:
            self._lobby_changed()

    def _lobby_changed(self) -> None:
        self._lobby = None
        if not self._is_lobby_stale:
            self._is_lobby_stale = True
            self.time.call_later(LOBBY_MS, self._publish_lobby)

    def _plays_rated(self, guest: str, game: str) -> bool:
        tables = (self.live[table_id].table for table_id, players in self._seated.items() if guest in players)
        return any(table.settings.rated and table.game.name == game for table in tables)

    def plays_unaided(self, guest: str) -> bool:
        """Whether a guest is playing a game in which nobody may be helped: against another person, or a rated one."""
        is_here = any(guest in players for players in self._seated.values())
        return is_here or (self.peers is not None and self.peers.plays_unaided(guest))

    # --- the lobby ---

    def public_tables(self) -> list[TableSummary]:
        """The public tables that wait for players or are being played, newest first."""
        newest = reversed(self.live.values())
        shown = (live for live in newest if live.table.settings.public and live.table.state.phase != "over")
        found = [presenter.summary(live.table, live.presence) for live in islice(shown, self.limits.lobby_tables)]
        if self.peers is not None:
            found = sorted((*found, *self.peers.public_tables()), key=lambda one: one.created, reverse=True)
        return found[: self.limits.lobby_tables]

    def lobby(self) -> tuple[Lobby, bytes]:
        """The lobby as clients see it, and as JSON; it is looked at no more often than it may change."""
        now_ms = self.time.now_ms()
        if self._lobby is None or now_ms >= self._lobby_at_ms + LOBBY_MS:
            seeks = self.pairing.open_seeks(self.limits.lobby_seeks)
            lobby = Lobby(tables=self.public_tables(), seeks=seeks, people=len(self.guests))
            self._lobby, self._lobby_at_ms = (lobby, encode(lobby)), now_ms
        return self._lobby

    def _publish_lobby(self) -> None:
        self._is_lobby_stale = False
        lobby, data = self.lobby()
        self.hub.publish(LOBBY, lobby, data)
        if self.peers is not None:
            self.peers.lobby_changed(one for one in lobby.tables if one.table in self.live)

    # --- upkeep ---

    def _ping_all(self) -> None:
        def ping_each() -> Generator[None, None, None]:
            for session in tuple(self.sessions):
                if session in self.sessions:
                    session.ping()
                yield

        self.keep(in_slices(ping_each()))

    def sweep(self) -> None:
        """Closes what has been deserted for long enough; what is on disk can be loaded again."""
        for call in self.on_sweep:
            call()
        if self.peers is not None:
            self.keep(self.peers.forget_dead())
        now_ms = self.time.now_ms()
        for table_id, live in tuple(self.live.items()):
            if live.presence.people or not live.is_idle:
                live.deserted_at_ms = None
                continue
            if live.deserted_at_ms is None:
                live.deserted_at_ms = now_ms
            deserted_s = (now_ms - live.deserted_at_ms) / 1000
            if live.table.state.phase == "waiting":
                if deserted_s > self.limits.waiting_expires_s:
                    if live.presence.is_attended_elsewhere:
                        self.unload(table_id)
                    else:
                        _expire(live)
            elif deserted_s > self.limits.unload_after_s and live.table.running_clock is None:
                self.unload(table_id)

    def _expire_stored_soon(self) -> None:
        self.keep(self.expire_stored())

    async def expire_stored(self) -> None:
        """Ends tables that were left waiting before the server started."""
        try:
            forgotten = await self.store.waiting_since(self.time.time_of_day() - self.limits.waiting_expires_s)
        except PlygroundError as error:
            LOG.error("deserted tables cannot be found", reason=str(error))
            return
        for table_id in forgotten:
            if table_id not in self.live:
                try:
                    live = await self.find(table_id)
                    # Somebody may wait in another process; it says so by the time the table is swept.
                    if self.peers is None:
                        _expire(live)
                except Exception as error:
                    LOG.error("table cannot be closed", table=table_id, reason=str(error))

    async def purge(self) -> None:
        """Deletes tables that nobody has touched for `keep_days`, one by one; those in memory stay."""
        before, count = self.time.time_of_day() - self.limits.keep_days * DAY_S, 0
        try:
            while not self.store.damage:
                old = await self.store.untouched_since(before, PURGE_BATCH + len(self.live))
                old = [table for table in old if table not in self.live and table not in self._loading][:PURGE_BATCH]
                if not old:
                    break
                for table in old:
                    if table not in self.live and table not in self._loading:
                        self._purging = table
                        await self.store.delete(table)
                        count += 1
        except PlygroundError as error:
            LOG.error("old tables cannot be deleted", reason=str(error))
        finally:
            self._purging = ""
        if count:
            LOG.info("old tables deleted", count=count, days=self.limits.keep_days)

    def unload(self, table_id: str) -> None:
        """Removes a table from memory; it can be loaded again."""
        live = self.live.pop(table_id)
        self._keep_summary(live)
        live.close()
        self.boards.closed(table_id)
        self._forget_maker(table_id)
        self._seated.pop(table_id, None)
        if self.peers is not None:
            self.peers.closed(live)

    def _keep_summary(self, live: LiveTable) -> None:
        """Stores how far a game has come, for lists; while it is in memory, they look there."""
        # A change that is being saved right now brings its own summary if it matters.
        if live.is_idle and live.table.state.phase == "playing":
            row = TableRow.of(live.table, self.time.time_of_day())
            self.store.append(StoreEntry(table=live.table.id, events=[], row=row), _log_failure)

    async def close(self) -> None:
        """Ends everything in order: no more work, everything on disk."""
        self._is_closed = True
        self.time.stop()
        for task in tuple(self._tasks):
            task.cancel()
        if self.ratings is not None:
            await self.ratings.close()
        for live in self.live.values():
            self._keep_summary(live)
        if self.bots is not None:
            await self.bots.close()
        if self.services is not None:
            await self.services.close()
        await self.store.close()


def _log_failure(error: Exception | None) -> None:
    if error is not None:
        LOG.error("summary not kept", reason=str(error))


def _expire(live: LiveTable) -> None:
    live.submit(TableTask(lambda transaction, actor: transaction.end(None, "expired")))


def _settings(query: PositionQuery, wish: CreateTable, owner: str, created: float) -> TableSettings:
    return TableSettings(
        game=query.game,
        rules=query.rules,
        start=query.start,
        moves=query.moves,
        clock=wish.clock,
        public=wish.public,
        pace_ms=wish.pace_ms,
        owner=owner,
        created=round(created, 3),
        rated=wish.rated,
    )
