"""Servers, or their database, that are killed repeatedly under load, and clients that continue to play."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from tests.server.tables import finish
from tests.waiting import PATIENCE_S
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from plyground.server.table import Table
from plyground.server.wire.events import AnyEvent, GameStarted, MovePlayed
from plyground.server.wire.parts import TableSettings

NURSERY = """
import os, sys
from pathlib import Path
from plyground.server.limits import ServerLimits
from plyground.server.serving import ServeSettings, serve
limits = ServerLimits(messages_per_second=1e6, message_burst=1e6, creations_burst=1e6)
for _ in sys.stdin:
    child = os.fork()
    if child == 0:
        serve(ServeSettings(Path(sys.argv[1]), "127.0.0.1", int(sys.argv[2]), "error", limits, store=sys.argv[3]))
        os._exit(0)
    print(child, flush=True)
    print("gone", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Starts a server process for each line it reads, with everything imported already, and says when it has ended."""
GAMES = ("chess", "draughts:international", "chess", "mill:nine")


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass
class Seen:
    """What the clients of one table have received, which the server can never take back."""

    events: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Version -> hash, and the token of the move or ""."""
    resends: int = 0
    """Messages that were sent again and had been applied already."""

    def add(self, version: int, state_hash: str, move: str) -> None:
        told = self.events.setdefault(version, (state_hash, move))
        assert told == (state_hash, move), "two clients received different states for one version"


class Player:
    """One of two clients at a table; plays random legal moves, reconnects and resends what was not acknowledged."""

    def __init__(self, town: Town, table: str, token: str, seen: Seen) -> None:
        self._town, self._table, self._token, self._seen = town, table, token, seen
        self._random = random.Random(f"{table}{token}")
        self.version: int | None = None
        self.hash = ""
        self.is_there = False
        self._pending: dict[str, Any] | None = None
        self._count = 0
        self._run = f"{self._random.getrandbits(32):08x}"
        self._asked_at: int | None = None
        self._side: str | None = None
        self._guest = ""
        self._ply = 0
        self._view: dict[str, Any] = {}

    async def live(self) -> None:
        """Plays until it is cancelled."""
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                # Any server will do.
                server = self._random.choice(self._town.servers)
                async with connect(f"ws://127.0.0.1:{server.port}/socket", proxy=None) as socket:
                    await self._attend(socket)
            self.is_there = False
            await asyncio.sleep(0.02)

    async def _attend(self, socket: ClientConnection) -> None:
        await self._say(socket, type="hello", token=self._token)
        welcome = json.loads(await socket.recv())
        self._token, self._guest = welcome["token"], welcome["guest"]
        await self._say(socket, type="join", table=self._table, side="any", version=self.version)
        async for text in socket:
            self._hear(json.loads(text))
            await self._act(socket)

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "joined":
            snapshot = message["snapshot"]
            self._side, self._ply, self._view = message["side"], len(snapshot["moves"]), snapshot["view"]
            self._learn(snapshot["version"], snapshot["hash"], None)
            self.is_there = True
        elif kind == "caught_up":
            self._side = message["side"]
            for event in message["events"]:
                self._hear(event)
            assert (self.version, self.hash) == (message["version"], message["hash"])
            self.is_there = True
        elif kind == "table_event":
            assert message["version"] == (self.version or 0) + 1, "an event was left out"
            event, changes = message["event"], message["changes"]
            self._learn(message["version"], message["hash"], event["move"] if event["type"] == "move_played" else "")
            if event["type"] == "move_played":
                self._town.acknowledged += 1
            if "moves_kept" in changes:
                self._ply = changes["moves_kept"] + len(changes["moves_added"])
            if "seats" in changes and changes["seats"]["white"]["guest"] == self._guest:
                self._side = "white"
            elif "seats" in changes and changes["seats"]["black"]["guest"] == self._guest:
                self._side = "black"
            if "view" in changes:
                self._view = changes["view"]
            if self._pending is not None and message["id"] == self._pending["id"]:
                self._pending = None
        elif kind == "acknowledged":
            self._seen.resends += 1
            self._pending = None
        elif kind == "refused":
            assert message["problem"]["code"] in ("move_stale", "table_over", "table_playing", "table_waiting"), message
            self._pending = None

    def _learn(self, version: int, state_hash: str, move: str | None) -> None:
        self.version, self.hash = version, state_hash
        if move is not None:
            self._seen.add(version, state_hash, move)

    async def _act(self, socket: ClientConnection) -> None:
        if not self.is_there:
            return
        if self._pending is not None and self._pending["on"] is not socket:
            # The line broke before the answer came: the very same message again.
            self._pending["on"] = socket
            await self._say(socket, **{name: value for name, value in self._pending.items() if name != "on"})
        elif self._pending is None and self._can_move:
            self._count += 1
            move = self._random.choice(list(_leaves(self._view["entry"])))
            message = {"type": "play", "id": f"{self._run}-{self._count}", "move": move, "ply": self._ply}
            self._pending = {**message, "on": socket}
            await self._say(socket, **message)
        elif self._pending is None and self._wants_rematch:
            self._count += 1
            self._asked_at = self.version
            message = {"type": "offer", "id": f"{self._run}-{self._count}", "what": "rematch"}
            self._pending = {**message, "on": socket}
            await self._say(socket, **message)

    @property
    def _can_move(self) -> bool:
        is_turn = self.is_there and self._view["turn"] == self._side
        return is_turn and bool(self._view["entry"]) and not self._town.is_resting

    @property
    def _wants_rematch(self) -> bool:
        is_over = self.is_there and self._view["result"] is not None
        return is_over and not self._town.is_resting and self._asked_at != self.version

    @property
    def is_waiting(self) -> bool:
        """Whether a message has not been answered."""
        return self._pending is not None

    async def _say(self, socket: ClientConnection, **message: Any) -> None:
        await socket.send(json.dumps(message))


def _leaves(entry: dict[str, Any]) -> Iterator[str]:
    for below in entry.values():
        if isinstance(below, str):
            yield below
        else:
            yield from _leaves(below)


class Server:
    """A server process, which can be killed and started again."""

    def __init__(self, folder: Path, store: str) -> None:
        folder.mkdir(exist_ok=True)
        self.port = free_port()
        self.log = folder / "log"
        self._log = self.log.open("w")
        command = [sys.executable, "-c", NURSERY, str(folder), str(self.port), store]
        self._nursery = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        self._process = 0

    async def start(self) -> None:
        """Returns when it answers."""
        self._process = int(await asyncio.to_thread(self._ask_nursery, "start\n"))
        async with asyncio.timeout(PATIENCE_S):
            while True:
                with suppress(OSError):
                    answer = await asyncio.to_thread(urllib.request.urlopen, f"http://127.0.0.1:{self.port}/health")
                    answer.close()
                    return
                await asyncio.sleep(0.01)

    def kill(self, how: signal.Signals) -> None:
        """Ends the process."""
        os.kill(self._process, how)
        assert self._ask_nursery() == f"gone {0 if how == signal.SIGTERM else -how}"

    def _ask_nursery(self, line: str = "") -> str:
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        if line:
            self._nursery.stdin.write(line)
            self._nursery.stdin.flush()
        return self._nursery.stdout.readline().strip()

    def close(self) -> None:
        """No more processes."""
        self._nursery.kill()
        self._nursery.communicate()
        self._log.close()

    def create(self, game: str) -> dict[str, str]:
        """A new table."""
        body = json.dumps({"game": game, "clock": {"initial_ms": 3_600_000}}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/tables", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            created: dict[str, str] = json.load(answer)
        return created


class Town:
    """Servers, their tables and their players; a game that is over is followed by another.

    A second server needs a store that both can use, and a database that may be killed as well.
    """

    def __init__(
        self, folder: Path, tables: int, seed: int = 0, *, servers: int = 1, store: str = "", cluster: Any = None
    ) -> None:
        self.acknowledged = 0
        self.is_resting = False
        """Whether the players should stop."""
        self.seen: dict[str, Seen] = {}
        self.players: dict[str, list[Player]] = {}
        self._tables = tables
        self._random = random.Random(seed)
        self._cluster = cluster
        folders = [folder] if servers == 1 else [folder / str(number) for number in range(servers)]
        self.servers = [Server(one, store) for one in folders]

    async def run(self, kills: int, how: signal.Signals = signal.SIGKILL, database_kills: int = 0) -> None:
        """Plays, kills and starts again, and at last lets everyone come to rest."""
        targets = [False] * kills + [True] * database_kills
        self._random.shuffle(targets)
        try:
            await self._run(targets, how)
        finally:
            for server in self.servers:
                server.close()

    async def _run(self, targets: list[bool], how: signal.Signals) -> None:
        for server in self.servers:
            await server.start()
        for number in range(self._tables):
            created = await asyncio.to_thread(self.servers[0].create, GAMES[number % len(GAMES)])
            seen = self.seen[created["table"]] = Seen()
            tokens = (created["token"], "")
            self.players[created["table"]] = [Player(self, created["table"], token, seen) for token in tokens]
        everyone = [player for pair in self.players.values() for player in pair]
        lives = [asyncio.create_task(player.live()) for player in everyone]
        try:
            for is_database in targets:
                await self._until(lambda: all(player.is_there for player in everyone), lives)
                enough = self.acknowledged + 2 * self._tables
                await self._until(lambda enough=enough: self.acknowledged >= enough, lives)
                await asyncio.sleep(self._random.uniform(0, 0.05))
                if is_database:
                    self._cluster.kill()
                    await asyncio.to_thread(self._cluster.start)
                else:
                    server = self._random.choice(self.servers)
                    server.kill(how)
                    await server.start()
            self.is_resting = True
            await self._until(lambda: not any(player.is_waiting or not player.is_there for player in everyone), lives)
            await self._until(self._is_quiet, lives)
        finally:
            for life in lives:
                life.cancel()
            await asyncio.gather(*lives, return_exceptions=True)
            for server in self.servers:
                server.kill(signal.SIGTERM)

    def _is_quiet(self) -> bool:
        return all(len({one.version for one in pair}) == 1 for pair in self.players.values())

    async def _until(self, condition, lives) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                for life in lives:
                    if life.done():
                        life.result()
                await asyncio.sleep(0.005)


@dataclass(frozen=True)
class Losses:
    """What the file says at the end, compared with what clients received."""

    lost: int
    """Events that a client received and that are missing from the file or differ there."""
    applied_twice: int
    """Messages that took effect more than once, and moves at a ply that had been played."""
    hashes_differ: int
    """Tables whose clients, or whose replay, end with another hash."""
    moves: int


SELECT_TABLES = "SELECT id, settings FROM tables"
SELECT_EVENTS = "SELECT table_id, version, event, hash, guest, message_id FROM events ORDER BY version"


def losses(town: Town, database: Path) -> Losses:
    """Compares the file with everything that was ever told."""
    connection = sqlite3.connect(database)
    try:
        return compare(town, lambda statement: connection.execute(statement).fetchall())
    finally:
        connection.close()


def compare(town: Town, select: Callable[[str], list[Any]]) -> Losses:
    """Compares what is stored with everything that was ever told."""
    lost = twice = differ = moves = 0
    settings = dict(select(SELECT_TABLES))
    stored: dict[str, list[Any]] = {}
    for table_id, *row in select(SELECT_EVENTS):
        stored.setdefault(table_id, []).append(row)
    for number, seen in town.seen.items():
        rows = stored[number]
        events = {row[0]: (msgspec.json.decode(row[1], type=AnyEvent), row[2]) for row in rows}
        for version, told in seen.events.items():
            event, state_hash = events.get(version, (None, ""))
            lost += told != (state_hash, event.move if isinstance(event, MovePlayed) else "")
        names = [(guest, message_id) for *_, guest, message_id in rows if message_id]
        twice += len(names) - len(set(names))
        known = msgspec.json.decode(settings[number], type=TableSettings)
        table = finish(Table.replay_steps(number, known, events.values()))
        played = [event for event, _ in events.values() if isinstance(event, MovePlayed)]
        moves += len(played)
        begins = sum(isinstance(event, GameStarted) for event, _ in events.values())
        twice += begins == 1 and len(played) != table.ply
        differ += any((one.version, one.hash) != (table.version, table.state.hash) for one in town.players[number])
    return Losses(lost, twice, differ, moves)
