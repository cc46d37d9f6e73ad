"""A bot in its seat: it follows the table's events, plays moves that a worker finds, and answers offers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import blake2b
from secrets import token_hex

from msgspec.structs import replace

from plyground.errors import PlygroundError, ServiceRefused
from plyground.play.decisions import EARLY_PLIES, ScoreHistory, is_early
from plyground.protocol import Side
from plyground.server.bots import BotClient, BotSeat, JobPool
from plyground.server.bots.moves import CHOOSE_MOVE, LEARN, BotMove, LostGame, MoveRequest
from plyground.server.bots.roster import MAX_MOVE_MS, Bot
from plyground.server.log import LOG
from plyground.server.positions import record_of
from plyground.server.wire import commands, events, parts
from plyground.server.workers.shared_jobs import SharedJobs
from plyground.server.workers.worker import UNLIMITED_S

MAX_TRIES = 3
"""After this many failures in a row the bot resigns."""
SLACK_S = 5.0
"""The overhead of a move besides thinking."""
PAUSE_S = 0.5
"""The pause before it tries again."""
AGAIN = "Something went wrong while I was thinking. I am trying again."
GIVING_UP = "I cannot continue, so I resign."


class SeatedBot:
    """One bot at one table. Everything happens on the event loop; only the search runs in a worker."""

    def __init__(
        self,
        seat: BotSeat,
        bot: Bot,
        rules: parts.Rules | None,
        pool: JobPool,
        on_left: Callable[[], object],
        shared: SharedJobs | None = None,
    ) -> None:
        self._seat = seat
        self._bot = bot
        self._rules = rules
        self._pool = pool
        # The programs of an operator are on this machine alone.
        self._shared = None if bot.is_program else shared
        self._on_left = on_left
        self._side = seat.side
        self._table: parts.Snapshot | None = None
        self._scores = ScoreHistory()
        self._thinking: asyncio.Task[None] | None = None
        self._learning: asyncio.Task[None] | None = None
        # Command ids are unique across restarts of the server, because a repeated id counts once.
        self._mark = token_hex(4)
        self._said = 0
        self._client: BotClient | None = None

    def enter(self) -> None:
        """Joins the table."""
        self._client = self._seat.connect(self.on_message)

    def close(self) -> None:
        """Leaves the table."""
        self._stop_thinking()
        if self._client is not None:
            self._client.close()
            self._client = None

    def on_message(self, message: events.ServerMessage) -> None:
        """Follows the table."""
        match message:
            case events.Joined():
                self._follow(message.snapshot)
            case events.TableEvent() if self._table is not None:
                self._table = message.merged_into(self._table)
                self._react(message.event, self._table)
            case events.Left():
                self._stop_thinking()
                self._on_left()
            case events.Refused(problem=problem) if problem.code != "move_stale":
                LOG.warning("bot_refused", table=self._seat.table, bot=self._seat.spec, code=problem.code)

    def _react(self, event: events.AnyEvent, table: parts.Snapshot) -> None:
        match event:
            case events.GameStarted():
                self._scores = ScoreHistory()
                self._follow(table)
            case events.GameEnded(outcome=outcome):
                self._follow(table)
                if outcome.winner is self._side.other:
                    self._learning = asyncio.ensure_future(self._learn(table, outcome.termination))
            case events.MovePlayed() | events.MovesTakenBack():
                self._follow(table)
            case events.OfferMade(what=what, side=side) if side != self._side:
                self._answer(what, table)

    def _follow(self, table: parts.Snapshot) -> None:
        """The position has changed: stops the old search, and starts one if it is the bot's turn."""
        self._table = table
        # After a rematch the players sit on the other sides.
        self._side = Side.WHITE if table.seats.white.guest == self._seat.guest else Side.BLACK
        self._scores.forget_from(len(table.moves))
        self._stop_thinking()
        if table.turn == self._side.value:
            self._thinking = asyncio.ensure_future(self._play(table))

    async def _play(self, table: parts.Snapshot) -> None:
        ply = len(table.moves)
        found = await self._move_surely(table)
        if found is None:
            self._say(commands.PostChat(text=GIVING_UP))
            self._say(commands.Resign())
            return
        if found.score is not None:
            self._scores.note_score(ply, found.score)
        if self._scores.should_resign:
            self._say(commands.Resign())
        elif table.claim and self._accepts_draw(table):
            self._say(commands.ClaimDraw())
        else:
            self._say(commands.Play(move=found.move, ply=ply))

    async def _move_surely(self, table: parts.Snapshot) -> BotMove | None:
        """Its move, retried if the worker fails; None after too many failures."""
        failures = 0
        while failures < MAX_TRIES:
            try:
                return await self._choose_move(table)
            except ServiceRefused:
                pass  # All workers are busy.
            except PlygroundError as error:
                failures += 1
                seat = self._seat
                LOG.warning("bot_failed", table=seat.table, bot=seat.spec, code=error.code, reason=str(error))
                if failures == 1:
                    self._say(commands.PostChat(text=AGAIN))
            await asyncio.sleep(PAUSE_S)
        return None

    async def _choose_move(self, table: parts.Snapshot) -> BotMove:
        own = f"{self._seat.table} {table.round} {self._side.value}"
        control = table.settings.clock
        request = MoveRequest(
            spec=self._bot.spec,
            seat=own,
            seed=int.from_bytes(blake2b(own.encode(), digest_size=6).digest(), "big"),
            position=self._position(table),
            clocks=table.clocks,
            increment_ms=0 if control is None else control.increment_ms + control.delay_ms,
            move_ms=self._bot.move_ms,
            max_ms=self._bot.max_ms,
        )
        if self._shared is not None:
            # The same bot in another process asks for the same.
            played = f"{own} {' '.join(move.move for move in table.moves)}"
            id = blake2b(played.encode(), digest_size=16).hexdigest()
            seconds = MAX_MOVE_MS / 1000 + SLACK_S
            return await self._shared.run("bots", CHOOSE_MOVE, request, id=id, seconds=seconds, owner=self._seat.table)
        # Another program does not use the processor time of the worker that drives it.
        cpu_s = UNLIMITED_S if self._bot.is_program else None
        seconds = MAX_MOVE_MS / 1000 + SLACK_S
        return await self._pool.run(CHOOSE_MOVE, request, seconds=seconds, key=own, owner=self._seat.table, cpu_s=cpu_s)

    async def _learn(self, table: parts.Snapshot, termination: str) -> None:
        """Takes its lesson from a game that it has lost."""
        lost = LostGame(
            spec=self._bot.spec,
            position=self._position(table),
            loser=self._side.value,
            termination=termination,
            scores=self._scores.by_ply,
        )
        try:
            await self._pool.run(LEARN, lost, seconds=SLACK_S, owner=self._seat.table)
        except PlygroundError as error:
            LOG.warning("bot_lesson", table=self._seat.table, bot=self._seat.spec, code=error.code, reason=str(error))

    def _position(self, table: parts.Snapshot) -> parts.PositionQuery:
        moves = [played.move for played in table.moves]
        return parts.PositionQuery(
            game=self._seat.game.name, rules=self._rules, start=table.settings.start, moves=moves
        )

    def _accepts_draw(self, table: parts.Snapshot) -> bool:
        plies = len(table.moves)
        if plies < EARLY_PLIES and is_early(record_of(self._position(table))):
            return False
        return self._scores.accepts_draw(plies)

    def _answer(self, what: parts.OfferKind, table: parts.Snapshot) -> None:
        """Answers an offer: a draw by its scores; takebacks and rematches are always accepted."""
        accepts = what != "draw" or self._accepts_draw(table)
        self._say(commands.Accept(what=what) if accepts else commands.Decline(what=what))

    def _say(self, command: commands.TableCommand) -> None:
        if self._client is not None:
            self._said += 1
            self._client.command(replace(command, id=f"{self._mark}-{self._said}"))

    def _stop_thinking(self) -> None:
        if self._thinking is not None and self._thinking is not asyncio.current_task():
            self._thinking.cancel()
        self._thinking = None
