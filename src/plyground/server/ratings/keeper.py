"""RatingKeeper: counts rated games, one after another and each exactly once, and says how strong somebody is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from plyground.arena.glicko2 import Strength, after_game
from plyground.errors import PlygroundError, ServiceRefused, StoreFault
from plyground.protocol import Game
from plyground.server.limits import ServerLimits
from plyground.server.log import LOG
from plyground.server.positions import find_game
from plyground.server.rated_games import RatedGame, level_rating, time_class
from plyground.server.ratings.rating_store import KeptRating, RatingChange, RatingStore, Verdict
from plyground.server.table import Table
from plyground.server.timing import TimeSource
from plyground.server.wire.parts import ClockSettings, RatingMark, TimeClass

DAY_S = 86_400.0
BATCH = 100
MAX_CONFLICTS = 100
"""How often in a row another process may be quicker; more than that is a fault, and waits for the next time."""
REMEMBERED_S = 7 * DAY_S
"""How long settled games are remembered; what is limited is limited by the day."""
PROVISIONAL_DEVIATION = 110.0
"""With a larger deviation too little is known of somebody."""
CERTAIN = 1.96
"""Half a 95 % interval in standard deviations."""


class RatingKeeper:
    """Keeps the ratings of a server; belongs to one event loop. Several processes may have one over the same store."""

    def __init__(self, store: RatingStore, time: TimeSource, limits: ServerLimits) -> None:
        self.store = store
        self.on_settled: Callable[[RatedGame, Mapping[str, int]], None] = lambda game, changes: None
        """Gets each game that was settled here, and by how much it changed the rating of whom."""
        self._time = time
        self._limits = limits
        self._task: asyncio.Task[None] | None = None
        self._is_woken = False

    # --- counting ---

    def wake(self) -> None:
        """Counts the games that wait, soon; called when one has ended, and from time to time."""
        self._is_woken = True
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            while self._is_woken:
                self._is_woken = False
                await self._settle_all()
        except PlygroundError as error:
            LOG.error("rated games have to wait", reason=str(error))
        finally:
            self._task = None

    async def _settle_all(self) -> None:
        conflicts = 0
        while conflicts < MAX_CONFLICTS and (games := await self.store.waiting(BATCH)):
            for game in games:
                if not await self._settle(game):
                    conflicts += 1
                    break
                conflicts = 0
        if conflicts:
            LOG.error("rated games cannot be settled", conflicts=conflicts)

    async def _settle(self, game: RatedGame) -> bool:
        try:
            verdict, new = await self._judge(game)
        except StoreFault:
            raise
        except Exception as error:
            # The games after it must not wait forever.
            LOG.error("a rated game cannot be counted", table=game.table, round=game.round, reason=repr(error))
            verdict, new = "failed", []
        if not await self.store.settle(game, verdict, [(after, change) for _, after, change in new]):
            return False
        LOG.info("rated game settled", table=game.table, round=game.round, verdict=verdict)
        self.on_settled(game, {after.account: round(after.rating) - round(before.rating) for before, after, _ in new})
        return True

    async def _judge(self, game: RatedGame) -> tuple[Verdict, list[tuple[KeptRating, KeptRating, RatingChange]]]:
        """What becomes of a game, and the ratings before and after it."""
        if game.score is None:
            return "void", []
        kept = await self.store.players((game.white, game.black), game.game, game.time_class)
        played = find_game(game.game)
        anchors = {player: _anchor(player, played) for player in (game.white, game.black)}
        levels = {player: strength for player, strength in anchors.items() if strength is not None}
        if len(kept) + len(levels) < 2:
            return "gone", []
        most, since = self._limits.rated_games_per_pair, game.ended - DAY_S
        if await self.store.counted_between(game.white, game.black, since) >= most:
            return "repeated", []
        new = []
        for player, opponent, score in ((game.white, game.black, game.score), (game.black, game.white, 1 - game.score)):
            before = kept.get(player)
            if before is not None:
                other = levels[opponent] if opponent in levels else kept[opponent].strength_at(game.ended)
                new.append((before, *_counted(before, other, score, game)))
        return "counted", new

    async def forget_settled(self) -> None:
        """Forgets old games that were settled long ago."""
        try:
            await self.store.forget_settled(self._time.time_of_day() - REMEMBERED_S)
        except PlygroundError as error:
            LOG.error("settled games cannot be forgotten", reason=str(error))

    async def close(self) -> None:
        """Ends what is being done; a game that is not settled waits for the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # --- questions ---

    async def check_aborts(self, account: str) -> None:
        """Raises `ServiceRefused` if somebody has aborted so many games that no rated one may be begun."""
        most = self._limits.rated_aborts_per_day
        if await self.store.aborts_of(account, self._time.time_of_day() - DAY_S) >= most:
            raise ServiceRefused("rated_aborts", most=most)

    async def strength(self, account: str, game: str, speed: TimeClass) -> Strength:
        """How strong somebody is now, as far as that is known."""
        kept = (await self.store.players((account, account), game, speed)).get(account)
        return Strength() if kept is None else kept.strength_at(self._time.time_of_day())

    async def rating_of(self, account: str, game: str, clock: ClockSettings | None) -> int | None:
        """The rating of somebody in a game with a clock; None without a clock."""
        return None if clock is None else round((await self.strength(account, game, time_class(clock))).rating)

    async def marks(self, table: Table, people: Sequence[str], changes: Mapping[str, int]) -> dict[str, RatingMark]:
        """The ratings of the players at a table by guest, with what a game has changed; `people` have accounts."""
        state, clock = table.state, table.settings.clock
        found: dict[str, RatingMark] = {}
        for seat in (state.white, state.black):
            if seat.kind == "bot" and (anchor := _anchor(seat.bot, table.game)) is not None:
                found[seat.guest] = mark(anchor, 0)
        if clock is not None and table.settings.rules is None and people:
            kept = await self.store.players((people[0], people[-1]), table.game.name, time_class(clock))
            now = self._time.time_of_day()
            for guest, rating in kept.items():
                found[guest] = mark(rating.strength_at(now), changes.get(guest, 0))
        return found


def mark(strength: Strength, change: int = 0) -> RatingMark:
    """A rating as seats and lists show it."""
    is_provisional = strength.deviation > PROVISIONAL_DEVIATION
    return RatingMark(rating=round(strength.rating), provisional=is_provisional, change=change)


def _anchor(player: str, game: Game) -> Strength | None:
    """The strength of one of the engine's levels, which never moves; None for others, and where it was not measured."""
    rating = level_rating(player, game)
    if rating is None:
        return None
    return Strength(rating.elo, (rating.high - rating.low) / 2 / CERTAIN)


def _counted(before: KeptRating, opponent: Strength, score: float, game: RatedGame) -> tuple[KeptRating, RatingChange]:
    """A rating after a game, and the line of its history."""
    away_s = game.ended - before.played if before.games else 0.0
    new = after_game(before.strength, opponent, score, away_s)
    kept = replace(
        before,
        rating=new.rating,
        deviation=new.deviation,
        volatility=new.volatility,
        wins=before.wins + (score == 1),
        draws=before.draws + (score == 0.5),
        losses=before.losses + (score == 0),
        played=max(before.played, game.ended),
    )
    change = RatingChange(
        game=game.game,
        time_class=game.time_class,
        number=kept.games,
        table=game.table,
        round=game.round,
        at=game.ended,
        rating=new.rating,
        deviation=new.deviation,
        score=score,
        opponent_rating=opponent.rating,
    )
    return kept, change
