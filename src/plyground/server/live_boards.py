"""LiveBoards: the running public games that people watch as small boards, and the best game of each family."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterable
from heapq import nlargest
from typing import Any, Protocol

from msgspec import Raw

from plyground.errors import PlygroundError
from plyground.server.hub import EventHub, Listener
from plyground.server.live_table import LiveTable
from plyground.server.log import LOG
from plyground.server.timing import TimeSource, in_slices
from plyground.server.wire import encode
from plyground.server.wire.events import Boards, ServerMessage
from plyground.server.wire.parts import MiniBoard

TOPIC = "boards"
BOARDS = 12
"""How many games are shown."""
UPDATE_MS = 1_000
"""How often they are looked at while somebody watches; what changed in between is sent at once."""


class Watcher(Listener, Protocol):
    """A client that watches."""

    def send(self, message: ServerMessage) -> None:
        """Sends an answer, which is never dropped."""


class LiveBoards:
    """Sends the boards of the games worth watching, no more often than people can follow."""

    def __init__(self, hub: EventHub, time: TimeSource, keep: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._hub, self._time, self._keep = hub, time, keep
        self._games: dict[str, LiveTable] = {}
        """The public games that are being played."""
        self._shown: list[LiveTable] = []
        self._top: dict[str, str] = {}
        self._sent: dict[str, MiniBoard] = {}
        """What everybody who watches has got."""
        self._is_looking = False
        self._has_looked = False

    def changed(self, live: LiveTable) -> None:
        """A table was loaded, or its phase, game or seats have changed."""
        if live.table.settings.public and live.table.state.phase == "playing":
            self._games[live.table.id] = live
        else:
            self.closed(live.table.id)

    def closed(self, table_id: str) -> None:
        """A table has no game to be watched any more."""
        self._games.pop(table_id, None)

    # --- watching ---

    def watch(self, watcher: Watcher) -> None:
        """Sends all boards now, and what changes from now on."""
        self._hub.subscribe(TOPIC, watcher)
        if self._is_looking:
            self.send_all(watcher)
        else:
            self._is_looking = True
            self._keep(self._look())

    def unwatch(self, watcher: Watcher) -> None:
        """Sends nothing more."""
        self._hub.unsubscribe(TOPIC, watcher)

    def send_all(self, watcher: Watcher) -> None:
        """Sends all boards to somebody who has missed something."""
        watcher.send(self._message(_board(live) for live in self._shown))

    async def _look(self) -> None:
        try:
            await self._update()
        except PlygroundError as error:
            LOG.error("boards cannot be shown", reason=str(error))
        self._time.call_later(UPDATE_MS, self._look_again)

    def _look_again(self) -> None:
        if self._hub.has_listeners(TOPIC):
            self._keep(self._look())
        else:
            self._is_looking = self._has_looked = False
            self._shown, self._top, self._sent = [], {}, {}

    async def _update(self) -> None:
        old = [live.table.id for live in self._shown]
        await in_slices(self._choose())
        boards = {live.table.id: _board(live) for live in self._shown}
        new = [board for table, board in boards.items() if self._sent.get(table) != board]
        self._sent = boards
        if new or old != list(boards) or not self._has_looked:
            self._has_looked = True
            message = self._message(new)
            self._hub.publish(TOPIC, message, encode(message))

    def _choose(self) -> Generator[None, None, None]:
        """Chooses the best game of each family, and then the best of all others."""
        best: dict[str, tuple[tuple[float, ...], LiveTable]] = {}
        ranks: list[tuple[tuple[float, ...], LiveTable]] = []
        for live in tuple(self._games.values()):
            found = (_rank(live), live)
            ranks.append(found)
            family = live.table.game.name.partition(":")[0]
            if family not in best or found[0] > best[family][0]:
                best[family] = found
            yield
        top = nlargest(BOARDS, best.items(), key=lambda item: item[1][0])
        self._top = {family: live.table.id for family, (_, live) in top}
        first = [live for _, (_, live) in top]
        others = (live for _, live in nlargest(BOARDS, ranks, key=lambda found: found[0]) if live not in first)
        self._shown = [*first, *others][:BOARDS]

    def _message(self, boards: Iterable[MiniBoard]) -> Boards:
        return Boards(shown=[live.table.id for live in self._shown], top=self._top, changed=list(boards))


def _rank(live: LiveTable) -> tuple[float, ...]:
    """By what games are compared: the ratings of the players, then how many people are there, then the newest.

    Bots do not count: anybody can have the strongest of them play.
    """
    state, ratings = live.table.state, live.presence.ratings
    people = (seat.guest for seat in (state.white, state.black) if seat.kind == "person")
    rating = sum(ratings[guest].rating for guest in people if guest in ratings)
    return rating, live.presence.people, live.table.settings.created


def _board(live: LiveTable) -> MiniBoard:
    table, ratings = live.table, live.presence.ratings
    state, settings = table.state, table.settings
    last = table.played[table.ply - 1].move if table.ply else ""
    return MiniBoard(
        table=table.id,
        game=table.game.name,
        rules=settings.rules,
        title=table.game.title,
        clock=settings.clock,
        white=state.white.name,
        black=state.black.name,
        white_rating=ratings.get(state.white.guest),
        black_rating=ratings.get(state.black.guest),
        ply=table.ply,
        last=last,
        view=Raw(table.record.view_json(None, is_open=False)),
    )
