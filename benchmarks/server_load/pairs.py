"""Pairs: two sockets at each table that play prepared games, at a relay or at the play server."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from wire import Wire

import plyground
from plyground.record import Record

GAMES = ("chess", "draughts:russian", "mill:nine")
SCRIPTS = 8
"""Games prepared of each kind."""
LONGEST = 120


def scripts(game: str, seed: int) -> list[list[str]]:
    """Random games that are resigned one move before their end, or when they are long."""
    random_ = random.Random(seed)
    found = []
    while len(found) < SCRIPTS:
        record = Record(plyground.game(game).start())
        while record.outcome() is None and len(record) < LONGEST:
            record.push(random_.choice(list(record.position.legal_moves)))
        tokens = [str(move) for move in record.moves][: None if record.outcome() is None else -1]
        if len(tokens) >= 30 and "pass" not in tokens:
            found.append(tokens)
    return found


def kind_of(text: bytes) -> bytes:
    """The type of a message; of a table event, the type of the event."""
    kind = text[9:].partition(b'"')[0]
    return text[:200].partition(b'"event":{"type":"')[2].partition(b'"')[0] if kind == b"table_event" else kind


class Pair(ABC):
    """Two sockets at a table. `on_moved` is called whenever the mover's own move has come back to it."""

    def __init__(self, number: int, on_moved: Callable[[Pair], None]) -> None:
        self.number = number
        self.sent_at = 0.0
        self.is_waiting = False
        self.ply = 0
        self.round = 0
        self.refusal = ""
        self.wires: list[Wire] = []
        self.on_moved = on_moved

    def send_next(self, at: float | None = None) -> None:
        """The side to move sends its move; `at` is when it should have."""
        self.sent_at = time.perf_counter() if at is None else at
        self.is_waiting = True
        self.mover.send(self.message())

    @property
    def mover(self) -> Wire:
        return self.wires[(self.ply + self.round) % 2]

    @abstractmethod
    def message(self) -> bytes:
        """The next move as it is sent."""

    def moved(self) -> None:
        """The mover has its answer."""
        self.is_waiting = False
        self.ply += 1
        self.on_moved(self)


class RelayPair(Pair):
    """At the relay: what comes back is what was sent, which has the size of a move."""

    async def connect(self, port: int) -> None:
        for side in range(2):
            wire = await Wire.connect(port, f"/{self.number}")
            wire.on_text = lambda text, side=side: self._hear(side, text)  # type: ignore[misc]
            self.wires.append(wire)

    def _hear(self, side: int, text: bytes) -> None:
        if self.is_waiting and side == self.ply % 2 and text == self.message():
            self.moved()

    def message(self) -> bytes:
        return b'{"type":"play","id":"%06d-%06d","move":"e2e4","ply":%d}' % (self.number, self.ply, self.ply)


class TablePair(Pair):
    """At the play server: legal moves of a prepared game, then a rematch."""

    def __init__(self, number: int, on_moved: Callable[[Pair], None], games: Sequence[list[str]]) -> None:
        super().__init__(number, on_moved)
        self._games = games
        self._own_id = b""
        self.table = ""
        self._ready = asyncio.get_running_loop().create_future()

    @property
    def script(self) -> list[str]:
        return self._games[(self.number + self.round) % len(self._games)]

    async def connect(self, port: int, game: str) -> None:
        created = await asyncio.to_thread(post, port, "/api/tables", {"game": game})
        self.table = created["table"]
        for side, token in enumerate((created["token"], "")):
            wire = await Wire.connect(port, "/socket")
            wire.on_text = lambda text, side=side: self._hear(side, text)  # type: ignore[misc]
            self.wires.append(wire)
            wire.send(json.dumps({"type": "hello", "token": token}).encode())
            wire.send(json.dumps({"type": "join", "table": created["table"], "side": "any"}).encode())
            if side == 0:
                await asyncio.sleep(0)
        await self._ready

    def _hear(self, side: int, text: bytes) -> None:
        kind = kind_of(text)
        if kind == b"move_played":
            if self.is_waiting and side == (self.ply + self.round) % 2 and self._own_id in text[:120]:
                if self.ply + 1 == len(self.script):
                    self._end_game()
                else:
                    self.moved()
        elif kind == b"joined" and side == 1:
            self._ready.set_result(None)
        elif kind == b"game_started" and side == 0 and self._ready.done() and self.is_waiting:
            self.round += 1
            self.ply = -1
            self.moved()
        elif kind == b"offer_made" and side == 1:
            self.wires[1].send(b'{"type":"accept","id":"a%d","what":"rematch"}' % self.round)
        elif kind == b"refused":
            self.refusal = f"refused at table {self.number}: {text.decode()}"

    def _end_game(self) -> None:
        """The script has ended: resigns the game and starts the next."""
        self.wires[0].send(b'{"type":"resign","id":"r%d"}' % self.round)
        self.wires[0].send(b'{"type":"offer","id":"o%d","what":"rematch"}' % self.round)

    def message(self) -> bytes:
        move = self.script[self.ply].encode()
        self._own_id = b'"id":"%d-%d"' % (self.round, self.ply)
        return b'{"type":"play","id":"%d-%d","move":"%s","ply":%d}' % (self.round, self.ply, move, self.ply)


def post(port: int, path: str, body: object, address: str = "127.0.0.1") -> dict[str, str]:
    """Asks the server over HTTP, from a network address of this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, source_address=(address, 0))
    try:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        found: dict[str, str] = json.load(answer)
    finally:
        connection.close()
    if answer.status >= 400:
        raise SystemExit(f"{path} was refused: {found}")
    return found
