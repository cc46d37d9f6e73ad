"""A server killed 500 times under load; afterwards everything it ever acknowledged must be in its file.

The same harness as `tests/server/test_crash.py`. Before each kill all clients are back and have played on; the kill
comes at a random moment within the next 50 ms. `make bench ARGS=server_crash/50` kills fifty times.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]

from results import table, write  # noqa: E402
from tests.server.crashing import Town, losses  # noqa: E402

KILLS = 500
TABLES = 20


def main() -> None:
    kills = int(sys.argv[1]) if sys.argv[1:] else KILLS
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        town = Town(Path(folder), TABLES, seed=kills)
        asyncio.run(town.run(kills))
        found = losses(town, Path(folder) / "plyground.sqlite3")
    told = sum(len(seen.events) for seen in town.seen.values())
    resent = sum(seen.resends for seen in town.seen.values())
    rows = [
        ["kills (SIGKILL)", str(kills)],
        ["tables, clients", f"{TABLES}, {2 * TABLES}"],
        ["moves in the file", str(found.moves)],
        ["events that clients received", str(told)],
        ["**acknowledged and lost**", f"**{found.lost}**"],
        ["**applied twice**", f"**{found.applied_twice}**"],
        ["messages sent again that had been applied", str(resent)],
        ["tables whose clients end with another hash than the file", str(found.hashes_differ)],
    ]
    body = f"{table(['', ''], rows)}\n\nIt took {(time.monotonic() - began) / 60:.0f} minutes."
    if kills == KILLS:
        write(HERE, "The play server killed under load", body)
    else:
        print(body)
    if found.lost or found.applied_twice or found.hashes_differ:
        sys.exit("the promise is broken")


if __name__ == "__main__":
    main()
