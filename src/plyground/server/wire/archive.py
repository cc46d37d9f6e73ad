"""The archive: finished games of a person, and their statistics."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from plyground.protocol import Result
from plyground.server.wire import Incoming, Outgoing, parts


class ResultCount(Outgoing):
    """Results of a guest against one kind of opponent in one game."""

    game: str
    opponent: str
    """A bot's spec, or `person`."""
    wins: int
    draws: int
    losses: int


class OpeningCount(Outgoing):
    """Results of a guest in games of one kind that began with the same moves."""

    game: str
    moves: list[str]
    """As tokens."""
    wins: int
    draws: int
    losses: int


class Statistics(Outgoing):
    """`GET /api/statistics`, of the guest whose token is in the header `Authorization: Bearer TOKEN`."""

    results: list[ResultCount]
    openings: list[OpeningCount]
    """The most frequent first; games from other positions or with custom rules have none."""
    streak: int
    """Games won in a row up to now; negative for lost ones."""
    best_streak: int
    games: int


class ArchiveQuery(Incoming):
    """The query of `GET /api/archive`."""

    game: Annotated[str, Meta(max_length=80)] = ""
    """Only this game; "" for all."""
    result: Literal["", "win", "draw", "loss"] = ""
    """Only games that ended so for the person."""
    opponent: Annotated[str, Meta(max_length=parts.MAX_NAME_LENGTH)] = ""
    """Only games against somebody with this in their name."""
    since: float | None = None
    """Only games that ended then or later, in seconds since 1970."""
    before: float | None = None
    """Only games that ended before; the `before` of an answer continues it."""


class ExportArchive(ArchiveQuery):
    """The query of `GET /api/archive/export`: a file has games of one kind."""

    game: parts.GameName


class ArchivedGame(Outgoing):
    """A finished game of a person."""

    table: str
    round: int
    game: str
    rules: parts.Rules | None
    start: str
    """As text; "" for an old game of which only the result is known."""
    moves: list[str]
    """As tokens."""
    white: str
    black: str
    """Names as they were, or specs of bots; "" if unknown."""
    side: parts.Color | None
    """The person's; None if they played both."""
    outcome: Result
    plies: int
    ended: float
    """Seconds since 1970."""


class Archive(Outgoing):
    """`GET /api/archive`."""

    games: list[ArchivedGame]
    """The newest first."""
    before: float | None
    """Ask for those before it to continue; None if there are no more."""
