"""Solving games: time, memory, sizes, and what the databases hold.

`make bench ARGS=solve` solves nine men's morris with distances, four gigabytes of files in a temporary folder. `python
benchmarks/solve/run.py NAME...` solves others of `RULE_SETS`; a name may end in `=FOLDER` to keep the files or to
tabulate those that are there. The runs are kept in `runs.json`. From all of them come RESULTS.md and the costs by which
`plyground db build` estimates time and sizes.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from results import table, write  # noqa: E402

from plyground._core import MemoryKeeper  # noqa: E402
from plyground.abilities import HasDatabases  # noqa: E402
from plyground.database.endgame_building import BuildPlan, build_databases, size_text  # noqa: E402
from plyground.database.endgames import family, open_database  # noqa: E402
from plyground.database.machine_speed import REFERENCE_STEP_NS, busy_s  # noqa: E402
from plyground.games.chess import Chess  # noqa: E402
from plyground.games.database_costs import MEASURED  # noqa: E402
from plyground.games.draughts import Draughts  # noqa: E402
from plyground.games.mill import Mill, MillRules  # noqa: E402

MAX_MEN = 24
"""With a number of men the moving phase alone is solved."""


class RuleSet(NamedTuple):
    """What is solved, with distances or without."""

    game: HasDatabases
    distances: bool = True
    pieces: int = MAX_MEN


RULE_SETS: dict[str, RuleSet] = {
    "nine": RuleSet(Mill()),
    "twelve": RuleSet(Mill("twelve"), distances=False),
    "nine-no-flying": RuleSet(Mill(rules=MillRules(fly_at=0)), distances=False),
    "nine-diagonals": RuleSet(Mill(rules=MillRules(board="three-ring-diagonal")), distances=False),
    "six": RuleSet(Mill("six")),
    "seven": RuleSet(Mill("seven")),
    "chess": RuleSet(Chess(), pieces=4),
    "russian": RuleSet(Draughts("russian"), pieces=5),
    "brazilian": RuleSet(Draughts("brazilian"), pieces=4),
    "english": RuleSet(Draughts("english"), pieces=4),
    "international": RuleSet(Draughts("international"), pieces=4),
}
MEMORY_BYTES = 12 * 10**9
BUSY_STEPS = 20_000_000
TIMES = "times.json"
"""Where a run notes how much processor time each step took."""


def solve(name: str, folder: Path) -> None:
    """Solves a rule set in this process, with a line for each step, and notes how long each took."""
    game, distances, pieces = RULE_SETS[name]
    plan = BuildPlan.of(game, folder, pieces, distances=distances)
    core_s: dict[str, float] = {}
    with MemoryKeeper():  # as in a single build
        for number, step in enumerate(plan.plans, 1):
            began = time.process_time()
            build_databases(
                replace(plan, plans=plan.plans[:number]), threads=os.cpu_count() or 1, memory_bytes=MEMORY_BYTES
            )
            took = core_s[step.tables[0]] = round(time.process_time() - began, 3)
            print(f"{name}: {number} of {len(plan.plans)}, {' '.join(step.tables)}, {took} core-seconds", flush=True)
    (folder / TIMES).write_text(json.dumps(core_s))


def tables(name: str, folder: Path) -> list[dict[str, Any]]:
    """What each database of a folder holds, and its sizes."""
    game, distances, pieces = RULE_SETS[name]
    plan = BuildPlan.of(game, folder, pieces, distances=distances)
    rows = []
    for step in plan.plans:
        for number, first in enumerate(step.tables):
            files = [open_database(game, path) for path in plan.files(step) if path.stem == first]
            last = files[-1]
            rows.append(
                {
                    "table": first,
                    "wins": last.wins,
                    "draws": last.draws,
                    "losses": last.losses,
                    "longest_win": last.longest_win,
                    "longest_loss": last.longest_loss,
                    "bytes": {each.kind: each.file_bytes for each in files},
                    "step": number,
                }
            )
    return rows


def measure(name: str, folder: Path) -> dict[str, Any]:
    """Solves a rule set in a separate process; what it took and what it found."""
    before = busy_s(BUSY_STEPS)
    began = time.monotonic()
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, __file__, "--solve", name, str(folder)], check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "core_s": round(used.ru_utime + used.ru_stime - spent.ru_utime - spent.ru_stime, 1),
        "wall_s": round(time.monotonic() - began, 1),
        "peak_gb": round(used.ru_maxrss / 1e6, 2),
        "busy_s": [round(before, 2), round(busy_s(BUSY_STEPS), 2)],
        "step_core_s": json.loads((folder / TIMES).read_text()),
        "tables": tables(name, folder),
    }


def describe(name: str, run: dict[str, Any]) -> str:
    """A section of the results."""
    rows = [
        [
            each["table"],
            *(f"{each[key]:,}" for key in ("wins", "draws", "losses")),
            *("-" if each[key] is None else str(each[key]) for key in ("longest_win", "longest_loss")),
        ]
        for each in run["tables"]
    ]
    total = sum(each[key] for each in run["tables"] for key in ("wins", "draws", "losses"))
    sizes = {kind: sum(each["bytes"].get(kind, 0) for each in run["tables"]) for kind in ("wdl", "distance")}
    took = (
        f"{run['core_s']:,.0f} core-seconds, {run['wall_s']:,.0f} s with {os.cpu_count()} threads, "
        f"at most {run['peak_gb']:.1f} GB of memory; a loop of {BUSY_STEPS:,} steps took {run['busy_s'][0]} s before "
        f"and {run['busy_s'][1]} s after it. "
        if "core_s" in run
        else ""
    )
    header = ["table", "wins", "draws", "losses", "longest win", "longest loss"]
    kept = f"{size_text(sizes['wdl'])} with win, draw or loss"
    if sizes["distance"]:
        kept += f", {size_text(sizes['distance'])} with distances"
    return f"## {name}\n\n{took}{total:,} positions up to symmetry; {kept}.\n\n{table(header, rows)}"


def costs(runs: dict[str, Any]) -> dict[str, Any]:
    """What a position takes on average, by game, rules and number of pieces; see `plyground.games.database_costs`.

    Where runs of the same rules differ, as with nine and twelve men, the dearer one counts.
    """
    found: dict[str, Any] = {}
    for name, run in runs.items():
        if "core_s" not in run:
            continue
        game, distances, most = RULE_SETS[name]
        positions: Counter[int] = Counter()
        for step in game.database_plans(most):
            positions[piece_count(step.tables[0])] += step.positions
        slowdown = mean(run["busy_s"]) * 1e9 / (BUSY_STEPS * REFERENCE_STEP_NS)
        # Older runs know only the sum.
        core_s = run.get("step_core_s") or {
            step.tables[0]: run["core_s"] * step.positions / positions.total() for step in game.database_plans(most)
        }
        core_ns = {table: seconds / slowdown * 1e9 for table, seconds in core_s.items()}
        amounts = {"core_ns": core_ns} | {
            f"{kind}_bits": {each["table"]: 8 * each["bytes"][kind] for each in run["tables"]}
            for kind in (("wdl", "distance") if distances else ("wdl",))
        }
        measured = found.setdefault(family(game), {}).setdefault(game.database_rules, {})
        for what, by_table in amounts.items():
            dearest = measured.setdefault(what, {})
            for pieces, average in averages(by_table, positions).items():
                dearest[pieces] = max(average, dearest.get(pieces, 0.0))
    return found


def averages(by_table: dict[str, float], positions: Counter[int]) -> dict[int, float]:
    """An amount for each position, by the number of pieces."""
    sums: dict[int, float] = {}
    for each, amount in by_table.items():
        sums[piece_count(each)] = sums.get(piece_count(each), 0.0) + amount
    return {pieces: round(total / positions[pieces], 3) for pieces, total in sorted(sums.items())}


def piece_count(table: str) -> int:
    """How many pieces stand on the board: those of `5-4` are nine, those of `KRvK` three."""
    numbers = re.findall(r"\d+", table)
    return sum(map(int, numbers)) if numbers else len(table) - len("v")


def main(names: list[str]) -> None:
    """Measures some rule sets and writes all results."""
    path = HERE / "runs.json"
    runs = json.loads(path.read_text()) if path.exists() else {}
    for argument in names:
        name, _, folder = argument.partition("=")
        if folder and (Path(folder) / family(RULE_SETS[name].game)).exists():
            runs[name] = {**runs.get(name, {}), "tables": tables(name, Path(folder))}
        elif folder:
            runs[name] = measure(name, Path(folder))
        else:
            with tempfile.TemporaryDirectory() as temporary:
                runs[name] = measure(name, Path(temporary))
        path.write_text(json.dumps(runs, indent=1) + "\n")
    MEASURED.write_text(json.dumps(costs(runs), indent=1) + "\n")
    body = "\n\n".join(describe(name, runs[name]) for name in RULE_SETS if name in runs)
    write(HERE, "Games, solved", f"Distances in plies; the side to move is named first.\n\n{body}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--solve"]:
        solve(sys.argv[2], Path(sys.argv[3]))
    else:
        main(sys.argv[1:] or ["nine"])
