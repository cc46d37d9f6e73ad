"""Variants: games as lichess names them. Chess has its names; every other game has ours, such as `mill:nine`."""

from __future__ import annotations

from plyground.errors import ServiceRefused
from plyground.protocol import Game, Result
from plyground.server.lichess.shapes import GameWish, SeekWish, Status, Variant
from plyground.server.wire.parts import ClockSettings

FROM_POSITION = "fromPosition"
GAMES = {"standard": "chess", FROM_POSITION: "chess", "chess960": "chess:960"}
"""Our names of what lichess names otherwise."""
KEYS = {"chess": "standard", "chess:960": "chess960"}
SPEEDS_S = (("ultraBullet", 30), ("bullet", 180), ("blitz", 480), ("rapid", 1500))
"""A game that is expected to take less than this many seconds for each side has that speed."""
EXPECTED_MOVES = 40
STATUS_IDS = {
    "created": 10, "started": 20, "aborted": 25, "mate": 30, "resign": 31, "stalemate": 32, "timeout": 33, "draw": 34,
    "outoftime": 35, "noStart": 37, "variantEnd": 60,
}  # fmt: skip
STATUSES = {
    "checkmate": "mate", "resignation": "resign", "stalemate": "stalemate", "abandonment": "timeout",
    "time_forfeit": "outoftime", "time_forfeit_insufficient_material": "outoftime", "aborted": "aborted",
    "expired": "noStart",
}  # fmt: skip
"""By our terminations. Other wins are `variantEnd`, as in lichess's own variants, and other draws `draw`."""


def game_name(key: str) -> str:
    """The name of the game that a request means.

    >>> game_name("standard"), game_name("chess960"), game_name("mill:nine")
    ('chess', 'chess:960', 'mill:nine')
    """
    return GAMES.get(key, key)


def variant_of(game: Game, start: str) -> Variant:
    """The variant of a game that begins with a position."""
    key = KEYS.get(game.name, game.name)
    if key == "standard" and start != game.start().fen:
        return Variant(key=FROM_POSITION, name="From Position", short="FEN")
    return Variant(key=key, name=game.title, short=game.title)


def initial_fen(game: Game, start: str) -> str:
    """The first position as lichess writes it."""
    return "startpos" if start == game.start().fen else start


def speed_of(clock: ClockSettings | None) -> str:
    """The speed of a game.

    >>> speed_of(ClockSettings(initial_ms=180_000, increment_ms=2_000)), speed_of(None)
    ('blitz', 'correspondence')
    """
    if clock is None:
        return "correspondence"
    expected_s = (clock.initial_ms + EXPECTED_MOVES * (clock.increment_ms + clock.delay_ms)) / 1000
    return next((name for name, below_s in SPEEDS_S if expected_s < below_s), "classical")


def clock_of(wish: GameWish) -> ClockSettings | None:
    """The clock that a request wants; raises `ServiceRefused` if there is no such clock."""
    return _clock(wish.clock_limit, wish.clock_increment, wish.days)


def clock_of_seek(wish: SeekWish) -> ClockSettings | None:
    """The clock that a seek wants; raises `ServiceRefused` if there is no such clock."""
    return _clock(None if wish.time is None else wish.time * 60, wish.increment, wish.days)


def _clock(limit_s: float | None, increment_s: int, days: int | None) -> ClockSettings | None:
    if days is not None:
        raise ServiceRefused("days_not_offered")
    if limit_s is None:
        return None
    # On lichess a game may begin without time if there is an increment.
    initial_ms = round(limit_s * 1000) or increment_s * 1000
    return ClockSettings(initial_ms=max(1_000, initial_ms), increment_ms=increment_s * 1000)


def status_of(outcome: Result | None, *, is_started: bool = True) -> Status:
    """How a game stands, or how it ended."""
    if outcome is None:
        name = "started" if is_started else "created"
    elif outcome.termination in STATUSES:
        name = STATUSES[outcome.termination]
    else:
        name = "draw" if outcome.winner is None else "variantEnd"
    return Status(id=STATUS_IDS[name], name=name)
