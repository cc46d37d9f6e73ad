"""HTTP routes that export games: as files in the notation of each game, or as JSON."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from plyground.errors import ServiceRefused, TableRefused
from plyground.server.api import JSON, NDJSON, ApiRoute, address_of, get, json_response, query_from
from plyground.server.lichess import shapes
from plyground.server.lichess.describe import parse_game_id
from plyground.server.lichess.exports import GameToExport
from plyground.server.lichess.people import People
from plyground.server.lichess.variants import KEYS
from plyground.server.names import fold
from plyground.server.services.page_services import PageServices
from plyground.server.store import FinishedGame
from plyground.server.table import Table
from plyground.server.table_registry import TableRegistry
from plyground.server.timing import TokenBuckets, in_slices
from plyground.server.wire import encode
from plyground.server.wire.events import GameStarted

PGN = "application/x-chess-pgn"
"""What lichess calls a game file, which here may be a PDN file or one of mill."""
BETWEEN_GAMES = "\n\n\n"
"""By two empty lines clients know that a game has ended."""
PAGE = 50
"""How many games are read and written at once."""
MAX_TABLES = 1_000
"""How many tables of a person are searched for when their games began, and for the clocks."""
GAMES_PARAMETERS = ("max?", "since?", "until?", "vs?", "color?", "perfType?", "moves?")


def export_routes(registry: TableRegistry, people: People) -> list[ApiRoute]:
    """The routes, bound to the tables of a server."""
    limits = registry.limits
    requests = TokenBuckets(limits.messages_per_second, limits.message_burst)

    def services() -> PageServices:
        if registry.services is None:
            raise ServiceRefused("services_none")
        return registry.services

    async def export_game(request: Request) -> Response:
        if not requests.take(address_of(request), registry.time.now_ms()):
            raise ServiceRefused("too_many_requests")
        table = await table_of(people.game_id(request))
        game = GameToExport.at(table, registry.time.time_of_day())
        if JSON in request.headers.get("accept", ""):
            return json_response(game.as_json(" ".join(played.notation for played in table.played)))
        (file,) = await services().write_games([game.query], address_of(request))
        return Response(file.text, media_type=PGN)

    async def table_of(id: str) -> Table:
        """The table as it is in a game, or as it was at the end of an earlier one."""
        table_id, round = parse_game_id(id)
        table = (await registry.find(table_id)).table
        if round > table.state.round:
            raise TableRefused("unknown_table", table=id)
        stored = await registry.store.load(table_id) if round < table.state.round else None
        if stored is None:
            return table
        starts = (
            at for at, one in enumerate(stored.events) if isinstance(one.event, GameStarted) and one.event.round > round
        )
        return await in_slices(replace(stored, events=stored.events[: next(starts)]).replay_steps())

    async def export_games(request: Request) -> Response:
        account, query = (await people.recognize(request, "read")).account, query_from(request, shapes.GamesQuery)
        if fold(request.path_params["username"]) != fold(account.name):
            raise ServiceRefused("games_private")
        is_json = NDJSON in request.headers.get("accept", "")
        media_type = NDJSON if is_json else PGN
        if request.method == "HEAD":
            return Response(media_type=media_type)
        return StreamingResponse(
            written(account.id, query, address_of(request), is_json=is_json), media_type=media_type
        )

    async def written(person: str, query: shapes.GamesQuery, address: str, *, is_json: bool) -> AsyncIterator[bytes]:
        """The games of a person, page by page; the next page is read when the client has read the last one."""
        tables = {one.table: one for one in await registry.store.tables_of(person, MAX_TABLES)}
        async with aclosing(_pages(registry, person, query)) as pages:
            async for page in pages:
                games = [GameToExport.of(game, tables.get(game.table)) for game in page]
                if is_json:
                    moves = [""] * len(games)
                    if query.moves:
                        moves = await services().notate([game.position for game in games], address)
                    lines = (encode(game.as_json(text)) for game, text in zip(games, moves, strict=True))
                    yield b"".join(line + b"\n" for line in lines)
                else:
                    files = await services().write_games([game.query for game in games], address)
                    yield "".join(f"{file.text.rstrip()}{BETWEEN_GAMES}" for file in files).encode()

    return [
        get("/game/export/{id}", "A game as a file, or as JSON", shapes.ExportedGame, export_game),
        get(
            "/api/games/user/{username}",
            "Your finished games as a file, or as JSON",
            shapes.ExportedGame,
            export_games,
            media_type=NDJSON,
            is_personal=True,
            parameters=GAMES_PARAMETERS,
        ),
    ]


async def _pages(
    registry: TableRegistry, person: str, query: shapes.GamesQuery
) -> AsyncGenerator[list[FinishedGame], None]:
    """The games that a query wants, newest first, some at a time."""
    before = None if query.until is None else query.until / 1000
    since, left = (query.since or 0) / 1000, query.max
    while left is None or left > 0:
        read = await registry.store.games_of(person, PAGE, before)
        wanted = [game for game in read if game.ended >= since and _is_wanted(game, person, query)][:left]
        if wanted:
            yield wanted
        if len(read) < PAGE or read[-1].ended < since:
            return
        before, left = read[-1].ended, None if left is None else left - len(wanted)


def _is_wanted(game: FinishedGame, person: str, query: shapes.GamesQuery) -> bool:
    is_white = game.white == person
    opponent = game.black_name if is_white else game.white_name
    return (
        game.has_moves
        and (not query.vs or fold(query.vs) == fold(opponent))
        and (query.color is None or (query.color == "white") == is_white)
        and (not query.perf_type or query.perf_type == KEYS.get(game.game, game.game))
    )
