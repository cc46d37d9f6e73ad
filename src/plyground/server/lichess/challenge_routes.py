"""HTTP routes to begin games: against levels, by challenges and by seeks."""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from plyground.errors import PlygroundError, ServiceRefused, TableRefused
from plyground.protocol import Side
from plyground.server import arbiter
from plyground.server.accounts.accounts import LoggedIn
from plyground.server.api import NDJSON, ApiRoute, address_of, form, get, json_response
from plyground.server.lichess import shapes
from plyground.server.lichess.caller import command, perform
from plyground.server.lichess.challenges import OpenSeek, Visit, challenge_of, challenge_with
from plyground.server.lichess.describe import created_game, parse_game_id, user_id
from plyground.server.lichess.event_feeds import EventFeeds
from plyground.server.lichess.line_stream import LineStream, OpenStreams
from plyground.server.lichess.people import People
from plyground.server.lichess.variants import clock_of, clock_of_seek, game_name
from plyground.server.live_table import LiveTable
from plyground.server.table_registry import TableRegistry
from plyground.server.wire.commands import Abort
from plyground.server.wire.http import CreateTable, SeatWish
from plyground.server.wire.pairing import Paired, Terms

DONE = shapes.Ok(ok=True)
VISIT_MS = 20_000.0
"""How long a challenge lasts if nobody listens to the stream of events, as in lichess's API."""


def challenge_routes(
    registry: TableRegistry, people: People, feeds: EventFeeds, streams: OpenStreams
) -> list[ApiRoute]:
    """The routes, bound to the tables of a server."""
    pairing = registry.pairing

    async def challenge_ai(request: Request, body: shapes.ChallengeAi) -> Response:
        logged_in = await people.recognize(request)
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

    async def list_challenges(request: Request) -> shapes.Challenges:
        guest = (await people.recognize(request, "read")).account.id
        found = [challenge_of(one, guest) for one in pairing.challenges.of(guest)]
        return shapes.Challenges(
            in_=[one for one in found if one.direction == "in"], out=[one for one in found if one.direction == "out"]
        )

    async def challenge(request: Request, body: shapes.ChallengePerson) -> shapes.Challenge:
        guest, visit = (await people.recognize(request)).account.id, None
        if not pairing.is_here(guest):
            visit = Visit(guest)
            pairing.arrive(visit)
        terms = Terms(
            game=game_name(body.variant),
            start=body.fen,
            clock=clock_of(body),
            side="any" if body.color == "random" else body.color,
            rated=body.rated,
        )
        try:
            sent = await pairing.challenge(guest, request.path_params["username"], terms, address=address_of(request))
        except BaseException:
            if visit is not None:
                pairing.depart(visit)
            raise
        if visit is not None:
            registry.time.call_later(VISIT_MS, lambda: pairing.depart(visit))
        return challenge_of(sent.challenge, guest)

    async def challenge_anyone(request: Request, body: shapes.OpenChallenge) -> shapes.Challenge:
        account, free = (await people.recognize(request)).account, SeatWish(kind="open")
        wish = CreateTable(game=game_name(body.variant), start=body.fen, clock=clock_of(body), white=free, black=free)
        created = await registry.create(wish, address_of(request), account.id)
        table = (await registry.find(created.table)).table
        terms = Terms(game=table.game.name, start=body.fen and table.settings.start, clock=wish.clock)
        url = f"{request.base_url}#/table/{table.id}"
        return challenge_with(
            terms,
            id=table.id,
            url=url,
            challenger=shapes.ChallengeUser(id=user_id(account.name), name=account.name, online=True),
            dest_user=None,
            url_white=f"{url}?side=white",
            url_black=f"{url}?side=black",
        )

    async def accept(request: Request, body: shapes.AcceptChallenge) -> shapes.Ok:
        logged_in, id = await people.recognize(request), request.path_params["id"]
        guest = logged_in.account.id
        if pairing.challenges.get(id) is None:
            await sit(await open_challenge(id), logged_in, body.color)
            return DONE
        visit = Visit(guest)
        # Whoever accepts is here, if only for that.
        pairing.arrive(visit)
        try:
            feeds.paired(await pairing.accept(guest, id, address=address_of(request)))
        finally:
            pairing.depart(visit)
        return DONE

    async def open_challenge(id: str) -> LiveTable:
        """The table of an open challenge; raises `ServiceRefused` if there is none."""
        try:
            live = await registry.find(parse_game_id(id)[0])
        except TableRefused:
            raise ServiceRefused("challenge_gone") from None
        if live.table.state.phase != "waiting":
            raise ServiceRefused("challenge_gone")
        return live

    async def sit(live: LiveTable, logged_in: LoggedIn, color: str | None) -> None:
        state, account = live.table.state, logged_in.account
        free = [side for side in Side if state.seat(side).kind == "open" and color in (None, side.value)]
        if not free or state.sides_of(account.id):
            raise TableRefused("seats_taken")
        await perform(live, account.id, account.name, lambda one, actor: arbiter.sit(one, free[0], actor))
        registry.attended(live)

    async def decline(request: Request, body: shapes.DeclineChallenge) -> shapes.Ok:
        guest, id = (await people.recognize(request)).account.id, request.path_params["id"]
        with feeds.declining(id, body.reason):
            pairing.decline(guest, id)
        return DONE

    async def cancel(request: Request, body: shapes.NoFields) -> shapes.Ok:
        account, id = (await people.recognize(request)).account, request.path_params["id"]
        if pairing.challenges.get(id) is None:
            await command(await open_challenge(id), account.id, account.name, Abort())
        else:
            pairing.cancel_challenge(account.id, id)
        return DONE

    async def seek(request: Request, body: shapes.SeekWish) -> Response:
        logged_in = await people.recognize(request)
        guest, lines = logged_in.account.id, LineStream()
        low, _, high = (body.rating_range or "-").partition("-")
        terms = Terms(
            game=game_name(body.variant),
            clock=clock_of_seek(body),
            side="any" if body.color == "random" else body.color,
            rated=body.rated,
        )
        listener = OpenSeek(guest, lines, lambda id: _withdraw(registry, guest, id))

        def close() -> None:
            listener.close()
            pairing.depart(listener)

        pairing.arrive(listener)
        lines.on_end = close
        streams.add(lines, guest, logged_in.login.key)
        try:
            bounds = (int(low) if low else None, int(high) if high else None)
            answer = await pairing.post_seek(guest, terms, *bounds, address=address_of(request), asker=listener)
        except BaseException:
            lines.drop()
            raise
        if isinstance(answer, Paired):
            lines.end()
        else:
            listener.opened(answer.seek.seek)
            if lines.is_ended:
                listener.close()
        return lines

    path = "/api/challenge"
    return [
        get(path, "Your open challenges", shapes.Challenges, list_challenges, is_personal=True),
        form(
            f"{path}/ai",
            "Play a level of the engine",
            shapes.ChallengeAi,
            shapes.CreatedGame,
            challenge_ai,
            status=201,
        ),
        form(f"{path}/open", "Challenge anyone by a link", shapes.OpenChallenge, shapes.Challenge, challenge_anyone),
        form(f"{path}/{{username}}", "Challenge somebody", shapes.ChallengePerson, shapes.Challenge, challenge),
        form(f"{path}/{{id}}/accept", "Accept a challenge", shapes.AcceptChallenge, shapes.Ok, accept),
        form(f"{path}/{{id}}/decline", "Decline a challenge", shapes.DeclineChallenge, shapes.Ok, decline),
        form(f"{path}/{{id}}/cancel", "Withdraw a challenge", shapes.NoFields, shapes.Ok, cancel),
        form(
            "/api/board/seek",
            "Look for an opponent while the answer is read",
            shapes.SeekWish,
            shapes.Ok,
            seek,
            media_type=NDJSON,
        ),
    ]


def _withdraw(registry: TableRegistry, guest: str, seek: str) -> None:
    with suppress(PlygroundError):  # It may have ended already.
        registry.pairing.cancel_seek(guest, seek)
