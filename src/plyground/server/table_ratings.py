"""TableRatings: shows ratings at the tables of a server, and has the rated games counted that end there."""

from __future__ import annotations

from collections.abc import Mapping

from plyground.errors import PlygroundError
from plyground.server import membership
from plyground.server.live_table import LiveTable
from plyground.server.log import LOG
from plyground.server.rated_games import RatedGame
from plyground.server.ratings.keeper import RatingKeeper
from plyground.server.table_registry import TableRegistry

MINUTE_MS, HOUR_MS = 60_000, 3_600_000


class TableRatings:
    """The ratings of those who play at the tables of a registry."""

    def __init__(self, registry: TableRegistry, keeper: RatingKeeper) -> None:
        self.keeper = keeper
        self._registry = registry
        registry.ratings = keeper
        registry.pairing.rating_of = keeper.rating_of
        registry.on_change.append(self._changed)
        keeper.on_settled = self._settled

    def start(self) -> None:
        """Counts the games that wait since the last time, and from then on looks for such games from time to time."""
        self._registry.every(MINUTE_MS, self.keeper.wake)
        self._registry.every(HOUR_MS, lambda: self._registry.keep(self.keeper.forget_settled()))
        self.keeper.wake()

    def _changed(self, live: LiveTable) -> None:
        state = live.table.state
        if live.table.settings.rated and state.phase == "over":
            self.keeper.wake()
        if state.white.bot or state.black.bot or self._people(live):
            self._registry.keep(self._show(live, {}))

    def _people(self, live: LiveTable) -> list[str]:
        """The players who have accounts."""
        players = (live.table.state.white.guest, live.table.state.black.guest)
        return [guest for guest in players if self._registry.guests.has_account(guest)]

    def _settled(self, game: RatedGame, changes: Mapping[str, int]) -> None:
        live = self._registry.live.get(game.table)
        if live is not None:
            self._registry.keep(self._show(live, changes if live.table.state.round == game.round else {}))

    async def _show(self, live: LiveTable, changes: Mapping[str, int]) -> None:
        try:
            marks = await self.keeper.marks(live.table, self._people(live), changes)
        except PlygroundError as error:
            LOG.error("ratings cannot be read", table=live.table.id, reason=str(error))
            return
        if marks != live.presence.ratings:
            live.presence.ratings = marks
            membership.announce(live)
            self._registry.refresh_lobby(live)
