"""Streams: cheap, bounded, and over as soon as they should be."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.lichess.programs import new_token, program
from tests.server.live import LiveServer, live_server
from tests.server.test_accounts import LIMITS, Browser

from plyground.server.lichess import line_stream
from plyground.server.lichess.line_stream import MAX_LINES, MAX_STREAMS, LineStream, OpenStreams


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("streams"), limits=LIMITS) as running:
        yield running


class Connection:
    """The ASGI side of a client that reads only while it may."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.reads, self.gone = asyncio.Event(), asyncio.Event()
        self.is_complete = False

    async def send(self, message: Any) -> None:
        await self.reads.wait()
        if message["type"] == "http.response.body":
            self.sent.append(message["body"])
            self.is_complete = not message["more_body"]

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    def serve(self, stream: LineStream) -> asyncio.Task[None]:
        return asyncio.create_task(stream({"type": "http"}, self.receive, self.send))


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_client_that_does_not_read_is_dropped_and_nothing_waits_for_it() -> None:
    async def run() -> None:
        stream, client, ended = LineStream(), Connection(), []
        stream.on_end = lambda: ended.append(True)
        serving = client.serve(stream)
        await settled()
        for _ in range(MAX_LINES):
            stream.put(b"{}")
        assert not stream.is_ended
        stream.put(b"{}")
        assert (stream.is_ended, ended, stream._lines) == (True, [True], [])
        stream.put(b"{}")
        assert stream._lines == []
        # When it reads at last, its stream is over, and it can ask again.
        client.reads.set()
        await serving
        assert (client.sent, client.is_complete) == ([b"\n", b""], True)

    asyncio.run(run())


def test_a_stream_sends_everything_before_it_ends() -> None:
    async def run() -> None:
        stream, client = LineStream(), Connection()
        client.reads.set()
        serving = client.serve(stream)
        stream.put(b"1")
        stream.put(b"2")
        stream.end()
        await serving
        assert (b"".join(client.sent), client.is_complete) == (b"\n1\n2\n", True)

    asyncio.run(run())


def test_a_silent_stream_shows_that_it_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_stream, "KEEP_ALIVE_S", 0.0)

    async def run() -> None:
        stream, client = LineStream(), Connection()
        client.reads.set()
        serving = client.serve(stream)
        while len(client.sent) < 4:
            await asyncio.sleep(0)
        client.gone.set()
        await serving
        assert set(client.sent[:4]) == {b"\n"}
        assert stream.is_ended

    asyncio.run(run())


def test_an_account_has_a_bounded_number_of_streams() -> None:
    async def run() -> None:
        streams, open = OpenStreams(), [LineStream() for _ in range(MAX_STREAMS + 1)]
        for one in open:
            streams.add(one, "ann", "login")
        streams.add(LineStream(), "ben", "other")
        assert [one.is_ended for one in open] == [True] + [False] * MAX_STREAMS
        assert len(streams) == MAX_STREAMS + 1
        streams.close_all_of("login")
        assert len(streams) == 1
        streams.close()
        assert len(streams) == 0

    asyncio.run(run())


def test_a_client_that_goes_leaves_the_table(server: LiveServer) -> None:
    with program(server, "Ann") as ann:
        id = ann.challenges.create_ai(level=1, color="white")["id"]
        headers = {"Authorization": ann.account._r.session.headers["Authorization"]}
        with server.http.stream("GET", f"/api/bot/game/stream/{id}", headers=headers) as response:
            lines = response.iter_lines()
            while not next(lines):
                pass
            presence = server.app.registry.live[id].presence
            assert (presence.people, server.gauge("streams")) == (1, 1)
        server.wait_for_gauge("streams", 0)
        assert presence.people == 0


def test_streams_end_with_their_token(server: LiveServer) -> None:
    token = new_token(server, "Ben")
    headers = {"Authorization": f"Bearer {token}"}
    with server.http.stream("GET", "/api/stream/event", headers=headers) as response:
        assert response.headers["content-type"] == "application/x-ndjson"
        browser = Browser(server)
        browser.log_in("Ben")
        assert browser.post("/logout", others=True).status_code == 200
        assert "".join(response.iter_lines()) == ""
    assert server.http.get("/api/stream/event", headers=headers).status_code == 401


def test_a_login_has_one_stream_of_events(server: LiveServer) -> None:
    headers = {"Authorization": f"Bearer {new_token(server, 'Cecil')}"}
    with (
        server.http.stream("GET", "/api/stream/event", headers=headers) as first,
        server.http.stream("GET", "/api/stream/event", headers=headers),
    ):
        assert "".join(first.iter_lines()) == ""
        assert server.gauge("streams") == 1
    server.wait_for_gauge("streams", 0)


def test_asking_for_the_head_of_a_stream_opens_none(server: LiveServer) -> None:
    headers = {"Authorization": f"Bearer {new_token(server, 'Dora')}"}
    assert server.http.head("/api/stream/event", headers=headers).status_code == 200
    assert server.gauge("streams") == 0


def test_a_server_that_stops_ends_its_streams(tmp_path: Any) -> None:
    with live_server(tmp_path, limits=LIMITS) as server:
        headers = {"Authorization": f"Bearer {new_token(server, 'Ann')}"}
        with server.http.stream("GET", "/api/stream/event", headers=headers) as response:
            server.on_loop(stop(server))
            assert "".join(response.iter_lines()) == ""


async def stop(server: LiveServer) -> None:
    server.app.prepare_to_stop()


def test_events_of_other_processes_come_a_little_later(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    # What another process does is not noticed here.
    monkeypatch.setattr(server.app.registry, "on_change", [])
    api = server.app._lichess
    with program(server, "Edgar") as edgar:
        headers = {"Authorization": edgar.account._r.session.headers["Authorization"]}
        with server.http.stream("GET", "/api/stream/event", headers=headers) as response:
            lines = (json.loads(line) for line in response.iter_lines() if line)
            id = edgar.challenges.create_ai(level=1, color="white")["id"]
            server.on_loop(api.feeds.catch_up(api.people.playing))
            server.on_loop(api.feeds.catch_up(api.people.playing))
            edgar.bots.abort_game(id)
            server.on_loop(api.feeds.catch_up(api.people.playing))
            found = [next(lines), next(lines)]
    assert [(one["type"], one["game"]["id"]) for one in found] == [("gameStart", id), ("gameFinish", id)]
