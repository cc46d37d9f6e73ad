"""The play server under siege: a hundred honest games of one minute a side while every attack runs at once.

The server and its workers have one processor, the honest clients and the attackers the other; the attackers come from
other network addresses. `make bench ARGS=siege` runs everything; `siege/joins` runs one attack, `siege/joins,imports`
two. `python benchmarks/siege/run.py ATTACKS CHECKOUT` lays siege to the server of another checkout.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "server_load")]

import uvloop  # noqa: E402
from attacks import ATTACKS  # noqa: E402
from pairs import kind_of, post, scripts  # noqa: E402
from results import table, write  # noqa: E402
from wire import Wire  # noqa: E402

PORT = 44_110
TABLES = 100
ADDRESSES = 4
"""Network addresses of the honest people."""
CALM_S = 10.0
SIEGE_S = 60.0
SHORT_S = 15.0
"""How long a siege by some of the attacks lasts."""
INITIAL_MS = 60_000
THINKING_S = (0.1, 0.5)
"""The shortest and the longest time an honest player thinks about a move."""
MAX_ACK_MS = 250.0
MAX_STALL_MS = 50.0


class HonestGame:
    """Two people who play one game after the other, a minute a side, and measure how the server responds."""

    def __init__(self, number: int, games: list[list[str]], stage: Stage) -> None:
        self._number, self._games, self._stage = number, games, stage
        self._random = random.Random(number)
        self._address = f"127.0.2.{1 + number % ADDRESSES}"
        self._round = self._ply = 0
        self._sent_at = self._heard_at = 0.0
        self._wires: list[Wire] = []
        self.table = ""

    async def connect(self) -> None:
        body = {"game": "chess", "public": True, "clock": {"initial_ms": INITIAL_MS, "increment_ms": 0}}
        created = await asyncio.to_thread(post, PORT, "/api/tables", body, self._address)
        self.table = created["table"]
        for side, token in enumerate((created["token"], "")):
            wire = await Wire.connect(PORT, "/socket", address=self._address)
            wire.on_text = lambda text, side=side: self._hear(side, text)  # type: ignore[misc]
            self._wires.append(wire)
            wire.send(json.dumps({"type": "hello", "token": token}).encode())
            wire.send(json.dumps({"type": "join", "table": self.table, "side": "any"}).encode())

    @property
    def _script(self) -> list[str]:
        return self._games[(self._number + self._round) % len(self._games)]

    @property
    def _mover(self) -> int:
        return (self._ply + self._round) % 2

    @property
    def _own_id(self) -> bytes:
        return b'"id":"%d-%d"' % (self._round, self._ply)

    def _hear(self, side: int, text: bytes) -> None:
        kind = kind_of(text)
        if kind == b"ping":
            self._wires[side].send(json.dumps({"type": "pong", "ping": json.loads(text)["ping"]}).encode())
        elif kind == b"game_started" and side == 0:
            self._ply = 0
            self._think()
        elif kind == b"move_played" and side == self._mover and self._own_id in text[:120]:
            self._acknowledged(json.loads(text))
        elif kind == b"game_ended" and side == 0:
            self._ended(json.loads(text)["event"]["outcome"]["termination"])
        elif kind == b"offer_made" and side == 1:
            self._wires[1].send(b'{"type":"accept","id":"a%d","what":"rematch"}' % self._round)
        elif kind == b"refused":
            self._stage.refusals[json.loads(text)["problem"]["code"]] += 1

    def _think(self) -> None:
        self._heard_at = time.perf_counter()
        asyncio.get_running_loop().call_later(self._random.uniform(*THINKING_S), self._move)

    def _move(self) -> None:
        if not self._stage.is_on:
            return
        if self._ply == len(self._script):
            self._wires[0].send(b'{"type":"resign","id":"r%d"}' % self._round)
            return
        self._sent_at = time.perf_counter()
        move = self._script[self._ply].encode()
        self._wires[self._mover].send(b'{"type":"play",%s,"move":"%s","ply":%d}' % (self._own_id, move, self._ply))

    def _acknowledged(self, message: dict[str, dict[str, int]]) -> None:
        now = time.perf_counter()
        charged_ms, thought_ms = message["event"].get("charged_ms", 0), (self._sent_at - self._heard_at) * 1000
        self._stage.acknowledged((now - self._sent_at) * 1000, charged_ms - thought_ms)
        self._ply += 1
        self._think()

    def _ended(self, termination: str) -> None:
        self._stage.endings[termination] += 1
        self._round += 1
        self._wires[0].send(b'{"type":"offer","id":"o%d","what":"rematch"}' % self._round)


class Stage:
    """What the honest clients measure: first without attacks, then under attack."""

    def __init__(self) -> None:
        self.is_on = True
        self.begin()

    def begin(self) -> None:
        """Discards earlier measurements."""
        self.took_ms: list[float] = []
        self.overcharged_ms: list[float] = []
        self.endings: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()

    def acknowledged(self, took_ms: float, overcharged_ms: float) -> None:
        self.took_ms.append(took_ms)
        self.overcharged_ms.append(overcharged_ms)

    def percentile(self, share: float) -> float:
        values = sorted(self.took_ms)
        return values[min(len(values) - 1, int(len(values) * share))] if values else float("inf")

    def column(self) -> list[str]:
        return [
            str(len(self.took_ms)),
            f"{self.percentile(0.5):.1f} ms",
            f"{self.percentile(0.99):.1f} ms",
            f"{max(self.took_ms, default=float('inf')):.1f} ms",
            f"{max(self.overcharged_ms, default=0):.0f} ms",
            str(self.endings["time_forfeit"]),
            ", ".join(f"{code} {count}" for code, count in self.refusals.items()) or "none",
        ]


@contextmanager
def server(python: Path):
    """The play server on the first processor, with the limits it has by default."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["taskset", "-c", "0", python, "-m", "plyground", "serve", "--host", "127.0.0.1", "--port", str(PORT)]
        process = subprocess.Popen([*command, "--data", folder], stdout=subprocess.DEVNULL)
        try:
            wait_until_ready()
            yield
        finally:
            process.terminate()
            process.wait()


def wait_until_ready() -> None:
    for _ in range(600):
        try:
            ask("/health")
            return
        except OSError:
            time.sleep(0.1)


def ask(path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=10) as answer:
        text: str = answer.read().decode()
        return text


def longest_stall_ms() -> float | None:
    """The longest stall of the event loop so far, as the server measured it; None if it does not."""
    name = "plyground_longest_stall_seconds "
    line = next((line for line in ask("/metrics").splitlines() if line.startswith(name)), None)
    return None if line is None else 1000 * float(line.removeprefix(name))


async def play(names: str) -> tuple[Stage, Stage, dict[str, dict[str, int]]]:
    calm, siege = Stage(), Stage()
    stage = Stage()
    games = [HonestGame(number, scripts("chess", 1), stage) for number in range(TABLES)]
    for game in games:
        await game.connect()
    await asyncio.sleep(2)
    stage.begin()
    await asyncio.sleep(CALM_S)
    calm.__dict__.update(stage.__dict__)
    stage.begin()
    command = [sys.executable, str(HERE / "attacks.py"), str(PORT), str(SHORT_S if names else SIEGE_S), names]
    attackers = await asyncio.create_subprocess_exec(
        "nice", *command, *(game.table for game in games), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await attackers.communicate()
    siege.__dict__.update(stage.__dict__)
    stage.is_on = False
    return calm, siege, json.loads(output or b"{}")


def main(names: str = "", checkout: str = "") -> None:
    unknown = [name for name in names.split(",") if name and name not in ATTACKS]
    if unknown:
        sys.exit(f"there is no attack '{unknown[0]}'; there are {', '.join(ATTACKS)}")
    python = Path(checkout).resolve() / ".venv/bin/python" if checkout else Path(sys.executable)
    os.sched_setaffinity(0, {1} if (os.cpu_count() or 1) > 1 else {0})
    with server(python):
        calm, siege, achieved = uvloop.run(play(names))
        stall_ms = longest_stall_ms()
    labels = [
        "moves acknowledged",
        "acknowledgement p50",
        f"**p99 (under {MAX_ACK_MS:.0f} ms)**",
        "longest",
        "most charged beyond the time thought",
        "**lost on time**",
        "refusals",
    ]
    rows = [[label, *values] for label, *values in zip(labels, calm.column(), siege.column(), strict=True)]
    stall = "not measured" if stall_ms is None else f"{stall_ms:.1f} ms"
    rows.append([f"**longest stall of the event loop (under {MAX_STALL_MS:.0f} ms)**", "", stall])
    counted = [[name, ", ".join(f"{what}: {n:,}" for what, n in what.items())] for name, what in achieved.items()]
    body = (
        f"{TABLES} games of chess with a minute a side, {CALM_S:.0f} s in peace, then under siege.\n\n"
        f"{table(['', 'peace', 'siege'], rows)}\n\n{table(['attack', 'what it achieved'], counted)}"
    )
    if names or checkout:
        print(body)
    else:
        write(HERE, "The play server under siege", body)
    held = siege.percentile(0.99) < MAX_ACK_MS and not siege.endings["time_forfeit"]
    if not held or stall_ms is None or stall_ms >= MAX_STALL_MS:
        sys.exit("the siege was not withstood")


if __name__ == "__main__":
    main(*sys.argv[1:3])
