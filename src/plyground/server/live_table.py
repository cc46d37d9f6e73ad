"""LiveTable: a table in memory. One change at a time: decided in a transaction, saved, and only then made and sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

from plyground.errors import PlygroundError, ServiceFault, StoreFault, TableRefused
from plyground.protocol import Side
from plyground.server import arbiter, presenter
from plyground.server.arbiter import Actor, TableTransaction
from plyground.server.bus import Bus
from plyground.server.guests import is_same
from plyground.server.hub import EventHub
from plyground.server.limits import ServerLimits
from plyground.server.log import LOG
from plyground.server.metrics import Metrics
from plyground.server.move_throttle import MoveThrottle
from plyground.server.presence import Member, Presence
from plyground.server.presenter import refused
from plyground.server.rated_games import RatedGame
from plyground.server.store import FinishedGame, NewEvent, SeenMessages, Store, StoreEntry, TableRow
from plyground.server.store_sql import StoreConflict
from plyground.server.stored_event import StoredEvent
from plyground.server.table import Table
from plyground.server.timing import Timer, TimeSource, in_slices
from plyground.server.wire import encode, events
from plyground.server.wire.commands import Play, Step, TableCommand

ELSEWHERE_MS = 500.0
"""How much later a flag falls in a process that the player is not connected to."""


@dataclass(slots=True)
class TableTask:
    """Something to be done at the table when its turn comes."""

    do: Callable[[TableTransaction, Actor], None] | None
    """None for a command."""
    member: Member | None = None
    message_id: str = ""
    at_ms: float = 0.0
    """When it arrived; 0 for now."""
    is_step: bool = False
    command: TableCommand | None = None
    is_once: bool = True
    """Whether the same message must not be applied twice."""
    then: Callable[[], None] | None = None
    """Called when it is done, or when there was nothing to do."""
    has_looked: bool = False
    """Whether everything that other processes have done before has been looked at."""


class LiveTable:
    """The live form of a table; all its methods belong to the event loop."""

    def __init__(
        self,
        table: Table,
        seen: SeenMessages,
        *,
        store: Store,
        hub: EventHub,
        limits: ServerLimits,
        metrics: Metrics,
        time: TimeSource,
        on_change: Callable[[LiveTable], None],
    ) -> None:
        self.table = table
        self.presence = Presence(limits.gone_after_s * 1000, time.now_ms)
        self.presence.update(table.state)
        self.recent: deque[bytes] = deque(maxlen=limits.recent_events)
        """The last events up to the table's version, encoded."""
        self.is_closed = False
        self.deserted_at_ms: float | None = None
        """Since when nobody has been here."""
        self.bots_called: set[str] = set()
        """The bots that were asked to come."""
        self.is_announcing = False
        """Whether a presence update is due."""
        self.on_presence: Callable[[LiveTable], None] = lambda live: None
        """Called when who is there has changed."""
        self._seen = seen
        self.hub = hub
        self.time = time
        self._store, self._limits, self._metrics = store, limits, metrics
        self._bus = store.bus
        self._heard = 0
        """The newest version that another process has told of."""
        self._on_change = on_change
        self._tasks: deque[TableTask] = deque()
        self._is_busy = False
        self._saving: tuple[TableTransaction, TableTask] | None = None
        """The change that is on its way to the disk."""
        self._timer: Timer | None = None
        self._lag_quota = dict.fromkeys(Side, limits.lag_quota_ms)
        """Network lag that each side may still have without being charged for it."""
        is_for_people = "bot" not in (table.state.white.kind, table.state.black.kind)
        self._throttle = None if is_for_people else MoveThrottle(self.submit_command, time)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done."""
        return not self._is_busy and not self._tasks

    # --- commands ---

    def command(self, member: Member, command: TableCommand, arrived_ms: float) -> None:
        """Takes a command that arrived at some time; the answer comes when it is done."""
        if isinstance(command, Step):
            self._step(member, command.id)
        else:
            self.submit_command(member, command, arrived_ms)

    def _step(self, member: Member, message_id: str) -> None:
        """Lets one move be played in a paused game; only for the owner of the table."""
        if not is_same(self.table.settings.owner, member.guest):
            member.send(refused(message_id, TableRefused("owner_needed"), member.guest))
        elif self._throttle is None or not self.table.state.paused:
            member.send(refused(message_id, TableRefused("table_playing"), member.guest))
        else:
            self._throttle.step()
            member.send(events.Acknowledged(id=message_id, version=self.table.version))

    def submit_command(self, member: Member, command: TableCommand, at_ms: float, *, is_step: bool = False) -> None:
        """Queues a command."""
        self.submit(TableTask(None, member, command.id, at_ms, is_step, command))

    def submit(self, task: TableTask) -> None:
        """Queues a task."""
        self._tasks.append(task)
        self._run_next()

    # --- one change at a time ---

    def _run_next(self) -> None:
        if self._tasks and not self._is_busy and not self.is_closed:
            self._run(self._tasks.popleft())
            if self._tasks and not self._is_busy:
                # Hundreds may have queued, each with a long answer; all others get their turn between them.
                asyncio.get_running_loop().call_soon(self._run_next)

    def _run(self, task: TableTask) -> None:
        member = task.member
        if member is not None and task.is_once and (version := self._seen.version(member.guest, task.message_id)):
            member.send(events.Acknowledged(id=task.message_id, version=version))
            return
        is_frozen = bool(self._store.damage)
        if is_frozen and task.is_once:
            if member is not None:
                member.send(refused(task.message_id, StoreFault("store_damaged"), member.guest))
            return
        if self._bus is not None and self._is_ahead(task):
            self._is_busy = True
            asyncio.get_running_loop().create_task(self._catch_up(self._bus, replace(task, has_looked=True)))
            return
        now_ms = self.time.now_ms()
        if self._is_held(task, now_ms):
            return
        lag_ms = self._mover_lag_ms()
        # If the flag fell first, process the flag before the command. After a stall of the event loop a move may wait
        # to be read, so a flag falls only by a time before which everything has been read.
        arrived_ms = self._held_at_ms or task.at_ms or self.time.arrived_ms()
        is_late = not is_frozen and self.table.has_flagged(arrived_ms, lag_ms)
        now = TableTask(_flag) if is_late else task
        guest = "" if now.member is None else now.member.guest
        transaction = TableTransaction(self.table, now.message_id, now_ms, self.presence, guest)
        try:
            self._do(now, transaction, self._actor(now, lag_ms))
        except PlygroundError as error:
            self._metrics.refusals += 1
            if member is not None:
                member.send(refused(task.message_id, error, member.guest))
            return
        except Exception as error:
            # A user's game may fail in any way; that must harm neither this table nor others.
            LOG.error("fault at a table", table=self.table.id, game=self.table.game.name, reason=repr(error))
            if member is not None:
                member.send(refused(task.message_id, ServiceFault("server_fault")))
            return
        if is_late:
            self._tasks.appendleft(task)
        if transaction.messages and not is_frozen:
            self._save(transaction, now)
        else:
            self._finish(now)

    def _do(self, task: TableTask, transaction: TableTransaction, actor: Actor) -> None:
        if task.command is not None:
            arbiter.decide(transaction, task.command, actor, self._limits.gone_after_s * 1000)
        elif task.do is not None:
            task.do(transaction, actor)

    def _is_ahead(self, task: TableTask) -> bool:
        """Whether a player answers a move that another process has saved and that has not come here yet."""
        return isinstance(task.command, Play) and task.command.ply > self.table.ply and not task.has_looked

    def _is_held(self, task: TableTask, now_ms: float) -> bool:
        """Whether a bot's move is held back; checked when its turn comes, as a pause may have come while it waited."""
        if self._throttle is None or task.member is None or not isinstance(task.command, Play) or task.is_step:
            return False
        return self._throttle.holds(self.table, task.member, task.command, task.at_ms, now_ms)

    @property
    def _held_at_ms(self) -> float | None:
        """When a move arrived that is held back; its side has used no time since."""
        return None if self._throttle is None else self._throttle.held_at_ms

    def _actor(self, task: TableTask, lag_ms: float) -> Actor:
        guest, name = ("", "") if task.member is None else (task.member.guest, task.member.name)
        # A move does not depend on whether the opponent is gone.
        sides = () if isinstance(task.command, Play) else self.table.state.sides_of(guest)
        gone_ms = self.presence.gone_ms(self.table.state.seat(sides[0].other).guest) if len(sides) == 1 else 0.0
        at_ms = task.at_ms or self.time.arrived_ms()
        return Actor(guest, name, lag_ms, at_ms, task.is_step, gone_ms, self.time.time_of_day())

    def _mover_lag_ms(self) -> float:
        """The network lag of the mover, as far as it is not charged."""
        if self.table.settings.clock is None:
            return 0.0
        turn = self.table.turn
        guest = self.table.state.seat(turn).guest
        if self._bus is not None and not self.presence.is_here(guest):
            # The process that the mover is connected to knows better; it gets the time to say so.
            return self._limits.lag_ms + ELSEWHERE_MS
        return min(self.presence.lag_ms(guest), self._limits.lag_ms, self._lag_quota[turn])

    def _use_lag_quota(self, before: Table, move: events.MovePlayed) -> None:
        """Takes what was not charged for a move from the mover's quota, which each move refills a little."""
        limits, side, clock = self._limits, before.turn, before.settings.clock
        delay_ms = 0 if clock is None else clock.delay_ms
        forgiven_ms = max(0, move.spent_ms - delay_ms) - move.charged_ms if before.state.standing.ticking else 0
        left_ms = self._lag_quota[side] - forgiven_ms + limits.lag_refill_ms
        self._lag_quota[side] = min(limits.lag_quota_ms, max(0.0, left_ms))

    def _finish(self, task: TableTask) -> None:
        if task.then is not None:
            task.then()
        elif task.member is not None and task.message_id:
            task.member.send(events.Acknowledged(id=task.message_id, version=self.table.version))

    def _save(self, transaction: TableTransaction, task: TableTask) -> None:
        self._is_busy = True
        before, after = self.table.state, transaction.table.state
        is_row_new = (before.phase, before.white, before.black) != (after.phase, after.white, after.black)
        is_finished = before.phase == "playing" and after.phase == "over"
        time_of_day = self.time.time_of_day()
        guest = "" if task.member is None else task.member.guest
        is_rated = is_finished and self.table.settings.rated
        entry = StoreEntry(
            table=self.table.id,
            events=new_events(transaction),
            guest=guest,
            message_id=task.message_id if task.is_once else "",
            row=TableRow.of(transaction.table, time_of_day) if is_row_new else None,
            finished=FinishedGame.of(transaction.table, time_of_day) if is_finished else None,
            rated=RatedGame.of(transaction.table, time_of_day, guest) if is_rated else None,
        )
        self._saving = (transaction, task)
        self._store.append(entry, self._saved)

    def _saved(self, error: BaseException | None) -> None:
        assert self._saving is not None
        (transaction, task), self._saving = self._saving, None
        now_ms = self.time.now_ms()
        self._metrics.observe_commit((now_ms - transaction.now_ms) / 1000)
        if self._bus is not None and isinstance(error, StoreConflict):
            # Another process was faster. What it did comes first, and then this is looked at again.
            asyncio.get_running_loop().create_task(self._catch_up(self._bus, task, error))
            return
        self._metrics.is_failing = error is not None
        if error is not None:
            self._metrics.failed_commits += 1
            asyncio.get_running_loop().create_task(self._reload(task, error))
            return
        self._is_busy = False
        self._metrics.moves += transaction.table.ply > self.table.ply
        self._adopt(transaction, task, now_ms)
        self._follow_now()
        self._run_next()

    def _adopt(self, transaction: TableTransaction, task: TableTask, now_ms: float) -> None:
        """The saved changes happen: the fork becomes the table, and everyone gets the events."""
        before, self.table = self.table, transaction.table
        old, new = before.state, self.table.state
        gained = self.table.ply - before.ply
        if gained or new.paused != old.paused:
            self.table.turn_began_ms = None if self.table.running_clock is None else now_ms
        if new.round != old.round:
            self._lag_quota = dict.fromkeys(Side, self._limits.lag_quota_ms)
        if (gained or new.round != old.round) and self._throttle is not None:
            self._throttle.moved(now_ms)
        if task.member is not None and task.message_id and task.is_once:
            self._seen.add(task.member.guest, task.message_id, before.version + 1)
        for message in transaction.messages:
            if isinstance(message.event, events.MovePlayed):
                self._use_lag_quota(before, message.event)
            data = encode(message)
            self.recent.append(data)
            self.hub.publish(self.table.id, message, data)
        if task.then is not None:
            task.then()
        self.watch_clock()
        if (old.phase, old.round, old.white, old.black) != (new.phase, new.round, new.white, new.black):
            self.presence.update(new)
            self._on_change(self)
        if self._throttle is not None and old.paused != new.paused:
            self._throttle.pause(new.paused)

    # --- what other processes do ---

    def follow(self, version: int) -> None:
        """Another process has saved a version; everyone here gets what leads to it."""
        self._heard = max(self._heard, version)
        self._follow_now()

    def _follow_now(self) -> None:
        if self._bus is not None and self._heard > self.table.version and not self._is_busy and not self.is_closed:
            self._is_busy = True
            asyncio.get_running_loop().create_task(self._catch_up(self._bus))

    async def _catch_up(self, bus: Bus, task: TableTask | None = None, error: Exception | None = None) -> None:
        """Does what other processes have saved, and then what had to wait for it or was in conflict with it."""
        before, self._heard = self.table.version, 0
        try:
            await in_slices(self._follow_steps(await bus.load_after(self.table.id, before)))
        except Exception as failure:
            LOG.error("table cannot follow", table=self.table.id, version=self.table.version, reason=str(failure))
        if task is not None:
            if error is not None and self.table.version == before:
                await self._reload(task, error)
                return
            self._tasks.appendleft(task)
        self._is_busy = False
        self._follow_now()
        self._run_next()

    def _follow_steps(self, found: list[StoredEvent]) -> Generator[None, None, None]:
        """Makes what others have saved happen here too."""
        for stored in found:
            now_ms = self.time.now_ms()
            transaction = TableTransaction(self.table, stored.message_id, now_ms, self.presence, stored.guest)
            transaction.do(stored.event)
            if transaction.table.state.hash != stored.hash:
                raise TableRefused("table_damaged", table=self.table.id, reason="an event has another hash")
            if stored.message_id:
                self._seen.add(stored.guest, stored.message_id, transaction.table.version)
            self._adopt(transaction, TableTask(None), now_ms - 1000 * (stored.age_s or 0.0))
            yield

    async def _reload(self, task: TableTask, error: BaseException) -> None:
        """After a failed commit the store says what happened: usually nothing."""
        LOG.error("commit failed", table=self.table.id, reason=str(error))
        try:
            stored = await self._store.load(self.table.id)
            if stored is not None and len(stored.events) > self.table.version:
                self.table = await in_slices(stored.replay_steps())
                self.table.turn_began_ms = self.time.now_ms()
                self._seen = stored.messages()
                self.recent.clear()
        except Exception as failure:
            # The table stays as it was and continues; the next change shows whether it can be saved.
            LOG.error("table cannot be read after a failed commit", table=self.table.id, reason=str(failure))
        self._is_busy = False
        if task.member is not None:
            fault = error if isinstance(error, StoreFault) else StoreFault("commit_failed", reason=str(error))
            task.member.send(refused(task.message_id, fault))
        for member in self.presence.members:
            self.send_snapshot(member, "commit_failed")
        self._run_next()

    # --- clocks ---

    def watch_clock(self) -> None:
        """Sets a timer for the flag. A timer that is set stays: it looks again when it is early."""
        if self._timer is None and self.table.running_clock is not None and self.table.turn_began_ms is not None:
            self._timer = self.time.call_later(self._flag_in_ms(), self._check_clock)

    def _flag_in_ms(self) -> float:
        side, clock = self.table.running_clock, self.table.settings.clock
        assert side is not None
        assert clock is not None
        allowed_ms = self.table.state.standing.left_ms(side) + clock.delay_ms + self._mover_lag_ms()
        return max(1.0, allowed_ms - self.table.used_ms(self.time.now_ms()) + 1.0)

    def _check_clock(self) -> None:
        self._timer = None
        # A bot whose move is held back for the pace has moved in time.
        if self._held_at_ms is None and self.table.has_flagged(self.time.arrived_ms(), self._mover_lag_ms()):
            self.submit(TableTask(_flag))
        else:
            self.watch_clock()

    def continue_clock(self, used_ms: float) -> None:
        """Lets the clock of the side to move run on: another process has measured the turn so far."""
        if self.table.running_clock is not None:
            self.table.turn_began_ms = self.time.now_ms() - used_ms
            self.watch_clock()

    def resume_clock(self) -> None:
        """Starts the clock of the side to move again, after a restart of the server."""
        if self.table.turn_began_ms is None and self.table.running_clock is not None:
            self.table.turn_began_ms = self.time.now_ms()
            self.watch_clock()

    # --- members ---

    def send_snapshot(self, member: Member, reason: events.JoinReason, message_id: str = "") -> None:
        """Sends the whole state to a member."""
        side = presenter.side_of(self.table.state, member.guest)
        snapshot = presenter.snapshot(self.table, self.presence, self.time.now_ms())
        member.send(events.Joined(id=message_id, reason=reason, side=side, snapshot=snapshot))

    def close(self) -> None:
        """Stops, and notifies everyone at the table."""
        self.is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        for member in self.presence.members:
            member.send(events.Left(id="", table=self.table.id, reason="closed"))


def new_events(transaction: TableTransaction) -> list[NewEvent]:
    """The events of a transaction as they are stored."""
    return [NewEvent(message.version, encode(message.event), message.hash) for message in transaction.messages]


def _flag(transaction: TableTransaction, actor: Actor) -> None:
    arbiter.flag(transaction, actor.at_ms, actor.lag_ms)
