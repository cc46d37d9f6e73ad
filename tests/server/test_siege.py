"""A short siege: an honest game goes on while every attack runs. `make bench ARGS=siege` is the long one."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

from tests.server.live import live_server
from tests.server.tables import kind_of
from tests.waiting import PATIENCE_S

import plyground

ATTACKERS = Path(__file__).parents[2] / "benchmarks/siege/attacks.py"
ATTACKS = (
    "joins explosions explosion_checks creations views imports analyses lobby seeks rubbish renames chats churn floods"
)
SIEGE_S = 3


def game_of(plies: int) -> list[str]:
    """The moves of a legal game."""
    random_ = random.Random(1)
    record = plyground.Record(plyground.game("chess").start())
    while len(record) < plies:
        record.push(random_.choice(list(record.position.legal_moves)))
    assert record.outcome() is None
    return [str(move) for move in record.moves]


def test_an_honest_game_goes_on_under_siege(place):
    moves = game_of(60)
    with live_server(place) as server, server.client("Ann") as white, server.client("Bob") as black:
        table = server.create(
            game="chess", public=True, token=white.welcome["token"], clock={"initial_ms": 3_600_000, "increment_ms": 0}
        )["table"]
        for client, side in ((white, "white"), (black, "black")):
            assert client.ask("join", table=table, side=side)["type"] == "joined"
        command = [sys.executable, ATTACKERS, str(server.port), str(SIEGE_S), ATTACKS.replace(" ", ","), table, table]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as attackers:
            for ply, move in enumerate(moves):
                answer = (white, black)[ply % 2].ask("play", move=move, ply=ply)
                assert kind_of(answer) == "move_played", answer
            output, _ = attackers.communicate(timeout=PATIENCE_S)
        achieved = json.loads(output)
        assert server.http.get("/health").json()["status"] == "ok"
        assert white.code("play", move="e9", ply=60) == "move_unreadable", "the game is still on"
    assert sorted(achieved) == sorted(ATTACKS.split())
    assert not [name for name, counts in achieved.items() if any(what.startswith("broke") for what in counts)]
    assert all(achieved[name] for name in achieved), "every attack got as far as an answer"
