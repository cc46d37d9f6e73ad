"""A bot's move, found in a worker, which keeps its players from one move to the next."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from plyground.database.memory import NO_FAULT, Memory, learn_from, open_memory
from plyground.engines.client import UciEngine
from plyground.errors import PlygroundError
from plyground.games.registry import families, registered
from plyground.play.clock import Clock, TimeControl
from plyground.play.engine_player import EnginePlayer
from plyground.play.player import Player
from plyground.play.spec import ENGINE, PlayerSpec
from plyground.protocol import Game, Side
from plyground.record import Record
from plyground.server.positions import record_of
from plyground.server.wire.parts import Clocks, PositionQuery
from plyground.server.workers.job import Job, JobContext

MAX_PLAYERS = 8
"""How many players one worker keeps."""
TRIAL_MS = 50
"""How long an added program thinks about the move that shows whether it plays a game."""


class MoveRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's turn."""

    spec: str
    """The spec of its player."""
    seat: str
    """Which player it is: the table, the game at it and the side."""
    seed: int
    position: PositionQuery
    clocks: Clocks | None
    increment_ms: int = 0
    move_ms: int
    """The time for a move without clocks."""
    max_ms: int
    """The most time for a move with clocks."""


class BotMove(msgspec.Struct, frozen=True, kw_only=True):
    """The move, and the score of the position in hundredths of a man; None if the player gives none."""

    move: str
    score: int | None


_players: OrderedDict[str, Player] = OrderedDict()
"""By seat, the last used last; each worker has its own."""


def choose_move(request: MoveRequest, context: JobContext) -> BotMove:
    """A bot's move. A player that fails is closed, so the next attempt starts fresh."""
    record = record_of(request.position)
    player = _players.pop(request.seat, None) or _create(request, record.game)
    try:
        result = player.move(record, _clock(request), stop=context.stop)
    except BaseException:
        player.close()
        raise
    _players[request.seat] = player
    while len(_players) > MAX_PLAYERS:
        _players.popitem(last=False)[1].close()
    best = result.lines[0].score if result.lines else result.score
    return BotMove(move=str(result.move), score=None if best is None else best.value)


def forget_players() -> None:
    """Closes all players."""
    while _players:
        _players.popitem()[1].close()


def _create(request: MoveRequest, game: Game) -> Player:
    spec = PlayerSpec.parse(request.spec)
    memory = _memory(game) if spec.kind == ENGINE else None
    player = spec.create(memory=memory, move_ms=request.move_ms, patience_ms=request.max_ms)
    player.new_game(game, request.seed)
    return player


def _memory(game: Game) -> Memory | None:
    """The opening book and the lessons, if they are readable."""
    try:
        return open_memory(game)
    except PlygroundError:
        return None


class LostGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that a bot has lost, with its own scores of its moves by ply."""

    spec: str
    position: PositionQuery
    loser: str
    termination: str
    scores: dict[int, int]


class Learnt(msgspec.Struct, frozen=True, kw_only=True):
    """The ply of the move that lost a game; None if it teaches nothing."""

    ply: int | None


def learn(lost: LostGame, context: JobContext) -> Learnt:
    """Takes the lesson of a lost game, as in the terminal."""
    record, player = record_of(lost.position), PlayerSpec.parse(lost.spec).create()
    memory = _memory(record.game)
    if memory is None or not isinstance(player, EnginePlayer):
        return Learnt(ply=None)
    if record.outcome() is None:
        side = Side(lost.loser)
        record.flag(side) if lost.termination in NO_FAULT else record.resign(side)
    try:
        return Learnt(ply=learn_from(memory, record, lost.scores, player.rank))
    except OSError:
        return Learnt(ply=None)


def _clock(request: MoveRequest) -> Clock | None:
    """What limits the move; None for a program without clocks, which gets `move_ms` directly."""
    is_program = PlayerSpec.parse(request.spec).is_program
    clocks = request.clocks
    if clocks is None:
        return None if is_program else Clock(TimeControl(move_ms=request.move_ms))
    control = TimeControl(
        base_ms=max(clocks.white_ms, clocks.black_ms, 1),
        increment_ms=request.increment_ms,
        # A program would use up its whole `movetime`.
        move_ms=None if is_program else request.max_ms,
    )
    return Clock(control, white_ms=clocks.white_ms, black_ms=clocks.black_ms)


def try_engine(command: str, context: JobContext) -> list[str]:
    """The families that a program plays; raises `EngineFault` if it cannot even be started."""
    UciEngine(command).close()
    return [family for family in families() if _plays(command, family)]


def _plays(command: str, family: str) -> bool:
    """Whether it answers with a move of the game: a program that lists no variants can only be tried."""
    player = PlayerSpec.parse(f"uci:{command}").create(move_ms=TRIAL_MS)
    try:
        game = registered(family)
        player.new_game(game)
        player.move(Record(game.start()))
    except PlygroundError:
        return False
    finally:
        player.close()
    return True


CHOOSE_MOVE = Job("choose a bot's move", choose_move, MoveRequest, BotMove)
LEARN = Job("learn from a lost game", learn, LostGame, Learnt)
TRY_ENGINE = Job("try an engine", try_engine, str, list[str])
