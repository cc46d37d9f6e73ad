"""The operator: sees how the server is doing, ends jobs, dismisses reports, silences and bans."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.lichess.programs import new_token
from tests.server.live import EXTRAS, LiveServer, live_server
from tests.server.test_accounts import LIMITS
from tests.waiting import wait_until

from plyground.errors import ServiceRefused
from plyground.server.moderation import MAX_RULINGS, Moderation
from plyground.server.operator import KEY_FILE, last_backup, note_backup
from plyground.server.wire.operator import Ruling


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("moderation")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[LiveServer]:
    with live_server(data, limits=LIMITS, extras=replace(EXTRAS, data=data)) as running:
        yield running


@pytest.fixture(scope="module")
def key(server: LiveServer, data: Path) -> str:
    return (data / KEY_FILE).read_text(encoding="utf-8").strip()


def ask(server: LiveServer, key: str, path: str = "", **body: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {key}"}
    if not path:
        return server.http.get("/api/operator", headers=headers)
    return server.http.post(f"/api/operator/{path}", json=body, headers=headers)


def ban(whom: str, until: float, what: Any = "ban") -> Ruling:
    return Ruling(what=what, whom=whom, name=whom, until=until)


def test_rulings_end_and_are_kept_in_a_file(tmp_path: Path) -> None:
    now = 1_000.0
    kept = tmp_path / "moderation.json"
    moderation, other = Moderation(kept, lambda: now), Moderation(kept, lambda: now)
    moderation.rule(ban("ann", 2_000.0))
    moderation.rule(ban("ben", 2_000.0, "silence"))
    with pytest.raises(ServiceRefused, match="1970-01-01 00:33 UTC"):
        moderation.check_person("ann")
    moderation.check_chat("ann")
    with pytest.raises(ServiceRefused):
        moderation.check_chat("ben")
    other.check_person("ann")
    other.refresh()
    with pytest.raises(ServiceRefused):
        other.check_person("ann")
    other.lift("ban", "ann")
    other.check_person("ann")
    now = 3_000.0
    moderation.check_person("ann")
    assert moderation.rulings == []
    for number in range(MAX_RULINGS + 5):
        moderation.rule(ban(f"g{number}", 4_000.0 + number))
    assert len(moderation.rulings) == MAX_RULINGS
    kept.write_text("no rulings")
    assert Moderation(kept).rulings == []


def test_the_operator_sees_the_store(server: LiveServer, key: str, data: Path) -> None:
    server.create()
    assert last_backup(data) is None
    before = ask(server, key).json()["store"]
    assert (before["damage"], before["backup"]) == ("", None)
    assert before["bytes"] > 0
    assert before["tables"] >= before["live"] >= 1
    note_backup(data)
    assert ask(server, key).json()["store"]["backup"] is not None


def test_the_operator_dismisses_a_report(server: LiveServer, key: str) -> None:
    name = server.http.post("/api/reports", json={"message": "it broke", "comment": ""}).json()["name"]
    reports = ask(server, key).json()["reports"]
    (report,) = (one for one in reports if one["report"] == name)
    assert json.loads(report["text"])["message"] == "it broke"
    left = ask(server, key, "dismiss", report=name).json()["reports"]
    assert name not in [one["report"] for one in left]


def test_a_person_who_is_reported_is_silenced_and_heard_again(server: LiveServer, key: str) -> None:
    table = server.create(public=True)["table"]
    with server.client("Rude") as rude, server.client("Kind") as kind:
        for one in (rude, kind):
            one.ask("join", table=table)
        rude.ask("post_chat", text="Bah!")
        kind.ask("report_chat", guest=rude.welcome["guest"])
        # The ids of the two clients are the same, so another answer may have come first.
        wait_until(lambda: ask(server, key).json()["reports"])
        report = ask(server, key).json()["reports"][0]
        assert (report["about"], report["text"]) == (rude.welcome["guest"], "Rude: Bah!")
        state = ask(server, key, "rule", what="silence", whom=report["about"], hours=1).json()
        assert [one["whom"] for one in state["rulings"]] == [report["about"]]
        assert rude.code("post_chat", text="Bah!") == "silenced"
        assert ask(server, key, "lift", what="silence", whom=report["about"]).json()["rulings"] == []
        assert rude.ask("post_chat", text="Sorry!")["type"] != "refused"


def test_a_person_who_is_banned_can_do_nothing(server: LiveServer, key: str) -> None:
    token = new_token(server, "Mallory")
    headers = {"Authorization": f"Bearer {token}"}
    with server.client("Trudy") as trudy:
        for name in ("Mallory", "Trudy"):
            assert ask(server, key, "rule", what="ban", whom=name, hours=2).status_code == 200
        assert trudy.code("watch_lobby", on=True) == "banned"
        with server.client(hello=False) as again:
            assert again.code("hello", token=trudy.welcome["token"]) == "banned"
        refused = server.http.post("/api/tables", json={"game": "mill", "token": trudy.welcome["token"]})
        assert refused.json()["problem"]["code"] == "banned"
    for path in ("/api/account", "/api/stream/event"):
        refused = server.http.get(path, headers=headers)
        assert (refused.status_code, refused.json()["problem"]["code"]) == (403, "banned")
    for one in ask(server, key).json()["rulings"]:
        ask(server, key, "lift", what="ban", whom=one["whom"])
    assert server.http.get("/api/account", headers=headers).status_code == 200


def test_a_banned_address_reaches_nothing_but_the_operators_page(server: LiveServer, key: str) -> None:
    assert ask(server, key, "rule", what="ban", whom="127.0.0.1", hours=1).status_code == 200
    try:
        assert server.http.get("/api/games").status_code == 403
    finally:
        assert ask(server, key, "lift", what="ban", whom="127.0.0.1").status_code == 200
    assert server.http.get("/api/games").status_code == 200
    assert ask(server, key, "rule", what="ban", whom="Nobody", hours=1).status_code == 404


def test_an_exempt_address_is_not_held_to_the_limits_for_one(tmp_path: Path) -> None:
    limits = replace(LIMITS, creations_per_second=1e-6, creations_burst=1, sockets_per_address=1, sign_ups_per_hour=1)
    with live_server(tmp_path, limits=limits, extras=replace(EXTRAS, data=tmp_path)) as server:
        key = (tmp_path / KEY_FILE).read_text(encoding="utf-8").strip()

        def create() -> int:
            return server.http.post("/api/tables", json={"game": "mill"}).status_code

        def sign_up(name: str) -> int:
            body = {"name": name, "password": "nine men on a board", "token": ""}
            return server.http.post("/api/account", json=body).status_code

        assert [create(), create()] == [201, 429]
        assert [sign_up("Ann"), sign_up("Ben")] == [201, 429]
        refused = ask(server, key, "rule", what="exempt", whom="Ann", hours=1)
        assert (refused.status_code, refused.json()["problem"]["code"]) == (400, "address_needed")
        assert ask(server, key, "rule", what="exempt", whom="127.0.0.1", hours=1).status_code == 200
        assert [create(), sign_up("Ben")] == [201, 201]
        with server.client(), server.client() as second:
            assert second.welcome["type"] == "welcome"
        assert ask(server, key, "lift", what="exempt", whom="127.0.0.1").status_code == 200
        assert create() == 429


def test_the_operator_ends_a_job(server: LiveServer, key: str) -> None:
    with server.client() as client:
        position = {"game": "chess", "start": "", "moves": []}
        client.send("analyse", position=position, time_ms=60_000)
        client.wait("analysis_update")
        (job,) = (one for one in ask(server, key).json()["jobs"] if one["owner"] == "127.0.0.1")
        assert job["seconds"] >= 0
        assert ask(server, key, "cancel", job=job["job"]).status_code == 200
        while not client.wait("analysis_update", "service_stopped").get("done", True):
            pass
    wait_until(lambda: ask(server, key).json()["jobs"] == [])
    assert ask(server, key, "cancel", job=job["job"]).json()["problem"]["code"] == "job_gone"
