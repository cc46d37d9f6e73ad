"""Hints: the best moves with their reasons, what the opponent threatens, and why a move is bad; in every game.

All results are plain values: moves are tokens, reasons are codes, `as_dict` is JSON, and everything can be pickled.
"""

from __future__ import annotations

from collections.abc import Callable

from plyground.play.advice import Advice, Explanation, Hint
from plyground.play.adviser import Adviser
from plyground.protocol import Move
from plyground.reasons import Reason
from plyground.record import Record
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import SearchResult
from plyground.search.searcher import Searcher

__all__ = ["Advice", "Explanation", "Hint", "Reason", "explain", "hint_of", "hints", "threat"]

DEFAULT_MS = 1_000
"""The time for the main search unless limits are given."""


def hints(
    record: Record,
    limits: Limits | None = None,
    *,
    lines: int = 3,
    searcher: Searcher | None = None,
    with_threat: bool = True,
    on_progress: Callable[[SearchResult], object] | None = None,
    stop: StopFlag | None = None,
) -> Hint:
    """The best `lines` moves with reasons, and the threat; the limits apply to the search for the best moves.

    `stop` ends the search early. Reasons and the threat cost a little more, at most about as much again as the search
    itself.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"))
    >>> hint = hints(record, Limits(depth=6), lines=1)
    >>> hint.moves[0].notation, [reason.text for reason in hint.moves[0].reasons]
    ('Ra8#', ['Wins at once. Black is checkmated.', 'Gives check.'])
    """
    position = record.position
    if record.outcome() is not None:
        return Hint(position.game.name, position.fen, position.side_to_move, (), None, 0, 0, 0)
    adviser = Adviser(record, limits or Limits(time_ms=DEFAULT_MS), searcher, stop)
    return adviser.hint(adviser.search(lines, on_progress), lines, with_threat=with_threat)


def hint_of(
    record: Record, result: SearchResult, searcher: Searcher, *, lines: int = 3, with_threat: bool = True
) -> Hint:
    """The hint that follows from a finished search."""
    return Adviser(record, Limits(), searcher).hint(result, lines, with_threat=with_threat)


def threat(record: Record, limits: Limits | None = None, *, searcher: Searcher | None = None) -> Advice | None:
    """What the opponent would gain by moving twice; None if nothing, or if the game has no null move.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").start(), ["e4", "e5", "Bc4", "Nc6", "Qh5", "d6"])
    >>> found = threat(plyground.Record(record.start, record.moves[:-1]), Limits(depth=6))
    >>> found.notation, found.reasons[0].text
    ('Qxf7#', 'Wins at once. Black is checkmated.')
    """
    if record.outcome() is not None:
        return None
    return Adviser(record, limits or Limits(time_ms=DEFAULT_MS), searcher).threat()


def explain(
    record: Record,
    move: Move | str,
    limits: Limits | None = None,
    *,
    searcher: Searcher | None = None,
    stop: StopFlag | None = None,
) -> Explanation:
    """What is wrong with a move in the record's position; raises as `Position.parse` does.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").start(), ["f3", "e5"])
    >>> found = explain(record, "g4", Limits(depth=6))
    >>> found.grade, found.reasons[0].text, found.line_notation
    ('blunder', 'Lets the opponent win in 1 move. White is checkmated.', ('g4', 'Qh4#'))
    """
    position = record.position
    played = position.parse(move) if isinstance(move, str) else move
    return Adviser(record, limits or Limits(time_ms=DEFAULT_MS), searcher, stop).explain(played)
