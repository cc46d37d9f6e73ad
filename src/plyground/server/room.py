"""Room: a live table. One change at a time: decided on a draft, saved, and only then made and told."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import msgspec

from plyground.errors import PlygroundError, ServiceFault, StoreFault
from plyground.server import arbiter, telling
from plyground.server.attendance import Attendance, Member
from plyground.server.cards import card_of, played_game
from plyground.server.draft import Actor, Draft
from plyground.server.facts import Began, Over, Sat
from plyground.server.hub import Hub
from plyground.server.limits import ServerLimits
from plyground.server.log import LOG
from plyground.server.metrics import Metrics
from plyground.server.pacer import Pacer
from plyground.server.problems import refused
from plyground.server.store import Entry, Row, Store
from plyground.server.table import Table
from plyground.server.wire.commands import Play, Step, TableCommand
from plyground.server.wire.events import Acknowledged, Joined, Left

SEEN_FROM_OUTSIDE = (Sat, Began, Over)
"""Facts that change what is known of a table elsewhere, such as in the lobby."""

_encode = msgspec.json.Encoder().encode


@dataclass(slots=True)
class Work:
    """Something to be done at the table, in its turn."""

    do: Callable[[Draft, Actor], None]
    member: Member | None = None
    message_id: str = ""
    at_ms: float = 0.0
    """When it arrived; 0 for now."""
    is_step: bool = False
    move: Play | None = None
    """The command, if it is a move."""
    is_once: bool = True
    """Whether the same message must not be heeded twice."""
    then: Callable[[], None] | None = None
    """Called when it has been done, or needed nothing to be done."""


class Room:
    """The live form of a table; all its methods belong to the event loop."""

    def __init__(
        self,
        table: Table,
        seen: dict[tuple[str, str], int],
        *,
        store: Store,
        hub: Hub,
        limits: ServerLimits,
        metrics: Metrics,
        on_change: Callable[[Room], None],
    ) -> None:
        self.table = table
        self.attendance = Attendance(limits.gone_after_s * 1000)
        self.attendance.look_at(table)
        self.recent: deque[tuple[int, str]] = deque(maxlen=limits.recent_events)
        """The last events with their versions, encoded."""
        self.is_closed = False
        self.bots_called: set[str] = set()
        """The bots that were asked to come."""
        self.is_announcing = False
        """Whether news about who is here are on their way."""
        self._seen = seen
        self.hub = hub
        self._store, self._limits, self._metrics = store, limits, metrics
        self._on_change = on_change
        self._loop = asyncio.get_running_loop()
        self._work: deque[Work] = deque()
        self._is_busy = False
        self._timer: asyncio.TimerHandle | None = None
        self._pacer = Pacer(self.play_on)

    def now_ms(self) -> float:
        """The server's own clock."""
        return self._loop.time() * 1000

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done."""
        return not self._is_busy and not self._work

    # --- what comes in ---

    def command(self, member: Member, command: TableCommand | Step) -> None:
        """Somebody wants something; the answer comes when it is done."""
        now_ms = self.now_ms()
        if isinstance(command, Step):
            self._pacer.step(self.table, member, command.id)
        else:
            self.play_on(member, command, now_ms)

    def play_on(self, member: Member, command: TableCommand, at_ms: float, *, is_step: bool = False) -> None:
        """Does what somebody wanted at that time."""
        gone_after_ms = self._limits.gone_after_s * 1000

        def decide(draft: Draft, actor: Actor) -> None:
            arbiter.decide(draft, command, actor, gone_after_ms)

        move = command if isinstance(command, Play) else None
        self.submit(Work(decide, member, command.id, at_ms, is_step, move))

    def submit(self, work: Work) -> None:
        """Does something in its turn."""
        self._work.append(work)
        self._pump()

    # --- one change at a time ---

    def _pump(self) -> None:
        while self._work and not self._is_busy and not self.is_closed:
            self._run(self._work.popleft())

    def _run(self, work: Work) -> None:
        member = work.member
        if member is not None and work.is_once and (member.guest, work.message_id) in self._seen:
            member.tell(Acknowledged(id=work.message_id, version=self._seen[member.guest, work.message_id]))
            return
        if self._is_held(work):
            return
        lag_ms = self._mover_lag_ms()
        # If the flag fell first, whatever was wanted is decided after that.
        is_late = self.table.has_flagged(self._pacer.held_at_ms or work.at_ms or self.now_ms(), lag_ms)
        now = Work(_flag) if is_late else work
        draft = Draft(self.table, now.message_id, self.now_ms(), self.attendance)
        try:
            now.do(draft, self._actor(now.member, now, lag_ms))
        except PlygroundError as error:
            self._metrics.refusals += 1
            if member is not None:
                member.tell(refused(work.message_id, error, member.guest))
            return
        except Exception as error:
            # A game that somebody wrote may fail in any way; that must harm neither this table nor others.
            LOG.error("fault at a table", table=self.table.id, game=self.table.game.name, reason=repr(error))
            if member is not None:
                member.tell(refused(work.message_id, ServiceFault("server_fault")))
            return
        if is_late:
            self._work.appendleft(work)
        if draft.facts:
            self._save(draft, now)
        else:
            self._finish(now)

    def _is_held(self, work: Work) -> bool:
        """Whether a bot's move is kept back; asked in its turn, as a pause may have been decided while it waited."""
        if work.member is None or work.move is None or work.is_step:
            return False
        return self._pacer.holds(self.table, work.member, work.move, work.at_ms, self.now_ms())

    def _actor(self, member: Member | None, work: Work, lag_ms: float) -> Actor:
        guest = "" if member is None else member.guest
        # Who moves does not ask whether the opponent has gone.
        sides = () if work.move is not None else self.table.state.sides_of(guest)
        gone_ms = self.attendance.gone_ms(self.table.state.chair(sides[0].other).guest) if len(sides) == 1 else 0.0
        at_ms = work.at_ms or self.now_ms()
        return Actor(guest, "" if member is None else member.name, lag_ms, at_ms, work.is_step, gone_ms, time.time())

    def _mover_lag_ms(self) -> float:
        """The way of the mover's messages, as far as it is not charged."""
        if self.table.settings.clock is None:
            return 0.0
        return min(self.attendance.lag_ms(self.table.state.chair(self.table.turn).guest), self._limits.lag_ms)

    def _finish(self, work: Work) -> None:
        if work.then is not None:
            work.then()
        elif work.member is not None and work.message_id:
            work.member.tell(Acknowledged(id=work.message_id, version=self.table.version))

    def _save(self, draft: Draft, work: Work) -> None:
        self._is_busy = True
        first = self.table.version + 1
        rows = [
            Row(first + index, _encode(fact), state_hash)
            for index, (fact, state_hash) in enumerate(zip(draft.facts, draft.hashes, strict=True))
        ]
        before, after = self.table.state, draft.table.state
        is_card_new = (before.phase, before.white, before.black) != (after.phase, after.white, after.black)
        entry = Entry(
            table=self.table.id,
            rows=rows,
            guest="" if work.member is None else work.member.guest,
            message_id=work.message_id if work.is_once else "",
            card=card_of(draft.table) if is_card_new else None,
            played=played_game(draft.table) if before.phase == "playing" and after.phase == "over" else None,
        )
        began = self._loop.time()
        self._store.append(entry, lambda error: self._saved(draft, work, began, error))

    def _saved(self, draft: Draft, work: Work, began: float, error: BaseException | None) -> None:
        self._metrics.commit_seconds.observe(self._loop.time() - began)
        self._metrics.is_failing = error is not None
        if error is not None:
            self._metrics.failed_commits += 1
            self._loop.create_task(self._reload(work, error))
            return
        self._is_busy = False
        self._adopt(draft, work)
        self._pump()

    def _adopt(self, draft: Draft, work: Work) -> None:
        """What was saved happens: the draft becomes the table, and everyone is told."""
        before, self.table = self.table, draft.table
        gained = self.table.ply - before.ply
        if gained or self.table.state.paused != before.state.paused:
            self.table.turn_began_ms = None if self.table.running is None else self.now_ms()
        if gained or self.table.state.round != before.state.round:
            self._pacer.moved(self.now_ms())
            self._metrics.moves += gained > 0
        if work.member is not None and work.message_id and work.is_once:
            self._seen[work.member.guest, work.message_id] = before.version + 1
        for event in draft.events:
            text = _encode(event).decode()
            self.recent.append((event.version, text))
            self.hub.publish(self.table.id, text)
        if work.then is not None:
            work.then()
        self.watch_clock()
        if any(isinstance(fact, SEEN_FROM_OUTSIDE) for fact in draft.facts):
            self.attendance.look_at(self.table)
            self._on_change(self)
        if before.state.paused != self.table.state.paused:
            self._pacer.pause(self.table.state.paused)

    async def _reload(self, work: Work, error: BaseException) -> None:
        """After a failed commit the store decides what has happened: usually nothing."""
        LOG.error("commit failed", table=self.table.id, reason=str(error))
        try:
            stored = await self._store.load(self.table.id)
            if stored is not None and len(stored.rows) > self.table.version:
                self.table = Table.replay(stored.table, stored.settings, ((row.fact, row.hash) for row in stored.rows))
                self.table.turn_began_ms = self.now_ms()
                self._seen.update(stored.messages())
                self.recent.clear()
        except Exception as failure:
            # The table stays as it was, and goes on: the next change shows whether it can be saved.
            LOG.error("table cannot be read after a failed commit", table=self.table.id, reason=str(failure))
        self._is_busy = False
        if work.member is not None:
            work.member.tell(refused(work.message_id, StoreFault("commit_failed", reason=str(error))))
        for member in self.attendance.members:
            member.tell(self.joined(member, "", "commit_failed"))
        self._pump()

    # --- clocks ---

    def watch_clock(self) -> None:
        """Sees to it that a flag falls in time. A timer that is set stays: it looks again when it is early."""
        if self._timer is None and self.table.running is not None and self.table.turn_began_ms is not None:
            self._timer = self._loop.call_later(self._flag_in_ms() / 1000, self._look_at_clock)

    def _flag_in_ms(self) -> float:
        side, clock = self.table.running, self.table.settings.clock
        assert side is not None
        assert clock is not None
        allowed_ms = self.table.state.standing.left_ms(side) + clock.delay_ms + self._mover_lag_ms()
        return max(1.0, allowed_ms - self.table.used_ms(self.now_ms()) + 1.0)

    def _look_at_clock(self) -> None:
        self._timer = None
        # A bot whose move is kept back for the pace has moved in time.
        if self._pacer.held_at_ms is None and self.table.has_flagged(self.now_ms(), self._mover_lag_ms()):
            self.submit(Work(_flag))
        else:
            self.watch_clock()

    def resume_clock(self) -> None:
        """The clock of the side to move runs on, after the server was away."""
        if self.table.turn_began_ms is None and self.table.running is not None:
            self.table.turn_began_ms = self.now_ms()
            self.watch_clock()

    def close(self) -> None:
        """Nothing happens here any more."""
        self.is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        for member in self.attendance.members:
            member.tell(Left(id="", table=self.table.id, reason="closed"))

    def joined(self, member: Member, message_id: str, reason: Literal["joined", "resync", "commit_failed"]) -> Joined:
        """The whole state, for somebody at the table."""
        return Joined(
            id=message_id,
            reason=reason,
            side=telling.side_of(self.table, member.guest),
            snapshot=telling.snapshot(self.table, self.attendance, self.now_ms()),
        )


def _flag(draft: Draft, actor: Actor) -> None:
    arbiter.flag(draft, actor.at_ms, actor.lag_ms)
