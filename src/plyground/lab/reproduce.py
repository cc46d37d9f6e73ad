"""Reproduces a published experiment: our bots play every game of its tables, on all cores, and can resume."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path

from plyground import __version__
from plyground.arena.executor import Executor, HereExecutor, LocalExecutor
from plyground.journal import Journal, RunProgress, no_progress
from plyground.lab.bot_games import BotGame, PlayedBotGame, play
from plyground.lab.experiment import JOURNAL_FILE
from plyground.lab.many_seeds import pairings, seeds_table
from plyground.lab.published import PublishedExperiment, experiment
from plyground.lab.reproduction import Reproduction
from plyground.lab.textbook_search import RANDOM
from plyground.protocol import Side

SEED = 1
"""Determines the games. Others are as good but may take much longer: a draw with many kings takes minutes."""
RANDOM_GAMES = 50
"""Games of each match against random moves; the paper does not say how many it played."""


def reproduce(
    name: str,
    *,
    out: Path | None = None,
    on_progress: RunProgress = no_progress,
    deepest: int | None = None,
    workers: int | None = None,
    seed: int = SEED,
    seeds: int = 0,
) -> Reproduction:
    """Plays a published experiment again and compares its numbers with ours.

    Finished games are saved in the folder `out`, so that an interrupted run can be resumed. `deepest` limits the depth
    of both sides and leaves out deeper rows. With `seeds` every pairing is also played with that many seeds, for
    results with confidence intervals. With one worker everything runs in this process; with more, a script needs
    `if __name__ == "__main__"`, as usual with processes.
    """
    published = experiment(name)
    pairs = pairings(published, deepest) if seeds else []
    numbers = range(seed, seed + seeds)
    more = (game for pair in pairs for number in numbers for game in pair.games(published.game, number))
    bot_games = {_key(bot_game): bot_game for bot_game in (*_bot_games(published, deepest, seed), *more)}
    setup = {"experiment": name, "plyground": __version__, "deepest": deepest, "seed": seed}
    journal = None if out is None else Journal(out / JOURNAL_FILE, setup, resume=True)
    known = {} if journal is None else {key: journal.read(key, PlayedBotGame.from_dict) for key in bot_games}
    finished = {key: played for key, played in known.items() if played is not None}
    missing = [bot_game for key, bot_game in bot_games.items() if key not in finished]
    is_whole = not finished
    began_s = time.perf_counter()
    processes = workers or os.cpu_count() or 1
    executor: Executor = LocalExecutor(processes) if processes > 1 and len(missing) > 1 else HereExecutor()
    with journal or nullcontext(), closing(executor.run(_work, missing)) as games:
        for played in games:
            key = _key(played.bot_game)
            finished[key] = played
            if journal is not None:
                journal.add(key, asdict(played))
            on_progress(str(played.bot_game), len(finished) / len(bot_games))
    seconds = time.perf_counter() - began_s if is_whole else None
    ordered = tuple(finished[key] for key in bot_games)
    table = seeds_table(published.game, pairs, ordered, numbers) if seeds else None
    return Reproduction(published, ordered, deepest, seconds, table)


def _key(bot_game: BotGame) -> str:
    return f"{bot_game.table}: {bot_game}, seed {bot_game.seed}"


def _bot_games(published: PublishedExperiment, deepest: int | None, seed: int) -> Iterator[BotGame]:
    """Every game to play, the longest first, so that all cores are busy until the end."""

    def capped(depth: int) -> int:
        return depth if deepest is None else min(depth, deepest)

    games = [
        BotGame(str(table.number), published.game, table.white, row.depth, table.black, capped(table.black_depth), seed)
        for table in published.tables
        for row in table.rows
        if capped(row.depth) == row.depth
    ]
    yield from sorted(games, key=_tree_size, reverse=True)
    for match in published.against_random:
        for number in range(RANDOM_GAMES):
            yield BotGame(RANDOM, published.game, match.white, match.depth, RANDOM, 0, seed + number)


def _tree_size(bot_game: BotGame) -> int:
    """The approximate tree size of a game: draughts has about six moves, of which pruning leaves three."""
    bots = map(bot_game.side, Side)
    return sum((6 if name.startswith("minimax") else 3) ** depth for name, depth in bots)


@contextmanager
def _work(number: int) -> Iterator[Callable[[BotGame], PlayedBotGame]]:
    """Plays games in a process; nothing needs to be set up."""
    yield play
