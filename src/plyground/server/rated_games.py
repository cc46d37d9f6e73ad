"""Rated games: which games may be rated, by which clock they are told apart, and what the ratings need of one."""

from __future__ import annotations

import re

from msgspec import Struct

from plyground.abilities import Rating
from plyground.errors import ServiceRefused
from plyground.play.levels import rating_of
from plyground.protocol import UNDECIDED, Game, Side
from plyground.server.table import ABORT_PLIES, Table
from plyground.server.wire.http import CreateTable
from plyground.server.wire.parts import ClockSettings, SeatState, TimeClass

EXPECTED_MOVES = 40
"""How many moves of each side a game is expected to have when its duration is estimated."""
TIME_CLASSES: tuple[tuple[float, TimeClass], ...] = (
    (180, "bullet"),
    (480, "blitz"),
    (1_500, "rapid"),
    (6 * 3_600, "classical"),
    (float("inf"), "correspondence"),
)
"""Below how many seconds for each side a game is of which class."""
_LEVEL = re.compile(r"level=([1-9][0-9]?)(?::style=normal)?")


def time_class(clock: ClockSettings) -> TimeClass:
    """The time class of a clock, by the time that each side would have for 40 moves.

    >>> [time_class(ClockSettings(initial_ms=60_000 * minutes, increment_ms=2_000)) for minutes in (1, 3, 10, 30)]
    ['bullet', 'blitz', 'rapid', 'classical']
    """
    seconds = (clock.initial_ms + EXPECTED_MOVES * (clock.increment_ms + clock.delay_ms)) / 1000
    return next(name for below, name in TIME_CLASSES if seconds < below)


def level_rating(player: str, game: Game) -> Rating | None:
    """The rating of one of the engine's levels, as a bot's spec names it; None for all others and if it is unknown.

    A level in another style was not measured.
    """
    found = _LEVEL.fullmatch(player)
    return None if found is None else rating_of(game, int(found[1]))


def check_terms(clock: ClockSettings | None, *, is_usual: bool) -> None:
    """Raises `ServiceRefused` unless both have the same clock, and the game begins as usual by its own rules."""
    if clock is None:
        raise ServiceRefused("rated_clock")
    if clock.black_ms not in (None, clock.initial_ms):
        raise ServiceRefused("rated_odds")
    if not is_usual:
        raise ServiceRefused("rated_start")


def check_wish(wish: CreateTable, game: Game, *, has_account: bool) -> None:
    """Raises `ServiceRefused` if a table with a rated game cannot be made as somebody wishes."""
    check_terms(wish.clock, is_usual=wish.rules is None and not wish.start and not wish.moves)
    kinds = [wish.white.kind, wish.black.kind]
    if "me" in kinds and not has_account:
        raise ServiceRefused("rated_account")
    bots = [seat.bot for seat in (wish.white, wish.black) if seat.kind == "bot"]
    if kinds == ["me", "me"] or len(bots) == 2 or any(level_rating(bot, game) is None for bot in bots):
        raise ServiceRefused("rated_opponent")


class RatedGame(Struct, frozen=True, kw_only=True):
    """A rated game that has ended."""

    table: str
    round: int
    game: str
    time_class: TimeClass
    white: str
    """The id of the account, or the spec of the level."""
    black: str
    score: float | None
    """White's; None if the game has no result or ended before both had moved, and so does not count."""
    aborted_by: str
    """Who is to blame for a game that does not count; "" for nobody."""
    ended: float
    """Seconds since 1970."""

    @classmethod
    def of(cls, table: Table, ended: float, ended_by: str) -> RatedGame:
        """The game that somebody has just ended at a table, by a move or otherwise."""
        state, clock, outcome = table.state, table.settings.clock, table.state.outcome
        assert clock is not None
        assert outcome is not None
        score, aborted_by = None, ""
        if outcome.termination in UNDECIDED:
            aborted_by = ended_by if state.sides_of(ended_by) else ""
        elif outcome.winner is not None and table.ply < ABORT_PLIES:
            aborted_by = _player(state.seat(outcome.winner.other))
        elif table.ply >= ABORT_PLIES:
            score = 0.5 if outcome.winner is None else float(outcome.winner is Side.WHITE)
        return cls(
            table=table.id,
            round=state.round,
            game=table.game.name,
            time_class=time_class(clock),
            white=_player(state.white),
            black=_player(state.black),
            score=score,
            aborted_by=aborted_by,
            ended=ended,
        )


def _player(seat: SeatState) -> str:
    return seat.bot or seat.guest
