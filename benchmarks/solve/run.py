"""Solving the moving phase of mill: time, memory, sizes, and what the databases hold.

`make bench ARGS=solve` solves nine men's morris with distances, four gigabytes of files in a temporary folder. `python
benchmarks/solve/run.py NAME...` solves others of `RULE_SETS`; a name may end in `=FOLDER` to keep the files or to
tabulate those that are there. The runs are kept in `runs.json`, from which RESULTS.md is made.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from results import table, write  # noqa: E402

from plyground.database.endgame_building import BuildPlan, build_databases  # noqa: E402
from plyground.database.endgames import open_database  # noqa: E402
from plyground.games.mill import Mill, MillRules  # noqa: E402

RULE_SETS: dict[str, tuple[Mill, bool]] = {
    "nine": (Mill(), True),
    "twelve": (Mill("twelve"), False),
    "nine-no-flying": (Mill(rules=MillRules(fly_at=0)), False),
    "nine-diagonals": (Mill(rules=MillRules(board="three-ring-diagonal")), False),
    "six": (Mill("six"), True),
    "seven": (Mill("seven"), True),
}
"""Name -> the game, and whether distances are stored."""
MAX_MEN = 24
"""With a number of men the moving phase alone is solved."""
MEMORY_BYTES = 12 * 10**9
BUSY_STEPS = 20_000_000


def busy_s() -> float:
    """How long a fixed loop takes on one core: machines differ."""
    began = time.process_time()
    total = 0
    for step in range(BUSY_STEPS):
        total += step
    return time.process_time() - began


def solve(name: str, folder: Path) -> None:
    """Solves a rule set in this process, with a line for each step."""
    game, distances = RULE_SETS[name]
    plan = BuildPlan.of(game, folder, MAX_MEN, distances=distances)
    shown = ""

    def show(what: str, done: float, left_s: float | None = None) -> None:
        nonlocal shown
        if what.partition(",")[0] != shown:
            shown = what.partition(",")[0]
            print(f"{name}: {done:4.0%} {what}", flush=True)

    build_databases(plan, threads=os.cpu_count() or 1, memory_bytes=MEMORY_BYTES, on_progress=show)


def tables(name: str, folder: Path) -> list[dict[str, Any]]:
    """What each database of a folder holds, and its sizes."""
    game, distances = RULE_SETS[name]
    plan = BuildPlan.of(game, folder, MAX_MEN, distances=distances)
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
    before = busy_s()
    began = time.monotonic()
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, __file__, "--solve", name, str(folder)], check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "core_s": round(used.ru_utime + used.ru_stime - spent.ru_utime - spent.ru_stime, 1),
        "wall_s": round(time.monotonic() - began, 1),
        "peak_gb": round(used.ru_maxrss / 1e6, 2),
        "busy_s": [round(before, 2), round(busy_s(), 2)],
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
    sizes = {kind: sum(each["bytes"].get(kind, 0) for each in run["tables"]) / 1e9 for kind in ("wdl", "distance")}
    took = (
        f"{run['core_s']:,.0f} core-seconds, {run['wall_s']:,.0f} s with {os.cpu_count()} threads, "
        f"at most {run['peak_gb']:.1f} GB of memory; a loop of {BUSY_STEPS:,} steps took {run['busy_s'][0]} s before "
        f"and {run['busy_s'][1]} s after it. "
        if "core_s" in run
        else ""
    )
    header = ["table", "wins", "draws", "losses", "longest win", "longest loss"]
    return (
        f"## {name}\n\n{took}{total:,} positions up to symmetry; {sizes['wdl']:.3f} GB with win, draw or loss, "
        f"{sizes['distance']:.2f} GB with distances.\n\n{table(header, rows)}"
    )


def main(names: list[str]) -> None:
    """Measures some rule sets and writes all results."""
    path = HERE / "runs.json"
    runs = json.loads(path.read_text()) if path.exists() else {}
    for argument in names:
        name, _, folder = argument.partition("=")
        if folder and (Path(folder) / "mill").exists():
            runs[name] = {**runs.get(name, {}), "tables": tables(name, Path(folder))}
        elif folder:
            runs[name] = measure(name, Path(folder))
        else:
            with tempfile.TemporaryDirectory() as temporary:
                runs[name] = measure(name, Path(temporary))
        path.write_text(json.dumps(runs, indent=1) + "\n")
    body = "\n\n".join(describe(name, runs[name]) for name in RULE_SETS if name in runs)
    write(HERE, "Mill, solved", f"Distances in plies; the side to move is named first.\n\n{body}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--solve"]:
        solve(sys.argv[2], Path(sys.argv[3]))
    else:
        main(sys.argv[1:] or ["nine"])
