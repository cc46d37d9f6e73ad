"""Two versions of the play server in one run: `python benchmarks/server_load/compare.py OLDER_CHECKOUT`.

Each version runs from its own checkout and environment (`.venv`) with the clients of its own benchmark, in turns, so
that both meet the same machine. The ratio of the medians is what a change has cost or gained.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from results import processor, spread, table  # noqa: E402

ROUNDS = 5


def measure(folder: Path) -> None:
    """Prints the moves per second of one version, whose benchmark is in the folder."""
    sys.path[:0] = [str(folder), str(folder.parent)]
    import run
    import uvloop

    async def closed_loop() -> float:
        async with run.server():
            pairs = await run.table_pairs()
            await asyncio.sleep(1)
            rates = [await run.closed_loop(pairs) for _ in range(2)]
            run.hang_up(pairs)
        return statistics.median(rates)

    print(uvloop.run(closed_loop()))


def rate(checkout: Path) -> float:
    """The moves per second of a version, measured in a separate process."""
    command = [checkout / ".venv/bin/python", __file__, "--measure", checkout / "benchmarks/server_load"]
    return float(subprocess.run(command, check=True, capture_output=True, text=True, cwd=checkout).stdout)


def main(older: Path) -> None:
    newer = HERE.parents[1]
    old, new = [], []
    for number in range(ROUNDS):
        old.append(rate(older))
        new.append(rate(newer))
        print(f"round {number + 1} of {ROUNDS}: {old[-1]:.0f} and {new[-1]:.0f} moves/s", flush=True)
    ratios = [after / before for before, after in zip(old, new, strict=True)]
    rows = [
        ["older version", f"{spread(old)} moves/s"],
        ["this version", f"{spread(new)} moves/s"],
        ["ratio, round by round", spread(ratios)],
        ["ratio of the medians (at least 1.0)", f"{statistics.median(new) / statistics.median(old):.2f}"],
    ]
    found = table(["", ""], rows)
    print(found)
    command = "python benchmarks/server_load/compare.py OLDER_CHECKOUT"
    (HERE / "COMPARED.md").write_text(
        f"# The play server next to an older version\n\nMade by `{command}` on {processor()}.\n\n{found}\n"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(Path(sys.argv[2]))
    elif len(sys.argv) == 2:
        main(Path(sys.argv[1]).resolve())
    else:
        sys.exit(__doc__)
