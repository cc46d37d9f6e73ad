"""A real server in a thread, and clients that talk to it over the network, for tests."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
from tests.server.tables import kind_of, ply_of
from tests.waiting import PATIENCE_S, wait_until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from plyground.server.access import Access
from plyground.server.accounts.mail import Mailer
from plyground.server.app import PlayServer
from plyground.server.limits import ServerLimits, ServiceLimits
from plyground.server.serving import ExtrasSettings, uvicorn_config
from plyground.server.workers.pool import PoolLimits

Answer = TypeVar("Answer")
FILE = "live.db"
EXTRAS = ExtrasSettings(
    workers=PoolLimits(workers=1, niceness=0), limits=ServiceLimits(quick_s=PATIENCE_S, file_s=PATIENCE_S)
)
"""The default limits, but workers have the priority and the patience of the tests."""


class LiveServer:
    """A running server; `app` is its application, `http` sends requests, `client` opens a socket."""

    def __init__(self, app: PlayServer, port: int, http: httpx.Client) -> None:
        self.app = app
        self.port = port
        self.http = http

    @contextmanager
    def client(self, name: str = "", *, token: str = "", hello: bool = True, **headers: str) -> Iterator[Client]:
        """A socket, by default already welcomed."""
        with connect(
            f"ws://127.0.0.1:{self.port}/socket",
            additional_headers=headers,
            max_size=None,
            proxy=None,
            # A client that has not read everything does not hear the server's goodbye.
            close_timeout=0.1,
        ) as socket:
            client = Client(socket)
            if hello:
                client.send("hello", id="hello", name=name, token=token)
                client.welcome = client.wait("welcome")
            yield client

    def create(self, **wish: Any) -> dict[str, Any]:
        """A new table; by default for mill."""
        answer = self.http.post("/api/tables", json={"game": "mill", **wish})
        assert answer.status_code == 201, answer.text
        created: dict[str, Any] = answer.json()
        return created

    def on_loop(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Does something on the server's event loop."""
        store: Any = self.app.registry.store
        return asyncio.run_coroutine_threadsafe(work, store._loop).result(PATIENCE_S)

    def gauge(self, name: str) -> float:
        """A gauge of the server, as operators see it."""
        lines = self.http.get("/metrics").text.splitlines()
        values = dict(line.split() for line in lines if not line.startswith("#"))
        return float(values[f"plyground_{name}"])

    def wait_for_gauge(self, name: str, value: float) -> None:
        """Returns when a gauge has a value."""
        wait_until(lambda: self.gauge(name) == value)


class Client:
    """One end of a socket; remembers everything it received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[dict[str, Any]] = []
        self.welcome: dict[str, Any] = {}
        self._sent = 0
        self._looked = 0

    def send(self, type: str, **fields: Any) -> str:
        """Sends a message and returns its id."""
        self._sent += 1
        message = {"type": type, "id": f"m{self._sent}", **fields}
        self.socket.send(json.dumps(message))
        return str(message["id"])

    def next(self, timeout: float = PATIENCE_S) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=timeout))
        self.received.append(message)
        if message["type"] == "ping":
            self.socket.send(json.dumps({"type": "pong", "ping": message["ping"]}))
        return message

    def wait(self, *types: str, timeout: float = PATIENCE_S, **fields: Any) -> dict[str, Any]:
        """The first message of a type with such fields, among those not yet waited for."""
        until = time.monotonic() + timeout
        while True:
            while self._looked < len(self.received):
                message = self.received[self._looked]
                self._looked += 1
                if kind_of(message) in types and all(_field(message, name) == value for name, value in fields.items()):
                    return message
            left_s = until - time.monotonic()
            if left_s <= 0:
                raise AssertionError(f"no {types} {fields} among {[kind_of(one) for one in self.received]}")
            with suppress(TimeoutError):
                self.next(left_s)

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Sends a message and returns the answer with its id."""
        id = self.send(type, **fields)
        return self.wait(*ANSWERS, id=id)

    def code(self, type: str, **fields: Any) -> str:
        """The code with which a message is refused."""
        answer = self.ask(type, **fields)
        assert answer["type"] == "refused", answer
        return str(answer["problem"]["code"])

    def is_closed(self) -> bool:
        """Whether the server has closed the connection; earlier messages are received first."""
        try:
            while True:
                self.next()
        except ConnectionClosed:
            return True
        except TimeoutError:
            return False


ANSWERS = (
    "refused", "acknowledged", "welcome", "joined", "caught_up", "left", "lobby", "move_played", "game_ended",
    "offer_made", "offer_declined", "moves_taken_back", "game_paused", "chat_posted", "game_started", "hinted",
    "verdicts", "explained", "reviewed", "experiment_done", "traced", "service_stopped", "analysis_update",
)  # fmt: skip


def _field(message: dict[str, Any], name: str) -> Any:
    """A field of a message or of the event in it; `ply` is the number of moves after an event."""
    if name == "ply":
        return ply_of(message)
    return message[name] if name in message else message.get("event", {}).get(name)


@contextmanager
def live_server(
    place: Path | str,
    *,
    limits: ServerLimits | None = None,
    access: Access | None = None,
    extras: ExtrasSettings | None = None,
    mailer: Mailer | None = None,
) -> Iterator[LiveServer]:
    """Runs a server on any free port until the context is left, with a store in a folder or in PostgreSQL."""
    store = place / FILE if isinstance(place, Path) else place
    app = PlayServer(store, limits=limits, access=access, mailer=mailer, extend=extras or EXTRAS)
    config = uvicorn_config(app, limits or ServerLimits())
    config.port = 0
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started or not thread.is_alive())
        assert server.started, app.failure
        port = server.servers[0].sockets[0].getsockname()[1]
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S, trust_env=False) as http:
            yield LiveServer(app, port, http)
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)
        assert not thread.is_alive(), "the server did not end"
