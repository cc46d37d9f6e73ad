"""`plyground bot`: a player of this machine joins a table over the network and copes with what happens there."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import LiveServer, live_server
from tests.server.test_accounts import Browser
from tests.waiting import PATIENCE_S

import plyground
from plyground.errors import PlygroundError, ServiceFault, TableRefused, UnknownGame
from plyground.protocol import Result, Side
from plyground.record import Record
from plyground.server.bots.remote import RemoteBot, TableAddress, bot_of


def address(server: LiveServer, table: str) -> str:
    return f"http://127.0.0.1:{server.port}/#/table/{table}"


class Visit:
    """A bot that plays in a thread."""

    def __init__(self, where: TableAddress, spec: str, **options: Any) -> None:
        self.seated: list[Side] = []
        self.result: Result | PlygroundError | None = None
        bot = RemoteBot(where, bot_of(spec), on_seated=lambda side, title: self.seated.append(side), **options)
        self._thread = threading.Thread(target=self._run, args=(bot,), daemon=True)
        self._thread.start()

    def _run(self, bot: RemoteBot) -> None:
        try:
            self.result = asyncio.run(bot.play())
        except PlygroundError as error:
            self.result = error

    def wait(self) -> Result:
        self._thread.join(PATIENCE_S)
        if isinstance(self.result, PlygroundError):
            raise self.result
        assert self.result is not None
        return self.result


@pytest.mark.parametrize(
    ("game", "player", "opponent"),
    [("connect-four", "level=5", "random"), ("mill:three", "negascout:depth=4", "random")],
)
def test_the_command_plays_a_game_to_its_end(tmp_path: Path, game: str, player: str, opponent: str) -> None:
    with live_server(tmp_path) as server:
        created = server.create(game=game, white={"kind": "bot", "bot": opponent}, black={"kind": "open"})
        command = [sys.executable, "-m", "plyground", "bot", address(server, created["table"]), player]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr
    joined, result = done.stdout.splitlines()
    assert joined.startswith(f"{player} bot plays ")
    assert joined.endswith(" as Black.")
    assert result.endswith(("0-1", "1-0", "1/2-1/2"))


def test_it_answers_offers_and_plays_on_after_a_takeback(tmp_path: Path) -> None:
    with live_server(tmp_path) as server, server.client("Ann") as ann:
        created = server.create(game="chess", white={"kind": "me"}, black={"kind": "open"}, token=ann.welcome["token"])
        ann.ask("join", table=created["table"])
        visit = Visit(TableAddress.parse(address(server, created["table"])), "level=1")
        ann.wait("game_started")
        ann.ask("play", move="e4", ply=0)
        assert ann.wait("move_played")["changes"]["turn"] == "white"
        ann.send("offer", what="draw")
        assert ann.wait("offer_declined")["event"]["side"] == "black"  # it is too early
        ann.send("offer", what="takeback")
        ann.wait("moves_taken_back")
        ann.ask("play", move="d4", ply=0)
        assert ann.wait("move_played")["changes"]["turn"] == "white"
        ann.send("resign")
        assert visit.wait() == Result(Side.BLACK, "resignation")
        assert visit.seated == [Side.BLACK]


class CuttableLine:
    """Passes bytes on to a port, until it cuts all connections."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._open += [near, far]
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with source, suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)

    def cut(self) -> None:
        while self._open:
            with suppress(OSError):
                self._open.pop().shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listener.close()
        self.cut()


def test_a_lost_connection_is_made_again_and_the_seat_kept(tmp_path: Path) -> None:
    with live_server(tmp_path) as server, server.client("Ann") as ann, closing(CuttableLine(server.port)) as line:
        created = server.create(game="mill", white={"kind": "me"}, black={"kind": "open"}, token=ann.welcome["token"])
        ann.ask("join", table=created["table"])
        where = TableAddress.parse(f"http://127.0.0.1:{line.port}/#/table/{created['table']}")
        visit = Visit(where, "random", pauses_s=(0.01,) * 1000)
        ann.wait("game_started")
        record = Record(plyground.game("mill").start())
        for _ in range(3):
            line.cut()
            record.push(next(iter(record.position.legal_moves)))
            ann.ask("play", move=str(record.moves[-1]), ply=len(record) - 1)
            record.push(ann.wait("move_played")["event"]["move"])
        ann.send("resign")
        assert visit.wait() == Result(Side.BLACK, "resignation")


def test_a_table_without_an_open_seat_is_refused(tmp_path: Path) -> None:
    with live_server(tmp_path) as server:
        bots = {"kind": "bot", "bot": "level=1"}
        created = server.create(game="mill", white=bots, black=bots)
        with pytest.raises(TableRefused, match="Both seats are taken"):
            Visit(TableAddress.parse(address(server, created["table"])), "random").wait()
        with pytest.raises(TableRefused, match="There is no table 'nowhere'"):
            Visit(TableAddress.parse(address(server, "nowhere")), "random").wait()


def test_with_a_token_it_plays_in_the_name_of_an_account(tmp_path: Path) -> None:
    with live_server(tmp_path) as server:
        owner = Browser(server)
        account = owner.sign_up("Vilma")
        token = owner.post("/tokens", label="Bot", scopes=["play"]).json()["token"]
        created = server.create(game="connect-four", white={"kind": "bot", "bot": "random"}, black={"kind": "open"})
        where = TableAddress.parse(address(server, created["table"]))
        Visit(where, "level=3", token=token).wait()
        mine = owner.get("/api/archive").json()["games"]
        assert [(game["black"], game["side"]) for game in mine] == [("Vilma", "black")], account
        with pytest.raises(TableRefused) as refused:
            Visit(where, "level=3", token=f"{token}x").wait()
        assert refused.value.code == "api_token_invalid"


def test_a_server_that_cannot_be_reached_is_named() -> None:
    where = TableAddress.parse("http://127.0.0.1:9/#/table/abc")
    with pytest.raises(ServiceFault, match=r"ws://127\.0\.0\.1:9/socket cannot be reached"):
        Visit(where, "random", pauses_s=(0.0,)).wait()


@pytest.mark.parametrize(
    "text",
    ["", "abc", "http://", "http://localhost", "http://localhost/#/analysis", "ftp://x/#/table/a", "http://[/#/table/a",
     "http://x:99999/#/table/a", "http://x/#/table/" + "a" * 41],
)  # fmt: skip
def test_what_is_not_the_address_of_a_table_is_refused(text: str) -> None:
    with pytest.raises(UnknownGame):
        TableAddress.parse(text)
