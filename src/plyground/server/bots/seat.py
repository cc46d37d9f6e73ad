"""A bot in its seat: it follows the table's messages, has its moves found in a worker, and answers offers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import blake2b
from secrets import token_hex

from plyground.errors import PlygroundError, ServiceRefused
from plyground.play.opponent import is_lost, takes_draw
from plyground.protocol import Side
from plyground.server.bot_door import BotClient, BotSeat
from plyground.server.bots.roster import Bot
from plyground.server.bots.thinking import LONGEST_MOVE_S, THINK, Clock, Think, Thought
from plyground.server.log import LOG
from plyground.server.wire.commands import Accept, ClaimDraw, Decline, Play, Resign, Say
from plyground.server.wire.events import Ended, Joined, Left, Moved, Offered, Refused, ServerMessage, Started, TakenBack
from plyground.server.wire.parts import Clocks, PositionQuery, Rules
from plyground.server.workers.pool import WorkerPool

TRIES = 3
"""After so many failures in a row the bot gives the game up."""
SLACK_S = 5.0
"""What a move may take beside the longest thinking."""
PAUSE_S = 0.5
"""Before it tries again."""
AGAIN = "Something went wrong with my thinking; I am trying again."
GIVING_UP = "I cannot go on; the game is yours."


class SeatedBot:
    """One bot at one table. Everything happens on the event loop; only thinking is elsewhere."""

    def __init__(
        self, seat: BotSeat, bot: Bot, rules: Rules | None, pool: WorkerPool, on_left: Callable[[], object]
    ) -> None:
        self._seat = seat
        self._bot = bot
        self._rules = rules
        self._pool = pool
        self._on_left = on_left
        self._side = seat.side
        self._round = 0
        self._start = ""
        self._moves: list[str] = []
        self._claim = ""
        """The draw that stands to be claimed."""
        self._increment_ms = 0
        self._scores: dict[int, int] = {}
        """How each position looked in which it moved, by the ply."""
        self._thinking: asyncio.Task[None] | None = None
        # A message that is sent twice counts once, also one that was sent before the server began anew.
        self._mark = token_hex(4)
        self._said = 0
        self._client: BotClient | None = None

    @property
    def _own_scores(self) -> list[int]:
        return [self._scores[ply] for ply in sorted(self._scores)]

    def enter(self) -> None:
        """Comes to the table."""
        self._client = self._seat.connect(self.hear)

    def close(self) -> None:
        """Leaves the table."""
        self._stop_thinking()
        if self._client is not None:
            self._client.close()
            self._client = None

    def hear(self, message: ServerMessage) -> None:
        """Something happened at the table."""
        match message:
            case Joined():
                self._take_up(message)
            case Started():
                self._begin(message)
            case Moved(ply=ply, move=move, view=view, clocks=clocks, claim=claim):
                self._moves[ply - 1 :] = [move.move]
                self._claim = claim
                self._turn(view.turn, clocks, is_over=view.result is not None)
            case TakenBack(ply=ply, view=view, clocks=clocks, claim=claim):
                del self._moves[ply:]
                self._claim = claim
                self._scores = {at: score for at, score in self._scores.items() if at < ply}
                self._turn(view.turn, clocks, is_over=False)
            case Ended():
                self._stop_thinking()
            case Left():
                self._stop_thinking()
                self._on_left()
            case Offered(what=what, side=side) if side != self._side:
                self._answer(what)
            case Refused(problem=problem) if problem.code != "move_stale":
                LOG.warning("bot_refused", table=self._seat.table, bot=self._seat.spec, code=problem.code)

    def _take_up(self, message: Joined) -> None:
        """At the table, for the first time or again: everything is as the snapshot says."""
        snapshot = message.snapshot
        if message.side in ("white", "black"):
            self._side = Side(message.side)
        self._round = snapshot.round
        self._start = snapshot.settings.start
        self._moves = [move.move for move in snapshot.moves]
        self._scores = {ply: score for ply, score in self._scores.items() if ply < len(self._moves)}
        self._claim = snapshot.claim
        clock = snapshot.settings.clock
        self._increment_ms = 0 if clock is None else clock.increment_ms + clock.delay_ms
        is_over = snapshot.outcome is not None or snapshot.phase != "playing"
        self._turn(snapshot.view.turn, snapshot.clocks, is_over=is_over)

    def _begin(self, message: Started) -> None:
        # After a rematch the players sit on the other sides.
        self._side = Side.WHITE if message.seats.white.guest == self._seat.guest else Side.BLACK
        self._round = message.round
        self._start = message.start
        self._moves = [move.move for move in message.moves]
        self._scores.clear()
        self._claim = ""
        self._turn(message.view.turn, message.clocks, is_over=False)

    def _turn(self, turn: str, clocks: Clocks | None, *, is_over: bool) -> None:
        """The position has changed: whatever was being thought is about another one."""
        self._stop_thinking()
        if not is_over and turn == self._side.value:
            self._thinking = asyncio.ensure_future(self._play(clocks))

    async def _play(self, clocks: Clocks | None) -> None:
        ply = len(self._moves)
        thought = await self._think_surely(clocks)
        if thought is None:
            self._say(Say(id=self._next_id(), text=GIVING_UP))
            self._say(Resign(id=self._next_id()))
            return
        if thought.score is not None:
            self._scores[ply] = thought.score
        if is_lost(self._own_scores):
            self._say(Resign(id=self._next_id()))
        elif self._claim and takes_draw(ply, self._own_scores):
            self._say(ClaimDraw(id=self._next_id()))
        else:
            self._say(Play(id=self._next_id(), move=thought.move, ply=ply))

    async def _think_surely(self, clocks: Clocks | None) -> Thought | None:
        """Its move, whatever happens to the worker; None if that happens too often."""
        failures = 0
        while failures < TRIES:
            try:
                return await self._think(clocks)
            except ServiceRefused:
                pass  # Too many think at the moment.
            except PlygroundError as error:
                failures += 1
                seat = self._seat
                LOG.warning("bot_failed", table=seat.table, bot=seat.spec, code=error.code, reason=str(error))
                if failures == 1:
                    self._say(Say(id=self._next_id(), text=AGAIN))
            await asyncio.sleep(PAUSE_S)
        return None

    async def _think(self, clocks: Clocks | None) -> Thought:
        own = f"{self._seat.table} {self._round} {self._side.value}"
        clock = None
        if clocks is not None:
            clock = Clock(white_ms=clocks.white_ms, black_ms=clocks.black_ms, increment_ms=self._increment_ms)
        request = Think(
            bot=self._bot,
            seat=own,
            seed=int.from_bytes(blake2b(own.encode(), digest_size=6).digest(), "big"),
            position=PositionQuery(
                game=self._seat.game.name, rules=self._rules, start=self._start, moves=list(self._moves)
            ),
            clock=clock,
        )
        # The processor time of a program of someone else is not that of the worker which drives it.
        is_own = not self._bot.command
        return await self._pool.run(
            THINK, request, seconds=LONGEST_MOVE_S + SLACK_S, key=own, owner=self._seat.table, cpu=is_own
        )

    def _answer(self, what: str) -> None:
        """Offers: a draw as the engine sees it, moves are given back, and it always plays again."""
        if what == "draw" and not takes_draw(len(self._moves), self._own_scores):
            self._say(Decline(id=self._next_id(), what="draw"))
        elif what == "draw":
            self._say(Accept(id=self._next_id(), what="draw"))
        elif what == "takeback":
            self._say(Accept(id=self._next_id(), what="takeback"))
        else:
            self._say(Accept(id=self._next_id(), what="rematch"))

    def _say(self, message: Play | Resign | Accept | Decline | ClaimDraw | Say) -> None:
        if self._client is not None:
            self._client.say(message)

    def _next_id(self) -> str:
        self._said += 1
        return f"{self._mark}-{self._said}"

    def _stop_thinking(self) -> None:
        if self._thinking is not None and self._thinking is not asyncio.current_task():
            self._thinking.cancel()
        self._thinking = None
