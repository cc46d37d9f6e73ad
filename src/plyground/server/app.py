"""The application: the socket, the HTTP routes and the page, put together as one ASGI callable."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath

from plyground import __version__
from plyground.errors import PlygroundError, ServiceFault, ServiceRefused
from plyground.server.limits import ServerLimits
from plyground.server.log import LOG
from plyground.server.page import HEADERS, PageFiles
from plyground.server.presenter import problem
from plyground.server.routes import table_routes
from plyground.server.service_api import Extend, Extras
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
    "token_unfit": 401,
    "too_many_requests": 429,
    "service_busy": 429,
    "reports_full": 429,
    "worker_lost": 503,
    "worker_broke": 503,
    "server_closing": 503,
}
"""HTTP status codes of errors; the others are 400."""

OpenStore = Callable[[], Awaitable[Store]]


class PlayServer:
    """The server as an ASGI application. It opens its store when it starts and closes it when it ends."""

    def __init__(
        self,
        open_store: OpenStore,
        *,
        limits: ServerLimits | None = None,
        origins: Iterable[str] = (),
        extend: Extend | None = None,
    ) -> None:
        self._open_store = open_store
        self._limits = limits or ServerLimits()
        self._origins = tuple(origins)
        self._extend = extend
        self._failure: PlygroundError | None = None
        self.registry: TableRegistry
        self._endpoint: SocketEndpoint
        self._routes: Litestar

    @property
    def failure(self) -> PlygroundError | None:
        """Why the server could not start."""
        return self._failure

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
        store = await self._open_store()
        extras = await self._extend(store) if self._extend is not None else Extras()
        self.registry = TableRegistry(store, self._limits, bots=extras.bots, services=extras.services)
        self.registry.metrics.add(*extras.gauges)
        self.registry.start()
        self._endpoint = SocketEndpoint(self.registry, self._origins)
        self._routes = _litestar(self.registry, self._limits)

    async def stop(self) -> None:
        """Closes everything; all acknowledged changes are already on disk."""
        await self.registry.close()
        LOG.info("stopped")

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.start()
        except PlygroundError as error:
            self._failure = error
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


def sqlite_store(path: Path) -> OpenStore:
    """Opens the SQLite file when the server starts."""

    async def open_store() -> Store:
        return await SqliteStore.open(path)

    return open_store


def _litestar(registry: TableRegistry, limits: ServerLimits) -> Litestar:
    services = [] if registry.services is None else list(registry.services.routes)
    return Litestar(
        route_handlers=[*table_routes(registry), *services, *_page_routes(PageFiles())],
        request_max_body_size=limits.body_bytes,
        logging_config=None,
        exception_handlers={
            PlygroundError: _refuse,
            ValidationException: _refuse_unreadable,
            HTTPException: _refuse_http,
            RecursionError: _refuse_nested,
            Exception: _report_fault,
        },
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


def _refuse(_: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    assert isinstance(error, PlygroundError)
    return _answer(STATUS.get(error.code, 400), error)


def _refuse_unreadable(_: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    assert isinstance(error, ValidationException)
    reasons = [str(one.get("message", one)) for one in error.extra or () if isinstance(one, dict)]
    return _answer(400, ServiceRefused("message_unreadable", reason="; ".join(reasons) or error.detail))


def _refuse_http(_: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    assert isinstance(error, HTTPException)
    return _answer(error.status_code, ServiceRefused("http_error", status=error.status_code, reason=error.detail))


def _refuse_nested(_: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    return _answer(400, ServiceRefused("message_unreadable", reason=str(error)))


def _report_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    LOG.error("fault", path=request.url.path, reason=repr(error))
    return _answer(500, ServiceFault("server_fault"))
