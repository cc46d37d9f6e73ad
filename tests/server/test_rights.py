"""Who may do what: every route, asked by everyone who could ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import EXTRAS, LiveServer, live_server
from tests.server.test_accounts import LIMITS, PASSWORD, Browser

from plyground.server.api import NDJSON
from plyground.server.guests import new_token
from plyground.server.operator import KEY_FILE

NOBODY, GUEST, READER, PLAYER, BROWSER, OPERATOR = "nobody", "guest", "read token", "play token", "browser", "operator"
ALL = {NOBODY, GUEST, READER, PLAYER, BROWSER, OPERATOR}
OWN = {GUEST, READER, BROWSER}
"""Those who may see what is theirs. The operator's key is nobody's token, but it could be one."""
PLAYERS = {PLAYER, BROWSER}
RIGHTS: dict[str, set[str]] = {
    "GET /health": ALL,
    "GET /metrics": ALL,
    "GET /api/games": ALL,
    "GET /api/games/{name}": ALL,
    "GET /api/rules/{name}": ALL,
    "POST /api/rules/check": ALL,
    "POST /api/view": ALL,
    "POST /api/position/check": ALL,
    "POST /api/position/edit": ALL,
    "POST /api/legal": ALL,
    "POST /api/import": ALL,
    "POST /api/export": ALL,
    "GET /api/catalogue": ALL,
    "GET /api/bots": ALL,
    "GET /api/settings": ALL,
    "GET /api/probe": ALL,
    "POST /api/reports": ALL,
    "GET /api/profile": ALL,
    "GET /api/profile/history": ALL,
    "GET /api/leaderboard": ALL,
    "GET /api/tables": ALL,
    "POST /api/tables": ALL - {READER},
    "GET /api/tables/mine": OWN | {OPERATOR},
    "GET /api/statistics": OWN | {OPERATOR},
    "GET /api/archive": OWN | {OPERATOR},
    "GET /api/archive/export": OWN | {OPERATOR},
    "POST /api/account": ALL,
    "POST /api/account/login": ALL,
    "GET /api/account": {READER, BROWSER},
    "GET /api/account/export": {READER, BROWSER},
    "POST /api/account/logout": {BROWSER},
    "POST /api/account/password": {BROWSER},
    "POST /api/account/tokens": {BROWSER},
    "POST /api/account/revoke": {BROWSER},
    "POST /api/account/delete": {BROWSER},
    "GET /api/account/playing": {READER, BROWSER},
    "POST /api/bot/account/upgrade": PLAYERS,
    "GET /api/stream/event": PLAYERS,
    "GET /game/export/{id}": ALL,
    "GET /api/games/user/{username}": {READER, BROWSER},
    "GET /api/challenge": {READER, BROWSER},
    **{f"POST /api/challenge/{rest}": PLAYERS for rest in ("ai", "open", "{username}")},
    **{f"POST /api/challenge/{{id}}/{what}": PLAYERS for what in ("accept", "decline", "cancel")},
    "POST /api/board/seek": PLAYERS,
    **{
        f"{method} /api/{kind}/game/{rest}": PLAYERS
        for kind in ("bot", "board")
        for method, rest in (
            ("GET", "stream/{id}"),
            ("GET", "{id}/chat"),
            *(("POST", f"{{id}}/{what}") for what in ("move/{move}", "chat", "abort", "resign", "claim-victory")),
            *(("POST", f"{{id}}/{what}") for what in ("draw/{accept}", "takeback/{accept}", "claim-draw")),
        )
    },
    "GET /api/account/ways": ALL,
    "POST /api/account/forgot": {BROWSER},
    "POST /api/account/reset": ALL,
    "POST /api/account/email": {BROWSER},
    "POST /api/account/email/confirm": ALL,
    "POST /api/account/passkeys": {BROWSER},
    "POST /api/account/passkeys/options": {BROWSER},
    "POST /api/account/passkeys/remove": {BROWSER},
    "POST /api/account/passkeys/login": {BROWSER},
    "POST /api/account/passkeys/login/options": {BROWSER},
    "GET /api/operator": {OPERATOR},
    **{f"POST /api/operator/{what}": {OPERATOR} for what in ("dismiss", "cancel", "rule", "lift")},
    "GET /api/databases": {OPERATOR},
    "POST /api/databases/build": {OPERATOR},
    "POST /api/databases/cancel": {OPERATOR},
}
BODIES: dict[str, Any] = {
    "POST /api/tables": {"game": "mill"},
    "POST /api/account": {"name": "Somebody", "password": "short"},
    "POST /api/account/login": {"name": "Rights", "password": PASSWORD},
    "POST /api/account/password": {"old": PASSWORD, "new": "short"},
    "POST /api/account/tokens": {"label": "Bot", "scopes": ["play"]},
    "POST /api/account/revoke": {"key": "unknown"},
    "POST /api/account/delete": {"password": PASSWORD},
    "POST /api/account/forgot": {"name": "Rights"},
    "POST /api/account/reset": {"code": "", "password": "short"},
    "POST /api/account/email": {"email": "", "password": PASSWORD},
    "POST /api/account/email/confirm": {"code": ""},
    "POST /api/account/passkeys": {"credential": {}},
    "POST /api/account/passkeys/remove": {"id": ""},
    "POST /api/account/passkeys/login": {"credential": {}},
    "POST /api/databases/build": {"game": "nothing", "distances": False},
    "POST /api/challenge/ai": {"level": 1},
    "POST /api/operator/dismiss": {"report": "nothing"},
    "POST /api/operator/cancel": {"job": 0},
    "POST /api/operator/rule": {"what": "ban", "whom": "nobody", "hours": 1},
    "POST /api/operator/lift": {"what": "ban", "whom": "nobody"},
    "POST /api/bot/game/{id}/chat": {"text": "Hello"},
    "POST /api/board/game/{id}/chat": {"text": "Hello"},
}
"""Bodies that are read before it is decided who may do it; whatever else is wrong with them does not matter."""
REFUSED = {"account_needed", "token_invalid", "api_token_invalid", "scope_missing", "browser_only", "operator_only"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rights")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[LiveServer]:
    with live_server(data, limits=LIMITS, extras=replace(EXTRAS, data=data)) as running:
        yield running


def headers_of(who: str, server: LiveServer, data: Path) -> dict[str, str]:
    """What somebody sends to show who they are; people with accounts have just logged in."""
    browser = Browser(server)
    if browser.log_in("Rights").status_code == 401:
        browser.sign_up("Rights")
    match who:
        case "nobody":
            return {}
        case "guest":
            secret = new_token()
        case "operator":
            secret = (data / KEY_FILE).read_text(encoding="utf-8").strip()
        case "browser":
            return {"Cookie": browser.cookie, "Origin": browser.origin}
        case _:
            secret = browser.post("/tokens", label=who, scopes=[who.split()[0]]).json()["token"]
    return {"Authorization": f"Bearer {secret}"}


def test_every_route_has_its_rights(server: LiveServer) -> None:
    paths = server.http.get("/api/schema").json()["paths"]
    assert {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods} == RIGHTS.keys()


@pytest.mark.parametrize("who", sorted(ALL))
def test_nobody_does_what_they_may_not(server: LiveServer, data: Path, who: str) -> None:
    allowed, headers = set(), headers_of(who, server, data)
    for route in RIGHTS:
        method, path = route.split()
        # Without a body, or with one that cannot be read, a request is refused for that reason and not for its sender.
        with server.http.stream(
            method,
            path.replace("{name}", "mill"),
            params={"game": "mill"} if route == "GET /api/probe" else None,
            json=BODIES.get(route, {}) if method == "POST" else None,
            headers=headers,
        ) as answer:
            if answer.headers.get("content-type") != NDJSON:  # which never ends
                answer.read()
        assert answer.status_code < 500, (route, answer.text)
        server.http.cookies.clear()
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        code = answer.json().get("problem", {}).get("code", "") if is_json else ""
        if code not in REFUSED:
            allowed.add(route)
        if who == BROWSER and route.startswith("POST /api/account"):  # which may have logged it out
            headers = headers_of(who, server, data)
    assert allowed == {route for route, those in RIGHTS.items() if who in those}
