"""How often each level, and alpha-beta at each depth, gives away half a point or more in nine men's morris.

`make bench ARGS=error_rates` builds the databases with up to nine men, with distances, and asks every player for its
move in 300 positions where an error is possible. No player may look into a database. It writes RESULTS.md, the rates
for the table of levels (rates.json) and the plots of docs/perfect-play.md. A journal in the folder for temporary files
keeps what is finished, so that the run can be interrupted.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections import Counter
from itertools import product
from pathlib import Path

from results import ROOT, table, write

HERE = Path(__file__).parent
WORK = Path(tempfile.gettempdir()) / "plyground-error-rates"
# Before anything is opened: players find neither databases nor books.
os.environ["PLYGROUND_DATA"] = str(WORK / "nothing")
os.environ.pop("PLYGROUND_DATABASES", None)

import plyground  # noqa: E402
from plyground.abilities import HasDatabases  # noqa: E402
from plyground.database.endgame_building import BuildPlan, build_databases, usable_memory  # noqa: E402
from plyground.database.endgames import Databases  # noqa: E402
from plyground.drawing import plots  # noqa: E402
from plyground.drawing.text_table import percent_text  # noqa: E402
from plyground.journal import Journal  # noqa: E402
from plyground.lab.error_rates import ErrorPlan, ErrorRates, Rate, decisive_positions, measure_errors  # noqa: E402
from plyground.play.levels import HIGHEST, LOWEST, rating_of  # noqa: E402
from plyground.play.spec import PlayerSpec  # noqa: E402

GAME, MEN, COUNT, SEED = "mill:nine", 9, 300, 0
LEVELS = {f"level={level}": level for level in range(LOWEST, HIGHEST + 1)}
DEPTHS = {f"alphabeta:depth={depth}": depth for depth in range(1, 6)}
PICTURES = ROOT / "docs" / "images"


def solve() -> Databases:
    """The databases of the game."""
    game = plyground.game(GAME)
    assert isinstance(game, HasDatabases)
    folder = WORK / "databases"
    plan = BuildPlan.of(game, folder, MEN, distances=True)
    build_databases(plan, threads=os.cpu_count() or 1, memory_bytes=usable_memory())
    return Databases.open(folder)


def measure() -> ErrorRates:
    """The decisions of all players; those in the journal are not repeated."""
    source, game = solve(), plyground.game(GAME)
    players = [PlayerSpec.parse(spec) for spec in ("random", *LEVELS, *DEPTHS)]
    plan = ErrorPlan(decisive_positions(game, source, COUNT, SEED), players, SEED)
    shown = ""

    def show(what: str, done: float, left_s: float | None = None) -> None:
        nonlocal shown
        if what.partition(",")[0] != shown:
            shown = what.partition(",")[0]
            print(f"{done:4.0%} {shown}", flush=True)

    with Journal(WORK / "cells.jsonl", plan.setup, resume=True) as journal:
        return measure_errors(plan, source, journal, show)


def row(name: str, rate: Rate) -> list[str]:
    """A player's rate with its interval."""
    low, high = rate.interval
    bounds = f"{100 * low:.1f} to {100 * high:.1f}"
    return [name, f"{rate.errors} of {rate.decisions}", percent_text(rate.share), bounds]


def sample(rates: ErrorRates) -> str:
    """How many positions there are with each number of men."""
    counts = Counter(len(position.pieces) for position in rates.positions)
    return ", ".join(f"{count} with {men}" for men, count in sorted(counts.items()))


def rated(level: int) -> str:
    """A level's rating with its interval."""
    rating = rating_of(plyground.game(GAME), level)
    return "" if rating is None else f"{rating.elo} ({rating.low} to {rating.high})"


def draw(rates: ErrorRates) -> None:
    """The plots of docs/perfect-play.md."""
    title = f"{rates.positions.game.title}, up to {MEN} men"
    shown = {spec: rates.rate(spec) for spec in ("random", *LEVELS)}
    overall = {name: (rate.share, *rate.interval) for name, rate in shown.items()}
    plots.save_as(plots.error_figure(f"Errors of the levels: {title}", overall), PICTURES / "errors-levels.svg")
    series: dict[str, list[tuple[int, float, float, float]]] = {}
    for group, (spec, depth) in product(rates.groups("distance"), DEPTHS.items()):
        rate = rates.rate(spec, "distance", group)
        series.setdefault(str(group), []).append((depth, rate.share, *rate.interval))
    figure = plots.rates_figure(f"Errors of alpha-beta: {title}", "depth, plies", series)
    plots.save_as(figure, PICTURES / "errors-depth.svg")


def main() -> None:
    """Measures, draws and writes everything."""
    rates = measure()
    draw(rates)
    found = {spec: rates.rate(spec) for spec in rates.players}
    kept = {spec: {"errors": rate.errors, "decisions": rate.decisions} for spec, rate in found.items()}
    (HERE / "rates.json").write_text(json.dumps({"game": GAME, "men": MEN, "players": kept}, indent=1) + "\n")
    columns = ["errors", "rate", "95 %"]
    levels = [[*row(str(level), found[spec]), rated(level)] for spec, level in LEVELS.items()]
    others = [row(spec, found[spec]) for spec in ("random", *DEPTHS)]
    groups = rates.groups("distance")
    by_distance = [
        [spec, *(str(rates.rate(spec, "distance", group)) for group in groups)]
        for spec in ("level=5", "level=10", "level=15", "level=20", *DEPTHS)
    ]
    write(
        HERE,
        "How often players err",
        f"""{len(rates.positions)} positions of nine men's morris in which an error is possible, with up to {MEN} men,
from random games without big mistakes (seed {SEED}). An error gives away half a point or more by exact values, which
ignore draw counters. The players use no databases and no book. The perfect player makes no error, because it looks the
values up.

By the number of men: {sample(rates)}. A search of three plies by alpha-beta, with the same evaluation as the player
below, found these positions balanced, which may favour or harm it. Intervals are Wilson's. All players got the same
positions, so whether two of them differ cannot be read off from whether their intervals overlap.

## Levels

{table(["level", *columns, "rating"], levels)}

## Others

{table(["player", *columns], others)}

## What was to be kept

{table(["player", *map(str, groups)], by_distance)}""",
    )


if __name__ == "__main__":
    main()
