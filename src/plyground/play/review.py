"""Game review: every move graded, with the better line and the reason where there was one."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.database.verdict import Verdict
from plyground.notation import AnnotatedGame
from plyground.play.advice import JsonValue
from plyground.play.exact import AnySearcher, verdicts_by
from plyground.play.grades import NAGS, Grade, grade_of
from plyground.play.hints import HASH_MB
from plyground.play.reasoning.lines import blame, moves_of, notations
from plyground.protocol import Side
from plyground.reasons import Reason, joined
from plyground.record import Record
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import SearchResult
from plyground.search.score import Score
from plyground.search.searcher import Searcher

DEFAULT_MS = 500
"""The default time for each position."""
LINE_PLIES = 8
"""How many moves of a better line are kept."""
STEEPNESS = 5.0
"""A move that gives away 1/STEEPNESS of a point has an accuracy of 1/e."""
SIGNS = frozenset(range(1, 7))
"""The NAGs for ! ? !! ?? !? ?!, of which a move has at most one."""
_GRADED = "|".join(grade.value.capitalize() for grade in NAGS)
JUDGED = re.compile(rf"(?:\((?:{_GRADED})\. .*?\.\)|(?:{_GRADED}): .*?\.)(?:\s+|$)", re.DOTALL)
"""The start of a comment written by an earlier review: in brackets, or as version 0.1 wrote it."""


@dataclass(frozen=True, slots=True)
class GradedMove(JsonValue):
    """A move of a game and what the engine would have played; moves are tokens."""

    ply: int
    side: Side
    move: str
    notation: str
    grade: Grade
    loss: float
    """What it gave away, in points: 1 turns a won game into a lost one."""
    best: Score
    """Of the best move, from the mover's view."""
    played: Score
    """Of the move itself, from the mover's view."""
    line: tuple[str, ...]
    """The best line; the move itself if there was nothing better."""
    line_notation: tuple[str, ...]
    reasons: tuple[Reason, ...]
    """What a bad move loses or misses; empty for others."""
    verdict: Verdict | None = None
    """Its exact value for the side that played it, if databases know it."""

    @property
    def accuracy(self) -> float:
        """How close the move came to the best one, from 0 to 100."""
        return 100 * math.exp(-STEEPNESS * self.loss)


@dataclass(frozen=True, slots=True)
class Review:
    """The graded moves of a game; an interrupted review has only the first ones."""

    moves: tuple[GradedMove, ...]
    plies: int
    """How many moves the game has."""

    @property
    def is_complete(self) -> bool:
        """Whether every move is graded."""
        return len(self.moves) == self.plies

    def accuracy(self, side: Side) -> float | None:
        """The mean accuracy of a side's moves without forced ones; None if all were forced."""
        own = [move.accuracy for move in self.moves if move.side is side and move.grade is not Grade.FORCED]
        return sum(own) / len(own) if own else None

    def counts(self, side: Side) -> dict[Grade, int]:
        """How many moves of each grade a side made."""
        found = Counter(move.grade for move in self.moves if move.side is side)
        return {grade: found[grade] for grade in Grade}

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON types."""
        return {
            "plies": self.plies,
            "is_complete": self.is_complete,
            "accuracy": {side.value: self.accuracy(side) for side in Side},
            "counts": {side.value: {grade.value: n for grade, n in self.counts(side).items()} for side in Side},
            "moves": [move.as_dict() for move in self.moves],
        }


def review(
    record: Record,
    limits: Limits | None = None,
    *,
    searcher: AnySearcher | None = None,
    on_move: Callable[[GradedMove], object] | None = None,
    stop: StopFlag | None = None,
    known: Mapping[int, SearchResult] | None = None,
) -> Review:
    """Grades every move of a game, each position searched once within the limits; `on_move` gets each of them.

    `stop` ends it early, with the moves that are graded by then. Positions whose search is `known`, by the number of
    moves before them, are not searched again.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").start(), ["f3", "e5", "g4", "Qh4#"])
    >>> found = review(record, Limits(depth=5))
    >>> [move.grade.value for move in found.moves][2:], found.moves[2].reasons[0].text
    (['blunder', 'best'], 'Lets the opponent win in 1 move. White is checkmated.')
    """
    graded = []
    for move in graded_moves(record, limits, searcher=searcher, stop=stop, known=known):
        # The grade of a move whose search was cut short says little.
        if stop is not None and stop.is_requested:
            break
        graded.append(move)
        if on_move is not None:
            on_move(move)
    return Review(tuple(graded), len(record))


def graded_moves(
    record: Record,
    limits: Limits | None = None,
    *,
    searcher: AnySearcher | None = None,
    stop: StopFlag | None = None,
    known: Mapping[int, SearchResult] | None = None,
) -> Iterator[GradedMove]:
    """The moves of a game, each graded when the iterator reaches it; after `stop` the rest is searched one ply deep."""
    searcher = searcher or Searcher(record.game, hash_mb=HASH_MB)
    allowed = limits or Limits(time_ms=DEFAULT_MS)
    walked = Record(record.start)
    found = known or {}
    before = found.get(0) or _searched(walked, searcher, allowed, stop)
    for move in record.moves:
        played = walked.copy()
        played.push(move)
        after = found.get(len(played)) or _searched(played, searcher, allowed, stop)
        if before is not None:
            exact = verdicts_by(searcher, walked.position)
            yield _graded(walked, played, before, after, next((one[1] for one in exact if one[0] == move), None))
        walked, before = played, after


def _searched(record: Record, searcher: AnySearcher, limits: Limits, stop: StopFlag | None) -> SearchResult | None:
    """The search of a position; None if there is no move."""
    return None if record.position.result is not None else searcher.analyse(record, limits, stop=stop)


def _graded(
    walked: Record, played: Record, before: SearchResult, after: SearchResult | None, exact: Verdict | None
) -> GradedMove:
    position, move = walked.position, played.moves[-1]
    graded = grade_of(walked, move, before, after)
    is_right = graded.grade in (Grade.BEST, Grade.FORCED)
    line = (move,) if is_right else before.line[:LINE_PLIES]
    return GradedMove(
        ply=len(walked),
        side=position.side_to_move,
        move=str(move),
        notation=position.notation(move),
        grade=graded.grade,
        loss=graded.loss,
        best=graded.best,
        played=graded.played,
        line=tuple(map(str, line)),
        line_notation=notations(position, line),
        reasons=tuple(blame(walked, move, before, after)) if graded.grade in NAGS else (),
        verdict=exact,
    )


def annotate(game: AnnotatedGame, graded: Sequence[GradedMove]) -> None:
    """Writes scores, NAGs, reasons and better lines into a game, and keeps what people have written there.

    Replaces an earlier review; a person's NAG is replaced only where ours calls the move bad.
    """
    for node, verdict in zip(list(game.main_line()), graded, strict=False):
        if verdict.played.plies != 1:
            node.set_command("eval", eval_text(verdict.played, gone=1))
        judged = JUDGED.match(node.comment)
        if judged or verdict.grade in NAGS:
            node.nags = [nag for nag in node.nags if nag not in SIGNS]
            node.comment = node.comment[judged.end() :] if judged else node.comment
        if verdict.grade not in NAGS:
            continue
        node.nags.insert(0, NAGS[verdict.grade])
        said = f"({verdict.grade.value.capitalize()}. {joined(verdict.reasons)})"
        node.comment = f"{said} {node.comment}".strip()
        branch = node.parent
        assert branch is not None
        if any(str(other.move) == verdict.line[0] for other in branch.variations):
            continue
        for move in verdict.line:
            branch = branch.add(move)


def annotated(record: Record, graded: Sequence[GradedMove], headers: Mapping[str, str] | None = None) -> AnnotatedGame:
    """The game with scores, NAGs, reasons and better lines, ready for a file."""
    game = AnnotatedGame.from_record(record, headers)
    annotate(game, graded)
    return game


def eval_text(score: Score, *, gone: int = 0) -> str:
    """A score as game files write it, from White's point of view: in men, or `#` with the moves to the end.

    Files score the position after a move; for a score that counts the move itself, that ply is `gone`.

    >>> eval_text(Score(-35, Side.BLACK)), eval_text(Score(5 - 10_000_000, Side.WHITE))
    ('+0.35', '#-3')
    >>> eval_text(Score(10_000_000 - 5, Side.WHITE), gone=1)
    '#2'
    """
    value = score.of(Side.WHITE)
    if score.plies is None:
        return f"{value / 100:+.2f}"
    return f"#{'' if value > 0 else '-'}{moves_of(score.plies - gone)}"
