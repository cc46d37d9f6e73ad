"""HTTP routes of the services."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import JSONBody, PathParameter

from plyground import __version__
from plyground.server.bots import BotRunner
from plyground.server.guests import Authorization, address_of, guest_from
from plyground.server.limits import ServiceLimits
from plyground.server.services.files import EXPORT, IMPORT
from plyground.server.services.reports import Reports
from plyground.server.services.request_gate import RequestGate
from plyground.server.services.rules import CHECK_RULES, RULES_SCHEMA
from plyground.server.services.statistics import MAX_COUNTED_GAMES, statistics
from plyground.server.services.views import CHECK_POSITION, DESCRIBE_GAME, GAME_LIST, LEGAL_MOVES, VIEW_POSITION
from plyground.server.store import Store
from plyground.server.wire import http, parts

GamePath = Annotated[str, PathParameter(max_length=80)]


def service_routes(
    gate: RequestGate,
    store: Store,
    reports: Reports,
    bots: BotRunner | None,
    limits: ServiceLimits,
    addresses: Sequence[str],
) -> list[Any]:
    """The routes, bound to the services behind them."""
    serve = gate.serve

    @get("/api/games", summary="Every game that can be played")
    async def list_games(request: Request[Any, Any, Any]) -> http.GameList:
        return await serve(request, GAME_LIST, None)

    @get("/api/games/{name:str}", summary="A game: everything needed to draw it")
    async def describe_game(request: Request[Any, Any, Any], name: GamePath) -> http.GameDescription:
        return await serve(request, DESCRIBE_GAME, name)

    @get("/api/rules/{family:str}", summary="The options of custom rules, and the presets")
    async def describe_rules(request: Request[Any, Any, Any], family: GamePath) -> http.RulesSchema:
        return await serve(request, RULES_SCHEMA, family)

    @post("/api/rules/check", summary="Whether a game can be played with these rules", status_code=200)
    async def check_rules(request: Request[Any, Any, Any], data: JSONBody[http.RulesQuery]) -> http.CheckedRules:
        return await serve(request, CHECK_RULES, data)

    @post("/api/view", summary="A position as a board shows it", status_code=200)
    async def view_position(request: Request[Any, Any, Any], data: JSONBody[http.ViewQuery]) -> http.PositionView:
        return await serve(request, VIEW_POSITION, data)

    @post("/api/position/check", summary="Whether a text is a valid position", status_code=200)
    async def check_position(
        request: Request[Any, Any, Any], data: JSONBody[http.CheckPosition]
    ) -> http.CheckedPosition:
        return await serve(request, CHECK_POSITION, data)

    @post("/api/legal", summary="The legal moves, and why another move is illegal", status_code=200)
    async def legal_moves(request: Request[Any, Any, Any], data: JSONBody[http.LegalQuery]) -> http.LegalMoveList:
        return await serve(request, LEGAL_MOVES, data)

    @post("/api/import", summary="Games and positions in a text", status_code=200)
    async def import_text(request: Request[Any, Any, Any], data: JSONBody[http.ImportQuery]) -> http.Imported:
        return await serve(request, IMPORT, data)

    @post("/api/export", summary="A game or position as a file", status_code=200)
    async def export(request: Request[Any, Any, Any], data: JSONBody[http.ExportQuery]) -> parts.Exported:
        return await serve(request, EXPORT, data)

    @get("/api/bots", summary="The bots that may be given a seat, with their measured strength by game")
    async def list_bots() -> http.BotList:
        return http.BotList(bots=[] if bots is None else bots.entries())

    @get("/api/settings", summary="What the page should know about the server")
    async def settings() -> http.ServerSettings:
        return http.ServerSettings(
            version=__version__,
            addresses=list(addresses),
            max_analysis_ms=round(limits.analysis_s * 1000),
            max_lines=limits.lines,
            chat_length=parts.MAX_CHAT_LENGTH,
            reports=limits.reports > 0,
        )

    @get("/api/statistics", summary="A guest's results")
    async def own_statistics(authorization: Authorization = "") -> http.Statistics:
        guest = guest_from(authorization)
        return statistics(guest, await store.games_of(guest, MAX_COUNTED_GAMES))

    @post("/api/reports", summary="A crash report that a person chose to send")
    async def report_crash(request: Request[Any, Any, Any], data: JSONBody[http.CrashReport]) -> http.Stored:
        return await reports.add(data, address_of(request))

    return [
        list_games,
        describe_game,
        describe_rules,
        check_rules,
        view_position,
        check_position,
        legal_moves,
        import_text,
        export,
        list_bots,
        settings,
        own_statistics,
        report_crash,
    ]
