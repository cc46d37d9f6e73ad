"""Databases: what the operator can build, and what they know of a position."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from plyground.database.verdict import Verdict
from plyground.play.advice import MoveVerdict
from plyground.server.wire import Incoming, Outgoing, parts


class DatabaseChoice(Outgoing):
    """Databases that can be built for a game, and roughly what is missing takes."""

    distances: bool
    """Whether they say how long every win takes."""
    is_built: bool
    seconds: int
    bytes: int
    room_bytes: int
    """What it takes on the disk while it is built."""
    memory_bytes: int
    lacks: Literal["", "memory", "disk"]
    """Why they cannot be built on this machine."""


class DatabaseOffer(Outgoing):
    """A game that can be solved."""

    game: str
    title: str
    choices: list[DatabaseChoice]
    problem: parts.Problem | None
    """Why there are no choices: a file is damaged."""


class DatabaseBuild(Outgoing):
    """A build that is running."""

    game: str
    distances: bool
    done: float
    """The finished share."""
    left_s: int | None
    """The seconds that are left, if they are known."""


class FailedBuild(Outgoing):
    """Why the last build ended early."""

    game: str
    problem: parts.Problem


class DatabaseState(Outgoing):
    """`GET /api/databases`, and the answer to a change; `Authorization: Bearer KEY` carries the operator's key."""

    offers: list[DatabaseOffer]
    build: DatabaseBuild | None
    failure: FailedBuild | None


class BuildDatabases(Incoming):
    """`POST /api/databases/build`."""

    game: parts.GameName
    distances: bool = False


class CancelBuild(Incoming):
    """`POST /api/databases/cancel`."""


class ProbeQuery(Incoming):
    """The query of `GET /api/probe`."""

    game: parts.GameName
    start: parts.PositionText = ""
    moves: Annotated[str, Meta(max_length=20_000)] = ""
    """Tokens with blanks in between."""


class Probed(Outgoing):
    """`GET /api/probe`: what databases know of a position. Values ignore draw counters and repetition."""

    game: str
    position: str
    """As text (FEN)."""
    verdict: Verdict | None
    """For the side to move; None if no database covers the position, or if the game is over."""
    moves: list[MoveVerdict]
    """The legal moves, the best one first; empty if they are not known."""
