"""HTTP routes of the tables, and those for operators."""

from __future__ import annotations

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from plyground import __version__
from plyground.errors import ServiceRefused
from plyground.server.access import Access
from plyground.server.api import ApiRoute, address_of, get, guest_from, json_response, logged_in_from, post
from plyground.server.table_registry import TableRegistry
from plyground.server.wire.http import CreatedTable, CreateTable, Health, TableList

MAX_OWN_TABLES = 100
PROMETHEUS = "text/plain; version=0.0.4"


def table_routes(registry: TableRegistry, access: Access) -> list[ApiRoute]:
    """The routes, bound to a registry; `access` says who may read the metrics."""

    async def create_table(request: Request, body: CreateTable) -> CreatedTable:
        logged_in = logged_in_from(request)
        if logged_in is None:
            return await registry.create(body, address_of(request))
        logged_in.needs("play")
        return await registry.create(body, address_of(request), logged_in.account.id)

    async def list_tables(request: Request) -> TableList:
        return TableList(tables=registry.public_tables())

    async def list_my_tables(request: Request) -> TableList:
        own = await registry.store.tables_of(guest_from(request), MAX_OWN_TABLES)
        live = registry.live
        return TableList(
            tables=[replace(one, ply=live[one.table].table.ply) if one.table in live else one for one in own]
        )

    async def health(request: Request) -> Response:
        reason = registry.problem
        answer = Health(
            status="failing" if reason else "ok",
            reason=reason,
            version=__version__,
            tables=len(registry.live),
            sockets=len(registry.sessions),
        )
        return json_response(answer, 503 if reason else 200)

    async def metrics(request: Request) -> Response:
        host = request.client.host if request.client else ""
        if not access.shows_metrics_to(host):
            raise ServiceRefused("metrics_private", address=host)
        return Response(registry.metrics.text(), media_type=PROMETHEUS)

    return [
        post("/api/tables", "Create a table", CreateTable, CreatedTable, create_table, status=201),
        get("/api/tables", "The public tables", TableList, list_tables),
        get(
            "/api/tables/mine",
            "The tables where the guest has a seat, interrupted games among them",
            TableList,
            list_my_tables,
            is_personal=True,
        ),
        get("/health", "Whether the server works", Health, health),
        get("/metrics", "Metrics in Prometheus's text format", str, metrics, media_type="text/plain"),
    ]
