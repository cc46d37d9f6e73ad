"""Tables about results: standings, crosstable, and for a match how certain the difference is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.arena.elo import Interval, PairCounts, estimate
from plyground.arena.report.setup import Setup
from plyground.arena.sprt import Sprt, SprtVerdict
from plyground.arena.standings import Standings
from plyground.drawing.text_table import Column, Row, TextTable, percent_text

PAIRS = ("lost both", "lost by one", "level", "won by one", "won both")
"""The five results of a pair, from the first player's point of view."""

VERDICTS = {
    SprtVerdict.H0: "H0 accepted: not stronger by that much",
    SprtVerdict.H1: "H1 accepted: stronger",
    SprtVerdict.UNDECIDED: "undecided so far",
}


def standing_table(
    standings: Standings, order: Sequence[str], ratings: Mapping[str, Interval], scale: str
) -> TextTable:
    """All players in order with their scores and forfeits."""
    rows: list[Row] = []
    for place, name in enumerate(order, 1):
        tally = standings.tally(name)
        row: dict[str, Any] = {"place": place, "player": name, "games": tally.games, "points": tally.points}
        row |= {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "forfeits": standings.forfeits(name)}
        if tally.games:
            row |= {"score": tally.points / tally.games, "draw_rate": tally.draws / tally.games}
        rating = ratings.get(name)
        if rating is not None:
            row |= {"elo": rating.rating, "elo_value": rating.value, "elo_low": rating.low, "elo_high": rating.high}
        rows.append(row)
    columns = [
        Column("place", "#"),
        Column("player", "Player", is_number=False),
        Column("points", "Points", "{:g}".format),
        Column("games", "Games"),
        Column("score", "Score", percent_text),
        Column("wins", "Won"),
        Column("draws", "Drawn"),
        Column("losses", "Lost"),
        Column("draw_rate", "Draws", percent_text),
        Column("forfeits", "Forfeits"),
    ]
    if ratings:
        columns.insert(2, Column("elo", "Elo"))
    notes = [scale] if ratings else []
    if any(row["forfeits"] for row in rows):
        notes.append(
            "Forfeits are games that a player lost, or drew, by a fault of its own; they are among the points."
        )
    return TextTable("Standings", columns, rows, notes=notes, keys=2)


def crosstable(standings: Standings, order: Sequence[str]) -> TextTable:
    """Every player's score against every other, in the order of the standings."""
    rows: list[Row] = []
    for place, name in enumerate(order, 1):
        row: dict[str, Any] = {"place": place, "player": name}
        for column, other in enumerate(order, 1):
            tally = standings.tally(name, other)
            if tally.games:
                row[f"v{column}"] = f"{tally.points:g}/{tally.games}"
                row |= {f"v{column}_share": tally.points / tally.games, f"v{column}_note": str(tally)}
        rows.append(row)
    columns = [Column("place", "#"), Column("player", "Player", is_number=False)]
    columns += [Column(f"v{column}", str(column)) for column in range(1, len(order) + 1)]
    note = "A cell is what the player of its row scored, of how many games, against the player of that place."
    return TextTable("Crosstable", columns, rows, notes=(note,), keys=2)


def match_table(setup: Setup, standings: Standings, sprt: Sprt | None) -> TextTable:
    """The statistics of a match."""
    one, other = setup.names
    tally, counts = standings.tally(one), standings.pair_counts(one, other)
    facts: dict[str, str] = {}
    if tally.games:
        facts["Score"] = f"{tally.points:g} of {tally.games} ({percent_text(tally.points / tally.games)}), {tally}"
        facts["Drawn games"] = percent_text(tally.draws / tally.games)
    if counts.pairs:
        found = estimate(counts)
        facts["Elo, 95 % interval"] = str(Interval(found.elo, found.low, found.high))
        facts["Likelihood of superiority"] = percent_text(found.los)
        facts["Normalized Elo"] = f"{found.nelo:+.1f}".replace("inf", "∞")
        facts["Pairs of games"] = str(counts.pairs)
    clean = _without_forfeits(setup, standings)
    if clean != counts:
        facts["Elo without forfeits"] = _clean_words(clean)
    if sprt is not None:
        low, high = sprt.bounds
        facts[f"SPRT of {sprt.elo0:g} against {sprt.elo1:g} Elo"] = (
            f"{VERDICTS[sprt.verdict(counts)]}; LLR {sprt.llr(counts):+.2f} of [{low:+.2f}, {high:+.2f}]"
        )
    columns = (Column("fact", "Fact", is_number=False), Column("value", "Value", is_number=False))
    rows = [{"fact": fact, "value": value} for fact, value in facts.items()]
    return TextTable(
        f"{one} against {other}", columns, rows, notes=("Elo is from pairs of games, both games finished.",)
    )


def _without_forfeits(setup: Setup, standings: Standings) -> PairCounts:
    """The pairs without forfeits."""
    faultless = [game for game in standings.played if game.fault is None]
    return Standings(standings.names, faultless).pair_counts(*setup.names)


def _clean_words(clean: PairCounts) -> str:
    if not clean.pairs:
        return "no pair without one"
    found = estimate(clean)
    count = f"{clean.pairs} pair{'s' if clean.pairs != 1 else ''}"
    return f"{Interval(found.elo, found.low, found.high)} from {count}"


def pair_table(setup: Setup, standings: Standings) -> TextTable:
    """How often each result of a pair occurred."""
    one, other = setup.names
    counts = standings.pair_counts(one, other)
    rows = [
        {"pair": words, "points": points / 2, "pairs": count, "share": count / counts.pairs}
        for points, (words, count) in enumerate(zip(PAIRS, counts.counts, strict=True))
        if counts.pairs
    ]
    columns = (
        Column("pair", f"{one} has", is_number=False),
        Column("points", "Points", "{:g}".format),
        Column("pairs", "Pairs"),
        Column("share", "Share", percent_text),
    )
    return TextTable("Pairs of games", columns, rows)
