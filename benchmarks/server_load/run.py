"""The play server under load: thousands of sockets in another process, compared with a bare relay on the same stack.

`make bench ARGS=server_load`, or one part: `server_load/moves`, `/spectators`, `/slow`, `/idle`, `/postgresql`. Clients
and server share the machine, so it needs two processors. Every move is validated, committed (SQLite, synchronous=FULL,
or PostgreSQL) and sent to both players before it counts.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent)]

import uvloop  # noqa: E402
from pairs import GAMES, Pair, RelayPair, TablePair, kind_of, post, scripts  # noqa: E402
from results import spread, table, write  # noqa: E402
from tests.server.postgresql import HOW_TO_INSTALL, Cluster, programs  # noqa: E402
from wire import Wire  # noqa: E402

TABLES = 1_000
ROUNDS = 9
POSTGRESQL_ROUNDS = 3
SECONDS = 4.0
OPEN_SECONDS = 30.0
SPECTATORS = 1_000
SLOW = 100
IDLE = 10_000
SOCKETS = 12_000
"""As many as the server allows; with more it would need more files than most systems let it open."""
AT_ONCE = 50
RELAY_PORT, SERVER_PORT = 44_100, 44_101


@asynccontextmanager
async def running(port: int, *command: str):
    """A process that listens on a port."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            except OSError:
                await asyncio.sleep(0.1)
        yield process
    finally:
        process.terminate()
        process.wait()


@asynccontextmanager
async def server(*extra: str):
    """The play server with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        limits = (
            "messages_per_second=1e6",
            "message_burst=1e6",
            "messages_per_address=1e6",
            "message_burst_per_address=1e6",
            "bytes_per_address=1e9",
            "byte_burst_per_address=1e9",
            f"sockets_per_address={SOCKETS}",
            f"tables_per_address={2 * IDLE}",
            "creations_burst=1e6",
            f"sockets={SOCKETS}",
        )
        free = [part for limit in limits for part in ("--limit", limit)]
        options = (*free, "--host", "127.0.0.1", "--port", str(SERVER_PORT), "--data", folder, "--log-level", "error")
        options += extra
        async with running(SERVER_PORT, "-m", "plyground", "serve", *options) as process:
            yield process


def resident_mb(process: subprocess.Popen[bytes]) -> float:
    """The memory of a process."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def connect_all(connect: list[Callable[[], Awaitable[None]]]) -> None:
    for first in range(0, len(connect), AT_ONCE):
        await asyncio.gather(*(one() for one in connect[first : first + AT_ONCE]))


async def relay_pairs() -> list[Pair]:
    pairs = [RelayPair(number, lambda pair: None) for number in range(TABLES)]
    await connect_all([lambda pair=pair: pair.connect(RELAY_PORT) for pair in pairs])  # type: ignore[misc]
    return list(pairs)


async def table_pairs() -> list[Pair]:
    prepared = {game: scripts(game, 1) for game in GAMES}
    pairs = [TablePair(number, lambda pair: None, prepared[GAMES[number % len(GAMES)]]) for number in range(TABLES)]
    games = [GAMES[number % len(GAMES)] for number in range(TABLES)]
    await connect_all(
        [lambda pair=pair, game=game: pair.connect(SERVER_PORT, game) for pair, game in zip(pairs, games, strict=True)]  # type: ignore[misc]
    )
    return list(pairs)


async def answered(pairs: list[Pair]) -> None:
    """Waits until no table waits for its answer; a refusal ends the measurement."""
    while any(pair.is_waiting for pair in pairs):
        if refusal := next((pair.refusal for pair in pairs if pair.refusal), ""):
            raise SystemExit(refusal)
        await asyncio.sleep(0.05)


async def closed_loop(pairs: list[Pair]) -> float:
    """Moves a second when each table moves as soon as it can."""
    count, is_on = 0, True

    def on_moved(pair: Pair) -> None:
        nonlocal count
        count += 1
        if is_on:
            pair.send_next()

    for pair in pairs:
        pair.on_moved = on_moved
    began = time.perf_counter()
    for pair in pairs:
        pair.send_next()
    await asyncio.sleep(SECONDS)
    rate = count / (time.perf_counter() - began)
    is_on = False
    await answered(pairs)
    return rate


async def open_loop(pairs: list[Pair], rate: float) -> list[float]:
    """How long each acknowledgement took, in ms, from the moment the move was due, at a fixed rate of moves."""
    took: list[float] = []
    for pair in pairs:
        pair.on_moved = lambda one: took.append((time.perf_counter() - one.sent_at) * 1000)
    began = time.perf_counter()
    sent = 0
    waiting: list[tuple[Pair, float]] = []
    while (now := time.perf_counter()) - began < OPEN_SECONDS:
        while began + sent / rate <= now:
            waiting.append((pairs[sent % len(pairs)], began + sent / rate))
            sent += 1
        # A table that has not been answered yet sends late, and its delay counts from when it was due.
        still = []
        for pair, due in waiting:
            if pair.is_waiting:
                still.append((pair, due))
            else:
                pair.send_next(due)
        waiting = still
        await asyncio.sleep(0.001)
    await answered(pairs)
    return took


def hang_up(pairs: list[Pair]) -> None:
    for pair in pairs:
        for wire in pair.wires:
            wire.close()


async def moves() -> str:
    """Closed and open loop, compared with the relay."""
    relayed, played, took = [], [], []
    async with running(RELAY_PORT, str(HERE / "relay.py"), str(RELAY_PORT)), server():
        relays, tables = await relay_pairs(), await table_pairs()
        await asyncio.sleep(2)
        for _ in range(ROUNDS):
            relayed.append(await closed_loop(relays))
            played.append(await closed_loop(tables))
        rate = statistics.median(played) / 2
        took = await open_loop(tables, rate)
        hang_up([*relays, *tables])
    ratios = [mine / bare for mine, bare in zip(played, relayed, strict=True)]
    rows = [
        ["bare relay, closed loop", f"{spread(relayed)} messages/s"],
        ["play server, closed loop", f"{spread(played)} moves/s"],
        ["ratio (at least 0.33)", spread(ratios)],
        [f"open loop at {rate:.0f} moves/s: acknowledgement p50", f"{percentile(took, 0.5):.1f} ms"],
        ["p99 (under 100 ms)", f"{percentile(took, 0.99):.1f} ms"],
    ]
    return f"{2 * TABLES} sockets at {TABLES} tables, {', '.join(GAMES)}.\n\n" + table(["", ""], rows)


async def one_table(watchers: int, *, are_slow: bool) -> tuple[list[float], int]:
    """Acknowledgements of the players at a table that many watch, and how many messages the watchers got."""
    heard = 0

    def hear(text: bytes) -> None:
        nonlocal heard
        heard += kind_of(text) == b"move_played"

    pair = TablePair(0, lambda one: None, scripts("chess", 1))
    await pair.connect(SERVER_PORT, "chess")

    async def watch() -> None:
        wire = await Wire.connect(SERVER_PORT, "/socket", hear)
        wire.send(b'{"type":"hello"}')
        wire.send(json.dumps({"type": "join", "table": pair.table}).encode())
        if are_slow:
            wire.transport.pause_reading()
        pair.wires.append(wire)

    await connect_all([watch] * watchers)
    await asyncio.sleep(3)
    heard = 0
    took: list[float] = []
    pair.on_moved = lambda one: took.append((time.perf_counter() - one.sent_at) * 1000)
    for _ in range(300 if are_slow else 60):
        pair.send_next()
        while pair.is_waiting:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0 if are_slow else 0.05)
    await asyncio.sleep(3)
    hang_up([pair])
    return took, heard


async def spectators() -> str:
    """One table that a thousand watch."""
    async with server():
        took, heard = await one_table(SPECTATORS, are_slow=False)
    rows = [
        ["messages that reached a spectator", f"{heard} of {SPECTATORS * len(took)}"],
        ["acknowledgement p50", f"{percentile(took, 0.5):.1f} ms"],
        ["p99", f"{percentile(took, 0.99):.1f} ms"],
    ]
    return f"One table with {SPECTATORS} spectators, {len(took)} moves.\n\n" + table(["", ""], rows)


async def slow() -> str:
    """Spectators who never read."""
    async with server():
        alone, _ = await one_table(0, are_slow=True)
        beside, _ = await one_table(SLOW, are_slow=True)
    rows = [
        ["nobody", f"{percentile(alone, 0.5):.1f} ms", f"{percentile(alone, 0.99):.1f} ms"],
        [f"{SLOW} who never read", f"{percentile(beside, 0.5):.1f} ms", f"{percentile(beside, 0.99):.1f} ms"],
    ]
    return f"{len(beside)} moves as fast as they go.\n\n" + table(["watched by", "p50", "p99"], rows)


async def idle() -> str:
    """Sockets that have said hello and nothing since."""
    async with server() as process:
        await asyncio.to_thread(post, SERVER_PORT, "/api/tables", {"game": "chess"})
        before = resident_mb(process)
        wires: list[Wire] = []

        async def connect() -> None:
            wire = await Wire.connect(SERVER_PORT, "/socket")
            wire.send(b'{"type":"hello"}')
            wires.append(wire)

        await connect_all([connect] * IDLE)
        await asyncio.sleep(15)
        after = resident_mb(process)
        is_whole = all(not wire.is_closed for wire in wires)
        for wire in wires:
            wire.close()
    assert is_whole, "some were hung up on"
    rows = [["no sockets", f"{before:.0f} MB"], [f"{IDLE} sockets (under 350 MB)", f"{after:.0f} MB"]]
    return table(["resident memory", ""], rows)


def cpu_s(root: int) -> float:
    """The processor time of a process and of its descendants that live."""
    fields = Path(f"/proc/{root}/stat").read_text().rpartition(")")[2].split()
    own = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{root}/task/{root}/children").read_text().split()
    return own + sum(cpu_s(int(child)) for child in children)


async def postgresql() -> str:
    """One process and two on one PostgreSQL, in turns, and which processors they had."""
    bin = programs()
    if bin is None:
        return HOW_TO_INSTALL
    rates: dict[int, list[float]] = {1: [], 2: []}
    used: dict[int, list[str]] = {1: [], 2: []}
    for _ in range(POSTGRESQL_ROUNDS):
        for count, found in rates.items():
            cluster = await asyncio.to_thread(Cluster, bin)
            async with server("--store", cluster.address, "--processes", str(count)) as process:
                pairs = await table_pairs()
                await asyncio.sleep(2)
                before = (time.process_time(), cpu_s(process.pid), cpu_s(cluster.process))
                began = time.perf_counter()
                found.append(await closed_loop(pairs))
                after = (time.process_time(), cpu_s(process.pid), cpu_s(cluster.process))
                passed_s = time.perf_counter() - began
                shares = ((new - old) / passed_s for old, new in zip(before, after, strict=True))
                used[count].append(" + ".join(f"{share:.2f}" for share in shares))
                hang_up(pairs)
            cluster.remove()
    ratios = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
    rows = [[str(count), f"{spread(rates[count])} moves/s", "; ".join(used[count])] for count in rates]
    head = ["processes", "closed loop", "processors used by clients + servers + PostgreSQL"]
    return f"{table(head, rows)}\n\nRatio {spread(ratios)} on {os.cpu_count()} processors."


PARTS = {"moves": moves, "spectators": spectators, "slow": slow, "idle": idle, "postgresql": postgresql}
TITLES = {
    "moves": "Validated, durable moves",
    "spectators": "A crowd at one table",
    "slow": "Spectators who do not read",
    "idle": "Idle sockets",
    "postgresql": "Two processes on PostgreSQL",
}


def main() -> None:
    chosen = sys.argv[1:] or list(PARTS)
    body = []
    for name in chosen:
        found = uvloop.run(PARTS[name]())
        print(f"{found}\n", flush=True)
        body.append(f"## {TITLES[name]}\n\n{found}")
    if len(chosen) == len(PARTS):
        write(HERE, "The play server under load", "\n\n".join(body))


if __name__ == "__main__":
    main()
