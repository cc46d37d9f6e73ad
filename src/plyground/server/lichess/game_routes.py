"""HTTP routes of games that are played: the streams, and everything that a player can do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from plyground.errors import ServiceRefused
from plyground.protocol import Side
from plyground.server import presenter
from plyground.server.accounts.accounts import LoggedIn
from plyground.server.api import NDJSON, ApiRoute, form, get, stream
from plyground.server.lichess import shapes
from plyground.server.lichess.caller import command
from plyground.server.lichess.describe import game_info
from plyground.server.lichess.event_feeds import EventFeeds
from plyground.server.lichess.follower import GameFollower
from plyground.server.lichess.line_stream import LineStream, OpenStreams
from plyground.server.lichess.people import People
from plyground.server.live_table import LiveTable
from plyground.server.table_registry import TableRegistry
from plyground.server.timing import TokenBuckets
from plyground.server.wire import commands
from plyground.server.wire.commands import TableCommand
from plyground.server.wire.parts import OfferKind

YES, NO = ("yes", "true"), ("no", "false")
DONE = shapes.Ok(ok=True)


def game_routes(registry: TableRegistry, people: People, feeds: EventFeeds, streams: OpenStreams) -> list[ApiRoute]:
    """The routes, bound to the tables of a server."""
    chats = TokenBuckets(registry.limits.chats_per_second, registry.limits.chat_burst)

    async def do(live: LiveTable, logged_in: LoggedIn, wish: TableCommand) -> shapes.Ok:
        await command(live, logged_in.account.id, logged_in.account.name, wish)
        registry.attended(live)
        return DONE

    async def playing(request: Request) -> shapes.Playing:
        guest, now_ms = (await people.recognize(request, "read")).account.id, registry.time.now_ms()
        found = await people.playing(guest)
        return shapes.Playing(now_playing=[game_info(live.table, guest, now_ms) for live in found])

    async def upgrade(request: Request, body: shapes.NoFields) -> shapes.Ok:
        await people.recognize(request)
        return DONE

    async def stream_events(request: Request) -> Response:
        logged_in = await people.recognize(request)
        lines, guest, login = LineStream(), logged_in.account.id, logged_in.login.key
        if request.method == "HEAD":
            return Response(media_type=NDJSON)
        feed = feeds.open(guest, login, lines)
        streams.add(lines, guest, login)
        try:
            for live in await people.playing(guest):
                feed.tell(live)
        except BaseException:
            lines.drop()
            raise
        return lines

    async def stream_game(request: Request) -> Response:
        logged_in = await people.recognize(request)
        account, live = logged_in.account, await people.game(request, logged_in.account.id)
        if request.method == "HEAD":
            return Response(media_type=NDJSON)
        lines = LineStream()
        GameFollower(registry, live, account.id, account.name, lines)
        streams.add(lines, account.id, logged_in.login.key)
        return lines

    async def move(request: Request, body: shapes.Move) -> shapes.Ok:
        logged_in = await people.recognize(request)
        live = await people.game(request, logged_in.account.id)
        table = live.table
        if body.offering_draw and table.state.draw == _side_of(live, logged_in).other.value:
            return await do(live, logged_in, commands.Accept(what="draw"))
        await do(live, logged_in, commands.Play(move=request.path_params["move"], ply=table.ply))
        if body.offering_draw and live.table.state.phase == "playing":
            await do(live, logged_in, commands.Offer(what="draw"))
        return DONE

    def simple(wish: TableCommand) -> Callable[[Request, shapes.NoFields], Awaitable[shapes.Ok]]:
        """A route for a command that needs nothing else."""

        async def handle(request: Request, body: shapes.NoFields) -> shapes.Ok:
            logged_in = await people.recognize(request)
            return await do(await people.game(request, logged_in.account.id), logged_in, wish)

        return handle

    def negotiate(what: OfferKind) -> Callable[[Request, shapes.NoFields], Awaitable[shapes.Ok]]:
        """A route to offer or accept something, or to decline it."""

        async def handle(request: Request, body: shapes.NoFields) -> shapes.Ok:
            logged_in = await people.recognize(request)
            live = await people.game(request, logged_in.account.id)
            answer = request.path_params["accept"]
            if answer in NO:
                is_open = getattr(live.table.state, what) is not None
                return await do(live, logged_in, commands.Decline(what=what)) if is_open else DONE
            if answer not in YES:
                raise ServiceRefused("message_unreadable", reason="the path must end with yes or no")
            is_own_turn = live.table.turn is _side_of(live, logged_in)
            if what == "draw" and is_own_turn and presenter.claim(live.table):
                return await do(live, logged_in, commands.ClaimDraw())
            return await do(live, logged_in, commands.Offer(what=what))

        return handle

    async def chat(request: Request, body: shapes.Chat) -> shapes.Ok:
        logged_in = await people.recognize(request)
        live = await people.game(request, logged_in.account.id)
        registry.moderation.check_chat(logged_in.account.id)
        if not chats.take(logged_in.account.id, registry.time.now_ms()):
            raise ServiceRefused("too_many_requests")
        return await do(live, logged_in, commands.PostChat(text=body.text))

    async def list_chat(request: Request) -> list[shapes.ChatMessage]:
        live = await people.game(request, (await people.recognize(request)).account.id)
        return [shapes.ChatMessage(user=one.name, text=one.text) for one in live.table.chat]

    routes = [
        get("/api/account/playing", "The games that you play", shapes.Playing, playing, is_personal=True),
        form("/api/bot/account/upgrade", "Every account can play by program", shapes.NoFields, shapes.Ok, upgrade),
        stream("/api/stream/event", "What happens to you, line by line", shapes.EventLine, stream_events),
    ]
    for kind in ("bot", "board"):
        game = f"/api/{kind}/game"
        routes += [
            stream(f"{game}/stream/{{id}}", "A game that you play, line by line", shapes.Line, stream_game),
            form(f"{game}/{{id}}/move/{{move}}", "Play a move", shapes.Move, shapes.Ok, move),
            form(f"{game}/{{id}}/chat", "Write to the chat", shapes.Chat, shapes.Ok, chat),
            get(f"{game}/{{id}}/chat", "The chat", list[shapes.ChatMessage], list_chat, is_personal=True),
            form(f"{game}/{{id}}/abort", "Abort", shapes.NoFields, shapes.Ok, simple(commands.Abort())),
            form(f"{game}/{{id}}/resign", "Resign", shapes.NoFields, shapes.Ok, simple(commands.Resign())),
            form(
                f"{game}/{{id}}/draw/{{accept}}",
                "Offer, accept, claim or decline a draw",
                shapes.NoFields,
                shapes.Ok,
                negotiate("draw"),
            ),
            form(
                f"{game}/{{id}}/takeback/{{accept}}",
                "Ask to take back, allow it, or decline",
                shapes.NoFields,
                shapes.Ok,
                negotiate("takeback"),
            ),
            form(
                f"{game}/{{id}}/claim-victory",
                "Claim the game because the opponent is gone",
                shapes.NoFields,
                shapes.Ok,
                simple(commands.ClaimWin()),
            ),
            form(
                f"{game}/{{id}}/claim-draw",
                "Claim a draw because the opponent is gone",
                shapes.NoFields,
                shapes.Ok,
                simple(commands.ClaimWin(draw=True)),
            ),
        ]
    return routes


def _side_of(live: LiveTable, logged_in: LoggedIn) -> Side:
    """The side of a player; on one screen, that whose turn it is."""
    sides = live.table.state.sides_of(logged_in.account.id)
    return sides[0] if len(sides) == 1 else live.table.turn
