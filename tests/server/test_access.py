"""Who is answered and how: host names, other sites, metrics, security headers, HEAD and status codes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, cast

import httpx
import pytest
from tests.server.live import LiveServer, live_server
from tests.waiting import PATIENCE_S
from websockets.exceptions import InvalidStatus

from plyground.errors import StoreFault
from plyground.server import api
from plyground.server.access import SECURITY_HEADERS, Access
from plyground.server.limits import ServerLimits
from plyground.server.store_sqlite import SqliteStore

LIMITS = ServerLimits(sockets_per_address=3)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    access = Access.of("127.0.0.1", hosts=["Play.Example."], metrics_from=["10.0.0.0/8"])
    with live_server(tmp_path_factory.mktemp("access"), limits=LIMITS, access=access) as running:
        yield running


@pytest.mark.parametrize("host", ["evil.example", "evil.example:43210", "localhost.evil.example", "192.168.1.7", "[::"])
def test_a_name_that_is_not_the_servers_is_refused(server: LiveServer, host: str) -> None:
    headers = {"Host": host, "Origin": f"http://{host}"}
    for answer in (
        server.http.get("/", headers=headers),
        server.http.get("/api/games", headers=headers),
        server.http.post("/api/tables", json={"game": "mill"}, headers=headers),
    ):
        assert answer.status_code == 421
        assert answer.json()["problem"]["code"] == "host_unknown"
        assert "--allowed-host" in answer.json()["problem"]["message"]


@pytest.mark.parametrize("host", ["localhost:1", "LOCALHOST", "a.localhost", "127.0.0.2", "[::1]:80", "play.example"])
def test_the_names_of_the_server_are_answered(server: LiveServer, host: str) -> None:
    assert server.http.get("/health", headers={"Host": host}).status_code == 200


def test_on_the_network_addresses_and_private_names_are_answered_too() -> None:
    everywhere = Access.of("0.0.0.0")
    for host in ("192.168.1.7:43210", "[fe80::1]:80", "my-pc", "my-pc.local", "my-pc.lan:80", "localhost", ""):
        assert everywhere.answers_to(host)
    for host in ("evil.example", "192.168.1.7.evil.example", "my-pc.local.evil.example", "evil-local.example"):
        assert not everywhere.answers_to(host)


def test_only_this_machine_and_allowed_networks_read_the_metrics(server: LiveServer) -> None:
    async def status(address: str) -> int:
        transport = httpx.ASGITransport(cast(Any, server.app), client=(address, 5))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get("/metrics")).status_code

    found = {address: asyncio.run(status(address)) for address in ("127.0.0.1", "::1", "10.9.8.7", "192.168.1.7")}
    assert found == {"127.0.0.1": 200, "::1": 200, "10.9.8.7": 200, "192.168.1.7": 403}


def test_every_response_has_the_security_headers(server: LiveServer) -> None:
    responses = [
        server.http.get("/"),
        server.http.get("/missing.png"),
        server.http.get("/api/tables"),
        server.http.get("/api/nothing"),
        server.http.get("/api/schema/swagger"),
        server.http.get("/api/statistics"),
        server.http.get("/metrics"),
        server.http.get("/health"),
        server.http.get("/health", headers={"Host": "evil.example"}),
        server.http.post("/api/tables", json={"game": "mill"}),
        server.http.post("/api/tables", json={"game": "mill"}, headers={"Origin": "http://evil.example"}),
        server.http.post("/api/view", content=b"{"),
        server.http.post("/api/view", content=b" " * 3_000_000),
        server.http.put("/api/tables"),
        server.http.put("/"),
        server.http.head("/api/games"),
    ]
    assert {answer.status_code for answer in responses} == {200, 201, 400, 401, 403, 404, 405, 413, 421}
    for answer in responses:
        for name, value in SECURITY_HEADERS.items():
            [given] = answer.headers.get_list(name)
            # The page itself also has the hash of its inline script.
            assert given.endswith(value), answer.url
    policy = SECURITY_HEADERS["content-security-policy"]
    assert "connect-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy


def test_head_is_answered_wherever_get_is(server: LiveServer) -> None:
    paths = server.http.get("/api/schema/openapi.json").json()["paths"]
    for path in ["/", "/api/schema/openapi.json", *(path for path, methods in paths.items() if "get" in methods)]:
        whole = server.http.get(path.replace("{name}", "mill"))
        head = server.http.head(path.replace("{name}", "mill"))
        assert (head.status_code, head.content) == (whole.status_code, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]
        assert head.headers["content-type"].count("charset") <= 1


def test_the_description_is_made_when_the_server_starts(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(api, "openapi")
    described = server.http.get("/api/schema/openapi.json").json()
    assert described == server.http.get("/api/schema").json()
    assert len(described["paths"]) >= 16


def refused_socket(server: LiveServer, **headers: Any) -> tuple[int, str]:
    """The status and the code with which a socket is refused."""
    with pytest.raises(InvalidStatus) as refused, server.client(**headers):
        pass
    response = refused.value.response
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    return response.status_code, json.loads(response.body)["problem"]["code"]


def test_a_full_server_and_a_foreign_page_are_told_apart(server: LiveServer) -> None:
    assert refused_socket(server, Origin="http://evil.example") == (403, "origin_foreign")
    assert refused_socket(server, Host="evil.example", Origin="http://evil.example") == (421, "host_unknown")
    with ExitStack() as opened:
        for _ in range(LIMITS.sockets_per_address):
            opened.enter_context(server.client())
        assert refused_socket(server) == (503, "sockets_full")
    server.wait_for_gauge("open_sockets", 0)
    with server.client() as client:
        assert client.welcome, "and later there is room again"


def test_what_cannot_be_saved_for_want_of_room_is_not_the_clients_fault(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise StoreFault("commit_failed", reason="database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "create", fail)
        answer = server.http.post("/api/tables", json={"game": "mill"}, timeout=PATIENCE_S)
        assert (answer.status_code, answer.json()["problem"]["code"]) == (507, "commit_failed")
        assert server.http.get("/health").status_code == 503
    server.create()
    assert server.http.get("/health").status_code == 200
