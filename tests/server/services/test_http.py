"""The services over HTTP: what the routes return, limits and stored data; and no request makes the server fail."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from tests.server.live import EXTRAS, LiveServer, live_server
from tests.waiting import PATIENCE_S

import plyground
from plyground.protocol import Result, Side
from plyground.server.limits import ServiceLimits
from plyground.server.services.statistics import statistics
from plyground.server.store import FinishedGame
from plyground.server.store_sqlite import SqliteStore, read_reports

LIMITS = ServiceLimits(reports=4, reports_per_hour=3, requests_per_address=2, quick_s=PATIENCE_S, file_s=PATIENCE_S)
EXAMPLES = 5
"""Requests of each kind that schemathesis makes up."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    extras = replace(EXTRAS, limits=LIMITS, addresses=["http://192.168.1.7:43210"])
    with live_server(tmp_path_factory.mktemp("http"), extras=extras) as running:
        yield running


def test_what_the_page_needs_to_begin_is_there(server: LiveServer) -> None:
    names = [entry["name"] for entry in server.http.get("/api/games").json()["games"]]
    assert {"chess", "draughts:russian", "mill:nine", "connect-four"} <= set(names)
    described = server.http.get("/api/games/mill:nine").json()
    assert len(described["geometry"]["points"]) == 24
    assert len(server.http.get("/api/rules/mill").json()["presets"]) > 10
    settings = server.http.get("/api/settings").json()
    assert settings["addresses"] == ["http://192.168.1.7:43210"]
    assert settings["max_analysis_ms"] == LIMITS.analysis_s * 1000


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/games/ches", 404, "misspelt_game"),
        ("/api/games/mill:nein", 404, "unknown_preset"),
        ("/api/games/..%2f..%2fetc%2fpasswd", 404, None),
        ("/api/games/evil.py:Evil", 404, "unknown_game"),
        ("/api/rules/chess", 400, "rules_fixed"),
        ("/api/rules/%00", 404, "unknown_game"),
        ("/api/statistics", 401, "token_invalid"),
        ("/api/probe", 400, "message_unreadable"),
        ("/api/probe?game=ches", 404, "misspelt_game"),
        ("/api/probe?game=chess&moves=e9", 400, "move_unreadable"),
    ],
)
def test_what_is_not_there_is_said_by_a_code(server: LiveServer, path: str, status: int, code: str | None) -> None:
    answer = server.http.get(path)
    assert answer.status_code == status
    assert code is None or answer.json()["problem"]["code"] == code


def test_a_position_without_databases_is_unknown_and_nobody_asks_too_often(tmp_path: Path) -> None:
    limits = replace(LIMITS, probes_per_second=0.0, probe_burst=2.0)
    with live_server(tmp_path, extras=replace(EXTRAS, limits=limits)) as server:
        probed = server.http.get("/api/probe?game=draughts:turkish").json()
        assert (probed["verdict"], probed["moves"]) == (None, [])
        assert server.http.get("/api/probe?game=chess&moves=f3 e5 g4 Qh4").json()["verdict"] is None
        assert server.http.get("/api/probe?game=chess").status_code == 429


def post(server: LiveServer, path: str, **body: Any) -> dict[str, Any]:
    answer = server.http.post(path, json=body)
    assert answer.status_code < 300, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_positions_rules_moves_and_files_go_there_and_back(server: LiveServer) -> None:
    mate = {"game": "chess", "moves": ["f3", "e5", "g4", "Qh4#"]}
    assert post(server, "/api/view", position=mate)["outcome"]["winner"] == "black"
    assert not post(server, "/api/position/check", game="chess", fen="8/8 w")["valid"]
    assert post(server, "/api/rules/check", game="mill", rules={"men": 12})["valid"] is True
    assert post(server, "/api/rules/check", game="mill", rules={"men": 10**40})["valid"] is False
    legal = post(server, "/api/legal", position={"game": "chess"}, move="Ke2")
    assert len(legal["moves"]) == 20
    assert legal["problem"]["code"]
    written = post(server, "/api/export", position=mate, format="pgn", tags={"White": "A"})
    read = post(server, "/api/import", text=written["text"])
    assert [move["notation"] for move in read["games"][0]["moves"]] == mate["moves"]


def test_a_body_that_makes_no_sense_is_refused(server: LiveServer) -> None:
    for body, status in (
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'{"position": {"game": "chess"}, "extra": 1}', 400),
        (b'{"position": {"game": 5}}', 400),
        (b'{"position": {"game": "chess", "moves": [' + b'"e4",' * 5000 + b'"e5"]}}', 400),
        (b'{"position": {"game": "chess", "start": "' + b"8" * 3000 + b'"}}', 400),
        (b"\xff\xfe" * 100, 400),
        (b"[" * 100_000, 400),
        (b" " * 3_000_000, 413),
    ):
        answer = server.http.post("/api/view", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == status, (body[:40], answer.text[:200])
        assert answer.json()["problem"]["code"] in ("message_unreadable", "http_error")


def test_long_bodies_are_decoded_in_workers_only(server: LiveServer) -> None:
    long = b'{"game": "mill", "moves": [' + b'"d6",' * 100_000 + b'"d6"]}'
    assert server.http.post("/api/tables", content=long).status_code == 413, "half a megabyte of list takes too long"
    lists = b'{"position": {"game": "mill", "rules": {"a": [' + b"[]," * 600_000 + b"1]}}}"
    answer = server.http.post("/api/view", content=lists)
    assert answer.status_code == 400
    assert answer.json()["problem"]["code"] != "worker_broke"


def test_crash_reports_are_kept_for_the_operator_but_not_without_end(server: LiveServer) -> None:
    names = [post(server, "/api/reports", message=f"it broke {n}", details="<script>")["name"] for n in range(3)]
    assert len(set(names)) == 3
    refused = server.http.post("/api/reports", json={"message": "again"})
    assert refused.json()["problem"]["code"] == "reports_full"
    assert server.http.post("/api/reports", json={"message": "x", "details": "y" * 60_000}).status_code == 400

    store = server.app.registry.store
    assert isinstance(store, SqliteStore)
    kept = [json.loads(line)["message"] for line in read_reports(store.path)]
    assert sorted(kept) == ["it broke 0", "it broke 1", "it broke 2"]


def test_requests_that_pile_up_from_one_address_are_refused(server: LiveServer) -> None:
    # Thousands of moves keep the only worker busy for a moment.
    slow = {"text": "1. Nf3 Nf6 2. Ng1 Ng8 " * 2_000}
    statuses: list[int] = []

    def ask() -> None:
        statuses.append(server.http.post("/api/import", json=slow).status_code)

    threads = [threading.Thread(target=ask) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses.count(429) >= 1
    assert set(statuses) <= {200, 429}
    assert server.http.get("/api/games").status_code == 200


def test_a_view_does_not_wait_for_files(server: LiveServer) -> None:
    assert post(server, "/api/import", text="1. e4")["games"]
    services = server.app.registry.services
    assert services is not None
    (worker,) = services._files.pids
    os.kill(worker, signal.SIGSTOP)
    try:
        text = "1. e4 " + "(1. d4) " * 100_000 + "*"
        importing = threading.Thread(target=post, args=(server, "/api/import"), kwargs={"text": text})
        importing.start()
        server.wait_for_gauge("requests_open", 1)
        assert post(server, "/api/view", position={"game": "chess"})["view"]
        assert importing.is_alive()
    finally:
        os.kill(worker, signal.SIGCONT)
    importing.join()


def test_a_request_whose_client_goes_is_given_up(server: LiveServer) -> None:
    body = json.dumps({"text": "1. Nf3 Nf6 2. Ng1 Ng8 " * 10_000})
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        head = f"POST /api/import HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
        raw.sendall(f"{head}\r\n\r\n{body}".encode())
        server.wait_for_gauge("requests_open", 1)
    server.wait_for_gauge("requests_open", 0)


def game_of(
    winner: Side | None, *, white: str = "me", black: str = "", bot: str = "level=3", name: str = "chess"
) -> FinishedGame:
    return FinishedGame(
        table="t", round=1, game=name, white=white, black=black, white_bot="" if white else bot,
        black_bot="" if black else bot, outcome=Result(winner, "resignation"), plies=30, ended=0.0,
    )  # fmt: skip


def test_statistics_count_by_game_and_opponent_from_the_guests_side() -> None:
    newest_first = [
        game_of(Side.WHITE),
        game_of(Side.BLACK, white="", black="me"),
        game_of(None, white="you", black="me"),
        game_of(Side.WHITE, white="you", black="me"),
        game_of(Side.WHITE, name="mill:nine"),
        game_of(Side.BLACK, white="me", black="me"),
    ]
    found = statistics("me", newest_first)
    table = {(row.game, row.opponent): (row.wins, row.draws, row.losses) for row in found.results}
    assert table == {
        ("chess", "level=3"): (2, 0, 0),
        ("chess", "person"): (0, 1, 1),
        ("mill:nine", "level=3"): (1, 0, 0),
    }
    assert (found.games, found.streak, found.best_streak) == (5, 2, 2)
    assert statistics("nobody", []).results == []
    lost = [replace_winner(one) for one in newest_first[:1]] * 3
    assert statistics("me", lost).streak == -3


def test_statistics_count_openings_of_usual_games_only() -> None:
    start = plyground.game("chess").start().fen
    won = msgspec.structs.replace(game_of(Side.WHITE), start=start, moves=["e2e4", "e7e5", "g1f3"])
    others = [
        msgspec.structs.replace(won, moves=["d2d4", "d7d5"]),
        msgspec.structs.replace(won, moves=["e2e4"]),
        msgspec.structs.replace(won, start="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        msgspec.structs.replace(won, rules={"men": 9}),
        msgspec.structs.replace(won, game="no-longer-here"),
    ]
    found = statistics("me", [won, replace_winner(won), *others])
    assert [(row.moves, row.wins, row.losses) for row in found.openings] == [
        (["e2e4", "e7e5"], 1, 1),
        (["d2d4", "d7d5"], 1, 0),
    ]


def replace_winner(played: FinishedGame) -> FinishedGame:
    return msgspec.structs.replace(played, outcome=Result(Side.BLACK, "resignation"))


def test_statistics_of_played_games_are_served(server: LiveServer) -> None:
    with server.client("Counter") as client:
        created = server.create(game="mill", black={"kind": "bot", "bot": "random"}, token=client.welcome["token"])
        client.send("join", table=created["table"])
        client.wait("joined")
        client.send("play", move="d6", ply=0)
        client.wait("move_played", ply=2)
        client.send("resign")
        client.wait("game_ended")
        headers = {"Authorization": f"Bearer {client.welcome['token']}"}
        found = server.http.get("/api/statistics", headers=headers).json()
    assert found["results"] == [{"game": "mill:nine", "opponent": "random", "wins": 0, "draws": 0, "losses": 1}]
    assert found["streak"] == -1


def test_no_request_makes_the_server_fail(server: LiveServer) -> None:
    siege(server, EXAMPLES)


@pytest.mark.bench
def test_no_request_of_very_many_makes_the_server_fail(server: LiveServer) -> None:
    siege(server, 200)


def siege(server: LiveServer, examples: int) -> None:
    """Requests made up from the server's own description of itself, right ones and wrong ones."""
    schema = schemathesis.openapi.from_dict(server.http.get("/api/schema").json())
    base = str(server.http.base_url)
    seen: dict[str, set[int]] = {}
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        # Only a body can be made wrong in many ways.
        for mode in GenerationMode if operation.body else (GenerationMode.POSITIVE,):

            @settings(
                max_examples=examples,
                database=None,
                deadline=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def ask(case: Any) -> None:
                response = case.call(base_url=base)
                seen.setdefault(f"{case.method} {case.path}", set()).add(response.status_code)
                assert response.status_code < 500, (case.method, case.path, case.body, response.text[:300])

            with suppress(Unsatisfiable):  # Some requests cannot be made wrong.
                ask()
    assert len(seen) >= 17
    assert server.http.get("/health").json()["status"] == "ok"
