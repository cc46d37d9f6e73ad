"""Attacks with paths: only the page's files and the routes are ever served."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator

import pytest
from tests.server.live import LiveServer, live_server
from tests.waiting import PATIENCE_S

SECRET = "root:"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("paths")) as running:
        yield running


def get(server: LiveServer, path: str) -> tuple[int, str]:
    """Asks for a path as it is; ordinary clients would tidy it up."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    try:
        connection.putrequest("GET", path, skip_accept_encoding=True)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")
    finally:
        connection.close()


PATHS = [
    "/../../../../etc/passwd",
    "/..%2f..%2f..%2f..%2fetc%2fpasswd",
    "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/assets/../../../../etc/passwd",
    "/assets/..%5c..%5cetc%5cpasswd",
    "//etc/passwd",
    "/etc/passwd%00.html",
    "/assets/%c0%ae%c0%ae/etc/passwd",
    "/page/../live.db",
    "/live.db",
    "/../app.py",
    "/app.py",
    "/index.html/../../messages.py",
    "/api/../live.db",
    "/api/games/..",
    "/api/games/../../etc/passwd",
    "/api/games/%2e%2e%2fchess",
    "/api/tables/../../metrics/x",
    "/.git/config",
    "/" + "a/" * 2000,
    "/" + "a" * 5000,
    "/?" + "q=1&" * 1000,
    "/%ff%fe",
    "/;/.;/..;/etc/passwd",
]


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_no_path_leads_out_of_the_page(server: LiveServer, path: str) -> None:
    status, text = get(server, path)
    assert status < 500
    assert SECRET not in text
    assert "SQLite format" not in text
    assert "from __future__" not in text
    assert status in (200, 400, 404, 414)
    if status == 200:
        assert "<html" in text.lower() or "page has not been built" in text, "a route of the page itself"


REQUESTS = [
    "GET http://evil.example/ HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "NONSENSE\r\n\r\n",
    "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nX: " + "y" * 100_000 + "\r\n\r\n",
    "GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "CONNECT evil.example:80 HTTP/1.1\r\nHost: x\r\n\r\n",
    "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n",
]


@pytest.mark.parametrize("request_text", REQUESTS, ids=range(len(REQUESTS)))
def test_requests_that_are_none_harm_nobody(server: LiveServer, request_text: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as raw:
        raw.sendall(request_text.encode())
        try:
            answer = raw.recv(4096)
        except ConnectionError:
            answer = b""
    assert b" 500 " not in answer[:20]
    assert server.http.get("/health").json()["status"] == "ok"


def test_methods_that_are_not_offered_are_refused(server: LiveServer) -> None:
    for method in ("PUT", "DELETE", "PATCH"):
        answer = server.http.request(method, "/api/tables")
        assert answer.status_code == 405
        assert answer.json()["problem"]["code"] == "http_error"


def test_sockets_elsewhere_are_refused(server: LiveServer) -> None:
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    for path in ("/", "/api/tables", "/socket/", "/socket/x", "/../socket"):
        with (
            pytest.raises(InvalidStatus),
            connect(f"ws://127.0.0.1:{server.port}{path}", proxy=None, open_timeout=PATIENCE_S),
        ):
            pass
