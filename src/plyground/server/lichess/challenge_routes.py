"""HTTP routes to begin games."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from plyground.errors import ServiceRefused
from plyground.server.api import ApiRoute, address_of, form, json_response
from plyground.server.lichess import shapes
from plyground.server.lichess.describe import created_game
from plyground.server.lichess.people import People
from plyground.server.lichess.variants import clock_of, game_name
from plyground.server.table_registry import TableRegistry
from plyground.server.wire.http import CreateTable, SeatWish


def challenge_routes(registry: TableRegistry, people: People) -> list[ApiRoute]:
    """The routes, bound to the tables of a server."""

    async def challenge_ai(request: Request, body: shapes.ChallengeAi) -> Response:
        logged_in = people.recognize(request)
        if body.days is not None:
            raise ServiceRefused("days_not_offered")
        own, bot = SeatWish(kind="me"), SeatWish(kind="bot", bot=f"level={body.level}")
        wish = CreateTable(
            game=game_name(body.variant),
            start=body.fen,
            clock=clock_of(body),
            white=bot if body.color == "black" else own,
            black=own if body.color == "black" else bot,
            random_sides=body.color == "random",
        )
        created = await registry.create(wish, address_of(request), logged_in.account.id)
        live = await registry.find(created.table)
        registry.attended(live)
        return json_response(created_game(live.table), 201)

    return [
        form(
            "/api/challenge/ai",
            "Play a level of the engine",
            shapes.ChallengeAi,
            shapes.CreatedGame,
            challenge_ai,
            status=201,
        ),
    ]
