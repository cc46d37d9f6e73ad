"""HTTP routes of the tables, and those for operators."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import JSONBody
from msgspec.structs import replace

from plyground import __version__
from plyground.server.guests import Authorization, address_of, guest_from
from plyground.server.table_registry import TableRegistry
from plyground.server.wire.http import CreatedTable, CreateTable, Health, TableList

MAX_OWN_TABLES = 100


def table_routes(registry: TableRegistry) -> list[Any]:
    """The routes, bound to a registry."""

    @post("/api/tables", summary="Create a table")
    async def create_table(request: Request[Any, Any, Any], data: JSONBody[CreateTable]) -> CreatedTable:
        return await registry.create(data, address_of(request))

    @get("/api/tables", summary="The public tables")
    async def list_tables() -> TableList:
        return TableList(tables=registry.public_tables())

    @get("/api/tables/mine", summary="The tables where the guest has a seat, interrupted games among them")
    async def list_my_tables(authorization: Authorization = "") -> TableList:
        own = await registry.store.tables_of(guest_from(authorization), MAX_OWN_TABLES)
        live = registry.live
        return TableList(
            tables=[replace(one, ply=live[one.table].table.ply) if one.table in live else one for one in own]
        )

    @get("/health", summary="Whether the server works")
    async def health() -> Response[Health]:
        reason = registry.problem
        answer = Health(
            status="failing" if reason else "ok",
            reason=reason,
            version=__version__,
            tables=len(registry.live),
            sockets=len(registry.sessions),
        )
        return Response(answer, status_code=503 if reason else 200)

    @get("/metrics", summary="Metrics in Prometheus's text format", media_type=MediaType.TEXT)
    async def metrics() -> Response[bytes]:
        return Response(registry.metrics.text(), media_type="text/plain; version=0.0.4")

    return [create_table, list_tables, list_my_tables, health, metrics]
