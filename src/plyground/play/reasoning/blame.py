"""Blame: what a bad move loses or misses, from the searches before and after it."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.play.reasoning.lines import FAR, ending, gain_of, moves_of
from plyground.play.reasoning.material import Gain, Ledger
from plyground.protocol import Move
from plyground.reasons import Reason
from plyground.record import Record
from plyground.search.result import SearchResult
from plyground.search.score import Score, is_decisive

CLEAR_CP = 150
"""A side this far ahead loses something by a draw."""


def blame(record: Record, move: Move, before: SearchResult, after: SearchResult | None) -> Iterator[Reason]:
    """What is wrong with a move that was graded as bad, the worst first; at least one reason."""
    reasons = [*_lost(record, move, before, after), *_missed(record, move, before, after)]
    if not reasons and before.move is not None:
        played = 0 if after is None else -after.value
        said = {"move": record.position.notation(before.move), "token": str(before.move)}
        reasons.append(Reason("is_worse", {**said, "margin": before.value - played}))
    yield from reasons


def _lost(record: Record, move: Move, before: SearchResult, after: SearchResult | None) -> Iterator[Reason]:
    """What the opponent gets by the move: the game, material, or half a point."""
    line = (move, *(after.line if after else ()))
    result = ending(record, line)
    is_drawn = result is not None and result.winner is None and (after is None or after.value == 0)
    if is_drawn and result is not None and (before.value >= CLEAR_CP):
        yield Reason("allows_draw", result.as_dict())
    if after is None:
        return
    plies = after.require_score().plies
    was_lost = is_decisive(before.value) and before.value < 0
    if plies is not None and after.value > 0 and not was_lost:
        counted = {"plies": plies, "moves": moves_of(plies)}
        shown = result is not None and result.winner is after.require_score().side and len(after.line) == plies
        if shown and result is not None:
            yield Reason("allows_win_by", {**counted, **result.as_dict()})
        else:
            yield Reason("allows_win", counted)
        return
    gain = _opponents_gain(record, line)
    anyway = _opponents_gain(record, before.line)
    if gain is not None and gain.taken and (anyway is None or anyway.value < gain.value):
        code = "loses_exchange" if gain.given else "loses_material"
        said = {"taken": list(gain.taken), "plies": gain.plies}
        yield Reason(code, {**said, "given": list(gain.given)} if gain.given else said)


def _missed(record: Record, move: Move, before: SearchResult, after: SearchResult | None) -> Iterator[Reason]:
    """What the best move would have won and this one does not."""
    if before.move is None:
        return
    said = {"move": record.position.notation(before.move), "token": str(before.move)}
    keeps_win = after is not None and _is_won(-after.require_score())
    plies = before.require_score().plies
    if plies is not None and before.value > 0 and not keeps_win:
        yield Reason("misses_win", {**said, "plies": plies, "moves": moves_of(plies)})
        return
    gain = gain_of(record, before.line, before.require_score())
    own = gain_of(record, (move, *(after.line if after else ())))
    if gain is not None and gain.taken and not gain.given and (own is None or own.value < gain.value):
        yield Reason("misses_material", {**said, "taken": list(gain.taken), "plies": gain.plies})


def _opponents_gain(record: Record, line: tuple[Move, ...]) -> Gain | None:
    return Ledger(record.position, line[:FAR], record.position.side_to_move.other).gain()


def _is_won(score: Score) -> bool:
    return score.is_decisive and score.value > 0
