"""Exports: a game, finished or not, as a file and as lichess's JSON."""

from __future__ import annotations

import time
from dataclasses import dataclass

from plyground.protocol import UNDECIDED, Result
from plyground.server.lichess import shapes
from plyground.server.lichess.describe import ai_level, game_id, user_id
from plyground.server.lichess.variants import EXPECTED_MOVES, speed_of, status_of, variant_of
from plyground.server.positions import find_game
from plyground.server.store import FinishedGame
from plyground.server.table import Table
from plyground.server.wire.http import ExportQuery
from plyground.server.wire.parts import ClockSettings, PositionQuery, TableSummary


@dataclass(frozen=True, slots=True)
class GameToExport:
    """A game with everything that an export says of it."""

    id: str
    position: PositionQuery
    """The game, its start and its moves."""
    white: tuple[str, str]
    """The name and, for a bot, its spec."""
    black: tuple[str, str]
    outcome: Result | None
    created: float
    """Seconds since 1970."""
    ended: float
    clock: ClockSettings | None
    rated: bool

    @classmethod
    def at(cls, table: Table, now: float) -> GameToExport:
        """The game at a table."""
        state, settings = table.state, table.settings
        return cls(
            game_id(table.id, state.round),
            PositionQuery(
                game=table.game.name,
                rules=settings.rules,
                start=table.record.start.fen,
                moves=[played.move for played in table.played],
            ),
            (state.white.name, state.white.bot),
            (state.black.name, state.black.bot),
            state.outcome,
            settings.created,
            now,
            settings.clock,
            settings.rated,
        )

    @classmethod
    def of(cls, game: FinishedGame, table: TableSummary | None) -> GameToExport:
        """A finished game; its table says when it began, and has the clock."""
        return cls(
            game_id(game.table, game.round),
            PositionQuery(game=game.game, rules=game.rules, start=game.start, moves=game.moves),
            (game.white_name, game.white_bot),
            (game.black_name, game.black_bot),
            game.outcome,
            game.ended if table is None else table.created,
            game.ended,
            None if table is None else table.clock,
            table is not None and table.rated,
        )

    @property
    def query(self) -> ExportQuery:
        """The game to be written into a file, with its tags."""
        date = time.gmtime(self.created)
        outcome, clock = self.outcome, self.clock
        tags = {
            "Event": "Rated game" if self.rated else "Casual game",
            "Site": "Plyground",
            "Date": time.strftime("%Y.%m.%d", date),
            "White": self.white[0] or self.white[1] or "?",
            "Black": self.black[0] or self.black[1] or "?",
            "Result": "*" if outcome is None or outcome.termination in UNDECIDED else outcome.score,
            "GameId": self.id,
            "UTCTime": time.strftime("%H:%M:%S", date),
            "TimeControl": "-" if clock is None else f"{clock.initial_ms // 1000}+{clock.increment_ms // 1000}",
        }
        return ExportQuery(position=self.position, tags=tags)

    def as_json(self, moves: str) -> shapes.ExportedGame:
        """The game in lichess's shape, with its moves in the notation of the game."""
        game = find_game(self.position.game, self.position.rules)
        speed, outcome, clock = speed_of(self.clock), self.outcome, self.clock
        return shapes.ExportedGame(
            id=self.id,
            rated=self.rated,
            variant=variant_of(game, self.position.start).key,
            speed=speed,
            perf=speed,
            created_at=round(1000 * self.created),
            last_move_at=round(1000 * self.ended),
            status=status_of(outcome).name,
            players=shapes.ExportedPlayers(white=_player(*self.white), black=_player(*self.black)),
            winner=None if outcome is None or outcome.winner is None else outcome.winner.value,
            initial_fen=None if self.position.start == game.start().fen else self.position.start,
            moves=moves,
            clock=None
            if clock is None
            else shapes.ExportedClock(
                initial=clock.initial_ms // 1000,
                increment=clock.increment_ms // 1000,
                total_time=(clock.initial_ms + EXPECTED_MOVES * clock.increment_ms) // 1000,
            ),
        )


def _player(name: str, bot: str) -> shapes.ExportedPlayer:
    if bot:
        return shapes.ExportedPlayer(name=name or bot, ai_level=ai_level(bot))
    return shapes.ExportedPlayer(user=shapes.User(id=user_id(name), name=name))
