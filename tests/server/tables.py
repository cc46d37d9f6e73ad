"""What tests of live tables share: a registry over a store, a clock to turn, and clients without sockets."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, TypeVar

from tests.waiting import PATIENCE_S

from plyground.server.accounts.accounts import LoggedIn
from plyground.server.limits import ServerLimits
from plyground.server.session import Session
from plyground.server.store import StoredTable, StoreEntry
from plyground.server.store_sqlite import SqliteStore, connect
from plyground.server.table_registry import TableRegistry
from plyground.server.timing import OnLag
from plyground.server.wire.http import CreateTable

Result = TypeVar("Result")


class ManualTime:
    """A clock that moves only when a test turns it; calls that are due are made then."""

    class Call:
        """A call that is due."""

        def __init__(self, due_ms: float, call: Callable[[], object]) -> None:
            self.due_ms, self.call, self.is_cancelled = due_ms, call, False

        def cancel(self) -> None:
            self.is_cancelled = True

    def __init__(self) -> None:
        self._now_ms = 1_000_000.0
        self._calls: list[ManualTime.Call] = []
        self.stalled_ms = 0.0
        """How long ago a message that is read now may have arrived."""
        self.day_shift_s = 0.0
        """How far somebody has set the time of day, which no clock may go by."""

    def now_ms(self) -> float:
        return self._now_ms

    def arrived_ms(self) -> float:
        return self._now_ms - self.stalled_ms

    def start(self, on_lag: OnLag) -> None:
        pass

    def stop(self) -> None:
        pass

    def time_of_day(self) -> float:
        return 1_700_000_000.0 + self._now_ms / 1000 + self.day_shift_s

    def call_later(self, delay_ms: float, call: Callable[[], object]) -> ManualTime.Call:
        timer = ManualTime.Call(self._now_ms + delay_ms, call)
        self._calls.append(timer)
        return timer

    def advance(self, ms: float) -> None:
        """Lets time pass, and makes every call that is due on the way."""
        end_ms = self._now_ms + ms
        while due := [call for call in self._calls if not call.is_cancelled and call.due_ms <= end_ms]:
            first = min(due, key=lambda call: call.due_ms)
            self._calls.remove(first)
            self._now_ms = max(self._now_ms, first.due_ms)
            first.call()
        self._now_ms = end_ms


def finish(steps: Generator[None, None, Result]) -> Result:
    """Takes all steps of some work at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


class Valve:
    """A store whose commits can be held back, or made to fail, before or after they reached the disk."""

    is_held = False
    failure: Exception | None = None
    is_failing_late = False
    is_unreadable = False
    appended = 0

    def append(self, entry: StoreEntry, then: Callable[[Exception | None], None]) -> None:
        self.appended += 1
        failure, append = self.failure, super().append  # type: ignore[misc]
        if failure is not None and not self.is_failing_late:
            asyncio.get_running_loop().call_soon(then, failure)
        elif failure is not None:
            append(entry, lambda _: then(failure))
        elif not self.is_held:
            append(entry, then)

    async def flush(self) -> None:
        """Returns when everything before has been written and its callers know."""
        await self.write([])  # type: ignore[attr-defined]


class SqliteValve(Valve, SqliteStore):
    """In a file."""

    async def load(self, table: str) -> StoredTable | None:
        self._reading = sqlite3.connect(":memory:") if self.is_unreadable else connect(self.path)
        return await super().load(table)


async def open_valve(place: Path | str) -> Any:
    """The store in a folder, or in a database of PostgreSQL."""
    if isinstance(place, Path):
        return await SqliteValve.open(place / "games.sqlite3")
    # Not everyone has PostgreSQL.
    from plyground.server.store_postgresql import PostgresStore

    class PostgresValve(Valve, PostgresStore):
        async def load(self, table: str) -> StoredTable | None:
            if self.is_unreadable:
                await self.select("SELECT * FROM nowhere")
            return await super().load(table)

    return await PostgresValve.open(place)


def valve(registry: TableRegistry) -> Any:
    """The store of a registry."""
    assert isinstance(registry.store, Valve)
    return registry.store


def clock(registry: TableRegistry) -> ManualTime:
    """The clock of a registry."""
    assert isinstance(registry.time, ManualTime)
    return registry.time


class Person:
    """A client; everything it receives is in `received`."""

    def __init__(
        self, registry: TableRegistry, name: str = "", token: str = "", logged_in: LoggedIn | None = None
    ) -> None:
        self.received: list[dict[str, Any]] = []
        self._news = asyncio.Event()
        self.session = Session(registry, self._receive, "192.0.2.7", logged_in=logged_in)
        self._sent = 0
        self.send("hello", name=name, token=token)
        self.token = self.received[-1].get("token", "")
        self.guest = self.received[-1].get("guest", "")

    def _receive(self, data: bytes, is_answer: bool = False) -> None:
        self.received.append(json.loads(data))
        self._news.set()

    def send(self, type: str, **fields: Any) -> str:
        """Sends a message, and returns its id."""
        self._sent += 1
        message = {"type": type, "id": f"{id(self)}-{self._sent}", **fields}
        self.session.receive(json.dumps(message))
        return str(message["id"])

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Sends a message and waits for its answer."""
        number = self.send(type, **fields)
        return await self.wait(lambda message: message.get("id") == number)

    async def wait(self, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first message that fits, received already or yet to come."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                for message in self.received:
                    if fits(message):
                        return message
                self._news.clear()
                await self._news.wait()

    async def event(self, kind: str, ply: int | None = None) -> dict[str, Any]:
        """The first table event of a kind, if need be of the one that led to a ply."""
        return await self.wait(
            lambda message: (
                kind_of(message) == kind
                and (ply is None or message["changes"]["moves_kept"] + len(message["changes"]["moves_added"]) == ply)
            )
        )

    def kinds(self) -> list[str]:
        """The kinds of everything received."""
        return [kind_of(message) for message in self.received]


def kind_of(message: dict[str, Any]) -> str:
    """The type of a message; of a table event, the type of the event."""
    return str(message["event"]["type"] if message["type"] == "table_event" else message["type"])


def ply_of(message: dict[str, Any]) -> int:
    """How many moves are played after a table event that changes them; -1 for other messages."""
    changes = message.get("changes", {})
    return changes["moves_kept"] + len(changes["moves_added"]) if "moves_kept" in changes else -1


async def open_registry(place: Path | str, **limits: Any) -> TableRegistry:
    """A registry whose store can be held back and whose clock the test turns."""
    manual = ManualTime()
    if not isinstance(place, Path):
        # The database has a clock of its own, which nobody can turn.
        manual.day_shift_s = time.time() - manual.time_of_day()
    return TableRegistry(await open_valve(place), ServerLimits(**limits), time=manual)


async def two_at_a_table(
    registry: TableRegistry, game: str = "chess", names: tuple[str, str] = ("Ann", "Bob"), **wish: Any
) -> tuple[str, Person, Person]:
    """A table with a game begun, White first."""
    white, black = Person(registry, names[0]), Person(registry, names[1])
    created = await registry.create(CreateTable(game=game, token=white.token, **wish))
    await white.ask("join", table=created.table)
    await black.ask("join", table=created.table, side="any")
    return created.table, white, black
