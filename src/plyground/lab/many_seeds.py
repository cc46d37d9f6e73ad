"""Many seeds: the pairings of a published experiment played again and again, because a single game proves little."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from plyground.arena.elo import Counts, GameCounts, PairCounts, elo_to_score, estimate
from plyground.drawing.text_table import Column, TextTable
from plyground.lab.bot_games import AS_PUBLISHED, BotGame, PlayedBotGame
from plyground.lab.published import PublishedExperiment

SEEDS = "seeds"
"""The `table` of such games."""
EQUAL_DEPTHS = range(1, 7)
"""At these depths the two evaluations meet with equal depth and both colours."""


@dataclass(frozen=True, slots=True)
class Matchup:
    """Two bots at their depths, White first; with `both_colours` every seed is played twice."""

    white: str
    white_depth: int
    black: str
    black_depth: int
    published: int | None = None
    """The published result."""
    tables: tuple[int, ...] = ()
    """The published tables in which such a pairing is; bots that play the same moves count as one."""
    both_colours: bool = False

    @property
    def deepest(self) -> int:
        """The larger of the two depths."""
        return max(self.white_depth, self.black_depth)

    def games(self, game: str, seed: int) -> Iterator[BotGame]:
        """The games of one seed."""
        own, other = (self.white, self.white_depth), (self.black, self.black_depth)
        yield BotGame(SEEDS, game, *own, *other, seed, is_quick=True)
        if self.both_colours:
            yield BotGame(SEEDS, game, *other, *own, seed, is_quick=True)


def pairings(published: PublishedExperiment, deepest: int | None = None) -> list[Matchup]:
    """Every different pairing of the tables, then the two evaluations at equal depth, none of them too deep."""
    found: dict[tuple[str, int, str, int], Matchup] = {}
    for table in published.tables:
        for row in table.rows:
            # Bots with the same evaluation play the same moves, however they search.
            key = (_evaluation(table.white), row.depth, _evaluation(table.black), table.black_depth)
            first = found.get(key, Matchup(table.white, row.depth, table.black, table.black_depth, row.result))
            found[key] = replace(first, tables=(*first.tables, table.number))
    white, black = published.tables[0].white, published.tables[0].black
    equal = [Matchup(white, depth, black, depth, both_colours=True) for depth in EQUAL_DEPTHS]
    return [one for one in (*found.values(), *equal) if deepest is None or one.deepest <= deepest]


def _evaluation(name: str) -> str:
    return AS_PUBLISHED[name].evaluation


def seeds_table(
    game: str, pairs: Sequence[Matchup], played: Iterable[PlayedBotGame], seeds: Sequence[int]
) -> TextTable:
    """The score of every pairing with its 95 % interval."""
    results = {one.bot_game: one.result for one in played}
    rows = []
    for pair in pairs:
        # Of each seed: the first bot's result, and if both colours were played, that of the second game.
        by_seed = [[results[one] for one in pair.games(game, seed)] for seed in seeds]
        as_white, as_black = [one[0] for one in by_seed], [-one[1] for one in by_seed if pair.both_colours]
        counts: Counts = GameCounts.of((result + 1) / 2 for result in as_white)
        if pair.both_colours:
            counts = PairCounts.of((one + two + 2) / 2 for one, two in zip(as_white, as_black, strict=True))
        every = [*as_white, *as_black]
        found = estimate(counts)
        low, high = elo_to_score(found.low), elo_to_score(found.high)
        rows.append(
            {
                "tables": ", ".join(map(str, pair.tables)) or "both colours",
                "first": f"{pair.white} {pair.white_depth}",
                "second": f"{pair.black} {pair.black_depth}",
                "published": "–" if pair.published is None else f"{pair.published:+d}" if pair.published else "0",
                "games": len(every),
                "counts": f"+{every.count(1)} ={every.count(0)} -{every.count(-1)}",
                "score": f"{100 * found.score:.1f} % [{100 * low:.1f}, {100 * high:.1f}]",
            }
        )
    columns = (
        Column("tables", "table", is_number=False),
        Column("first", "white", is_number=False),
        Column("second", "black", is_number=False),
        Column("published", "published"),
        Column("games", "games"),
        Column("counts", "results", is_number=False),
        Column("score", "score", is_number=False),
    )
    note = (
        f"Each pairing was played with {len(seeds)} seeds. The score is the first bot's, with its 95 % interval.\n"
        "In the last rows every seed was played with both colours. Bots with the same evaluation play the same moves,\n"
        "so equal pairings of several tables are one row, and the fastest of the algorithms plays them all."
    )
    return TextTable("Many seeds", columns, rows, notes=(note,))
