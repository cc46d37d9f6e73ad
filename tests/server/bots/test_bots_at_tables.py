"""Bots at the tables of a real server: they play, answer offers, survive lost workers, and never delay people."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import EXTRAS, Client, LiveServer, live_server
from tests.server.tables import kind_of, ply_of
from tests.waiting import PATIENCE_MS, wait_until

from plyground.errors import ServiceFault
from plyground.server.bots.moves import BotMove
from plyground.server.bots.runner import Bots
from plyground.server.bots.seated_bot import SeatedBot
from plyground.server.wire.parts import Snapshot

MOCK = Path(__file__).parents[2] / "engines/mock_engine.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    engines = {"Ours": f"{sys.executable} -m plyground.uci.engine", "Broken": "no-such-program"}
    settings = replace(EXTRAS, engines=engines)
    with live_server(tmp_path_factory.mktemp("bots"), extras=settings) as running:
        yield running


def bots_of(server: LiveServer) -> Bots:
    bots = server.app.registry.bots
    assert isinstance(bots, Bots)
    return bots


def against(server: LiveServer, client: Client, bot: str, game: str = "mill", **wish: Any) -> str:
    """A table of a person with White against a bot, which the person has joined."""
    created = server.create(
        game=game, white={"kind": "me"}, black={"kind": "bot", "bot": bot}, token=client.welcome["token"], **wish
    )
    client.send("join", id="join", table=created["table"])
    client.wait("joined", id="join")
    return str(created["table"])


def wait_for_held_move(server: LiveServer, table: str) -> None:
    """Returns when a bot has found a move that its table holds back."""
    wait_until(lambda: server.app.registry.live[table]._held_at_ms is not None)


def thinking(server: LiveServer, table: str) -> list[int]:
    """The processes in which a bot at this table is thinking; bots at other tables may be thinking, too."""
    workers = [running.worker for running in list(bots_of(server).pool._running)]
    return [worker.pid for worker in workers if worker.keys and str(worker.keys[-1]).startswith(f"{table} ")]


def with_move_time(monkeypatch: pytest.MonkeyPatch, table: str, *times_ms: int) -> None:
    """Gives the bot at a table these times for its next moves."""
    times = iter(times_ms)
    choose_move = SeatedBot._choose_move

    async def choose_in_time(bot: SeatedBot, position: Snapshot) -> BotMove:
        if bot._seat.table == table:
            bot._bot = replace(bot._bot, move_ms=next(times))
        return await choose_move(bot, position)

    monkeypatch.setattr(SeatedBot, "_choose_move", choose_in_time)


def entry_moves(tree: dict[str, Any]) -> list[str]:
    return [leaf for below in tree.values() for leaf in (entry_moves(below) if isinstance(below, dict) else [below])]


@pytest.mark.parametrize("bot", ["random", "level=1", "negascout:depth=2", "best:seconds=0.05", "engine=Ours"])
def test_a_bot_answers_every_move(server: LiveServer, bot: str) -> None:
    if bot.startswith("engine"):
        wait_for_engines(server)
    with server.client() as client:
        against(server, client, bot)
        view = client.received[-1]["snapshot"]["view"]
        for ply in (0, 2, 4):
            client.send("play", move=entry_moves(view["entry"])[0], ply=ply)
            client.wait("move_played", ply=ply + 1)
            answer = client.wait("move_played", ply=ply + 2)
            assert answer["changes"]["moves_added"][0]["side"] == "black"
            view = answer["changes"]["view"]


@pytest.mark.parametrize(("game", "rules"), [("mill", {"men": 6}), ("mill", {}), ("draughts", {"flying_kings": False})])
def test_a_bot_plays_by_rules_of_ones_own(server: LiveServer, game: str, rules: dict[str, Any]) -> None:
    with server.client() as client:
        against(server, client, "level=2", game, rules=rules)
        view = client.received[-1]["snapshot"]["view"]
        client.send("play", move=entry_moves(view["entry"])[0], ply=0)
        assert client.wait("move_played", ply=2)["changes"]["moves_added"][0]["side"] == "black"


def wait_for_engines(server: LiveServer) -> dict[str, Any]:
    wait_until(lambda: len(bots_of(server).roster.engine_games) == 2)
    return {entry["name"]: entry for entry in server.http.get("/api/bots").json()["bots"]}


def test_engines_of_the_operator_are_tried_and_listed_with_their_games(server: LiveServer) -> None:
    entries = wait_for_engines(server)
    assert entries["Ours"]["games"] == ["chess", "draughts", "mill", "connect-four"]
    assert entries["Ours"]["kind"] == "engine"
    refused = server.http.post("/api/tables", json={"game": "mill", "white": {"kind": "bot", "bot": "engine=Broken"}})
    assert refused.status_code == 400
    assert refused.json()["problem"]["code"] == "engine_game"


@pytest.mark.parametrize(("wish", "code"), [("level=99", "bot_option"), ("deep thought", "unknown_bot")])
def test_a_bot_that_is_none_is_not_seated(server: LiveServer, wish: str, code: str) -> None:
    refused = server.http.post("/api/tables", json={"game": "chess", "black": {"kind": "bot", "bot": wish}})
    assert refused.status_code == 400
    assert refused.json()["problem"]["code"] == code


def test_bots_play_each_other_to_the_end(server: LiveServer) -> None:
    with server.client() as client:
        created = server.create(
            game="mill:three",
            white={"kind": "bot", "bot": "level=6"},
            black={"kind": "bot", "bot": "random"},
            token=client.welcome["token"],
        )
        client.send("join", table=created["table"])
        ended = client.wait("game_ended")
        assert ended["event"]["outcome"]["termination"]
        moves = [message for message in client.received if kind_of(message) == "move_played"]
        assert len(moves) > 4


def test_a_game_of_bots_can_be_paused_and_stepped(server: LiveServer) -> None:
    with server.client() as client:
        created = server.create(
            game="chess",
            white={"kind": "bot", "bot": "random"},
            black={"kind": "bot", "bot": "random"},
            token=client.welcome["token"],
            pace_ms=50,
        )
        client.send("join", table=created["table"])
        client.wait("move_played", ply=2)
        client.send("pause", id="pause", on=True)
        client.wait("game_paused", id="pause")
        before = last_ply(client)
        client.send("step", id="step")
        assert client.wait("move_played", ply=before + 1)
        wait_for_held_move(server, created["table"])
        assert last_ply(client) == before + 1
        client.send("pause", on=False)
        assert client.wait("move_played", ply=before + 2)
        client.send("pause", id="again", on=True)
        client.wait("game_paused", id="again")


def last_ply(client: Client) -> int:
    """The number of moves that a client has seen; everything that was sent before is heard first."""
    client.ask("post_chat", text="Well?")
    return max(ply_of(message) for message in client.received if kind_of(message) == "move_played")


def test_a_step_that_is_asked_for_while_a_bot_still_thinks_is_not_lost(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_move = threading.Event()
    choose_move = SeatedBot._choose_move

    async def think(bot: SeatedBot, position: Snapshot) -> BotMove:
        while not may_move.is_set():
            await asyncio.sleep(0.01)
        return await choose_move(bot, position)

    monkeypatch.setattr(SeatedBot, "_choose_move", think)
    with server.client() as client:
        bot = {"kind": "bot", "bot": "level=1"}
        created = server.create(game="chess", white=bot, black=bot, token=client.welcome["token"])
        client.send("join", table=created["table"])
        client.wait("joined")
        client.send("pause", on=True)
        client.wait("game_paused")
        client.send("step", id="step")
        client.wait("acknowledged", id="step")
        may_move.set()
        assert client.wait("move_played", ply=1)
        wait_for_held_move(server, created["table"])
        assert last_ply(client) == 1


def test_a_bot_answers_offers_and_plays_again_on_the_other_side(server: LiveServer) -> None:
    with server.client() as client:
        against(server, client, "level=2")
        client.send("play", move="d6", ply=0)
        client.wait("move_played", ply=2)
        client.send("offer", what="draw")
        assert client.wait("offer_declined", what="draw")["event"]["side"] == "black"
        client.send("offer", what="takeback")
        assert client.wait("moves_taken_back")["event"]["ply"] == 0
        client.send("play", move="d2", ply=0)
        client.wait("move_played", ply=2)
        client.send("resign")
        assert client.wait("game_ended")["event"]["outcome"]["winner"] == "black"
        client.send("offer", what="rematch")
        started = client.wait("game_started", round=2)
        assert started["changes"]["seats"]["white"]["bot"] == "level=2"
        assert client.wait("move_played", ply=1)["changes"]["moves_added"][0]["side"] == "white"


def test_a_bot_whose_worker_is_killed_says_so_and_thinks_again(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.client() as client:
        # A game without a book, so that it thinks.
        table = against(server, client, "best", "mill:lasker")
        with_move_time(monkeypatch, table, PATIENCE_MS, 50)
        client.send("play", move="d6", ply=0)
        client.wait("move_played", ply=1)
        wait_until(lambda: thinking(server, table))
        os.kill(thinking(server, table)[0], signal.SIGKILL)
        assert "trying again" in client.wait("chat_posted")["event"]["chat"]["text"]
        assert client.wait("move_played", ply=2)["changes"]["moves_added"][0]["side"] == "black"
        assert bots_of(server).pool.counts.lost >= 1


def test_thinking_bots_do_not_hold_up_people(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with server.client() as thinker, server.client() as white, server.client() as black:
        table = against(server, thinker, "best", "mill:lasker")
        with_move_time(monkeypatch, table, PATIENCE_MS)
        thinker.send("play", move="d6", ply=0)
        thinker.wait("move_played", ply=1)
        wait_until(lambda: thinking(server, table))
        workers = thinking(server, table)
        created = server.create(game="chess", token=white.welcome["token"])
        for client, side in ((white, "white"), (black, "black")):
            client.send("join", table=created["table"], side=side)
            client.wait("joined")
        moves = ["Nf3", "Nf6", "Ng1", "Ng8"] * 5
        for ply, move in enumerate(moves[:14]):
            mover = (white, black)[ply % 2]
            mover.send("play", move=move, ply=ply)
            mover.wait("move_played", ply=ply + 1)
        assert thinking(server, table) == workers, "the bot was thinking all the time"
        assert last_ply(thinker) == 1
        thinker.send("resign")
        thinker.wait("game_ended")


def test_a_bot_whose_thinking_always_fails_gives_the_game_up(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> Any:
        raise ServiceFault("worker_lost", job="choose a bot's move", how="SIGSEGV")

    monkeypatch.setattr("plyground.server.bots.seated_bot.SeatedBot._choose_move", fail)
    monkeypatch.setattr("plyground.server.bots.seated_bot.PAUSE_S", 0.01)
    with server.client() as client:
        against(server, client, "level=5")
        client.send("play", move="d6", ply=0)
        ended = client.wait("game_ended")
        assert (ended["event"]["outcome"]["winner"], ended["event"]["outcome"]["termination"]) == (
            "white",
            "resignation",
        )
        said = [message["event"]["chat"]["text"] for message in client.received if kind_of(message) == "chat_posted"]
        assert len(said) == 2, "that it tries again, and that it gives up"


def test_bots_go_on_after_the_server_was_started_again(tmp_path: Path) -> None:
    with live_server(tmp_path) as first, first.client() as client:
        token = client.welcome["token"]
        table = against(first, client, "level=2")
        client.send("play", move="d6", ply=0)
        client.wait("move_played", ply=2)
    with live_server(tmp_path) as second, second.client(token=token) as client:
        client.send("join", table=table)
        snapshot = client.wait("joined")["snapshot"]
        assert len(snapshot["moves"]) == 2
        client.send("play", id="again", move=entry_moves(snapshot["view"]["entry"])[0], ply=2)
        assert client.wait("move_played", ply=4)["changes"]["moves_added"][0]["side"] == "black"
