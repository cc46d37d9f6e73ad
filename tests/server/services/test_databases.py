"""Databases that the operator builds on the page, and that nobody else can."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import EXTRAS, LiveServer, live_server
from tests.waiting import wait_until

from plyground.server.operator import KEY_FILE, Operator
from plyground.server.services.databases import WANTED, list_offers
from plyground.server.workers.job import JobContext

SMALL = {"game": "mill:three"}
MEDIUM = {"game": "mill:seven"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of databases, empty."""
    monkeypatch.setenv("PLYGROUND_DATABASES", str(tmp_path / "databases"))
    return tmp_path / "databases"


class OperatorClient:
    """What the operator's page does."""

    def __init__(self, server: LiveServer, data: Path) -> None:
        self._http = server.http
        self._headers = {"Authorization": f"Bearer {Operator.of(data).key}"}

    def state(self) -> dict[str, Any]:
        return self._checked(self._http.get("/api/databases", headers=self._headers))

    def build(self, **wanted: object) -> dict[str, Any]:
        return self._checked(self._http.post("/api/databases/build", json=wanted, headers=self._headers))

    def cancel(self) -> dict[str, Any]:
        return self._checked(self._http.post("/api/databases/cancel", json={}, headers=self._headers))

    def wait_for(self, condition: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        wait_until(lambda: condition(self.state()))
        return self.state()

    def _checked(self, answer: Any) -> dict[str, Any]:
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


def choices(state: dict[str, Any], game: str) -> list[dict[str, Any]]:
    (offer,) = (each for each in state["offers"] if each["game"] == game)
    found: list[dict[str, Any]] = offer["choices"]
    return found


def test_only_the_key_makes_an_operator(tmp_path: Path) -> None:
    with live_server(tmp_path, extras=replace(EXTRAS, data=tmp_path)) as server:
        guest = server.create(game="chess")["token"]
        key = (tmp_path / KEY_FILE).read_text().strip()
        for secret in ("", guest, key[:-1], key + "0", "é"):
            headers = {b"Authorization": f"Bearer {secret}".strip().encode()}
            for answer in (
                server.http.get("/api/databases", headers=headers),
                server.http.post("/api/databases/build", json=SMALL, headers=headers),
                server.http.post("/api/databases/cancel", json={}, headers=headers),
            ):
                assert (answer.status_code, answer.json()["problem"]["code"]) == (403, "operator_only")
        assert OperatorClient(server, tmp_path).state()["build"] is None
    assert not (tmp_path / WANTED).exists()


def test_the_key_is_kept_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    first = Operator.of(tmp_path)
    assert Operator.of(tmp_path) == first
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    (tmp_path / KEY_FILE).write_text("")
    assert len(Operator.of(tmp_path).key) > 20, "an empty key would let everyone in"


def test_what_was_built_is_used_without_a_restart(tmp_path: Path) -> None:
    position: dict[str, Any] = {"game": "mill:three", "rules": None, "start": "", "moves": []}
    perfect = {"game": "mill:three", "black": {"kind": "bot", "bot": "perfect"}}
    with live_server(tmp_path, extras=replace(EXTRAS, data=tmp_path)) as server, server.client() as client:
        operator = OperatorClient(server, tmp_path)
        (choice,) = choices(operator.state(), "mill:three")
        assert not choice["is_built"]
        assert 0 < choice["bytes"] < 100_000
        assert client.ask("find_verdicts", position=position)["verdicts"] is None
        refused = server.http.post("/api/tables", json=perfect)
        assert refused.json()["problem"]["code"] == "perfect_missing"

        assert operator.build(**SMALL)["build"]["game"] == "mill:three"
        state = operator.wait_for(lambda now: now["build"] is None)
        assert state["failure"] is None
        assert choices(state, "mill:three")[0]["is_built"]
        assert not (tmp_path / WANTED).exists()

        verdicts = client.ask("find_verdicts", position=position)["verdicts"]
        assert (verdicts[0]["move"], verdicts[0]["outcome"]) == ("b2", "win")
        assert server.http.post("/api/tables", json=perfect).status_code == 201

        probed = server.http.get("/api/probe", params={"game": "mill:three", "moves": "a2"}).json()
        assert probed["verdict"]["outcome"] == "win"
        assert (probed["moves"][0]["notation"], len(probed["moves"])) == ("b2", 8)
        again = server.http.get("/api/probe", params={"game": "mill:three", "start": probed["position"]}).json()
        assert again["moves"] == probed["moves"]


def test_a_build_continues_when_the_server_is_started_again(tmp_path: Path, folder: Path) -> None:
    extras = replace(EXTRAS, data=tmp_path)
    with live_server(tmp_path, extras=extras) as server:
        operator = OperatorClient(server, tmp_path)
        operator.build(**MEDIUM)
        operator.wait_for(lambda _: any(folder.glob("*/*/*.wdl")))
    assert (tmp_path / WANTED).exists()
    with live_server(tmp_path, extras=extras) as server:
        operator = OperatorClient(server, tmp_path)
        state = operator.wait_for(lambda now: now["build"] is None)
        assert choices(state, "mill:seven")[0]["is_built"]
    assert not (tmp_path / WANTED).exists()


def test_a_cancelled_build_does_not_continue(tmp_path: Path, folder: Path) -> None:
    with live_server(tmp_path, extras=replace(EXTRAS, data=tmp_path)) as server:
        operator = OperatorClient(server, tmp_path)
        operator.build(**MEDIUM)
        operator.wait_for(lambda _: any(folder.glob("*/*/*.wdl")))
        state = operator.cancel()
        assert state["build"] is None
        assert not choices(state, "mill:seven")[0]["is_built"]
        assert operator.cancel()["build"] is None
        assert not (tmp_path / WANTED).exists()
        operator.build(**SMALL)
        state = operator.wait_for(lambda now: now["build"] is None)
        assert choices(state, "mill:three")[0]["is_built"], "the next build waits for the one before to end"


def test_one_build_at_a_time(tmp_path: Path) -> None:
    with live_server(tmp_path, extras=replace(EXTRAS, data=tmp_path)) as server:
        operator = OperatorClient(server, tmp_path)
        operator.build(**MEDIUM)
        headers = {"Authorization": f"Bearer {Operator.of(tmp_path).key}"}
        answer = server.http.post("/api/databases/build", json=SMALL, headers=headers)
        assert (answer.status_code, answer.json()["problem"]["code"]) == (409, "build_running")
        operator.cancel()


def test_a_build_that_fails_says_why(tmp_path: Path, folder: Path) -> None:
    folder.write_text("not a folder")
    with live_server(tmp_path, extras=replace(EXTRAS, data=tmp_path)) as server:
        operator = OperatorClient(server, tmp_path)
        operator.build(**SMALL)
        state = operator.wait_for(lambda now: now["build"] is None)
        assert (state["failure"]["game"], state["failure"]["problem"]["code"]) == ("mill:three", "database_folder")


def test_a_game_that_cannot_be_solved_fails(tmp_path: Path) -> None:
    with live_server(tmp_path, extras=replace(EXTRAS, data=tmp_path)) as server:
        operator = OperatorClient(server, tmp_path)
        operator.build(game="mill:one-time")
        state = operator.wait_for(lambda now: now["build"] is None)
        assert state["failure"]["problem"]["code"] == "database_one_time_mill"


def test_what_does_not_fit_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def nine() -> list[str]:
        offers = list_offers(2, JobContext(print))
        return [choice.lacks for offer in offers if offer.game == "mill:nine" for choice in offer.choices]

    monkeypatch.setattr("plyground.server.services.databases.free_memory", lambda: 10**9)
    assert nine() == ["memory", "memory"]
    monkeypatch.setattr("plyground.server.services.databases.free_memory", lambda: 10**12)
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=3 * 10**9))
    assert nine() == ["", "disk"]


def test_games_that_share_their_databases_are_offered_once() -> None:
    games = [offer.game for offer in list_offers(2, JobContext(print))]
    assert "chess" in games
    assert "chess:960" not in games
    assert "mill:morabaraba" not in games
