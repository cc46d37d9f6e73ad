"""Runs the benchmarks, each a folder here with a `run.py`: `make bench`, or `make bench ARGS="perft_chess"` for some.

Each prints a table and writes it, with the command and the machine, to its own `RESULTS.md`. `deep` runs the tests
marked `bench`: the long versions of the tests. Some have parts that can be run alone, such as `strength/mill`.
"""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def deep() -> int:
    """The long versions of the tests."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", "bench", "tests"]
    return subprocess.run(command, cwd=HERE.parent, check=False).returncode


def main(names: list[str]) -> int:
    known = sorted(path.parent.name for path in HERE.glob("*/run.py"))
    unknown = [name for name in names if name.partition("/")[0] not in (*known, "deep")]
    if unknown:
        print(f"there is no benchmark '{unknown[0]}'; there are {', '.join((*known, 'deep'))}", file=sys.stderr)
        return 2
    sys.path.insert(0, str(HERE))
    failures = 0
    for name in names or [*known, "deep"]:
        print(f"== {name}", flush=True)
        if name == "deep":
            failures += deep() != 0
        else:
            folder, _, part = name.partition("/")
            sys.argv[1:] = [part] if part else []
            runpy.run_path(str(HERE / folder / "run.py"), run_name="__main__")
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("stopped; what was finished has been written")
