"""How fast databases of mill answer: the probes of searches, and random ones; native and from Python, on one core.

Uses the databases of nine men's morris that have been built; `plyground db build mill` builds all of them.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import results

from plyground import Databases
from plyground._core import BlockCache, Database
from plyground.database.endgames import WDL_SUFFIX, database_folders, open_database, rules_folder
from plyground.games.mill import Mill
from plyground.protocol import Position
from plyground.search.deepening import WINDOW
from plyground.search.features import ALL_FEATURES
from plyground.search.limits import SearchStopped
from plyground.search.node import Search
from plyground.search.reference import alphabeta
from plyground.search.score import MAX_DEPTH

HERE = Path(__file__).parent
REPEATS = 5
SEARCHES = 100
MAX_POSITIONS = 20_000
"""How many positions a search visits at most."""
RANDOM_PROBES = 100_000
CACHE_MB = 256
MAX_SHARE = 0.05
"""Of the databases, decompressed, for random probes: the largest share that the cache can hold."""


def random_position(game: Mill, tables: list[str], dice: random.Random) -> Position:
    """A position of a random table, larger ones being more likely as `tables` has them more often."""
    moving, waiting = map(int, dice.choice(tables).split("-"))
    board = ["*"] * 24
    for number, point in enumerate(dice.sample(range(24), moving + waiting)):
        board[point] = "O" if number < moving else "@"
    rings = "/".join("".join(board[ring : ring + 8]) for ring in (0, 8, 16))
    return game.from_fen(f"{rings} w m s {moving} 0 {waiting} 0 0 0 0 0 0 0 0 0 1")


class RecordedSearch(Search):
    """A search that notes every position it visits."""

    def __init__(self) -> None:
        super().__init__(ALL_FEATURES)
        self.positions: list[Position] = []

    def enter_node(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int | None:
        if len(self.positions) == MAX_POSITIONS:
            raise SearchStopped
        self.positions.append(position)
        return super().enter_node(position, depth, alpha, beta, ply)


def visited(root: Position) -> list[Position]:
    """The positions that alpha-beta with every feature visits, one ply deeper at a time."""
    search = RecordedSearch()
    with suppress(SearchStopped):
        for depth in range(1, MAX_DEPTH + 1):
            search.begin()
            alphabeta(search, root, depth, *WINDOW)
    return search.positions


def native(databases: dict[str, Database], places: Iterable[list[tuple[str, int]]]) -> Callable[[], int]:
    """Answers the probes of each search table by table, and returns how many there were."""
    batches: list[tuple[Database, list[int]]] = []
    for search in places:
        by_table: dict[str, list[int]] = {}
        for table, number in search:
            by_table.setdefault(table, []).append(number)
        batches += [(databases[table], numbers) for table, numbers in by_table.items()]
    return lambda: sum(len(database.probe_many(numbers)) for database, numbers in batches)


def verdicts(databases: Databases, positions: Sequence[Position]) -> Callable[[], int]:
    """Asks for the verdict on each position, and returns how many there were."""

    def run() -> int:
        for position in positions:
            databases.verdict(position)
        return len(positions)

    return run


def speed(run: Callable[[], int]) -> str:
    """Probes a second in thousands, by the processor's time."""
    measured = []
    for _ in range(REPEATS):
        begin = time.process_time()
        count = run()
        measured.append(count / (time.process_time() - begin) / 1000)
    return results.spread(measured)


def main() -> None:
    game, folder = Mill(), database_folders()[0]
    names = [table for plan in game.database_plans(2 * game.rules.men) for table in plan.tables]
    paths = [path for name in names if (path := rules_folder(game, folder) / f"{name}{WDL_SUFFIX}").exists()]
    if not paths:
        sys.exit("there are no databases of nine men's morris; run: plyground db build mill --men 10")

    def opened(cache_mb: int) -> dict[str, Database]:
        cache = BlockCache(cache_mb)
        return {path.stem: open_database(game, path, cache) for path in paths}

    sizes = {table: len(database) for table, database in opened(1).items()}
    total = sum(sizes.values())
    dice = random.Random(1)
    weighted = dice.choices(list(sizes), list(sizes.values()), k=1000)
    searches = [visited(random_position(game, weighted, dice)) for _ in range(SEARCHES)]
    positions = [position for search in searches for position in search]
    found = [[game.database_place(position) for position in search] for search in searches]
    places = [[place for place in search if place is not None and place[0] in sizes] for search in found]
    small_mb = max(int(total / 4 * MAX_SHARE) >> 20, 1)
    anywhere = [(table, dice.randrange(sizes[table])) for table in dice.choices(weighted, k=RANDOM_PROBES)]
    scattered = [random_position(game, weighted, dice) for _ in range(RANDOM_PROBES // 10)]

    few, many = f"{small_mb} MB", f"{CACHE_MB} MB"
    rows = [
        ["native", f"{SEARCHES} searches", many, speed(native(opened(CACHE_MB), places))],
        ["native", "uniformly at random", few, speed(native(opened(small_mb), [anywhere]))],
        ["Python", f"{SEARCHES} searches", many, speed(verdicts(Databases.open(folder, cache_mb=CACHE_MB), positions))],
        ["Python", "uniformly at random", few, speed(verdicts(Databases.open(folder, cache_mb=small_mb), scattered))],
    ]
    block_kb = max(database.block_positions for database in opened(1).values()) // 4 >> 10
    body = results.table(["from", "probes", "cache", "thousand probes/s"], rows)
    note = (
        f"\n\n{len(paths)} databases with {total:,} positions in blocks of {block_kb} kB; native\n"
        "probes ask for win, draw or loss,\n"
        f"Python also for the distance where it is stored. Median of {REPEATS} runs with the range, by the time of\n"
        "one core; the first run fills the cache. A search is alpha-beta from a random position, one ply deeper at a\n"
        f"time; it probes up to {MAX_POSITIONS:,} positions as it visits them. For random probes the cache holds at\n"
        "most 5 % of the databases."
    )
    results.write(HERE, "Probing databases", body + note)


if __name__ == "__main__":
    main()
