"""Fuzzing under a watchdog: 200,000 UCI lines, 200,000 socket messages, 100,000 texts and files; no crash and no hang.

The same harness as `tests/fuzz`. `make bench ARGS=fuzz/uci` runs one part, of uci, socket and texts. The input comes in
batches, each from its number alone: `python benchmarks/fuzz/run.py uci 17` continues with batch 17, and
`python benchmarks/fuzz/run.py uci 17 1` repeats that one. A fault prints what every thread is doing.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]

from results import table, write  # noqa: E402
from tests.fuzz.socket_fuzz import fuzz_server  # noqa: E402
from tests.fuzz.texts_fuzz import fuzz_readers  # noqa: E402
from tests.fuzz.uci_fuzz import fuzz_engine  # noqa: E402

PATIENCE_S = 120.0
"""After this long without an answer something hangs, however busy the machine is."""
PROGRESS_S = 2.0
FINISHED = HERE / "finished.json"
"""Which parts were run to their end; RESULTS.md is made from it."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is fuzzed, how much of it, and by which function: seed, count, folder, patience."""

    what: str
    total: int
    batch: int
    fuzz: Callable[[int, int, Path, float], None]

    @property
    def batches(self) -> int:
        return self.total // self.batch


PARTS = {
    "uci": Part("UCI lines", 200_000, 500, fuzz_engine),
    "socket": Part("socket messages", 200_000, 5_000, fuzz_server),
    "texts": Part("texts and files", 100_000, 2_000, fuzz_readers),
}


def run(name: str, first: int, count: int) -> None:
    """Runs batches of a part; a fault ends it."""
    part, began, shown = PARTS[name], time.monotonic(), 0.0
    for done in range(count):
        seed = first + done
        with tempfile.TemporaryDirectory() as folder:
            try:
                part.fuzz(seed, part.batch, Path(folder), PATIENCE_S)
            except AssertionError as fault:
                sys.exit(f"{fault}\nrepeat it with: python benchmarks/fuzz/run.py {name} {seed} 1")
        if time.monotonic() - shown >= PROGRESS_S or done + 1 == count:
            shown = time.monotonic()
            left_s = (shown - began) / (done + 1) * (count - done - 1)
            print(f"{(done + 1) * part.batch:,} {part.what}, batch {seed}, {left_s / 60:.0f} min left", flush=True)
    finished = json.loads(FINISHED.read_text()) if FINISHED.exists() else {}
    if first + count == part.batches:
        finished[name] = [f"{part.total:,} {part.what}", "0", "0"]
        FINISHED.write_text(json.dumps(finished, indent=1) + "\n")
        rows = [finished[each] for each in PARTS if each in finished]
        write(HERE, "Fuzzing under a watchdog", table(["input", "crashes", "hangs"], rows))


def main(name: str = "", first: str = "0", count: str = "") -> None:
    if name not in ("", *PARTS):
        sys.exit(f"there is no part '{name}'; there are {', '.join(PARTS)}")
    for each in [name] if name else PARTS:
        run(each, int(first), int(count) if count else PARTS[each].batches - int(first))


if __name__ == "__main__":
    main(*sys.argv[1:4])
