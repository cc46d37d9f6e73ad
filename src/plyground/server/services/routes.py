"""HTTP routes of the services."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from time import monotonic
from typing import Any, TypeVar

from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response

from plyground import __version__
from plyground.errors import ServiceRefused
from plyground.server.api import JSON, ApiRoute, address_of, forward, get, guest_from, post, query_from
from plyground.server.bots import BotRunner
from plyground.server.limits import ServiceLimits
from plyground.server.operator import Operator
from plyground.server.page import accepts
from plyground.server.services.archive import MAX_EXPORTED_GAMES, archive, export_query
from plyground.server.services.databases import DatabaseBuilds
from plyground.server.services.editing import EDIT_POSITION
from plyground.server.services.files import EXPORT, EXPORT_ALL, IMPORT
from plyground.server.services.installed_games import InstalledGames
from plyground.server.services.reports import Reports
from plyground.server.services.request_gate import RequestGate
from plyground.server.services.rules import CHECK_RULES, RULES_SCHEMA
from plyground.server.services.statistics import MAX_COUNTED_GAMES, statistics
from plyground.server.services.verdicts import PROBE
from plyground.server.services.views import CHECK_POSITION, DESCRIBE_GAME, GAME_LIST, LEGAL_MOVES, VIEW_POSITION
from plyground.server.store import Store
from plyground.server.timing import TokenBuckets
from plyground.server.wire import encode, http, parts
from plyground.server.wire.archive import Archive, ArchiveQuery, ExportArchive, Statistics
from plyground.server.wire.databases import BuildDatabases, CancelBuild, DatabaseState, Probed, ProbeQuery
from plyground.server.workers.job import Job

PROBE_PARAMETERS = ("game", "start?", "moves?")
ARCHIVE_PARAMETERS = ("game?", "result?", "opponent?", "since?", "before?")
Answer = TypeVar("Answer")


@lru_cache(maxsize=1)
def _compressed(content: bytes) -> bytes:
    """What everybody gets first, compressed once."""
    return gzip.compress(content, mtime=0)


def service_routes(
    gate: RequestGate,
    games: InstalledGames,
    store: Store,
    reports: Reports,
    bots: BotRunner | None,
    limits: ServiceLimits,
    addresses: Sequence[str],
) -> list[ApiRoute]:
    """The routes, bound to the services behind them."""
    probes = TokenBuckets(limits.probes_per_second, limits.probe_burst, lambda address: gate.is_exempt(address))

    def named(job: Job[str, Answer]) -> Callable[[Request], Awaitable[Answer]]:
        """A job for what the path names."""
        return lambda request: gate.serve(request, job, request.path_params["name"])

    def given(job: Job[Any, Answer]) -> Callable[[Request, Raw], Awaitable[Answer]]:
        """A job for the body."""
        return lambda request, body: gate.serve(request, job, body)

    async def list_games(request: Request) -> http.GameList:
        return await gate.serve(request, GAME_LIST, games.withdrawn)

    async def list_bots(request: Request) -> http.BotList:
        return http.BotList(bots=[] if bots is None else bots.entries())

    async def settings(request: Request) -> http.ServerSettings:
        return http.ServerSettings(
            version=__version__,
            addresses=list(addresses),
            max_analysis_ms=round(limits.analysis_s * 1000),
            max_lines=limits.lines,
            chat_length=parts.MAX_CHAT_LENGTH,
            reports=limits.reports > 0,
        )

    async def catalogue(request: Request) -> Response:
        found = http.Catalogue(
            games=await list_games(request), bots=await list_bots(request), settings=await settings(request)
        )
        content, headers = encode(found), {"Vary": "Accept-Encoding"}
        if accepts(request.headers.get("accept-encoding", ""), "gzip"):
            content, headers["Content-Encoding"] = _compressed(content), "gzip"
        return Response(content, headers=headers, media_type=JSON)

    async def own_statistics(request: Request) -> Statistics:
        guest = guest_from(request)
        return statistics(guest, await store.games_of(guest, MAX_COUNTED_GAMES))

    async def probe(request: Request) -> Probed:
        if not probes.take(address_of(request), monotonic() * 1000):
            raise ServiceRefused("too_many_requests")
        query = query_from(request, ProbeQuery)
        position = parts.PositionQuery(game=query.game, start=query.start, moves=query.moves.split())
        return await gate.serve(request, PROBE, position)

    async def own_games(request: Request) -> Archive:
        return await archive(store, guest_from(request), query_from(request, ArchiveQuery))

    async def export_games(request: Request) -> parts.Exported:
        person = guest_from(request)
        found = await archive(store, person, query_from(request, ExportArchive), MAX_EXPORTED_GAMES)
        queries = [export_query(game) for game in found.games if game.start]
        if not queries:
            raise ServiceRefused("archive_empty")
        return await gate.serve(request, EXPORT_ALL, queries)

    async def report_crash(request: Request, body: http.CrashReport) -> http.Stored:
        return await reports.add(body, address_of(request))

    return [
        get("/api/catalogue", "Games, bots and settings, in one answer", http.Catalogue, catalogue),
        get("/api/games", "Every game that can be played", http.GameList, list_games),
        get("/api/games/{name}", "A game: everything needed to draw it", http.GameDescription, named(DESCRIBE_GAME)),
        get("/api/rules/{name}", "The options of custom rules, and the presets", http.RulesSchema, named(RULES_SCHEMA)),
        forward(
            "/api/rules/check",
            "Whether a game can be played with these rules",
            http.RulesQuery,
            http.CheckedRules,
            given(CHECK_RULES),
        ),
        forward("/api/view", "A position as a board shows it", http.ViewQuery, http.PositionView, given(VIEW_POSITION)),
        forward(
            "/api/position/check",
            "Whether a text is a valid position",
            http.CheckPosition,
            http.CheckedPosition,
            given(CHECK_POSITION),
        ),
        forward(
            "/api/position/edit",
            "A position being edited: its text, its fields, and why it is not valid",
            http.EditPosition,
            http.EditedPosition,
            given(EDIT_POSITION),
        ),
        forward(
            "/api/legal",
            "The legal moves, and why another move is illegal",
            http.LegalQuery,
            http.LegalMoveList,
            given(LEGAL_MOVES),
        ),
        forward("/api/import", "Games and positions in a text", http.ImportQuery, http.Imported, given(IMPORT)),
        forward("/api/export", "A game or position as a file", http.ExportQuery, parts.Exported, given(EXPORT)),
        get(
            "/api/bots",
            "The bots that may be given a seat, with their measured strength by game",
            http.BotList,
            list_bots,
        ),
        get("/api/settings", "What the page should know about the server", http.ServerSettings, settings),
        get("/api/statistics", "A guest's results", Statistics, own_statistics, is_personal=True),
        get(
            "/api/probe",
            "What databases know of a position and its moves",
            Probed,
            probe,
            parameters=PROBE_PARAMETERS,
        ),
        get(
            "/api/archive",
            "A person's finished games",
            Archive,
            own_games,
            is_personal=True,
            parameters=ARCHIVE_PARAMETERS,
        ),
        get(
            "/api/archive/export",
            "A person's finished games of one kind as a file",
            parts.Exported,
            export_games,
            is_personal=True,
            parameters=("game", *ARCHIVE_PARAMETERS[1:]),
        ),
        post(
            "/api/reports",
            "A crash report that a person chose to send",
            http.CrashReport,
            http.Stored,
            report_crash,
            status=201,
        ),
    ]


def database_routes(databases: DatabaseBuilds, operator: Operator) -> list[ApiRoute]:
    """The routes for the operator."""

    async def state(request: Request) -> DatabaseState:
        operator.check(request)
        return await databases.state()

    async def build(request: Request, body: BuildDatabases) -> DatabaseState:
        operator.check(request)
        return await databases.start(body)

    async def cancel(request: Request, body: CancelBuild) -> DatabaseState:
        operator.check(request)
        return await databases.cancel()

    path, answer = "/api/databases", DatabaseState
    return [
        get(path, "For the operator: the databases that can be built", answer, state, is_personal=True),
        post(
            f"{path}/build",
            "For the operator: build databases",
            BuildDatabases,
            answer,
            build,
            is_personal=True,
        ),
        post(f"{path}/cancel", "For the operator: end the build", CancelBuild, answer, cancel, is_personal=True),
    ]
