"""EventFeeds: what happens to people with accounts, for the streams of their programs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

from plyground.errors import PlygroundError
from plyground.server.lichess import shapes
from plyground.server.lichess.challenges import GENERIC, event_of
from plyground.server.lichess.describe import game_id, game_info
from plyground.server.lichess.line_stream import LineStream
from plyground.server.live_table import LiveTable
from plyground.server.table_registry import TableRegistry
from plyground.server.wire import encode
from plyground.server.wire.pairing import ChallengeChanged, Paired, PairingMessage

MAX_REMEMBERED = 10_000
"""How many challenges that were accepted are remembered."""


class EventFeed:
    """The events of one person for one stream: each game begins and ends once."""

    def __init__(self, feeds: EventFeeds, guest: str, stream: LineStream) -> None:
        self.guest = guest
        self.stream = stream
        self._feeds = feeds
        self._started: dict[str, str] = {}
        """The games that the client knows to be played, with their tables."""

    def tell(self, live: LiveTable) -> None:
        """Sends how a game of the person has changed."""
        state, now_ms = live.table.state, live.time.now_ms()
        id = game_id(live.table.id, state.round)
        if state.phase == "playing" and id not in self._started:
            self._started[id] = live.table.id
            self.put(shapes.GameStart(game=game_info(live.table, self.guest, now_ms)))
        elif state.phase == "over" and id in self._started:
            del self._started[id]
            self.put(shapes.GameFinish(game=game_info(live.table, self.guest, now_ms)))

    @property
    def tables(self) -> set[str]:
        """Where the games are that the client knows to be played."""
        return set(self._started.values())

    def send(self, message: PairingMessage) -> None:
        """Takes what happens to challenges; games that begin are seen at their tables."""
        match message:
            case ChallengeChanged(challenge=challenge):
                event = event_of(challenge, self.guest, self._feeds.reason_of(challenge.challenge))
                if event is not None:
                    self.put(event)
            case Paired():
                self._feeds.paired(message)

    def put(self, line: shapes.EventLine) -> None:
        """Sends an event."""
        self.stream.put(encode(line))


class EventFeeds:
    """All feeds, by person; a login has one, and a new one replaces it, as in lichess's API."""

    def __init__(self, registry: TableRegistry) -> None:
        self.tables: dict[str, str] = {}
        """The tables of challenges that were accepted, the last ones: lichess's games have the ids of challenges."""
        self._by_guest: dict[str, dict[str, EventFeed]] = {}
        self._registry, self._pairing = registry, registry.pairing
        self._declining = ("", GENERIC)
        """The challenge that is being declined, and why."""
        registry.on_change.append(self._changed)

    def open(self, guest: str, login: str, stream: LineStream) -> EventFeed:
        """Begins to feed a stream, until it ends."""
        if (old := self._by_guest.get(guest, {}).get(login)) is not None:
            old.stream.drop()
        feed = EventFeed(self, guest, stream)
        self._by_guest.setdefault(guest, {})[login] = feed
        self._pairing.arrive(feed)

        def close() -> None:
            own = self._by_guest.get(guest, {})
            if own.get(login) is feed:
                del own[login]
            if not own:
                self._by_guest.pop(guest, None)
            self._pairing.depart(feed)

        stream.on_end = close
        return feed

    def of(self, guest: str) -> list[EventFeed]:
        """The feeds of a person."""
        return list(self._by_guest.get(guest, {}).values())

    def paired(self, message: Paired) -> None:
        """Remembers the game that a challenge has become."""
        if message.challenge:
            self.tables[message.challenge] = message.table
            if len(self.tables) > MAX_REMEMBERED:
                del self.tables[next(iter(self.tables))]

    @contextmanager
    def declining(self, challenge: str, reason: str) -> Iterator[None]:
        """Knows why a challenge is declined while everyone is told."""
        self._declining = (challenge, reason)
        try:
            yield
        finally:
            self._declining = ("", GENERIC)

    def reason_of(self, challenge: str) -> str:
        """Why a challenge is declined."""
        declined, reason = self._declining
        return reason if challenge == declined else GENERIC

    async def catch_up(self, playing: Callable[[str], Awaitable[list[LiveTable]]]) -> None:
        """Tells everyone of games that have begun or ended at other processes of the server."""
        for guest in tuple(self._by_guest):
            with suppress(PlygroundError):  # A table may have been deleted; the others are still told.
                lives = await playing(guest)
                for feed in self.of(guest):
                    missing = feed.tables - {live.table.id for live in lives}
                    for live in [*lives, *[await self._registry.find(table) for table in missing]]:
                        feed.tell(live)

    def _changed(self, live: LiveTable) -> None:
        if self._by_guest:
            state = live.table.state
            for guest in {state.white.guest, state.black.guest}:
                for feed in self.of(guest):
                    feed.tell(live)
