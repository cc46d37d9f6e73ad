"""The operator: the bodies of requests and responses."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from plyground.server.wire import Incoming, Outgoing

RulingKind = Literal["silence", "ban", "exempt"]
"""Somebody who is silenced cannot chat; somebody who is banned cannot do anything. An exempt network address, such as
that of a school, is not held to the limits for one address."""
Whom = Annotated[str, Meta(min_length=1, max_length=80)]
"""A person by name or public id, or a network address."""


class StoreState(Outgoing):
    """How the store is doing."""

    bytes: int
    tables: int
    live: int
    """How many of the tables are in memory."""
    waiting: int
    """Changes that are not on disk yet."""
    damage: str
    """What is damaged; "" if nothing is."""
    backup: float | None
    """When the last backup was made, in seconds since 1970; None if there is none."""


class RunningJob(Outgoing):
    """Something that a worker does."""

    job: int
    """Names it in `POST /api/operator/cancel`."""
    name: str
    owner: str
    """The network address that asked for it."""
    seconds: float


class OperatorReport(Outgoing):
    """What somebody has reported."""

    report: str
    at: float
    """Seconds since 1970."""
    about: str
    """The public id of the person it is about; "" for a crash."""
    text: str


class Ruling(Outgoing):
    """What the operator has decided about somebody, for a time."""

    what: RulingKind
    whom: str
    """The public id of a person, or a network address."""
    name: str
    """As the operator named them."""
    until: float
    """Seconds since 1970."""


class OperatorState(Outgoing):
    """`GET /api/operator`, and the answer to everything that changes it."""

    store: StoreState
    jobs: list[RunningJob]
    reports: list[OperatorReport]
    """Newest first."""
    rulings: list[Ruling]


class DismissReport(Incoming):
    """`POST /api/operator/dismiss`."""

    report: Annotated[str, Meta(max_length=80)]


class CancelJob(Incoming):
    """`POST /api/operator/cancel`: the job ends with what it has."""

    job: int


class MakeRuling(Incoming):
    """`POST /api/operator/rule`."""

    what: RulingKind
    whom: Whom
    hours: Annotated[float, Meta(gt=0, le=24 * 3660)]


class LiftRuling(Incoming):
    """`POST /api/operator/lift`."""

    what: RulingKind
    whom: Whom
