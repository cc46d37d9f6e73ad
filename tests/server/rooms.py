"""What tests of live tables share: a house over a store in a file or in memory, and clients without sockets."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plyground.server.house import House
from plyground.server.limits import ServerLimits
from plyground.server.session import Session
from plyground.server.store import Entry, StoredTable
from plyground.server.store_sqlite import SqliteStore, connect
from plyground.server.wire.http import CreateTable

PATIENCE_S = 20.0


class Valve(SqliteStore):
    """A store whose commits can be held back, or made to fail, before or after they reached the disk."""

    is_held = False
    failure: Exception | None = None
    is_failing_late = False
    is_unreadable = False
    appended = 0

    def append(self, entry: Entry, then: Callable[[Exception | None], None]) -> None:
        self.appended += 1
        failure = self.failure
        if failure is not None and not self.is_failing_late:
            asyncio.get_running_loop().call_soon(then, failure)
        elif failure is not None:
            super().append(entry, lambda _: then(failure))
        elif not self.is_held:
            super().append(entry, then)

    async def load(self, table: str) -> StoredTable | None:
        self._reading = sqlite3.connect(":memory:") if self.is_unreadable else connect(self.path)
        return await super().load(table)


def valve(house: House) -> Valve:
    """The store of a house."""
    assert isinstance(house.store, Valve)
    return house.store


class Person:
    """A client; everything it hears is in `heard`."""

    def __init__(self, house: House, name: str = "", token: str = "") -> None:
        self.heard: list[dict[str, Any]] = []
        self._news = asyncio.Event()
        self.session = Session(house, self._hear, "192.0.2.7")
        self._said = 0
        self.say("hello", name=name, token=token)
        self.token = self.heard[-1].get("token", "")
        self.guest = self.heard[-1].get("guest", "")

    def _hear(self, text: str, is_answer: bool = False) -> None:
        self.heard.append(json.loads(text))
        self._news.set()

    def say(self, type: str, **fields: Any) -> str:
        """Says something, and which id it had."""
        self._said += 1
        message = {"type": type, "id": f"{id(self)}-{self._said}", **fields}
        self.session.receive(json.dumps(message))
        return str(message["id"])

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Says something and waits for its answer."""
        number = self.say(type, **fields)
        return await self.wait(lambda message: message.get("id") == number)

    async def wait(self, fits) -> dict[str, Any]:
        """The first message that fits, heard already or yet to come."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                for message in self.heard:
                    if fits(message):
                        return message
                self._news.clear()
                await self._news.wait()

    async def hear(self, kind: str) -> dict[str, Any]:
        """The first message of a kind, heard already or yet to come."""
        return await self.wait(lambda message: message["type"] == kind)

    def kinds(self) -> list[str]:
        """What was heard."""
        return [message["type"] for message in self.heard]


async def open_house(folder: Path, **limits: Any) -> House:
    """A house whose store can be held back."""
    return House(await Valve.open(folder / "games.sqlite3"), ServerLimits(**limits))


async def two_at_a_table(
    house: House, game: str = "chess", names: tuple[str, str] = ("Ann", "Bob"), **wish: Any
) -> tuple[str, Person, Person]:
    """A table with a game begun, White first."""
    white, black = Person(house, names[0]), Person(house, names[1])
    created = await house.create(CreateTable(game=game, token=white.token, **wish))
    await white.ask("join", table=created.table)
    await black.ask("join", table=created.table, side="any")
    return created.table, white, black
