"""Games are exported by lichess's API: as files, and as JSON."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import berserk
import chess.pgn
import pytest
from tests.server.lichess.programs import program
from tests.server.live import LiveServer, live_server
from tests.server.test_accounts import LIMITS

import plyground

MOVES = {
    "standard": ["e2e4", "g1f3"],
    "draughts:russian": ["c3-d4"],
    "mill:nine": ["d2"],
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("exports"), limits=LIMITS) as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: LiveServer) -> Iterator[Any]:
    with program(server, "Ann") as client:
        yield client


@pytest.fixture(scope="module")
def games(ann: Any) -> dict[str, str]:
    """A finished game of each kind, by variant."""
    found = {}
    for variant, moves in MOVES.items():
        id = found[variant] = ann.challenges.create_ai(
            level=1, variant=variant, color="white", clock_limit=600, clock_increment=5
        )["id"]
        lines = ann.bots.stream_game_state(id)
        next(lines)
        for move in moves:
            ann.bots.make_move(id, move)
            while len(next(lines)["moves"].split()) % 2:
                pass
        ann.bots.resign_game(id)
        list(lines)
    return found


def test_a_chess_game_is_a_pgn_that_python_chess_reads(ann: Any, games: dict[str, str]) -> None:
    read = chess.pgn.read_game(io.StringIO(ann.games.export(games["standard"], as_pgn=True)))
    assert read is not None
    assert [move.uci() for move in read.mainline_moves()][:3:2] == MOVES["standard"]
    assert (read.headers["White"], read.headers["Black"], read.headers["Result"]) == ("Ann", "Level 1", "0-1")
    assert (read.headers["GameId"], read.headers["TimeControl"]) == (games["standard"], "600+5")


@pytest.mark.parametrize("variant", ["draughts:russian", "mill:nine"])
def test_other_games_are_files_of_their_own(ann: Any, games: dict[str, str], variant: str) -> None:
    text = ann.games.export(games[variant], as_pgn=True)
    (read,) = plyground.read_games(io.StringIO(text), plyground.game(variant))
    assert str(read.record().moves[0]) == MOVES[variant][0]
    assert read.result == "0-1"


def test_a_game_is_json(ann: Any, games: dict[str, str]) -> None:
    game = ann.games.export(games["standard"])
    assert (game["id"], game["variant"], game["speed"]) == (games["standard"], "standard", "rapid")
    assert (game["status"], game["winner"]) == ("resign", "black")
    assert game["players"]["white"] == {"user": {"id": "ann", "name": "Ann"}}
    assert game["players"]["black"] == {"name": "Level 1", "aiLevel": 1}
    assert game["moves"].split()[:3:2] == ["e4", "Nf3"]
    assert game["clock"] == {"initial": 600, "increment": 5, "totalTime": 800}
    assert game["createdAt"] <= game["lastMoveAt"]


def test_all_games_of_a_person_are_exported(ann: Any, games: dict[str, str]) -> None:
    found = list(ann.games.export_by_player("ann"))
    assert [game["id"] for game in found] == list(games.values())[::-1]
    assert found[-1]["moves"].split()[:3:2] == ["e4", "Nf3"]
    assert found[-1]["clock"]["initial"] == 600
    assert [game["id"] for game in ann.games.export_by_player("Ann", max=1)] == [games["mill:nine"]]
    only = ann.games.export_by_player("Ann", perf_type="standard", color="white", vs="Level 1")
    assert [game["id"] for game in only] == [games["standard"]]
    assert list(ann.games.export_by_player("Ann", until=1)) == []
    texts = [text for text in ann.games.export_by_player("Ann", as_pgn=True) if text]
    assert ['[White "Ann"]' in text for text in texts] == [True] * len(games)


def test_the_games_of_somebody_else_are_private(ann: Any) -> None:
    with pytest.raises(berserk.exceptions.ResponseError) as refused:
        list(ann.games.export_by_player("Ben"))
    assert refused.value.status_code == 403


def test_each_game_of_a_table_is_exported(server: LiveServer, ann: Any) -> None:
    id = ann.challenges.create_ai(level=1, color="white", variant="mill:nine")["id"]
    ann.bots.make_move(id, "d2")
    ann.bots.resign_game(id)
    with server.client(Authorization=ann.account._r.session.headers["Authorization"]) as page:
        page.ask("join", table=id)
        page.ask("offer", what="rematch")
    first, second = ann.games.export(id), ann.games.export(f"{id}.2")
    assert (first["moves"].split()[0], first["status"]) == ("d2", "resign")
    assert (second["id"], second["status"], second["players"]["black"]["user"]["id"]) == (f"{id}.2", "started", "ann")
    for wrong in (f"{id}.3", "nothing", "a b"):
        with pytest.raises(berserk.exceptions.ResponseError) as refused:
            ann.games.export(wrong)
        assert refused.value.status_code == 404
