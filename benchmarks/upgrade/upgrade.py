"""An upgrade: games played on an older version are there on this one, move by move, and in a restored backup.

`python benchmarks/upgrade/upgrade.py OLDER_CHECKOUT`, whose environment is its `.venv`. The older server plays 200
games of every kind; then this version opens its data folder, and another server a backup of it. The hash of a
table covers everything about its game, and both versions compute it on their own.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from results import processor, table  # noqa: E402

import plyground  # noqa: E402
from plyground import Record  # noqa: E402

TABLES = 200
GAMES = (
    "chess", "chess:960", "mill:nine", "mill:twelve", "mill:lasker", "mill:morabaraba", "draughts:russian",
    "draughts:international", "draughts:english", "connect-four",
)  # fmt: skip
LONGEST = 80
SEED = 2
ME = {"kind": "me"}
RESIGNED = 0.5
"""Of the games that are not over by their own rules, the share that is resigned."""


@contextmanager
def running(checkout: Path, data: Path) -> Iterator[str]:
    """A server of a checkout; gives its address."""
    command = [checkout / ".venv/bin/plyground", "serve", "--host", "127.0.0.1", "--port", "0", "--data", data]
    limits = ["--limit", "creations_burst=1e6"] if checkout == HERE.parents[1] else []
    with subprocess.Popen([*command, *limits], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(r"http://[^\s]+:(\d+)", line):
                break
        else:
            sys.exit("the server did not start")
        try:
            yield f"127.0.0.1:{found[1]}"
        finally:
            process.terminate()


ENVIRONMENT = {"PYTHONUNBUFFERED": "1", "PATH": "/usr/bin:/bin"}


class Socket:
    """One end of a socket that asks, and waits for the answer."""

    def __init__(self, socket: Any, token: str = "") -> None:
        self._socket = socket
        self._sent = 0
        self.ask("hello", "welcome", token=token)

    def ask(self, type: str, *answers: str, **fields: Any) -> dict[str, Any]:
        """Sends a message and returns the first answer of these types."""
        self._sent += 1
        self._socket.send(json.dumps({"type": type, "id": f"m{self._sent}", **fields}))
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv(timeout=120))
            inner = message.get("event", {}).get("type") if message["type"] == "table_event" else message["type"]
            if inner == "refused":
                sys.exit(f"{type} was refused: {message}")
            if message["type"] == "ping":
                self._socket.send(json.dumps({"type": "pong", "ping": message["ping"]}))
            if inner in answers:
                return message


@contextmanager
def opened(address: str, token: str = "") -> Iterator[Socket]:
    with connect(f"ws://{address}/socket", max_size=None, proxy=None) as socket:
        yield Socket(socket, token)


def play(address: str, game: str, dice: random.Random) -> tuple[str, dict[str, Any]]:
    """Plays a random game on one screen; returns the table and what the server said about it in the end."""
    body = json.dumps({"game": game, "white": ME, "black": ME}).encode()
    with urlopen(Request(f"http://{address}/api/tables", body, {"Content-Type": "application/json"})) as answer:
        created = json.load(answer)
    with opened(address, created["token"]) as socket:
        joined = socket.ask("join", "joined", table=created["table"], side=None)
        record = Record(plyground.game(game).from_fen(start_of(joined["snapshot"])))
        longest = dice.randrange(4, LONGEST)
        while record.outcome() is None and len(record) < longest:
            move = dice.choice(list(record.position.legal_moves))
            socket.ask("play", "moved", "move_played", move=str(move), ply=len(record))
            record.push(move)
        if record.outcome() is None and dice.random() < RESIGNED:
            socket.ask("resign", "ended", "game_ended")
        return created["table"], shown(socket, created["table"])


def start_of(snapshot: dict[str, Any]) -> str:
    return str(snapshot.get("start") or snapshot["settings"]["start"])


def shown(socket: Socket, table_id: str) -> dict[str, Any]:
    """What a server says about a table."""
    snapshot = socket.ask("join", "joined", table=table_id, side=None)["snapshot"]
    outcome = snapshot["outcome"]
    return {
        "hash": snapshot["hash"],
        "moves": [move["move"] for move in snapshot["moves"]],
        "winner": None if outcome is None else (outcome["termination"], outcome["winner"]),
    }


def compare(address: str, expected: dict[str, dict[str, Any]]) -> tuple[int, int]:
    """How many tables a server shows as they were, and how many moves they have."""
    same = moves = 0
    with opened(address) as socket:
        for table_id, said in expected.items():
            found = json.loads(json.dumps(shown(socket, table_id)))
            same += found == said
            moves += len(found["moves"])
            if found != said:
                print(f"{table_id}: {said} became {found}", flush=True)
    return same, moves


def main(older: Path) -> None:
    newer, dice = HERE.parents[1], random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        data, restored, backup = Path(folder, "data"), Path(folder, "restored"), Path(folder, "backup.sqlite3")
        expected = {}
        with running(older, data) as address:
            for number in range(TABLES):
                table_id, said = play(address, GAMES[number % len(GAMES)], dice)
                expected[table_id] = json.loads(json.dumps(said))
                if number % 20 == 19:
                    print(f"{number + 1} of {TABLES} games played", flush=True)
        with running(newer, data) as address:
            same, moves = compare(address, expected)
            subprocess.run([newer / ".venv/bin/plyground", "serve", "--data", data, "--backup", backup], check=True)
        restored.mkdir()
        subprocess.run([newer / ".venv/bin/plyground", "serve", "--data", restored, "--restore", backup], check=True)
        with running(newer, restored) as address:
            again, _ = compare(address, expected)
    rows = [
        ["games played on the older version", str(TABLES)],
        ["moves", f"{moves:,}"],
        ["same hash, moves and result on this version", str(same)],
        ["the same in a restored backup", str(again)],
    ]
    found = table(["", ""], rows)
    print(found)
    command = "python benchmarks/upgrade/upgrade.py OLDER_CHECKOUT"
    (HERE / "RESULTS.md").write_text(
        f"# From an older version to this one\n\nMade by `{command}` on {processor()}.\n\n{found}\n"
    )
    if not same == again == TABLES:
        sys.exit("games have changed")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve())
