"""Two servers on one PostgreSQL, killed 200 times at random, and the database itself 20 times.

The harness of `server_crash`. Each client connects to either server, and to any when its own is killed. The
database is killed with `kill -9` of the postmaster. `make bench ARGS=server_crash_postgresql/20` kills a server twenty
times and the database twice.
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
from tests.server.crashing import Town, compare  # noqa: E402
from tests.server.postgresql import HOW_TO_INSTALL, Cluster, programs  # noqa: E402

KILLS = 200
DATABASE_SHARE = 10
"""The database is killed once for this many kills of servers."""
TABLES = 20


def main() -> None:
    kills = int(sys.argv[1]) if sys.argv[1:] else KILLS
    bin = programs()
    if bin is None:
        sys.exit(HOW_TO_INSTALL)
    began = time.monotonic()
    cluster = Cluster(bin)
    try:
        store = cluster.new_schema()
        with tempfile.TemporaryDirectory() as folder:
            town = Town(Path(folder), TABLES, seed=kills, servers=2, store=store, cluster=cluster)
            asyncio.run(town.run(kills, database_kills=kills // DATABASE_SHARE))
        found = compare(town, lambda statement: cluster.execute(statement, store))
    finally:
        cluster.remove()
    told = sum(len(seen.events) for seen in town.seen.values())
    resent = sum(seen.resends for seen in town.seen.values())
    rows = [
        ["kills of a server (SIGKILL)", str(kills)],
        ["kills of the postmaster (SIGKILL)", str(kills // DATABASE_SHARE)],
        ["servers, tables, clients", f"2, {TABLES}, {2 * TABLES}"],
        ["moves in the database", str(found.moves)],
        ["events that clients received", str(told)],
        ["**acknowledged and lost**", f"**{found.lost}**"],
        ["**applied twice**", f"**{found.applied_twice}**"],
        ["messages sent again that had been applied", str(resent)],
        ["tables whose clients end with another hash than the database", str(found.hashes_differ)],
    ]
    body = f"{table(['', ''], rows)}\n\nIt took {(time.monotonic() - began) / 60:.0f} minutes."
    if kills == KILLS:
        write(HERE, "Two play servers and their PostgreSQL killed under load", body)
    else:
        print(body)
    if found.lost or found.applied_twice or found.hashes_differ:
        sys.exit("the promise is broken")


if __name__ == "__main__":
    main()
