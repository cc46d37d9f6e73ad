"""What is kept of ratings, behind a protocol of its own, and how a database keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from plyground.arena.glicko2 import Strength
from plyground.server.rated_games import RatedGame
from plyground.server.store_sql import SqlDatabase, Statement, StoreConflict
from plyground.server.wire.parts import TimeClass

Verdict: TypeAlias = Literal["counted", "void", "repeated", "gone", "failed"]
"""What became of a rated game: it counted; it has no result; the same two had played enough that day; one of them has
no account any more; it could not be counted."""

RATED_COLUMNS = "table_id, round, game, time_class, white, black, score, aborted_by, ended"
SELECT_WAITING = f"SELECT {RATED_COLUMNS} FROM rated_games WHERE verdict='' ORDER BY ended, table_id, round LIMIT ?"
UPDATE_VERDICT = "UPDATE rated_games SET verdict=? WHERE table_id=? AND round=? AND verdict=''"
DELETE_SETTLED = "DELETE FROM rated_games WHERE verdict<>'' AND ended<?"
COUNT_PAIR = (
    "SELECT count(*) FROM rated_games WHERE verdict='counted' AND ended>?"
    " AND ((white=? AND black=?) OR (white=? AND black=?))"
)
COUNT_ABORTS = "SELECT count(*) FROM rated_games WHERE aborted_by=? AND ended>?"
RATING_COLUMNS = "account, game, time_class, rating, deviation, volatility, wins, draws, losses, played"
SELECT_RATINGS = f"SELECT {RATING_COLUMNS} FROM ratings WHERE account=? ORDER BY played DESC LIMIT ?"
SELECT_PLAYERS = (
    "SELECT accounts.id, rating, deviation, volatility, wins, draws, losses, played FROM accounts LEFT JOIN ratings"
    " ON account=accounts.id AND game=? AND time_class=? WHERE accounts.id IN (?, ?)"
)
SELECT_BEST = (
    "SELECT accounts.name, account, game, time_class, rating, deviation, volatility, wins, draws, losses, played"
    " FROM ratings JOIN accounts ON accounts.id=account WHERE game=? AND time_class=? AND deviation<=? AND played>=?"
    " ORDER BY rating DESC, account LIMIT ?"
)
# A game of somebody who has just deleted the account must not bring the ratings back.
IF_THERE_IS_AN_ACCOUNT = "WHERE EXISTS (SELECT 1 FROM accounts WHERE id=?)"
UPSERT_RATING = (
    f"INSERT INTO ratings ({RATING_COLUMNS}) SELECT ?,?,?,?,?,?,?,?,?,? {IF_THERE_IS_AN_ACCOUNT}"
    " ON CONFLICT (account, game, time_class) DO UPDATE SET rating=excluded.rating, deviation=excluded.deviation,"
    " volatility=excluded.volatility, wins=excluded.wins, draws=excluded.draws, losses=excluded.losses,"
    " played=excluded.played"
)
HISTORY_COLUMNS = "game, time_class, number, table_id, round, at, rating, deviation, score, opponent_rating"
INSERT_HISTORY = (
    f"INSERT INTO rating_history ({HISTORY_COLUMNS}, account) SELECT ?,?,?,?,?,?,?,?,?,?,? {IF_THERE_IS_AN_ACCOUNT}"
)
SELECT_HISTORY = f"SELECT {HISTORY_COLUMNS} FROM rating_history WHERE account=? ORDER BY at DESC, number DESC LIMIT ?"
SELECT_GAME_HISTORY = (
    f"SELECT {HISTORY_COLUMNS} FROM rating_history WHERE account=? AND game=? ORDER BY at DESC, number DESC LIMIT ?"
)


class KeptRating(Struct, frozen=True):
    """The rating of an account in a game at a speed."""

    account: str
    game: str
    time_class: TimeClass
    rating: float
    deviation: float
    """As it was after the last game."""
    volatility: float
    wins: int = 0
    draws: int = 0
    losses: int = 0
    played: float = 0.0
    """When the last game ended, in seconds since 1970; 0 for none."""

    @property
    def games(self) -> int:
        """How many games it is made of."""
        return self.wins + self.draws + self.losses

    @property
    def strength(self) -> Strength:
        """What was known after the last game."""
        return Strength(self.rating, self.deviation, self.volatility)

    def strength_at(self, time: float) -> Strength:
        """What is known at a moment; less and less."""
        return self.strength.after(time - self.played) if self.games else self.strength


class RatingChange(Struct, frozen=True):
    """What a game has made of a rating: a line of its history."""

    game: str
    time_class: TimeClass
    number: int
    """Counts the player's games from 1."""
    table: str
    round: int
    at: float
    """Seconds since 1970."""
    rating: float
    deviation: float
    score: float
    """The player's."""
    opponent_rating: float


class RatingStore(Protocol):
    """Where ratings are kept. When a method returns, what it changed is on disk.

    The games that wait are those of `StoreEntry.rated`, which `Store.append` keeps together with the end of the game.
    """

    async def waiting(self, limit: int) -> list[RatedGame]:
        """The games that are not settled yet, in the order in which they ended."""

    async def settle(self, game: RatedGame, verdict: Verdict, new: Sequence[tuple[KeptRating, RatingChange]]) -> bool:
        """Keeps what became of a game and the ratings that it changed, all or nothing.

        False if another process was quicker: it has settled this game, or another game of one of the players.
        """

    async def forget_settled(self, before: float) -> None:
        """Forgets settled games that ended before a moment; ratings and their history stay."""

    async def counted_between(self, one: str, other: str, since: float) -> int:
        """How many games of a pair have counted since a moment."""

    async def aborts_of(self, account: str, since: float) -> int:
        """How many rated games somebody has aborted since a moment."""

    async def players(self, accounts: tuple[str, str], game: str, time_class: TimeClass) -> dict[str, KeptRating]:
        """The ratings of those of the accounts that exist; a new one for whoever has not played yet."""

    async def ratings_of(self, account: str, limit: int) -> list[KeptRating]:
        """The ratings of an account, last played first."""

    async def history_of(self, account: str, limit: int, game: str = "") -> list[RatingChange]:
        """The latest changes of the ratings of an account, newest first; only those in a game, if one is given."""

    async def best(
        self, game: str, time_class: TimeClass, deviation: float, since: float, limit: int
    ) -> list[tuple[str, KeptRating]]:
        """The names of those with the highest ratings who have played since a moment and whose deviation is small."""


class SqlRatings:
    """Ratings in a database."""

    def __init__(self, database: SqlDatabase) -> None:
        self._database = database

    async def waiting(self, limit: int) -> list[RatedGame]:
        """The games that are not settled yet, in the order in which they ended."""
        names = RatedGame.__struct_fields__
        rows = await self._database.select(SELECT_WAITING, limit)
        return [RatedGame(**dict(zip(names, row, strict=True))) for row in rows]

    async def settle(self, game: RatedGame, verdict: Verdict, new: Sequence[tuple[KeptRating, RatingChange]]) -> bool:
        """Keeps what became of a game and the ratings that it changed, all or nothing."""
        statements: list[Statement] = [(UPDATE_VERDICT, (verdict, game.table, game.round))]
        # Always in the same order, so that no two processes wait for each other.
        for kept, change in sorted(new, key=lambda one: one[0].account):
            account = kept.account
            statements.append((INSERT_HISTORY, (*_values(change), account, account)))
            statements.append((UPSERT_RATING, (*_values(kept), account)))
        try:
            await self._database.write(statements)
        except StoreConflict:
            return False
        return True

    async def forget_settled(self, before: float) -> None:
        """Forgets settled games that ended before a moment; ratings and their history stay."""
        await self._database.write([(DELETE_SETTLED, (before,))])

    async def counted_between(self, one: str, other: str, since: float) -> int:
        """How many games of a pair have counted since a moment."""
        ((count,),) = await self._database.select(COUNT_PAIR, since, one, other, other, one)
        return int(count)

    async def aborts_of(self, account: str, since: float) -> int:
        """How many rated games somebody has aborted since a moment."""
        ((count,),) = await self._database.select(COUNT_ABORTS, account, since)
        return int(count)

    async def players(self, accounts: tuple[str, str], game: str, time_class: TimeClass) -> dict[str, KeptRating]:
        """The ratings of those of the accounts that exist; a new one for whoever has not played yet."""
        rows = await self._database.select(SELECT_PLAYERS, game, time_class, *accounts)
        fresh = Strength()
        new = (fresh.rating, fresh.deviation, fresh.volatility)
        return {
            account: KeptRating(account, game, time_class, *(new if values[0] is None else values))
            for account, *values in rows
        }

    async def ratings_of(self, account: str, limit: int) -> list[KeptRating]:
        """The ratings of an account, last played first."""
        return [KeptRating(*row) for row in await self._database.select(SELECT_RATINGS, account, limit)]

    async def history_of(self, account: str, limit: int, game: str = "") -> list[RatingChange]:
        """The latest changes of the ratings of an account, newest first; only those in a game, if one is given."""
        if game:
            rows = await self._database.select(SELECT_GAME_HISTORY, account, game, limit)
        else:
            rows = await self._database.select(SELECT_HISTORY, account, limit)
        return [RatingChange(*row) for row in rows]

    async def best(
        self, game: str, time_class: TimeClass, deviation: float, since: float, limit: int
    ) -> list[tuple[str, KeptRating]]:
        """The names of those with the highest ratings who have played since a moment and whose deviation is small."""
        rows = await self._database.select(SELECT_BEST, game, time_class, deviation, since, limit)
        return [(name, KeptRating(*row)) for name, *row in rows]


def _values(row: Struct) -> list[object]:
    return [getattr(row, name) for name in row.__struct_fields__]
