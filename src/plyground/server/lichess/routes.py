"""LichessApi: lichess's Bot and Board API over the tables of a server."""

from __future__ import annotations

from plyground.server.api import ApiRoute
from plyground.server.lichess.challenge_routes import challenge_routes
from plyground.server.lichess.event_feeds import EventFeeds
from plyground.server.lichess.export_routes import export_routes
from plyground.server.lichess.game_routes import game_routes
from plyground.server.lichess.line_stream import OpenStreams
from plyground.server.lichess.people import People
from plyground.server.metrics import GaugeSpec
from plyground.server.table_registry import TableRegistry


class LichessApi:
    """The routes, and what is open because of them."""

    def __init__(self, registry: TableRegistry) -> None:
        self._streams = OpenStreams()
        self.feeds = feeds = EventFeeds(registry)
        self.people = people = People(registry, feeds.tables)
        self.routes: list[ApiRoute] = [
            *game_routes(registry, people, feeds, self._streams),
            *challenge_routes(registry, people, feeds, self._streams),
            *export_routes(registry, people),
        ]
        if registry.peers is not None:
            registry.on_sweep.append(lambda: registry.keep(feeds.catch_up(people.playing)))
        registry.metrics.add(GaugeSpec("streams", "Open streams of programs.", lambda: len(self._streams)))

    @property
    def logins(self) -> set[str]:
        """The keys of the logins whose streams are open."""
        return self._streams.logins

    def close_all_of(self, login: str) -> None:
        """Ends the streams of a login that is not valid any more."""
        self._streams.close_all_of(login)

    def close(self) -> None:
        """Ends all streams."""
        self._streams.close()
