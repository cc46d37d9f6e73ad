"""HTTP routes of the tables, and those for operators."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import JSONBody

from plyground import __version__
from plyground.server.cards import table_entry
from plyground.server.house import House
from plyground.server.requests import Authorization, address_of, guest_from
from plyground.server.wire.http import CreatedTable, CreateTable, Health, TableList

MINE_SHOWN = 100


def table_routes(house: House) -> list[Any]:
    """The routes, bound to a house."""

    @post("/api/tables", summary="Create a table")
    async def create_table(request: Request[Any, Any, Any], data: JSONBody[CreateTable]) -> CreatedTable:
        return await house.create(data, address_of(request))

    @get("/api/tables", summary="The public tables")
    async def list_tables() -> TableList:
        return TableList(tables=house.public_tables())

    @get("/api/tables/mine", summary="The tables where the guest has a seat, interrupted games among them")
    async def list_my_tables(authorization: Authorization = "") -> TableList:
        cards = await house.store.cards_of(guest_from(authorization), MINE_SHOWN)
        rooms = house.rooms
        return TableList(
            tables=[
                table_entry(card, plies=rooms[card.table].table.ply if card.table in rooms else None) for card in cards
            ]
        )

    @get("/health", summary="Whether the server works")
    async def health() -> Response[Health]:
        is_failing = house.metrics.is_failing
        answer = Health(
            status="failing" if is_failing else "ok",
            version=__version__,
            tables=len(house.rooms),
            sockets=len(house.sessions),
        )
        return Response(answer, status_code=503 if is_failing else 200)

    @get("/metrics", summary="Counters in Prometheus's text form", media_type=MediaType.TEXT)
    async def metrics() -> Response[str]:
        return Response(house.metrics.text(), media_type="text/plain; version=0.0.4")

    return [create_table, list_tables, list_my_tables, health, metrics]
