"""HTTP routes of ratings: profiles, how ratings have changed, and leaderboards. Everyone may ask."""

from __future__ import annotations

from starlette.requests import Request

from plyground.errors import ServiceRefused
from plyground.play.levels import HIGHEST, LOWEST, ratings_of
from plyground.server.accounts.account_store import Account
from plyground.server.accounts.accounts import Accounts
from plyground.server.api import ApiRoute, address_of, get, query_from
from plyground.server.ratings.keeper import PROVISIONAL_DEVIATION, RatingKeeper
from plyground.server.ratings.rating_store import KeptRating, RatingChange
from plyground.server.timing import TimeSource, TokenBuckets
from plyground.server.wire import ratings as wire

MAX_RATINGS = 500
"""How many ratings of a person are shown."""
MAX_POINTS = 1_000
"""How many changes of ratings are shown."""
MAX_LISTED = 100
"""The length of a leaderboard."""
ACTIVE_S = 60 * 86_400.0
"""Whoever has not played for this long is not on a leaderboard."""
REQUESTS_PER_SECOND, REQUEST_BURST = 10.0, 100.0
"""How often an address may ask."""


def rating_routes(keeper: RatingKeeper, accounts: Accounts, time: TimeSource) -> list[ApiRoute]:
    """The routes, bound to the ratings of a server."""
    requests = TokenBuckets(REQUESTS_PER_SECOND, REQUEST_BURST)

    def limit(request: Request) -> None:
        if not requests.take(address_of(request), time.now_ms()):
            raise ServiceRefused("too_many_requests")

    async def find(name: str) -> Account:
        account = await accounts.store.account_named(name)
        if account is None:
            raise ServiceRefused("person_unknown", name=name)
        return account

    async def profile(request: Request) -> wire.Profile:
        limit(request)
        account = await find(query_from(request, wire.ProfileQuery).name)
        found = await keeper.store.ratings_of(account.id, MAX_RATINGS)
        now = time.time_of_day()
        return wire.Profile(
            name=account.name, created=account.created, ratings=[rating_entry(rating, now) for rating in found]
        )

    async def history(request: Request) -> wire.RatingHistory:
        limit(request)
        query = query_from(request, wire.HistoryQuery)
        account = await find(query.name)
        found = await keeper.store.history_of(account.id, MAX_POINTS, query.game)
        return wire.RatingHistory(points=[rating_point(change) for change in reversed(found)])

    async def leaderboard(request: Request) -> wire.Leaderboard:
        limit(request)
        query = query_from(request, wire.LeaderboardQuery)
        now = time.time_of_day()
        best = await keeper.store.best(query.game, query.time_class, PROVISIONAL_DEVIATION, now - ACTIVE_S, MAX_LISTED)
        entries = [
            wire.LeaderboardEntry(
                name=name,
                rating=round(rating.rating),
                deviation=round(strength.deviation),
                games=rating.games,
                played=rating.played,
            )
            for name, rating in best
            if (strength := rating.strength_at(now)).deviation <= PROVISIONAL_DEVIATION
        ]
        levels = [
            wire.LevelEntry(level=level, rating=rating)
            for level in range(LOWEST, HIGHEST + 1)
            if (rating := ratings_of(level).get(query.game)) is not None
        ]
        return wire.Leaderboard(entries=entries, levels=sorted(levels, key=lambda one: -one.rating))

    return [
        get("/api/profile", "A person with an account, and their ratings", wire.Profile, profile, parameters=("name",)),
        get(
            "/api/profile/history",
            "How a person's ratings in a game have changed",
            wire.RatingHistory,
            history,
            parameters=("name", "game"),
        ),
        get(
            "/api/leaderboard",
            "Who is strongest in a game at a speed",
            wire.Leaderboard,
            leaderboard,
            parameters=("game", "time_class"),
        ),
    ]


def rating_entry(rating: KeptRating, now: float) -> wire.RatingEntry:
    """A rating as others see it."""
    deviation = rating.strength_at(now).deviation
    return wire.RatingEntry(
        game=rating.game,
        time_class=rating.time_class,
        rating=round(rating.rating),
        deviation=round(deviation),
        provisional=deviation > PROVISIONAL_DEVIATION,
        wins=rating.wins,
        draws=rating.draws,
        losses=rating.losses,
        played=rating.played,
    )


def rating_point(change: RatingChange) -> wire.RatingPoint:
    """A change of a rating as its owner sees it."""
    return wire.RatingPoint(
        game=change.game,
        time_class=change.time_class,
        at=change.at,
        rating=round(change.rating),
        deviation=round(change.deviation),
        score=change.score,
        opponent_rating=round(change.opponent_rating),
        table=change.table,
        round=change.round,
    )
