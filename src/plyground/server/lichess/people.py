"""Who asks: the account of a token or a browser, how often it may ask, and its games."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping

from starlette.requests import Request

from plyground.errors import PlygroundError, ServiceRefused, TableRefused
from plyground.server.accounts.accounts import LoggedIn
from plyground.server.api import logged_in_from
from plyground.server.lichess.describe import parse_game_id
from plyground.server.live_table import LiveTable
from plyground.server.table_registry import TableRegistry
from plyground.server.timing import TokenBuckets

MAX_WAITING = 16
"""How many requests of an account may wait for their turn."""
MAX_PLAYING = 50
"""How many games of a person are listed as being played."""
MAX_TABLES = 200
"""How many tables are searched for them, those changed last."""


class People:
    """People with accounts, and the games that they play."""

    def __init__(self, registry: TableRegistry, tables: Mapping[str, str]) -> None:
        self._registry = registry
        self._tables = tables
        """The tables of challenges that have become games."""
        limits = registry.limits
        self._requests = TokenBuckets(limits.messages_per_second, limits.message_burst)
        """Requests of each account; as many as messages on a socket."""
        self._waiting: Counter[str] = Counter()

    async def recognize(self, request: Request, scope: str = "play") -> LoggedIn:
        """Who asks; raises `ServiceRefused` if it is nobody, or if they may not ask for that.

        Whoever asks too often waits, and is refused only if too many of their requests are waiting.
        """
        logged_in = logged_in_from(request)
        if logged_in is None:
            raise ServiceRefused("account_needed")
        logged_in.needs(scope)
        await self._wait_for_turn(logged_in.account.id)
        return logged_in

    async def _wait_for_turn(self, account: str) -> None:
        if self._requests.take(account, self._registry.time.now_ms()):
            return
        if self._waiting[account] >= MAX_WAITING:
            raise ServiceRefused("too_many_requests")
        self._waiting[account] += 1
        try:
            while not self._requests.take(account, self._registry.time.now_ms()):
                await asyncio.sleep(1 / self._registry.limits.messages_per_second)
        finally:
            self._waiting[account] -= 1
            if not self._waiting[account]:
                del self._waiting[account]

    def game_id(self, request: Request) -> str:
        """The id of the game that a path names, also by the challenge that it came from."""
        id: str = request.path_params["id"]
        return self._tables.get(id, id)

    async def game(self, request: Request, guest: str) -> LiveTable:
        """The game that a path names, if the person plays it now; otherwise raises `TableRefused`."""
        id = self.game_id(request)
        table, round = parse_game_id(id)
        live = await self._registry.find(table)
        state = live.table.state
        if not state.sides_of(guest) or round > max(1, state.round):
            raise TableRefused("unknown_table", table=id)
        if round < state.round:
            raise TableRefused("table_over")
        return live

    async def playing(self, guest: str) -> list[LiveTable]:
        """The games that a person plays now, those changed last first."""
        stored = await self._registry.store.tables_of(guest, MAX_TABLES)
        found: list[LiveTable] = []
        for one in stored:
            if one.phase == "playing" and len(found) < MAX_PLAYING:
                try:
                    live = await self._registry.find(one.table)
                except PlygroundError:
                    continue  # Its game may have been withdrawn.
                if live.table.state.phase == "playing":
                    found.append(live)
        return found
