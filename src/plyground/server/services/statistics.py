"""Statistics: a guest's results by game, opponent and opening, and how many games were won in a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from plyground.database.verdict import Outcome
from plyground.errors import PlygroundError
from plyground.games.registry import registered
from plyground.protocol import UNDECIDED, Side
from plyground.server.store import FinishedGame
from plyground.server.wire.archive import OpeningCount, ResultCount, Statistics

PERSON = "person"
MAX_COUNTED_GAMES = 10_000
"""How many of a guest's latest games count."""
OPENING_PLIES = 2
MAX_OPENINGS = 40
"""How many openings an answer has."""


def statistics(guest: str, games: Sequence[FinishedGame]) -> Statistics:
    """The results of a guest's games, newest first; games on one screen or without a result do not count."""
    counts: dict[tuple[str, str], Counter[Outcome]] = {}
    openings: dict[tuple[str, tuple[str, ...]], Counter[Outcome]] = {}
    outcomes: list[Outcome] = []
    for played in reversed(games):
        outcome = outcome_for(guest, played)
        if outcome is None:
            continue
        opponent = (played.black_bot if played.white == guest else played.white_bot) or PERSON
        counts.setdefault((played.game, opponent), Counter())[outcome] += 1
        outcomes.append(outcome)
        if opening := opening_of(played):
            openings.setdefault((played.game, opening), Counter())[outcome] += 1
    frequent = sorted(openings.items(), key=lambda item: (-item[1].total(), item[0]))[:MAX_OPENINGS]
    streak, best = _streaks(outcomes)
    return Statistics(
        results=[
            ResultCount(game=game, opponent=opponent, wins=tally["win"], draws=tally["draw"], losses=tally["loss"])
            for (game, opponent), tally in sorted(counts.items())
        ],
        openings=[
            OpeningCount(game=game, moves=list(moves), wins=tally["win"], draws=tally["draw"], losses=tally["loss"])
            for (game, moves), tally in frequent
        ],
        streak=streak,
        best_streak=best,
        games=len(outcomes),
    )


def opening_of(played: FinishedGame) -> tuple[str, ...]:
    """The first moves of a game; none if it is shorter, or did not start as its games usually do."""
    if played.rules is not None or len(played.moves) < OPENING_PLIES or played.start != _usual_start(played.game):
        return ()
    return tuple(played.moves[:OPENING_PLIES])


@cache
def _usual_start(game: str) -> str:
    """The starting position as text; "" for a game that is no longer installed."""
    try:
        return registered(game).start().fen
    except PlygroundError:
        return ""


def outcome_for(guest: str, played: FinishedGame) -> Outcome | None:
    """How a game ended for a guest; None if they played both sides or it has no result."""
    if (played.white == guest) == (played.black == guest) or played.outcome.termination in UNDECIDED:
        return None
    winner = played.outcome.winner
    if winner is None:
        return "draw"
    return "win" if (winner is Side.WHITE) == (played.white == guest) else "loss"


def _streaks(outcomes: Iterable[Outcome]) -> tuple[int, int]:
    """The games won in a row up to now, negative for lost ones, and the most ever won in a row.

    >>> _streaks(["win", "win", "draw", "loss", "loss"])
    (-2, 2)
    """
    streak = best = 0
    for outcome in outcomes:
        match outcome:
            case "win":
                streak = max(streak, 0) + 1
            case "loss":
                streak = min(streak, 0) - 1
            case "draw":
                streak = 0
        best = max(best, streak)
    return streak, best
