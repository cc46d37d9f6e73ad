"""Tables about who won: standings, crosstable, and for a match how certain the difference is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.arena.elo import Interval, estimate
from plyground.arena.played import Standings
from plyground.arena.sprt import Sprt, SprtVerdict
from plyground.arena.tournament import Setup
from plyground.drawing.text_table import Column, Row, TextTable, percent_text

PAIRS = ("lost both", "lost by one", "level", "won by one", "won both")
"""The five results of a pair of games, from the first player's view."""

FORFEIT_NOTE = "Forfeits are games that a player lost, or drew, by its own fault; they are among the points."

VERDICTS = {
    SprtVerdict.H0: "H0 accepted: not stronger by that much",
    SprtVerdict.H1: "H1 accepted: stronger",
    SprtVerdict.UNDECIDED: "undecided so far",
}


def standing_table(
    standings: Standings, order: Sequence[str], ratings: Mapping[str, Interval], scale: str
) -> TextTable:
    """All players in order, with their scores and how often they forfeited."""
    rows: list[Row] = []
    for place, name in enumerate(order, 1):
        tally = standings.tally(name)
        row: dict[str, Any] = {"place": place, "player": name, "games": tally.games, "points": tally.points}
        row |= {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "forfeits": standings.forfeits[name]}
        if tally.games:
            row |= {"score": tally.score, "draw_rate": tally.draws / tally.games}
        if name in ratings:
            rating = ratings[name]
            row |= {"elo": rating.rating, "elo_value": rating.elo, "elo_low": rating.low, "elo_high": rating.high}
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
        notes.append(FORFEIT_NOTE)
    return TextTable("Standings", columns, rows, notes=notes, keys=2)


def crosstable(standings: Standings, order: Sequence[str]) -> TextTable:
    """The scores of all players against each other, in the order of the standings."""
    rows: list[Row] = []
    for place, name in enumerate(order, 1):
        row: dict[str, Any] = {"place": place, "player": name}
        for column, other in enumerate(order, 1):
            tally = standings.tally(name, other)
            if tally.games:
                row[f"v{column}"] = f"{tally.points:g}/{tally.games}"
                row |= {f"v{column}_share": tally.score, f"v{column}_note": str(tally)}
        rows.append(row)
    columns = [Column("place", "#"), Column("player", "Player", is_number=False)]
    columns += [Column(f"v{column}", str(column)) for column in range(1, len(order) + 1)]
    note = "Each cell is the score of the row's player against the player with that place, and the number of games."
    return TextTable("Crosstable", columns, rows, notes=(note,), keys=2)


def match_table(setup: Setup, standings: Standings, sprt: Sprt | None) -> TextTable:
    """How certain the difference is, fact by fact."""
    one, other = setup.names
    tally, counts = standings.tally(one), standings.pair_counts(one, other)
    facts: dict[str, str] = {}
    if tally.games:
        facts["Score"] = f"{tally.points:g} of {tally.games} ({percent_text(tally.score)}), {tally}"
        facts["Drawn games"] = percent_text(tally.draws / tally.games)
    if counts.pairs:
        found = estimate(counts)
        facts["Elo, 95 % interval"] = str(found)
        facts["Likelihood of superiority"] = percent_text(found.los)
        facts["Normalized Elo"] = f"{found.nelo:+.1f}".replace("inf", "∞")
        facts["Pairs of games"] = str(counts.pairs)
    clean = Standings(setup.names, [game for game in standings.played if game.fault is None]).pair_counts(one, other)
    if clean != counts:
        words = f"from {clean.pairs} pair{'s' if clean.pairs != 1 else ''}"
        facts["Elo without forfeits"] = f"{estimate(clean)} {words}" if clean.pairs else "no pair without one"
    if sprt is not None:
        low, high = sprt.bounds
        facts[f"SPRT of {sprt.elo0:g} against {sprt.elo1:g} Elo"] = (
            f"{VERDICTS[sprt.verdict(counts)]}; LLR {sprt.llr(counts):+.2f} of [{low:+.2f}, {high:+.2f}]"
        )
    columns = (Column("fact", "Fact", is_number=False), Column("value", "Value", is_number=False))
    rows = [{"fact": fact, "value": value} for fact, value in facts.items()]
    notes = ("Elo is from pairs of games, both games finished.",)
    return TextTable(f"{one} against {other}", columns, rows, notes=notes)


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
