"""What a quiet move is for: what it prepares, spares, shuts in or waits for, by the board and the engine's lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from plyground.play.reasoning.material import MAN, Ledger, captures_win, passed
from plyground.protocol import Position, Side
from plyground.reasons import Reason, kind_of
from plyground.search.result import RankedLine
from plyground.turn import Turn, is_of

PLAN_PLIES = 5
"""How far a line is looked at for what a move prepares."""
LOSS_PLIES = 8
AHEAD_CP = 150
"""A side this far ahead gains by trades."""
MOST_REPLIES = 16
"""Of more replies it would take too long to find out which lose something."""
_POINT = re.compile(r"[a-z]?\d+")


def plans(turn: Turn, found: RankedLine, below: RankedLine | None) -> Iterator[Reason]:
    """What the rest of the line, or the line of the next best move, says about a move that wins nothing."""
    yield from _spares(turn, found, below)
    turns = Ledger(turn.before, found.line[:PLAN_PLIES], turn.side).turns
    yield from _simplifies(turns, found)
    yield from _offers_trade(turns)
    yield from _prepares(turns)
    yield from _waits(turns)
    yield from _few_safe_replies(turn)
    yield from _shuts_in(turn)


def _spares(turn: Turn, found: RankedLine, below: RankedLine | None) -> Iterator[Reason]:
    """The next best move would lose material by its own line, and this one does not."""
    if below is None or below.score.is_decisive or found.score.value - below.score.value < MAN // 2:
        return
    other, own = (Ledger(turn.before, ranked.line[:LOSS_PLIES], turn.side.other) for ranked in (below, found))
    lost, anyway = other.gain(), own.gain()
    if lost is not None and lost.taken and not lost.given and (anyway is None or anyway.value < lost.value):
        move = below.line[0]
        said = {"move": turn.before.notation(move), "token": str(move)}
        yield Reason("avoids_loss", {**said, "taken": list(lost.taken), "plies": lost.plies})


def _simplifies(turns: Sequence[Turn], found: RankedLine) -> Iterator[Reason]:
    """A trade by the side that is ahead."""
    if len(turns) > 1 and found.score.value >= AHEAD_CP and turns[0].taken and turns[1].taken:
        yield Reason("simplifies")


def _offers_trade(turns: Sequence[Turn]) -> Iterator[Reason]:
    """A move that takes nothing, which the opponent answers with a capture and the side with another of the same."""
    if len(turns) < 3 or turns[0].taken or not turns[1].taken:
        return
    given, taken = (sorted(kind_of(piece) for piece in turn.taken.elements()) for turn in turns[1:3])
    if given == taken:
        yield Reason("offers_trade", {"pieces": sorted(turns[2].taken.elements())})


def _prepares(turns: Sequence[Turn]) -> Iterator[Reason]:
    """A later move of the line that was not possible before, or not in this way: a capture, or one by what moved."""
    before = {str(move) for move in turns[0].before.legal_moves}
    for turn in turns[2::2]:
        is_new = str(turn.move) not in before
        is_other = not set(turn.left) & set(turns[0].entered)
        if is_new and (is_other or turn.taken or turn.promoted):
            yield Reason("prepares", {"move": turn.before.notation(turn.move), "token": str(turn.move)})
            return


def _waits(turns: Sequence[Turn]) -> Iterator[Reason]:
    """A piece that steps back in the line to where it was, with nothing taken in between."""
    if len(turns) < 3 or any(turn.taken for turn in turns[:3]):
        return
    first, third = turns[0], turns[2]
    if first.left and third.entered == first.left and third.left == first.entered:
        yield Reason("waits", {"point": next(iter(first.left))})


def _few_safe_replies(turn: Turn) -> Iterator[Reason]:
    """Most replies lose something at once."""
    replies = turn.after.legal_moves if turn.after.result is None else ()
    if not 2 < len(replies) <= MOST_REPLIES or turn.after.forced or turn.after.check:
        return
    losing = sum(captures_win(turn.after.after(reply)) for reply in replies)
    if 2 * losing > len(replies):
        yield Reason("few_safe_replies", {"losing": losing, "replies": len(replies)})


def _shuts_in(turn: Turn) -> Iterator[Reason]:
    """A man that could move and cannot any more, and the opposite: the opponent's men, and the own ones."""
    then, again = passed(turn.before), passed(turn.after)
    if then is None or turn.after.forced or any(turn.after.hand.values()):
        return
    could, can = _movers(then), _movers(turn.after)
    yield from _men("shuts_in", turn, turn.side.other, could - can)
    if again is not None:
        yield from _men("frees_man", turn, turn.side, _movers(again) - _movers(turn.before))


def _men(code: str, turn: Turn, side: Side, points: set[str]) -> Iterator[Reason]:
    """A reason for the first of the men of a side that stayed on these points."""
    now, then = turn.after.pieces, turn.before.pieces
    for point in sorted(points):
        if now.get(point) == then.get(point) and is_of(now.get(point, ""), side) and kind_of(now[point]) == "man":
            yield Reason(code, {"point": point})
            return


def _movers(position: Position) -> set[str]:
    """The points from which the side to move can move."""
    origins = (_POINT.match(str(move)) for move in position.legal_moves)
    return {origin[0] for origin in origins if origin is not None}
