"""Bus: how the processes of a server that share a database tell each other what has changed.

A notice is only a hint: a process that receives one reads the database. A notice about a change is part of its commit,
so it is sent if and only if the change has happened. After a lost connection everything is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from msgspec import Struct

from plyground.server.stored_event import StoredEvent
from plyground.server.wire.pairing import Opponent, Paired, Seek, Terms
from plyground.server.wire.parts import TableSummary


class Attendance(Struct, frozen=True, array_like=True):
    """Who is at a table in one process."""

    table: str
    players: list[str] = []
    """The players who are there."""
    names: list[str] = []
    """The names of some of those who are there."""
    spectators: int = 0


class SeekRequest(Struct, frozen=True, array_like=True):
    """Somebody at one process wants to play the owner of a seek at another."""

    process: str
    """Where the seek was posted."""
    request: str
    """Identifies the request in the answer."""
    seek: str
    visitor: Opponent
    wish: Terms | None
    """Has the side that the visitor wants, if they sought as well."""
    address: str
    """The network address of the visitor."""


class SeekAnswer(Struct, frozen=True, array_like=True):
    """The answer to a request."""

    request: str
    visitor: str
    """The public id of the person who asked."""
    paired: Paired | None
    code: str = ""
    """Why not."""
    arguments: dict[str, str] = {}


class Notice(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What one process tells the others."""

    process: str
    """Who tells it."""
    events: list[tuple[str, int]] = []
    """Tables with new events, each with its newest version."""
    attendance: Attendance | None = None
    asked: str = ""
    """The table whose attendance the others should tell; "*" for everything they know."""
    seated: tuple[str, list[str]] | None = None
    """A table, and the people who play each other there; nobody if that is over."""
    lobby: list[str] | None = None
    """The public tables of the process, newest first."""
    account: str = ""
    """The id of an account that was made or deleted."""
    logged_out: list[str] = []
    """The keys of logins that are not valid any more."""
    seek: Seek | None = None
    """A seek that is open at the process."""
    seek_ended: str = ""
    """A seek that was open at the process."""
    seek_request: SeekRequest | None = None
    seek_answer: SeekAnswer | None = None
    offered: str = ""
    """A queue in which there is a job to do."""
    done: str = ""
    """The id of a job that is done."""
    stop: str = ""
    """The id of a job that should end with what it has."""
    progress: tuple[str, str] | None = None
    """The id of a job, and what it reports, as JSON."""


class Bus(Protocol):
    """The connection to the other processes."""

    process: str
    """The name of this one."""
    channel: str
    """Where notices are sent."""
    on_notice: Callable[[Notice], None]
    """Gets what other processes tell."""
    on_job: Callable[[Notice], None]
    """Gets the same, for what is about jobs."""
    on_gap: Callable[[], None]
    """Called when notices may have been lost."""

    def tell(self, notice: Notice) -> None:
        """Tells all others, soon."""

    async def connect(self) -> Any:
        """A connection to the database for somebody who needs one for long."""

    async def newest(self, tables: Sequence[str]) -> list[tuple[str, int]]:
        """The newest versions of tables, as the database knows them."""

    async def load_after(self, table: str, version: int) -> list[StoredEvent]:
        """What happened at a table after a version."""

    async def summaries(self, tables: Sequence[str]) -> list[TableSummary]:
        """The summaries of tables, in no order."""

    async def alive(self) -> set[str]:
        """The processes that are connected."""
