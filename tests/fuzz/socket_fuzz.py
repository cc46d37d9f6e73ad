"""Fuzzed socket messages: mutated commands over several sockets to a real server on this machine, under a watchdog."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.mutation import mutated
from tests.fuzz.watchdog import dump_threads, watched
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SOCKETS = 4
PROBE_EVERY = 250
"""After this many messages a new client must be welcomed and answered."""
LIMITS = ("messages_per_second", "message_burst", "messages_per_address", "message_burst_per_address",
          "bytes_per_second", "byte_burst", "bytes_per_address", "byte_burst_per_address", "chats_per_second",
          "chat_burst", "pairings_per_minute", "sockets_per_address", "tables_per_address",
          "tables_per_guest")  # fmt: skip
"""What would slow the fuzzing down is raised."""
GAMES = ("chess", "mill", "draughts", "connect-four", "chess:960", "draughts:international", "backgammon")
MOVES = ("e2e4", "e7e5", "g1f3", "d6", "f4", "d6-d5xb4", "c3-d4", "d6-c5", "d", "a", "c4-d5", "32-28", "e2e5", "pass")
ODD_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**63, 1e308, "", "x" * 3000, "any", "white", "\ud800"),
    *([], {}, [[[[]]]], {"game": "mill"}, [1, "a", None]),
)


def real_message(dice: Random, tables: list[str]) -> dict[str, Any]:
    """A message as a client sends it."""
    what, on = dice.choice(("draw", "takeback", "rematch")), dice.random() < 0.5
    position = {"game": dice.choice(GAMES), "moves": dice.choices(MOVES, k=dice.choice((0, 0, 1, 2)))}
    clock = dice.choice((None, {"initial_ms": 60_000}))
    terms = {"game": position["game"], "clock": clock, "side": dice.choice(("any", "white", "black"))}
    service = {"position": position, "time_ms": dice.choice((1, 20, 100))}
    message: dict[str, Any] = dice.choice(
        (
            *[{"type": "play", "move": dice.choice(MOVES), "ply": dice.randrange(6)}] * 6,
            *[{"type": "join", "table": dice.choice(tables), "side": dice.choice(("white", "black", "any", None))}] * 3,
            *({"type": kind, "what": what} for kind in ("offer", "accept", "decline")),
            *({"type": kind} for kind in ("leave", "resign", "abort", "claim_draw", "claim_win", "step")),
            {"type": "pause", "on": on},
            {"type": "watch_lobby", "on": on},
            {"type": "watch_boards", "on": on},
            *[{"type": "post_seek", "terms": terms, "min_rating": dice.choice((None, 1500))}] * 2,
            {"type": "send_challenge", "to": f"Ann {dice.randrange(99)}", "terms": terms},
            {"type": "answer_challenge", "challenge": "x", "accept": on},
            *({"type": kind, kind.partition("_")[2]: "x"} for kind in ("take_seek", "cancel_seek", "cancel_challenge")),
            {"type": "post_chat", "text": "hello <b>"},
            {"type": "pong", "ping": dice.randrange(9)},
            {"type": "hello", "name": "Ann", "token": ""},
            {"type": "rename", "name": f"Ann {dice.randrange(99)}"},
            {"type": "join", "table": dice.choice(tables), "version": dice.randrange(20)},
            {"type": "find_hint", "lines": 1, **service},
            {"type": "explain", "move": dice.choice(MOVES), **service},
            {"type": "find_verdicts", "position": service["position"]},
            {"type": "analyse", "lines": 2, "depth": 3, **service},
            {"type": "review_game", **service},
            {"type": "trace_search", "position": position, "algorithm": "alphabeta", "depth": 2, "limit": 50},
            {"type": "run_experiment", "game": "mill", "contenders": ["alphabeta"], "depths": [1], "positions": 1},
            {"type": "stop", "of": "m1"},
        )
    )
    return {"id": f"m{dice.randrange(1000)}", **message}


def fuzzed_message(dice: Random, tables: list[str]) -> bytes | str:
    """A real message, or one whose values or bytes are changed; some are not text at all."""
    message, kind = real_message(dice, tables), dice.random()
    if kind < 0.35:
        place = dice.choice([*message])
        message[dice.choice((place, place, "extra"))] = dice.choice(ODD_VALUES)
    elif kind < 0.45:
        message.pop(dice.choice([*message]))
    text = json.dumps(message)
    if kind < 0.65:
        return text
    changed = mutated(dice, text.encode(), [json.dumps(real_message(dice, tables)).encode()])
    return changed if kind > 0.97 else changed.decode(errors="replace")


class FuzzedServer:
    """A server in another process, and what its log says."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.log = folder / "log"
        limits = [word for name in LIMITS for word in ("--limit", f"{name}=1000000000")]
        command = ["plyground", "serve", "--host", "127.0.0.1", "--port", "0", "--log-level", "error", "--data",
                   str(folder), *limits]  # fmt: skip
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                watched(f"import sys; sys.argv = {command!r}; from plyground.cli import main; main()"),
                stdout=subprocess.PIPE, stderr=log, start_new_session=True,
            )  # fmt: skip
        self.port = self._port()

    def _port(self) -> int:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if (at := line.find(b"http://")) >= 0:
                return int(line[at:].split()[0].rpartition(b":")[2].strip(b"/"))
        raise AssertionError(f"the server did not start:\n{self.complaints()}")

    def complaints(self) -> str:
        return self.log.read_text(errors="replace")[-6000:]

    def end(self, patience_s: float) -> str:
        """Ends it as an operator does, and returns what went wrong."""
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(patience_s)
            fault = "" if status in (0, -signal.SIGTERM) else f"it ended with {status}"
        except subprocess.TimeoutExpired:
            fault = f"it does not end\n{dump_threads(self.process.pid)}"
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return fault


def fuzz_server(seed: int, count: int, folder: Path, patience_s: float) -> None:
    """One server and one batch; raises `AssertionError` with its log and what all its threads are doing."""
    server = FuzzedServer(folder)
    fault = ""
    try:
        asyncio.run(_fuzz(Random(f"socket {seed}"), count, server.port, patience_s))
    except (TimeoutError, OSError, WebSocketException, AssertionError) as error:
        is_running = server.process.poll() is None
        threads = dump_threads(server.process.pid) if is_running else f"it ended with {server.process.returncode}"
        fault = f"{type(error).__name__}: {error}\n{threads}"
    finally:
        ending = server.end(patience_s)
    fault = fault or ending
    if fault or "Traceback" in server.complaints():
        raise AssertionError(f"seed {seed}: {fault}\n{server.complaints()}")


async def _fuzz(dice: Random, count: int, port: int, patience_s: float) -> None:
    tables = await _create_tables(dice, port)
    sockets = [_FuzzedSocket(port) for _ in range(SOCKETS)]
    try:
        for number in range(count):
            async with asyncio.timeout(patience_s):
                await dice.choice(sockets).send(fuzzed_message(dice, tables))
                if number % PROBE_EVERY == PROBE_EVERY - 1:
                    await _probe(port, dice.choice(tables[:-1]))
    finally:
        for socket in sockets:
            await socket.close()


class _FuzzedSocket:
    """Connects again when the server has closed the connection; reads and drops whatever comes."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def send(self, message: bytes | str) -> None:
        if self._socket is None:
            self._socket = await _connect(self._port)
            self._reader = asyncio.create_task(_drop_all(self._socket))
            await self._socket.send('{"type":"hello","id":"h"}')
        try:
            await self._socket.send(message)
        except WebSocketException:
            await self.close()

    async def close(self) -> None:
        if self._socket is not None and self._reader is not None:
            await self._socket.close()
            await self._reader
        self._socket = None


async def _drop_all(socket: ClientConnection) -> None:
    with suppress(WebSocketException):
        while True:
            await socket.recv()


async def _connect(port: int) -> ClientConnection:
    return await connect(f"ws://127.0.0.1:{port}/socket", proxy=None, max_size=None, close_timeout=1)


@asynccontextmanager
async def _welcomed(port: int) -> AsyncIterator[ClientConnection]:
    async with await _connect(port) as socket:
        await socket.send('{"type":"hello","id":"hello","name":""}')
        await _await_answer(socket, "hello")
        yield socket


async def _await_answer(socket: ClientConnection, id: str) -> dict[str, Any]:
    while True:
        answer: dict[str, Any] = json.loads(await socket.recv())
        if answer.get("id") == id:
            return answer


async def _probe(port: int, table: str) -> None:
    """An honest client: it is welcomed, and joins a table as a spectator."""
    async with _welcomed(port) as socket:
        await socket.send(json.dumps({"type": "join", "id": "probe", "table": table}))
        answer = await _await_answer(socket, "probe")
        assert answer["type"] in ("joined", "refused"), answer


async def _create_tables(dice: Random, port: int) -> list[str]:
    """Tables of several games, some with a bot, and one that does not exist."""
    import httpx

    tables = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as http:
        for game in GAMES[:-1]:
            for black in ({"kind": "open"}, {"kind": "bot", "bot": "level=1"}):
                body = {"game": game, "white": {"kind": "open"}, "black": black, "public": dice.random() < 0.5}
                created = await http.post("/api/tables", json=body)
                if created.status_code == 201:
                    tables.append(created.json()["table"])
    assert tables, created.text
    return [*tables, "nowhere"]
