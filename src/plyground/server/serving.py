"""Serving: runs the application on a port until it is stopped."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import TextIO

import uvicorn

from plyground.errors import ServiceFault, StoreFault
from plyground.file_lock import lock
from plyground.server.access import Access
from plyground.server.accounts.mail import Mailer, MailSettings
from plyground.server.app import Extend, Extras, PlayServer
from plyground.server.bots.runner import Bots
from plyground.server.connections import HttpConnection, WebSocketConnection
from plyground.server.limits import ServerLimits, ServiceLimits
from plyground.server.log import LOG, configure
from plyground.server.operator import Operator
from plyground.server.positions import load_games
from plyground.server.services.jobs import JOBS
from plyground.server.services.page_services import PageServices
from plyground.server.store import Store
from plyground.server.store_sql import SqlStore, place_of
from plyground.server.supervisor import supervise
from plyground.server.wire.databases import DatabaseOffer
from plyground.server.workers.pool import PoolLimits
from plyground.server.workers.shared_jobs import SharedJobs

PORT = 43210
DATABASE = "plyground.sqlite3"
LOCK = "plyground.lock"
GRACE_S = 5
"""How long clients may finish what they are doing when the server stops."""
SHUTDOWN_S = 30
"""How long everything else may take after that."""
WS_PING_S = 20
"""How often a socket is pinged, and how long it may take to answer; a client that vanished is noticed by that."""
BACKLOG = 2048
GARBAGE = (100, 50, 5_000)
"""Thresholds of the garbage collector: all the time for a few new objects, which are still in the processor's cache;
seldom for those that are left, as a pass stops everyone (five thousand objects: 4 ms, twenty thousand: 70 ms); hardly
ever for the rest, because a thousand tables are many objects with few cycles."""


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """How a server is run."""

    data: Path
    """The folder with the operator's key and, unless there is a store elsewhere, the games."""
    host: str = "0.0.0.0"
    port: int = PORT
    log_level: str = "info"
    limits: ServerLimits = field(default_factory=ServerLimits)
    origins: tuple[str, ...] = ()
    """Other sites whose pages may connect."""
    allowed_hosts: tuple[str, ...] = ()
    """Names of the server besides those that are its own anyway; see `Access`."""
    metrics_from: tuple[str, ...] = ()
    """Networks that may read the metrics, besides this machine."""
    proxies: tuple[str, ...] = ()
    """Reverse proxies that say where a request really comes from."""
    store: str = ""
    """The address of a database of PostgreSQL; "" for a file in the folder."""
    mail: MailSettings | None = None
    """How mail is sent; without it nobody can ask for a new password."""
    processes: int = 1
    """How many processes serve the port; more than one need a database."""


def database(data: Path) -> Path:
    """The database file in a data folder, which is created if needed; raises `StoreFault` if it is not writable."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        probe = data / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise StoreFault("data_unwritable", path=data, reason=error.strerror or str(error)) from error
    return data / DATABASE


def hold(data: Path) -> TextIO:
    """Locks a data folder for this process while the file is open; raises `ServiceFault` if another process has it.

    Two servers would have different states of the same tables in memory.
    """
    file = (data / LOCK).open("w")
    try:
        lock(file)
    except BlockingIOError as error:
        file.close()
        raise ServiceFault("data_in_use", path=data) from error
    return file


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises `ServiceFault` with advice if the port cannot be used."""
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
    return listening


def local_address(port: int) -> str:
    """Where the server is on this machine."""
    return f"http://localhost:{port}"


def network_addresses(host: str, port: int) -> list[str]:
    """The addresses for others; empty if the server listens on this machine only."""
    if host not in ("0.0.0.0", "::", ""):
        name = f"[{host}]" if ":" in host else host
        return [] if host in ("127.0.0.1", "localhost", "::1") else [f"http://{name}:{port}"]
    # Connecting a datagram socket sends nothing, but selects the outgoing interface.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            return []
    return [] if address.startswith("127.") else [f"http://{address}:{port}"]


def default_workers(processes: int = 1) -> PoolLimits:
    """A worker for every processor except one, which stays free for people's moves; processes share them."""
    return PoolLimits(workers=max(1, ((os.cpu_count() or 1) - 1) // processes))


@dataclass(frozen=True, slots=True)
class ExtrasSettings:
    """The operator's settings for bots and services. Calling it makes them; see `app.Extend`."""

    engines: Mapping[str, str] = field(default_factory=dict)
    """External engines that people may play: name -> command line."""
    workers: PoolLimits = field(default_factory=default_workers)
    """The workers of the bots; the services have the same number again."""
    limits: ServiceLimits = field(default_factory=ServiceLimits)
    addresses: Sequence[str] = ()
    """Where others reach the server."""
    data: Path | None = None
    """The folder that knows the operator; without one there is none."""
    on_suggestions: Callable[[Sequence[DatabaseOffer]], object] | None = None
    """Gets, some time after the start, what the operator could build."""

    async def __call__(self, store: Store) -> Extras:
        """Makes them; the operator's engines are tested in the background."""
        bots = Bots.create(self.engines, self.workers)
        bots.try_engines_soon()
        # Bots' moves have priority over analysis.
        lower = replace(self.workers, niceness=min(19, self.workers.niceness * 3 // 2))
        services = PageServices(
            store,
            bots=bots,
            limits=self.limits,
            workers=lower,
            addresses=self.addresses,
            operator=None if self.data is None else Operator.of(self.data),
            data=self.data,
        )
        services.warm()
        if store.bus is not None and isinstance(store, SqlStore):
            shared = SharedJobs(store, store.bus, JOBS)
            bots.share(shared)
            services.share(shared)
        if self.on_suggestions is not None:
            services.databases.suggest_soon(self.on_suggestions)
        bots.pool.warm()
        return Extras(bots=bots, services=services, gauges=[*bots.gauges, *services.gauges])


def raise_descriptor_limit(needed: int) -> int:
    """Lets the process open as many files and connections as it needs, if it may; returns how many it can open."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Infinity is -1.
    if soft < 0 or soft >= needed:
        return needed
    possible = needed if hard < 0 else min(needed, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
    except (OSError, ValueError):
        return soft
    return possible


def uvicorn_config(app: PlayServer, limits: ServerLimits, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        app,
        http=HttpConnection,
        ws=WebSocketConnection,
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=WS_PING_S,
        ws_ping_timeout=WS_PING_S,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        backlog=BACKLOG,
        timeout_keep_alive=round(limits.idle_s),
        timeout_graceful_shutdown=GRACE_S + SHUTDOWN_S,
    )


class _Server(uvicorn.Server):
    """Says when it is ready, and when it is about to stop; ends when its supervisor has ended."""

    def __init__(
        self, config: uvicorn.Config, app: PlayServer, on_ready: Callable[[], None], supervisor: int = -1
    ) -> None:
        super().__init__(config)
        self._app = app
        self._on_ready = on_ready
        self._supervisor = supervisor

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to serve."""
        await super().startup(sockets)
        if self._supervisor >= 0:
            loop = asyncio.get_running_loop()
            loop.add_reader(self._supervisor, self._orphaned)
        if self.started:
            self._on_ready()

    def _orphaned(self) -> None:
        asyncio.get_running_loop().remove_reader(self._supervisor)
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stops; SIGTERM is an orderly end."""
        if sig == signal.SIGTERM:
            self.should_exit = True
        else:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops."""
        self._app.prepare_to_stop()
        asyncio.get_running_loop().call_later(GRACE_S, self._app.connections.abort_all)
        await super().shutdown(sockets)


def serve(
    settings: ServeSettings,
    extend: Extend | None = None,
    on_ready: Callable[[int], None] = lambda port: None,
    on_warning: Callable[[str], None] = lambda text: None,
) -> None:
    """Serves until it is stopped; `on_ready` gets the port, `on_warning` what the operator should change.

    Raises a `PlygroundError` if it cannot start.
    """
    configure(settings.log_level)
    file = database(settings.data)
    descriptors = raise_descriptor_limit(settings.limits.descriptors)
    limits = settings.limits.within(descriptors)
    if limits is not settings.limits:
        needed = settings.limits.descriptors
        LOG.warning("few file descriptors", allowed=descriptors, needed=needed, sockets=limits.sockets)
        on_warning(
            f"Only {limits.sockets:,} sockets fit, not {settings.limits.sockets:,}, because this process may open only "
            f"{descriptors:,} files; run 'ulimit -n {needed}' first."
        )
    if settings.processes > 1 and not settings.store:
        raise ServiceFault("processes_need_store")
    access = Access.of(settings.host, settings.allowed_hosts, settings.origins, settings.metrics_from)
    place = settings.store or file
    with listen(settings.host, settings.port) as listening, hold(settings.data):
        port = listening.getsockname()[1]
        load_games()
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        LOG.info("starting", place=place_of(settings.store) if settings.store else file, host=settings.host, port=port)

        def run(number: int = 0, supervisor: int = -1) -> None:
            app = PlayServer(
                place,
                limits=limits,
                access=access,
                proxies=settings.proxies,
                mailer=None if settings.mail is None else Mailer(settings.mail),
                extend=extend,
            )
            # Only the first process says that it is ready, and only once.
            ready = (lambda: on_ready(port)) if number == 0 else _nothing
            _run(_Server(uvicorn_config(app, limits, settings.proxies), app, ready, supervisor), app, listening)

        if settings.processes == 1:
            run()
        elif status := supervise(settings.processes, run):
            raise SystemExit(status)


def _nothing() -> None:
    pass


def _run(server: _Server, app: PlayServer, listening: socket.socket) -> None:
    try:
        server.run(sockets=[listening])
    except SystemExit:
        # uvicorn exits like this when the application cannot start.
        if app.failure is None:
            raise
        raise app.failure from None
