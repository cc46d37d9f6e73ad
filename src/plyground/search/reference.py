"""Alpha-beta in its plainest form, over any game: the file to read first, and what the fast search must agree with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import TypeAlias

from plyground.protocol import Move, Position
from plyground.record import Record

WIN = 30_000
"""A win now. A win in n plies scores `WIN - n`, so a quicker win is the larger score."""
DRAWN = 0
MAX_PLY = 1_000
LEAST_WIN = WIN - MAX_PLY
"""Evaluations lie strictly between `-LEAST_WIN` and `LEAST_WIN`; scores beyond are proven."""
INFINITY = WIN + 1

Line: TypeAlias = tuple[Move, ...]
"""The moves that both sides are expected to play."""


def win_in(plies: int) -> int:
    """The score of a win that many plies away."""
    return WIN - plies


def loss_in(plies: int) -> int:
    """The score of a loss that many plies away."""
    return plies - WIN


def is_decisive(score: int) -> bool:
    """Whether a score is a proven win or loss."""
    return abs(score) >= LEAST_WIN


class Stopped(Exception):
    """Ends a search that was asked to stop; never leaves `search`."""


@dataclass(slots=True)
class Watch:
    """Looks on as a search visits nodes: counts them, remembers the way to the current one, and may end it all.

    `trail` holds the keys from the start of the game to the node above the current one, None where repetition does
    not matter; `at_horizon` says whether any line was cut off by the depth.
    """

    stop: Callable[[], bool] = lambda: False
    trail: list[int] | None = None
    nodes: int = 0
    at_horizon: bool = False

    def enter(self) -> None:
        """Counts a node."""
        if self.stop():
            raise Stopped
        self.nodes += 1

    def is_repeated(self, position: Position) -> bool:
        """Whether the position has occurred before, in the game or on the way here."""
        if self.trail is None:
            return False
        reach = position.reversible_plies
        return reach > 0 and position.key in self.trail[-reach:]


def alphabeta(
    position: Position,
    depth: int,
    alpha: int = -INFINITY,
    beta: int = INFINITY,
    ply: int = 0,
    *,
    guess: Line = (),
    watch: Watch | None = None,
) -> tuple[int, Line]:
    """The value of a position `depth` plies deep, and the line that leads to it; fail-soft negamax.

    The value is meant for the side to move. Strictly between alpha and beta it is what plain minimax would find.
    A value <= alpha is only an upper bound of that, a value >= beta only a lower bound, and the line then shows a
    refutation at best. The window decides how much work is saved, never which value is found inside it.

    `ply` is the distance from the root, which makes quick wins worth more; `guess` is a line to try first.

    >>> import plyground
    >>> back_rank = plyground.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    >>> value, line = alphabeta(back_rank, 2)
    >>> value == win_in(1), [str(move) for move in line]
    (True, ['a1a8'])
    """
    watch = watch or Watch()
    watch.enter()

    # 1. The game is over: the rules say what it is worth.
    result = position.result
    if result is not None:
        if result.winner is None:
            return DRAWN, ()
        return (win_in(ply) if result.winner is position.side_to_move else loss_in(ply)), ()
    if ply > 0 and watch.is_repeated(position):
        return DRAWN, ()

    # 2. As deep as was asked for: the evaluation says what it looks worth.
    if depth <= 0:
        watch.at_horizon = True
        return position.evaluation, ()

    # 3. Every move, until one is so good that the opponent would not have let us get here.
    best = -INFINITY
    best_line: Line = ()
    if watch.trail is not None:
        watch.trail.append(position.key)
    for move in ordered_moves(position, guess):
        below = guess[1:] if guess and move == guess[0] else ()
        value, line = alphabeta(
            position.after(move), depth - 1, -beta, -max(alpha, best), ply + 1, guess=below, watch=watch
        )
        if -value > best:
            best, best_line = -value, (move, *line)
        if best >= beta:
            break
    if watch.trail is not None:
        watch.trail.pop()
    return best, best_line


def ordered_moves(position: Position, guess: Line = ()) -> Iterator[Move]:
    """The legal moves, those that are likely to be best first: the guess, forcing moves, the others."""
    legal = dict.fromkeys(position.legal_moves)
    likely = [move for move in (*guess[:1], *position.forcing_moves) if move in legal]
    yield from dict.fromkeys((*likely, *legal))


@dataclass(frozen=True, slots=True)
class Report:
    """What a search found: the score and line of the deepest finished depth, and the nodes visited in all."""

    depth: int
    score: int
    line: Line
    nodes: int
    is_final: bool = False
    """Whether no deeper search could find another score: a win or loss is proven, or the whole tree was searched."""


def search(
    position: Position,
    depth: int | None = None,
    *,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
    on_depth: Callable[[Report], None] | None = None,
    record: Record | None = None,
) -> Report:
    """Alpha-beta one ply deeper at a time, each depth trying the line of the one before first.

    Ends at `depth`, when `seconds` are over, when `stop()` says so, or when the outcome is proven; a depth that was
    cut short counts for nothing. The report always has a move to play where there is one, if only the first legal
    one at depth 0. With the `record` that led to the position, one that occurs again counts as drawn.

    >>> import plyground
    >>> report = search(plyground.game("chess").start(), 2)
    >>> report.depth, len(report.line)
    (2, 2)
    """
    if depth is None and seconds is None and stop is None:
        raise TypeError("search needs a depth, seconds or stop")
    deadline = None if seconds is None else monotonic() + seconds

    def is_over() -> bool:
        return (stop is not None and stop()) or (deadline is not None and monotonic() >= deadline)

    trail = None if record is None else [earlier.key for earlier in record.positions[:-1]]
    watch = Watch(stop=is_over, trail=trail)
    report = _first_report(position)
    reached = 0
    while not report.is_final and (depth is None or reached < depth) and reached < MAX_PLY:
        watch.at_horizon = False
        try:
            score, line = alphabeta(position, reached + 1, guess=report.line, watch=watch)
        except Stopped:
            break
        reached += 1
        report = Report(reached, score, line, watch.nodes, is_final=is_decisive(score) or not watch.at_horizon)
        if on_depth is not None:
            on_depth(report)
    return replace(report, nodes=watch.nodes)


def _first_report(position: Position) -> Report:
    """What is known before any search: the result of a finished game, or the evaluation and the first legal move."""
    if position.result is not None:
        score, _ = alphabeta(position, 0)
        return Report(0, score, (), 0, is_final=True)
    return Report(0, position.evaluation, tuple(position.legal_moves)[:1], 0)
