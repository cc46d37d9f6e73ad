"""Clocks: how much time a game gives each side, and how much of it is left."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from plyground.errors import InvalidRules
from plyground.protocol import Side

_CLOCK = re.compile(
    r"(?:(?P<moves>\d{1,4})/)?(?P<seconds>\d{1,6}(?:\.\d{1,6})?)(?:\+(?P<increment>\d{1,5}(?:\.\d{1,6})?))?"
)
_FIXED = re.compile(r"(?P<what>movetime|depth|nodes)=(?P<number>\d{1,12}(?:\.\d{1,6})?)")

MOVES_TO_COME = 25
"""A game is taken to last so much longer wherever it stands."""
SPENT_INCREMENT = 0.75
"""How much of an increment is spent at once."""
OVERHEAD_S = 0.02
"""What a move costs besides the thinking."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What limits each move: a clock, a fixed time, a depth or a number of nodes; several may be given.

    A clock has `seconds` for the whole game, or for every `moves` moves, and `increment_s` more after each move.

    >>> TimeControl.parse("10+0.1")
    TimeControl(seconds=10.0, increment_s=0.1, moves=None, movetime_s=None, depth=None, nodes=None)
    >>> print(TimeControl.parse("40/60"), TimeControl.parse("depth=5"), TimeControl.parse("movetime=0.5,nodes=100000"))
    40/60 depth=5 movetime=0.5,nodes=100000
    """

    seconds: float | None = None
    increment_s: float = 0.0
    moves: int | None = None
    movetime_s: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        limits = (self.seconds, self.movetime_s, self.depth, self.nodes)
        given = [limit for limit in limits if limit is not None]
        is_sound = all(math.isfinite(limit) and limit > 0 for limit in given)
        if not given or not is_sound or self.increment_s < 0 or self.moves == 0:
            raise InvalidRules("time_control", text=str(self))

    @property
    def is_timed(self) -> bool:
        """Whether time itself limits the moves."""
        return self.seconds is not None or self.movetime_s is not None

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Reads `SECONDS+INCREMENT`, `MOVES/SECONDS`, `movetime=S`, `depth=N`, `nodes=N`, or several with commas.

        >>> TimeControl.parse("fast")
        Traceback (most recent call last):
        plyground.errors.InvalidRules: the time control 'fast' is unreadable; expected such as 10+0.1, 40/60, ...
        """
        found: dict[str, float | int | None] = {}
        for part in text.replace(" ", "").split(","):
            clock, fixed = _CLOCK.fullmatch(part), _FIXED.fullmatch(part)
            if clock is not None:
                found["seconds"] = float(clock["seconds"])
                found["increment_s"] = float(clock["increment"] or 0)
                found["moves"] = int(clock["moves"]) if clock["moves"] else None
            elif fixed is not None and fixed["what"] == "movetime":
                found["movetime_s"] = float(fixed["number"])
            elif fixed is not None and fixed["number"].isdecimal():
                found[fixed["what"]] = int(fixed["number"])
            else:
                raise InvalidRules("time_control", text=text)
        try:
            return cls(**found)  # type: ignore[arg-type]
        except InvalidRules as error:
            raise InvalidRules("time_control", text=text) from error

    def __str__(self) -> str:
        parts = []
        if self.seconds is not None:
            moves = f"{self.moves}/" if self.moves else ""
            increment = f"+{self.increment_s:.12g}" if self.increment_s else ""
            parts.append(f"{moves}{self.seconds:.12g}{increment}")
        fixed = (("movetime", self.movetime_s), ("depth", self.depth), ("nodes", self.nodes))
        parts += [f"{what}={number:.12g}" for what, number in fixed if number is not None]
        return ",".join(parts)


class Clock:
    """The time both sides have left under a time control; whoever referees says what each move took.

    >>> clock = Clock(TimeControl.parse("10+0.5"))
    >>> clock.spend(Side.WHITE, 2.0)
    True
    >>> clock.left_s(Side.WHITE), clock.left_s(Side.BLACK)
    (8.5, 10.0)
    >>> clock.spend(Side.BLACK, 10.2)
    False
    """

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self._left_s = dict.fromkeys(Side, control.seconds or 0.0)
        self._played = dict.fromkeys(Side, 0)

    def left_s(self, side: Side) -> float | None:
        """What a side has for its next move; None if time does not limit it."""
        control = self.control
        limits = [self._left_s[side]] if control.seconds is not None else []
        if control.movetime_s is not None:
            limits.append(control.movetime_s)
        return min(limits, default=None)

    def moves_to_go(self, side: Side) -> int | None:
        """How many moves until a side gets more time, where the control counts moves."""
        moves = self.control.moves
        return None if moves is None else moves - self._played[side] % moves

    def budget_s(self, side: Side) -> float | None:
        """What a simple player may use for its next move so that the time lasts; None if time does not limit it."""
        left = self.left_s(side)
        if left is None or self.control.seconds is None:
            return None if left is None else max(left - OVERHEAD_S, left / 2)
        moves = self.moves_to_go(side) or MOVES_TO_COME
        share = self._left_s[side] / moves + SPENT_INCREMENT * self.control.increment_s
        return max(min(share, left / 2 - OVERHEAD_S), left / 8)

    def spend(self, side: Side, seconds: float, *, margin_s: float = 0.0) -> bool:
        """A side has moved and needed that long; False if that was too long, by more than the margin."""
        left = self.left_s(side)
        is_in_time = left is None or seconds <= left + margin_s
        self._played[side] += 1
        if self.control.seconds is not None:
            # A move within the margin costs what is left, never more.
            self._left_s[side] = max(self._left_s[side] - seconds, 0.0) + self.control.increment_s
            if self.control.moves and self._played[side] % self.control.moves == 0:
                self._left_s[side] += self.control.seconds
        return is_in_time
