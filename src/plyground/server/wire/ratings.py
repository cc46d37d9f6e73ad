"""Ratings: the bodies of responses."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from plyground.server.wire import Incoming, Outgoing, parts


class RatingEntry(Outgoing):
    """A person's rating in a game at a speed."""

    game: str
    time_class: parts.TimeClass
    rating: int
    deviation: int
    """The standard deviation of the rating, as it is now; it grows with the time without games."""
    provisional: bool
    """Whether too little is known of the player; shown by a question mark."""
    wins: int
    draws: int
    losses: int
    played: float
    """When the last game ended, in seconds since 1970."""


class RatingPoint(Outgoing):
    """What a game has made of a rating."""

    game: str
    time_class: parts.TimeClass
    at: float
    """Seconds since 1970."""
    rating: int
    deviation: int
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    opponent_rating: int
    table: str
    round: int


class ProfileQuery(Incoming):
    """The query of `GET /api/profile`."""

    name: parts.Name


class Profile(Outgoing):
    """`GET /api/profile`: what everyone may know of a person with an account."""

    name: str
    created: float
    """Seconds since 1970."""
    ratings: list[RatingEntry]
    """Those of the games played last come first."""


class HistoryQuery(Incoming):
    """The query of `GET /api/profile/history`."""

    name: parts.Name
    game: parts.GameName


class RatingHistory(Outgoing):
    """`GET /api/profile/history`: how a person's ratings in a game have changed."""

    points: list[RatingPoint]
    """Oldest first; of many games, the latest."""


class LeaderboardQuery(Incoming):
    """The query of `GET /api/leaderboard`."""

    game: parts.GameName
    time_class: parts.TimeClass


class LeaderboardEntry(Outgoing):
    """A person on a leaderboard."""

    name: str
    rating: int
    deviation: int
    games: int
    played: float
    """When the last game ended, in seconds since 1970."""


class LevelEntry(Outgoing):
    """One of the engine's levels, whose rating never changes."""

    level: Annotated[int, Meta(ge=1)]
    rating: int


class Leaderboard(Outgoing):
    """`GET /api/leaderboard`: who is strongest in a game at a speed, among those who have played lately."""

    entries: list[LeaderboardEntry]
    levels: list[LevelEntry]
    """The levels whose strength in this game was measured, for comparison; the strongest first."""
