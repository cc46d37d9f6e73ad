"""Statistics: a guest's results by game and opponent, and how many games were won in a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from plyground.database.verdict import Outcome
from plyground.protocol import UNDECIDED, Side
from plyground.server.store import FinishedGame
from plyground.server.wire.archive import ResultCount, Statistics

PERSON = "person"
MAX_COUNTED_GAMES = 10_000
"""How many of a guest's latest games count."""


def statistics(guest: str, games: Sequence[FinishedGame]) -> Statistics:
    """The results of a guest's games, newest first; games on one screen or without a result do not count."""
    counts: dict[tuple[str, str], Counter[Outcome]] = {}
    outcomes: list[Outcome] = []
    for played in reversed(games):
        outcome = outcome_for(guest, played)
        if outcome is None:
            continue
        opponent = (played.black_bot if played.white == guest else played.white_bot) or PERSON
        counts.setdefault((played.game, opponent), Counter())[outcome] += 1
        outcomes.append(outcome)
    streak, best = _streaks(outcomes)
    return Statistics(
        results=[
            ResultCount(game=game, opponent=opponent, wins=tally["win"], draws=tally["draw"], losses=tally["loss"])
            for (game, opponent), tally in sorted(counts.items())
        ],
        streak=streak,
        best_streak=best,
        games=len(outcomes),
    )


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
