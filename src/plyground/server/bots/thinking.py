"""Thinking: a bot's move, found in a worker, which keeps what a bot knows from one move to the next."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import closing
from typing import Protocol

import msgspec

from plyground.database.memory import Memory, open_memory
from plyground.engines.client import UciEngine
from plyground.engines.engine import EngineLimits
from plyground.errors import PlygroundError
from plyground.games.registry import registered
from plyground.play.bots import DEPTH, TextbookBot, bot
from plyground.play.opponent import DEFAULT_MS, Opponent
from plyground.play.players import RandomPlayer
from plyground.protocol import Game, Side
from plyground.record import Record
from plyground.search.limits import Limits, StopFlag
from plyground.server.bots.roster import Bot
from plyground.server.positions import record_of
from plyground.server.wire.parts import PositionQuery
from plyground.server.workers.job import Job, Work

HASH_MB = 16
KEPT = 8
"""So many bots are remembered by one worker."""
LONGEST_MOVE_S = 30.0
LONGEST_MOVE_MS = 30_000
"""No bot thinks longer about a move."""
COURSE_S = 3.0
"""How long a bot of the course work may take for its depth; it then plays what a smaller one found."""
TRIAL_S, LONGEST_TRIAL_S = 0.05, 5.0
"""How long an added program thinks about the move by which it shows that it plays a game."""
MOVES_LEFT = 30
"""A bot of the course work plans its clock for so many moves."""


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The time left, and what each move gains."""

    white_ms: int
    black_ms: int
    increment_ms: int

    def left_s(self, side: Side) -> float:
        """The time of a side."""
        return (self.white_ms if side is Side.WHITE else self.black_ms) / 1000


class Think(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's turn."""

    bot: Bot
    seat: str
    """Whose memory it is: the table, the game at it and the side."""
    seed: int
    position: PositionQuery
    clock: Clock | None


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """The move, and how the position looks to the bot in hundredths of a man; None where it does not say."""

    move: str
    score: int | None


class Thinker(Protocol):
    """A bot at work."""

    def think(self, record: Record, clock: Clock | None, work: Work) -> Thought:
        """Its move."""
        ...

    def close(self) -> None:
        """Leaves."""
        ...


class OwnEngine:
    """A level, or our best."""

    def __init__(self, bot: Bot, record: Record, seed: int) -> None:
        own_seed = seed if bot.level is not None else None
        self._opponent = Opponent(
            record.game,
            level=bot.level,
            style=bot.style,
            seed=own_seed,
            hash_mb=HASH_MB,
            memory=_book(record.game),
        )
        self._move_ms = round(bot.seconds * 1000) if bot.seconds else DEFAULT_MS

    def think(self, record: Record, clock: Clock | None, work: Work) -> Thought:
        """What it chooses within its level, its seconds, or its share of the clock."""
        stop = StopFlag()
        work.on_stop(stop.request)
        if clock is not None:
            left_ms = clock.white_ms if record.position.side_to_move is Side.WHITE else clock.black_ms
            limits = Limits(time_ms=LONGEST_MOVE_MS, clock_ms=left_ms, increment_ms=clock.increment_ms)
        else:
            limits = Limits(time_ms=LONGEST_MOVE_MS if self._opponent.level is not None else self._move_ms)
        choice = self._opponent.think(record, limits, stop=stop)
        return Thought(move=str(choice.move), score=choice.report.value)

    def close(self) -> None:
        """Nothing is running."""


class CourseBot:
    """A bot of the course work."""

    def __init__(self, bot_: Bot, seed: int) -> None:
        self._player = bot(f"{bot_.course}:seed={seed}")
        self._depth = bot_.depth or DEPTH

    def think(self, record: Record, clock: Clock | None, work: Work) -> Thought:
        """What it finds at its depth, or at the deepest it finishes in time."""
        if not isinstance(self._player, TextbookBot):
            assert isinstance(self._player, RandomPlayer)
            return Thought(move=str(self._player.choose(record)), score=None)
        stop = StopFlag()
        work.on_stop(stop.request)
        found, _ = self._player.think_for(record, round(_share_s(record, clock) * 1000), deepest=self._depth, stop=stop)
        return Thought(move=str(found.line[0]), score=self._player.score(record.game, found))

    def close(self) -> None:
        """Nothing is running."""


class ForeignEngine:
    """A program that the operator has added."""

    def __init__(self, bot: Bot, record: Record) -> None:
        self._engine = UciEngine(bot.command)
        self._seconds = bot.seconds or DEFAULT_MS / 1000
        self._engine.new_game(record.game)

    def think(self, record: Record, clock: Clock | None, work: Work) -> Thought:
        """What it answers."""
        if clock is None:
            limits = EngineLimits(move_s=self._seconds)
        else:
            limits = EngineLimits(
                white_s=clock.white_ms / 1000,
                black_s=clock.black_ms / 1000,
                white_increment_s=clock.increment_ms / 1000,
                black_increment_s=clock.increment_ms / 1000,
                deadline_s=min(LONGEST_MOVE_S, clock.left_s(record.position.side_to_move) + 1),
            )
        thinking = self._engine.think(record, limits, stop=lambda: work.is_stopped)
        return Thought(move=str(thinking.move), score=thinking.score)

    def close(self) -> None:
        """Ends the program."""
        self._engine.close()


def _book(game: Game) -> Memory | None:
    """The opening book, if there is one that can be read; strangers teach it nothing."""
    try:
        return open_memory(game, learns=False)
    except PlygroundError:
        return None


def _share_s(record: Record, clock: Clock | None) -> float:
    if clock is None:
        return COURSE_S
    left_s = clock.left_s(record.position.side_to_move)
    return min(COURSE_S, left_s / MOVES_LEFT + 0.8 * clock.increment_ms / 1000)


_thinkers: OrderedDict[str, Thinker] = OrderedDict()
"""By seat, the last used last; each worker has its own."""


def think(request: Think, work: Work) -> Thought:
    """A bot's move. A bot that fails is forgotten, so that the next try begins anew."""
    record = record_of(request.position)
    thinker = _thinkers.pop(request.seat, None) or _bring(request, record)
    try:
        thought = thinker.think(record, request.clock, work)
    except BaseException:
        thinker.close()
        raise
    _thinkers[request.seat] = thinker
    while len(_thinkers) > KEPT:
        _thinkers.popitem(last=False)[1].close()
    return thought


def _bring(request: Think, record: Record) -> Thinker:
    if request.bot.command:
        return ForeignEngine(request.bot, record)
    if request.bot.course:
        return CourseBot(request.bot, request.seed)
    return OwnEngine(request.bot, record, request.seed)


FAMILIES = ("chess", "draughts", "mill")


def try_engine(command: str, work: Work) -> list[str]:
    """The families that a program plays; raises `EngineFault` if it cannot even be started."""
    UciEngine(command).close()
    return [family for family in FAMILIES if _plays(command, family)]


def _plays(command: str, family: str) -> bool:
    """Whether it answers with a move of the game: a program that names no variants says only so what it plays."""
    game = registered(family)
    try:
        with closing(UciEngine(command)) as engine:
            engine.new_game(game)
            engine.think(Record(game.start()), EngineLimits(move_s=TRIAL_S, deadline_s=LONGEST_TRIAL_S))
    except PlygroundError:
        return False
    return True


THINK = Job("choose a bot's move", think, Think, Thought)
TRY_ENGINE = Job("try an engine", try_engine, str, list[str])
