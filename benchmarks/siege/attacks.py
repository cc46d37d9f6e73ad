"""The attackers: every attack at once, each from its own network addresses, for a limited time.

`python attacks.py PORT SECONDS TABLE...` prints as JSON what each attack achieved; the tables are those of honest
people. Everything goes to this machine: the addresses are 127.0.1.1 and up.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "server_load")]

import uvloop  # noqa: E402
from wire import NO_MASK, PING, TEXT, Wire  # noqa: E402

import plyground  # noqa: E402

LONG_GAME = 3_100
"""Moves of the long game, somewhat below what a table may start with."""
SOCKET_PACE_S = 1 / 19
"""Between the messages of a socket: just within the limit of 20 a second."""
BURST = 190
"""Messages at once: just within the limit of 200."""
TINY_FRAMES_BYTES = 262_144
"""What the server reads at once."""
HALF_OPEN = 1_100
EXPLOSION = {
    "game": "draughts",
    "rules": {
        "lines": "diagonal-captures-all",
        "removal": "at-once",
        "landing": "anywhere",
        "men_rows": 4,
        "size": 10,
        "priorities": [],
    },
    "start": "W:WKf8:BKb4,Kf6,Kh8,Kd8,Kb8,Kf2,Ki9,Kh2,Ki5,Kg5,Ki7,Kc7,Kc5,Kg3,Kd2,Kd6,Kc3,Kg7,Ke5,Kg9",
}
"""A position whose captures take seconds to count."""


def long_game(plies: int = LONG_GAME, seed: int = 1) -> list[str]:
    """A very long legal game of chess: quiet moves, and a pawn move or a capture whenever a draw is near."""
    random_ = random.Random(seed)
    record = plyground.Record(plyground.game("chess").start())
    while len(record) < plies:
        quiet_plies = int(record.position.fen.split()[4])
        moves = list(record.position.legal_moves)
        random_.shuffle(moves)
        moves.sort(key=lambda move: _is_irreversible(record.position, str(move)) != (quiet_plies > 120))
        for move in moves:
            record.push(move)
            if record.outcome() is None:
                break
            record.pop()
        else:
            return long_game(plies, seed + 1)
    return [str(move) for move in record.moves]


def _is_irreversible(position: Any, token: str) -> bool:
    notation = position.notation(position.parse(token))
    return "x" in notation or notation[0].islower()


class Siege:
    """What the attacks share: where the server is, how long they last, and what they have counted."""

    def __init__(self, port: int, seconds: float, tables: Sequence[str]) -> None:
        self.port = port
        self.tables = tables
        self.until = time.monotonic() + seconds
        self.counts: dict[str, Counter[str]] = {}
        self.moves = long_game()
        self._hosts = itertools.count(1)

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self.until

    def address(self) -> str:
        """An unused network address."""
        return f"127.0.1.{next(self._hosts)}"

    async def post(self, address: str, path: str, body: object) -> tuple[int, bytes]:
        """One request on a separate connection; (0, b"") if the server closes it."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n"
        )
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        except OSError:
            return 0, b""
        try:
            writer.write(head.encode() + data)
            answer = await asyncio.wait_for(reader.read(), max(0.1, self.until - time.monotonic()))
            return (int(answer.split(b" ", 2)[1]), answer.partition(b"\r\n\r\n")[2]) if answer else (0, b"")
        except (OSError, TimeoutError):
            return 0, b""
        finally:
            writer.close()

    async def posts(self, name: str, path: str, body: object, *, at_once: int) -> None:
        """The same request again and again."""
        address, data = self.address(), body if isinstance(body, bytes) else json.dumps(body).encode()

        async def one_by_one() -> None:
            while self.is_on:
                status, _ = await self.post(address, path, data)
                self.counts[name][str(status or "hung up")] += 1
                if status in (0, 429, 503):
                    await asyncio.sleep(0.05)

        await asyncio.gather(*(one_by_one() for _ in range(at_once)))

    async def socket(self, name: str, address: str) -> Wire | None:
        """A socket that has said hello; None if the server does not want it."""

        def hear(text: bytes) -> None:
            self.counts[name]["bytes received"] += len(text)
            self.counts[name][text[9:].partition(b'"')[0].decode()] += 1

        try:
            wire = await Wire.connect(self.port, "/socket", hear, address)
        except OSError:
            self.counts[name]["hung up"] += 1
            return None
        wire.send(b'{"type":"hello"}')
        return wire

    async def messages(self, name: str, texts: Sequence[bytes], *, sockets: int, burst: int = BURST) -> None:
        """Sockets that send the same messages in turn: a burst, then as often as the limit allows."""
        address = self.address()

        async def one_socket() -> None:
            while self.is_on:
                wire = await self.socket(name, address)
                if wire is None:
                    await asyncio.sleep(0.2)
                    continue
                for number in itertools.count():
                    if not self.is_on or wire.is_closed:
                        break
                    wire.send(texts[number % len(texts)])
                    if number >= burst:
                        await asyncio.sleep(SOCKET_PACE_S)
                self.counts[name]["cut off"] += wire.is_closed
                wire.close()

        await asyncio.gather(*(one_socket() for _ in range(sockets)))


async def joins(siege: Siege, name: str) -> None:
    """Asks for the whole of a long game, over and over."""
    status, answer = await siege.post(siege.address(), "/api/tables", {"game": "chess", "moves": siege.moves})
    siege.counts[name][f"table created: {status}"] += 1
    table = json.loads(answer)["table"] if status == 201 else siege.tables[0]
    for _ in range(2):
        # The moves are part of the snapshot once both seats are taken.
        if (player := await siege.socket(name, siege.address())) is not None:
            player.send(json.dumps({"type": "join", "table": table, "side": "any"}).encode())
    await siege.messages(name, [json.dumps({"type": "join", "table": table}).encode()], sockets=4)


async def explosions(siege: Siege, name: str) -> None:
    """Creates tables whose first position has too many captures to count."""
    await siege.posts(name, "/api/tables", EXPLOSION, at_once=4)


async def explosion_checks(siege: Siege, name: str) -> None:
    """Asks whether such a position is valid, and to see it."""
    await siege.posts(name, "/api/view", {"position": EXPLOSION}, at_once=4)


async def creations(siege: Siege, name: str) -> None:
    """Creates tables with long games as fast as it can."""
    await siege.posts(name, "/api/tables", {"game": "chess", "moves": siege.moves}, at_once=4)


async def views(siege: Siege, name: str) -> None:
    """Asks for the position after a long game."""
    await siege.posts(name, "/api/view", {"position": {"game": "chess", "moves": siege.moves}}, at_once=16)


async def imports(siege: Siege, name: str) -> None:
    """Sends files with a hundred thousand variations."""
    text = "1. e4 " + "(1. d4) " * 100_000 + "*"
    await siege.posts(name, "/api/import", {"text": text}, at_once=12)


async def half_open(siege: Siege, name: str) -> None:
    """Opens connections that never finish their first line."""
    addresses = [siege.address() for _ in range(4)]
    kept: list[asyncio.StreamWriter] = []
    while siege.is_on:
        kept = [one for one in kept if not one.is_closing()]
        for number in range(HALF_OPEN - len(kept)):
            try:
                local = (addresses[number % len(addresses)], 0)
                _, writer = await asyncio.open_connection("127.0.0.1", siege.port, local_addr=local)
                writer.write(b"GET /heal")
                kept.append(writer)
                siege.counts[name]["opened"] += 1
            except OSError:
                siege.counts[name]["refused"] += 1
                break
        await asyncio.sleep(0.5)
    for writer in kept:
        writer.close()


async def analyses(siege: Siege, name: str) -> None:
    """Asks for analyses all the time, from three addresses; each ends the one before it."""
    command = {"type": "analyse", "id": "a", "position": {"game": "chess"}, "lines": 5}
    texts = [json.dumps(command).encode()]
    await asyncio.gather(*(siege.messages(name, texts, sockets=8, burst=1) for _ in range(3)))


async def lobby(siege: Siege, name: str) -> None:
    """Asks for the list of all tables, over and over."""
    texts = [b'{"type":"watch_lobby","on":true}', b'{"type":"watch_lobby","on":false}']
    await siege.messages(name, texts, sockets=8)


async def seeks(siege: Siege, name: str) -> None:
    """Looks for opponents in every game at once, watches boards and challenges anybody, as much as it may."""
    games = ("chess", "mill:nine", "draughts:russian", "connect-four")
    terms = [{"game": games[number % 4], "clock": {"initial_ms": 60_000 + number}} for number in range(40)]
    texts = [json.dumps({"type": "post_seek", "id": "s", "terms": one}).encode() for one in terms]
    texts += [b'{"type":"watch_boards","on":true}', b'{"type":"send_challenge","to":"Ann","terms":{"game":"chess"}}']
    await siege.messages(name, texts, sockets=20)


async def rubbish(siege: Siege, name: str) -> None:
    """Sends messages that cannot be read: long, nested, of the wrong shape."""
    texts = [
        b"[" * 60_000,
        b'{"type":"play","id":"' + b"x" * 60_000 + b'"}',
        b'{"type":"join","table":' + b"9" * 60_000,
    ]
    await siege.messages(name, texts, sockets=8)


async def renames(siege: Siege, name: str) -> None:
    """Spectators of honest games who constantly change their names, which is sent to everyone there."""
    texts = [json.dumps({"type": "join", "table": siege.tables[0]}).encode()]
    texts += [json.dumps({"type": "rename", "name": f"Nobody {number}"}).encode() for number in range(40)]
    await siege.messages(name, texts, sockets=4)


async def chats(siege: Siege, name: str) -> None:
    """Spectators who chat as much as they may."""
    texts = [json.dumps({"type": "join", "table": siege.tables[1]}).encode()]
    texts += [json.dumps({"type": "post_chat", "id": f"c{number}", "text": "x" * 300}).encode() for number in range(40)]
    await siege.messages(name, texts, sockets=20)


async def churn(siege: Siege, name: str) -> None:
    """Joins and leaves honest games, over and over."""
    address = siege.address()

    async def come_and_go(seed: int) -> None:
        random_ = random.Random(seed)
        while siege.is_on:
            wire = await siege.socket(name, address)
            if wire is None:
                await asyncio.sleep(0.2)
                continue
            wire.send(json.dumps({"type": "join", "table": random_.choice(siege.tables)}).encode())
            await asyncio.sleep(0.05)
            wire.close()

    await asyncio.gather(*(come_and_go(seed) for seed in range(8)))


async def deaf(siege: Siege, name: str) -> None:
    """Spectators of honest games who never read."""
    address, wires = siege.address(), []
    for number in range(200):
        wire = await siege.socket(name, address)
        if wire is not None:
            wire.send(json.dumps({"type": "join", "table": siege.tables[number % len(siege.tables)]}).encode())
            wire.transport.pause_reading()
            wires.append(wire)
    while siege.is_on:
        await asyncio.sleep(0.2)
    for wire in wires:
        wire.close()


async def floods(siege: Siege, name: str) -> None:
    """Sends far more than the limit, is cut off, and comes back."""
    address = siege.address()

    async def one_socket() -> None:
        while siege.is_on:
            wire = await siege.socket(name, address)
            if wire is not None:
                for _ in range(500):
                    wire.send(b'{"type":"pong","ping":1}')
                await asyncio.sleep(0.1)
                siege.counts[name]["cut off"] += wire.is_closed
                wire.close()
            else:
                await asyncio.sleep(0.2)

    await asyncio.gather(*(one_socket() for _ in range(4)))


async def tiny_frames(siege: Siege, name: str) -> None:
    """Sends as many frames as fit into a read, which bring no message or one that is empty, and comes back."""
    address = siege.address()
    ping, empty_text = bytes((PING, 0x80)) + NO_MASK, bytes((TEXT, 0x80)) + NO_MASK

    async def one_socket(frame: bytes) -> None:
        while siege.is_on:
            wire = await siege.socket(name, address)
            if wire is not None:
                wire.transport.write(frame * (TINY_FRAMES_BYTES // len(frame)))
                await asyncio.sleep(0.1)
                siege.counts[name]["cut off"] += wire.is_closed
                wire.close()
            else:
                await asyncio.sleep(0.2)

    await asyncio.gather(*(one_socket(frame) for frame in (ping, empty_text) * 2))


ATTACKS: dict[str, Callable[[Siege, str], Awaitable[None]]] = {
    attack.__name__: attack
    for attack in (
        joins, explosions, explosion_checks, creations, views, imports, half_open, analyses,
        lobby, seeks, rubbish, renames, chats, churn, deaf, floods, tiny_frames,
    )
}  # fmt: skip


async def attack(port: int, seconds: float, tables: Sequence[str], names: Sequence[str] = ()) -> dict[str, Any]:
    """Runs the attacks, all of them unless some are named, and returns what each has counted."""
    siege = Siege(port, seconds, tables)
    chosen = {name: ATTACKS[name] for name in names or ATTACKS}
    siege.counts = {name: Counter() for name in chosen}
    running = [asyncio.ensure_future(one(siege, name)) for name, one in chosen.items()]
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*running, return_exceptions=True), seconds + 20)
    for name, task in zip(chosen, running, strict=True):
        if task.done() and not task.cancelled() and task.exception() is not None:
            siege.counts[name][f"broke: {task.exception()!r}"] += 1
    return {name: dict(counts) for name, counts in siege.counts.items()}


if __name__ == "__main__":
    port, seconds, names, *tables = sys.argv[1:]
    print(json.dumps(uvloop.run(attack(int(port), float(seconds), tables, [one for one in names.split(",") if one]))))
