"""The application: the socket, the HTTP routes and the page, put together as one ASGI callable."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from litestar import Litestar, Request, Response, get
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath

from plyground import __version__
from plyground.errors import PlygroundError, ServiceFault, ServiceRefused
from plyground.server.bots import BotRunner
from plyground.server.limits import ServerLimits
from plyground.server.log import LOG
from plyground.server.metrics import GaugeSpec
from plyground.server.page import HEADERS, PageFiles
from plyground.server.presenter import problem
from plyground.server.routes import table_routes
from plyground.server.services.page_services import PageServices
from plyground.server.socket import PATH, POLICY_VIOLATION, Receive, Scope, Send, SocketEndpoint
from plyground.server.store import Store
from plyground.server.store_sqlite import SqliteStore
from plyground.server.table_registry import TableRegistry
from plyground.server.wire.http import Failure

STATUS = {
    "unknown_table": 404,
    "unknown_game": 404,
    "misspelt_game": 404,
    "unknown_preset": 404,
    "token_invalid": 401,
    "too_many_requests": 429,
    "service_busy": 429,
    "reports_full": 429,
    "worker_lost": 503,
    "worker_broke": 503,
    "server_closing": 503,
    "store_damaged": 503,
}
"""HTTP status codes of errors; the others are 400."""


@dataclass(frozen=True, slots=True)
class Extras:
    """What a server has besides its tables."""

    bots: BotRunner | None = None
    services: PageServices | None = None
    gauges: Sequence[GaugeSpec] = ()
    """Values that operators may watch."""


Extend: TypeAlias = Callable[[Store], Awaitable[Extras]]
"""Makes the extras on the event loop when the server starts."""


class PlayServer:
    """The server as an ASGI application. It opens its store when it starts and closes it when it ends."""

    def __init__(
        self,
        database: Path,
        *,
        limits: ServerLimits | None = None,
        origins: Iterable[str] = (),
        extend: Extend | None = None,
    ) -> None:
        self._database = database
        self._limits = limits or ServerLimits()
        self._origins = tuple(origins)
        self._extend = extend
        self.failure: PlygroundError | None = None
        """Why the server could not start."""
        self.registry: TableRegistry
        self._endpoint: SocketEndpoint
        self._routes: Litestar

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves a request, a socket, or the lifespan of the server."""
        match scope["type"]:
            case "websocket" if scope["path"] == PATH:
                await self._endpoint(scope, receive, send)
            case "websocket":
                await receive()
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            case "http":
                await self._http(scope, receive, send)
            case "lifespan":
                await self._live(receive, send)

    async def start(self) -> None:
        """Opens everything."""
        store = await SqliteStore.open(self._database)
        extras = await self._extend(store) if self._extend is not None else Extras()
        self.registry = TableRegistry(store, self._limits, bots=extras.bots, services=extras.services)
        self.registry.metrics.add(*extras.gauges)
        self._endpoint = SocketEndpoint(self.registry, self._origins)
        self._routes = _litestar(self.registry, self._limits)
        self.registry.start()

    def prepare_to_stop(self) -> None:
        """Lets go of clients who must wait, so that the server need not wait for them."""
        self._endpoint.closing.set()

    async def stop(self) -> None:
        """Closes everything; all acknowledged changes are already on disk."""
        await self.registry.close()
        LOG.info("stopped")

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.start()
        except PlygroundError as error:
            self.failure = error
            await send({"type": "lifespan.startup.failed", "message": ""})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        origin, host = headers.get(b"origin"), headers.get(b"host", b"").decode("latin-1")
        is_reading = scope["method"] in ("GET", "HEAD", "OPTIONS")
        if not is_reading and not self._endpoint.is_own_origin(origin and origin.decode("latin-1"), host):
            LOG.warning("foreign origin", path=scope["path"])
            refusal = _answer(403, ServiceRefused("origin_foreign"))
            await refusal.to_asgi_response(app=None, request=Request(scope))(scope, receive, send)  # type: ignore[arg-type]
            return
        await self._routes(scope, receive, send)  # type: ignore[arg-type]


def _litestar(registry: TableRegistry, limits: ServerLimits) -> Litestar:
    services = [] if registry.services is None else list(registry.services.routes)
    return Litestar(
        route_handlers=[*table_routes(registry), *services, *_page_routes(PageFiles())],
        request_max_body_size=limits.body_bytes,
        logging_config=None,
        exception_handlers={Exception: _refuse},
        openapi_config=OpenAPIConfig(
            title="Plyground",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )


def _page_routes(page: PageFiles) -> list[Any]:
    @get("/", include_in_schema=False)
    async def show_start() -> Response[bytes]:
        return show("")

    @get("/{path:path}", include_in_schema=False)
    async def show_page(path: FromPath[str]) -> Response[bytes]:
        return show(path)

    def show(path: str) -> Response[bytes]:
        found = page.find(path)
        if found is None or path.startswith(("/api/", "api/")):
            raise HTTPException(status_code=404, detail="Not Found")
        headers = {**HEADERS, "Cache-Control": found.caching}
        return Response(found.content, media_type=found.media_type, headers=headers)

    return [show_start, show_page]


def _answer(status: int, error: PlygroundError) -> Response[Failure]:
    LOG.info("request refused", status=status, code=error.code)
    return Response(Failure(problem=problem(error)), status_code=status)


def _refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    """The answer to a request that raised an error."""
    match error:
        case PlygroundError():
            return _answer(STATUS.get(error.code, 400), error)
        case ValidationException():
            reasons = [str(one.get("message", one)) for one in error.extra or () if isinstance(one, dict)]
            return _answer(400, ServiceRefused("message_unreadable", reason="; ".join(reasons) or error.detail))
        case HTTPException(status_code=status):
            return _answer(status, ServiceRefused("http_error", status=status, reason=error.detail))
        case RecursionError():
            return _answer(400, ServiceRefused("message_unreadable", reason=str(error)))
    LOG.error("fault", path=request.url.path, reason=repr(error))
    return _answer(500, ServiceFault("server_fault"))
