"""Headlines of reports: the outcome in one sentence and a few numbers, with forfeits reported separately."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from plyground.arena.elo import Estimate, GameCounts, Interval
from plyground.arena.played import Standings
from plyground.arena.report.game_tables import fault_words
from plyground.arena.report.page import Figure
from plyground.arena.sprt import Sprt
from plyground.arena.tournament import Setup
from plyground.drawing.text_table import percent_text


def match_headline(setup: Setup, standings: Standings, elo: Interval | None) -> str:
    """The score of the first player, by how much it is stronger, and the forfeits."""
    one, other = setup.names
    tally = standings.tally(one)
    if not tally.games:
        return _nothing(setup)
    said = f"{_progress(setup, tally.games)}{one} scored {percent_text(tally.score)} ({tally}) against {other}"
    if elo is not None:
        said += f": Elo {elo}"
    return _sentence(said, standings)


def tournament_headline(
    setup: Setup, standings: Standings, order: Sequence[str], ratings: Mapping[str, Interval]
) -> str:
    """The two best players and the forfeits."""
    if not standings.played:
        return _nothing(setup)
    best, second = order[:2]
    first, then = (standings.tally(name) for name in (best, second))
    elo = {name: f" (Elo {rating.rating})" for name, rating in ratings.items()}
    said = (
        f"{_progress(setup, len(standings.played))}{best} scored {first.points:g} of {first.games} points"
        f"{elo.get(best, '')} among {len(setup.names)} players, before {second} with {then.points:g} of {then.games}"
        f"{elo.get(second, '')}"
    )
    return _sentence(said, standings)


def forfeit_words(standings: Standings) -> list[str]:
    """How many games each player forfeited and why, so that readers see how much of a score was not won by playing."""
    faults: dict[str, Counter[str]] = defaultdict(Counter)
    for game in standings.played:
        if game.fault is not None and game.culprit is not None:
            faults[game.culprit][game.fault.code] += 1
    words = []
    for name, counts in faults.items():
        total = counts.total()
        by = ", ".join(f"{count} {fault_words(code, count)}" for code, count in counts.most_common())
        words.append(f"{total} {'game was' if total == 1 else 'games were'} forfeited by {name} ({by})")
    return words


def match_figures(setup: Setup, standings: Standings, elo: Estimate | None, sprt: Sprt | None) -> list[Figure]:
    """The numbers of a match, the most important first."""
    one, other = setup.names
    tally, counts = standings.tally(one), standings.pair_counts(one, other)
    figures = [Figure("Games", str(tally.games), f"{counts.pairs} pairs")]
    if tally.games:
        figures.insert(0, Figure("Score", percent_text(tally.score), str(tally)))
        figures.append(Figure("Draws", percent_text(tally.draws / tally.games)))
    if elo is not None:
        bounds = f"95 %: {elo.text(elo.low)} to {elo.text(elo.high)}"
        superior = Figure("Superior", percent_text(elo.los), "likelihood")
        figures[1:1] = [Figure("Elo", elo.text(elo.elo), bounds), superior]
    if sprt is not None:
        low, high = sprt.bounds
        bounds = f"LLR {sprt.llr(counts):+.2f} of [{low:+.2f}, {high:+.2f}]"
        figures.append(Figure(f"SPRT {sprt.elo0:g}, {sprt.elo1:g}", sprt.verdict(counts).value, bounds))
    return [*figures, _forfeit_figure(standings)]


def tournament_figures(setup: Setup, standings: Standings, order: Sequence[str]) -> list[Figure]:
    """The numbers of a tournament."""
    games = len(standings.played)
    figures = [Figure("Players", str(len(setup.names)), setup.form), Figure("Games", f"{games:,}")]
    if games:
        white = GameCounts.of(game.white_points for game in standings.played)
        figures.insert(0, Figure("First", order[0], f"{standings.tally(order[0]).points:g} points"))
        figures.append(Figure("White's score", percent_text(white.score)))
        figures.append(Figure("Draws", percent_text(white.draws / games)))
    return [*figures, _forfeit_figure(standings)]


def _forfeit_figure(standings: Standings) -> Figure:
    forfeits = standings.forfeits
    note = ", ".join(f"{name} {forfeits[name]}" for name in standings.names if name in forfeits)
    return Figure("Forfeits", str(forfeits.total()), note, is_warning=bool(forfeits))


def _sentence(said: str, standings: Standings) -> str:
    return "; ".join((said, *forfeit_words(standings))) + "."


def _nothing(setup: Setup) -> str:
    return f"No game of {' v '.join(setup.names) if setup.is_match else setup.title} is finished yet."


def _progress(setup: Setup, games: int) -> str:
    """How many games are played, if some are missing."""
    return "" if setup.total is None or games >= setup.total else f"After {games} of {setup.total} games "
