"""Whether files depend on threads or processors: `identity.py FOLDER` solves nine men's morris once more and compares.

FOLDER has its databases with distances, built with several threads. Each pair of tables is solved again from the
smaller ones of that folder, by one thread and without the processor's special instructions, and every byte is compared.
Tables that have been compared stay in a journal, so that the run can be interrupted. The result is identity.md.
"""

from __future__ import annotations

import filecmp
import json
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from results import table  # noqa: E402

from plyground import __version__  # noqa: E402
from plyground._core import MemoryKeeper, solve_mill  # noqa: E402
from plyground.database.endgames import rules_folder  # noqa: E402
from plyground.games.mill import Mill  # noqa: E402
from plyground.journal import Journal  # noqa: E402

MAX_MEN = 18
MEMORY_BYTES = 12 * 10**9
GAME = Mill()


def solve_again(built: Path, tables: tuple[str, ...]) -> tuple[float, bool]:
    """How much processor time a pair of tables takes, and whether all files are the same."""
    names = [f"{each}{suffix}" for each in tables for suffix in (".wdl", ".dtw")]
    with tempfile.TemporaryDirectory(dir=built.parent) as text:
        folder = Path(text)
        for path in built.iterdir():
            if path.name not in names:
                (folder / path.name).symlink_to(path.absolute())
        began = time.process_time()
        solve_mill(
            GAME.rules.values(),
            *map(int, tables[0].split("-")),
            folder,
            rules=GAME.database_rules,
            software=f"plyground {__version__}",
            distances=True,
            threads=1,
            memory_bytes=MEMORY_BYTES,
            on_progress=lambda share: None,
            portable=True,
        )
        took = time.process_time() - began
        _, different, missing = filecmp.cmpfiles(built, folder, names, shallow=False)
        return took, not different and not missing


def main(source: Path) -> None:
    """Compares all tables and writes the results."""
    built = rules_folder(GAME, source)
    recorded = json.loads((HERE / "runs.json").read_text())["nine"]["step_core_s"]
    rows, sums = [], [0.0, 0.0]
    journal = Journal(source / "identity.jsonl", {"version": __version__}, resume=True)
    with MemoryKeeper():
        for plan in GAME.database_plans(MAX_MEN):
            first = plan.tables[0]
            if first not in journal.parts:
                took, same = solve_again(built, plan.tables)
                journal.add(first, {"core_s": round(took, 2), "same": same})
            part = journal.parts[first]
            sums = [sums[0] + part["core_s"], sums[1] + recorded[first]]
            rows.append([*(" ".join(plan.tables), "yes" if part["same"] else "NO"), f"{part['core_s']:.1f}"])
            print(*rows[-1], flush=True)
    same = sum(row[1] == "yes" for row in rows)
    (HERE / "identity.md").write_text(
        "# The same files, whatever solves them\n\n"
        "`benchmarks/solve/identity.py FOLDER`: every pair of tables of nine men's morris, solved by one thread and\n"
        "without the processor's special instructions, compared byte by byte with what several threads wrote with\n"
        f"them. {same} of {len(rows)} pairs are the same. All of it took {sums[0]:,.0f} core-seconds, the recorded "
        f"run\nwith special instructions {sums[1]:,.0f}.\n\n" + table(["tables", "same", "core-seconds"], rows) + "\n"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
