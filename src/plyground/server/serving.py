"""Serving: runs the application on a port until it is told to stop."""

from __future__ import annotations

import errno
import fcntl
import gc
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TextIO

import uvicorn

from plyground.errors import ServiceFault, StoreFault
from plyground.server.app import PlayServer, sqlite_store
from plyground.server.bots.runner import Bots
from plyground.server.limits import ServerLimits, ServiceLimits
from plyground.server.log import LOG, configure
from plyground.server.service_api import Extend, Extras
from plyground.server.services.page_services import PageServices
from plyground.server.store import Store
from plyground.server.workers.pool import PoolLimits

PORT = 43210
DATABASE = "plyground.sqlite3"
LOCK = "plyground.lock"
SHUTDOWN_S = 5
"""Clients have so long to take their leave."""
BACKLOG = 2048
GARBAGE = (10_000, 100, 50)
"""Cycles are looked for often among few young objects, and rarely among the rest: a thousand tables are many objects
and few cycles. Looking at all of them every few hundred allocations took two fifths of the time of a move; letting a
hundred thousand young ones gather held up everybody for an eighth of a second."""


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """How a server is run."""

    data: Path
    host: str = "0.0.0.0"
    port: int = PORT
    log_level: str = "info"
    limits: ServerLimits = field(default_factory=ServerLimits)
    origins: tuple[str, ...] = ()
    """Other sites whose pages may connect."""


def database(data: Path) -> Path:
    """The file in a data folder, which is made if need be; raises `StoreFault` where nothing can be written."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        probe = data / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise StoreFault("data_unwritable", path=data, reason=error.strerror or str(error)) from error
    return data / DATABASE


def hold(data: Path) -> TextIO:
    """Keeps a data folder for this process as long as the file is open; `ServiceFault` if another one has it.

    Two servers would each believe what they remember of the same tables.
    """
    lock = (data / LOCK).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise ServiceFault("data_in_use", path=data) from error
    return lock


def listen(host: str, port: int) -> socket.socket:
    """A socket on the port; raises `ServiceFault` with what to do about it if it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise ServiceFault("port_taken", port=port, other=port + 1) from error
        raise ServiceFault("port_unusable", host=host, port=port, reason=error.strerror or str(error)) from error
    listening.set_inheritable(True)
    return listening


def local_address(port: int) -> str:
    """Where the server is on this machine."""
    return f"http://localhost:{port}"


def network_addresses(host: str, port: int) -> list[str]:
    """Where others reach the server; empty if it listens on this machine alone."""
    if host not in ("0.0.0.0", "::", ""):
        name = f"[{host}]" if ":" in host else host
        return [] if host in ("127.0.0.1", "localhost", "::1") else [f"http://{name}:{port}"]
    # A datagram socket that is merely connected sends nothing, but knows the way out.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            return []
    return [] if address.startswith("127.") else [f"http://{address}:{port}"]


def default_workers() -> PoolLimits:
    """A worker for every processor but one, which stays free for people's moves."""
    return PoolLimits(workers=max(1, (os.cpu_count() or 1) - 1))


@dataclass(frozen=True, slots=True)
class ExtrasSettings:
    """What the operator may say about them; a value that makes them, see `plyground.server.service_api.Extend`."""

    engines: Mapping[str, str] = field(default_factory=dict)
    """Engines of others that people may play: name -> command line."""
    workers: PoolLimits = field(default_factory=default_workers)
    """Of the bots; the services have as many again."""
    limits: ServiceLimits = field(default_factory=ServiceLimits)
    addresses: Sequence[str] = ()
    """Where others reach the server."""

    async def __call__(self, store: Store) -> Extras:
        """Makes them; whether the operator's engines can be used is found out meanwhile."""
        bots = Bots.create(self.engines, self.workers)
        bots.try_engines_soon()
        # Someone who waits for a bot's move is served before someone who analyses.
        lower = replace(self.workers, niceness=min(19, self.workers.niceness * 3 // 2))
        services = PageServices(store, bots=bots, limits=self.limits, workers=lower, addresses=self.addresses)
        services.warm()
        bots.pool.warm()
        return Extras(bots=bots, services=services, gauges=[*bots.gauges, *services.gauges])


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to serve."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()


def serve(
    settings: ServeSettings, extend: Extend | None = None, on_ready: Callable[[int], None] = lambda port: None
) -> None:
    """Serves until it is interrupted; `on_ready` is told the port. Raises a `PlygroundError` if it cannot start."""
    configure(settings.log_level)
    file = database(settings.data)
    app = PlayServer(sqlite_store(file), limits=settings.limits, origins=settings.origins, extend=extend)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=SHUTDOWN_S,
    )
    with listen(settings.host, settings.port) as listening, hold(settings.data):
        port = listening.getsockname()[1]
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        LOG.info("starting", file=str(file), host=settings.host, port=port)
        try:
            _Server(config, lambda: on_ready(port)).run(sockets=[listening])
        except SystemExit:
            # That is how uvicorn ends when the application cannot start.
            if app.failure is None:
                raise
            raise app.failure from None
