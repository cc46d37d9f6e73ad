"""The examples in the guide, run unchanged."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.lichess.programs import new_token
from tests.server.live import LiveServer, live_server
from tests.server.test_accounts import LIMITS
from tests.waiting import PATIENCE_S

GUIDE = (Path(__file__).parents[3] / "docs/api.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("guide"), limits=LIMITS) as running:
        yield running


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
    return str(found)


def test_the_bot_plays_a_game(server: LiveServer, tmp_path: Path) -> None:
    program, token = tmp_path / "my_bot.py", new_token(server, "Ann")
    program.write_text(block("python"), encoding="utf-8")
    assert sum(bool(line.strip()) for line in block("python").splitlines()) <= 16
    output = subprocess.run(
        [sys.executable, "-W", "ignore", str(program), token, str(server.http.base_url)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env=os.environ | {"NO_PROXY": "*"},
        check=True,
    )
    assert re.fullmatch(r"\w+ (white|black|nobody)\n", output.stdout)


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_the_requests_by_hand_work(server: LiveServer) -> None:
    given = {"TOKEN": new_token(server, "Ben"), "SERVER": str(server.http.base_url), "NAME": "ben", "NO_PROXY": "*"}
    script = block("sh").replace("curl ", "curl -sS --fail-with-body ").replace("\n", "; echo\n")
    output = subprocess.run(
        ["sh", "-ec", script], capture_output=True, text=True, timeout=PATIENCE_S, env=os.environ | given, check=True
    )
    account, created, playing, *_ = map(json.loads, filter(None, output.stdout.splitlines()))
    assert account["username"] == "Ben"
    assert [game["gameId"] for game in playing["nowPlaying"]] == [created["id"]]


def test_the_guide_names_every_route(server: LiveServer) -> None:
    paths = server.http.get("/api/schema").json()["paths"]
    for path in (one for one in paths if one.startswith("/api/bot/game/{id}/")):
        assert path.removeprefix("/api/bot/game/{id}/").partition("/")[0] in GUIDE
    for path in (one for one in paths if one.startswith("/api/challenge/{id}/")):
        assert path.removeprefix("/api/challenge/{id}/") in GUIDE
    for path in re.findall(r"`(?:GET|POST) (/[^`?]+)`", GUIDE):
        assert re.sub(r"{[^}]*}", "{}", path) in {re.sub(r"{[^}]*}", "{}", one) for one in paths}
