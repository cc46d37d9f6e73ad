"""Clocks: how much time a game gives each side, and how much of it is left. All times are integer milliseconds."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from plyground.errors import InvalidRules
from plyground.protocol import Side
from plyground.search.limits import Limits

_CLOCK = re.compile(
    r"(?:(?P<moves>\d{1,4})/)?(?P<seconds>\d{1,6}(?:\.\d{1,6})?)(?:\+(?P<increment>\d{1,5}(?:\.\d{1,6})?))?"
)
_FIXED = re.compile(r"(?P<what>movetime|depth|nodes)=(?P<number>\d{1,12}(?:\.\d{1,6})?)")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What limits each move: a clock, a fixed time, a depth or a number of nodes; several can be combined.

    A clock has `base_ms` for the whole game, or for every `moves` moves, and gains `increment_ms` after each move.

    >>> TimeControl.parse("10+0.1")
    TimeControl(base_ms=10000, increment_ms=100, moves=None, move_ms=None, depth=None, nodes=None)
    >>> print(TimeControl.parse("40/60"), TimeControl.parse("depth=5"), TimeControl.parse("movetime=0.5,nodes=100000"))
    40/60 depth=5 movetime=0.5,nodes=100000
    """

    base_ms: int | None = None
    increment_ms: int = 0
    moves: int | None = None
    move_ms: int | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        given = [limit for limit in (self.base_ms, self.move_ms, self.depth, self.nodes) if limit is not None]
        if not given or any(limit <= 0 for limit in given) or self.increment_ms < 0 or self.moves == 0:
            raise InvalidRules("time_control", text=str(self))

    @property
    def is_timed(self) -> bool:
        """Whether time limits the moves."""
        return self.base_ms is not None or self.move_ms is not None

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Reads `SECONDS+INCREMENT`, `MOVES/SECONDS`, `movetime=S`, `depth=N`, `nodes=N`, or several with commas.

        >>> TimeControl.parse("fast")
        Traceback (most recent call last):
        plyground.errors.InvalidRules: The time control 'fast' is invalid. Write something like 10+0.1, ...
        """
        found: dict[str, int | None] = {}
        for part in text.replace(" ", "").split(","):
            clock, fixed = _CLOCK.fullmatch(part), _FIXED.fullmatch(part)
            if clock is not None:
                found["base_ms"] = _milliseconds(clock["seconds"])
                found["increment_ms"] = _milliseconds(clock["increment"] or "0")
                found["moves"] = int(clock["moves"]) if clock["moves"] else None
            elif fixed is not None and fixed["what"] == "movetime":
                found["move_ms"] = _milliseconds(fixed["number"])
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
        if self.base_ms is not None:
            moves = f"{self.moves}/" if self.moves else ""
            increment = f"+{self.increment_ms / 1000:.12g}" if self.increment_ms else ""
            parts.append(f"{moves}{self.base_ms / 1000:.12g}{increment}")
        if self.move_ms is not None:
            parts.append(f"movetime={self.move_ms / 1000:.12g}")
        parts += [f"{what}={number}" for what, number in (("depth", self.depth), ("nodes", self.nodes)) if number]
        return ",".join(parts)


def _milliseconds(seconds: str) -> int:
    return round(float(seconds) * 1000)


class Clock:
    """The time that both sides have left under a time control; `spend` subtracts what a move took.

    >>> clock = Clock(TimeControl.parse("10+0.5"))
    >>> clock.spend(Side.WHITE, 2_000)
    True
    >>> clock.left_ms(Side.WHITE), clock.left_ms(Side.BLACK)
    (8500, 10000)
    >>> clock.spend(Side.BLACK, 10_200)
    False
    """

    def __init__(self, control: TimeControl, *, white_ms: int | None = None, black_ms: int | None = None) -> None:
        """Both sides start with the whole time of the control, unless `white_ms` and `black_ms` are given."""
        self.control = control
        base_ms = control.base_ms or 0
        self._left_ms = {
            Side.WHITE: base_ms if white_ms is None else white_ms,
            Side.BLACK: base_ms if black_ms is None else black_ms,
        }
        self._played = dict.fromkeys(Side, 0)

    def left_ms(self, side: Side) -> int | None:
        """The time a side has for its next move; None if time does not limit it."""
        bounds = (self.clock_ms(side), self.control.move_ms)
        return min((bound for bound in bounds if bound is not None), default=None)

    def clock_ms(self, side: Side) -> int | None:
        """The time on a side's clock; None if the control has none."""
        return None if self.control.base_ms is None else self._left_ms[side]

    def moves_to_go(self, side: Side) -> int | None:
        """How many moves until a side gets more time, where the control counts moves."""
        moves = self.control.moves
        return None if moves is None else moves - self._played[side] % moves

    def limits(self, side: Side) -> Limits:
        """What limits a side's search for its next move."""
        control = self.control
        return Limits(
            time_ms=control.move_ms,
            depth=control.depth,
            nodes=control.nodes,
            clock_ms=self.clock_ms(side),
            increment_ms=control.increment_ms,
            moves_to_go=self.moves_to_go(side) or 0,
        )

    def limited(self, *, move_ms: int | None = None, depth: int | None = None) -> Clock:
        """The same clock, whose owner may also use no more than this for a move."""
        control = replace(self.control, move_ms=move_ms, depth=depth)
        clock = Clock(control, white_ms=self._left_ms[Side.WHITE], black_ms=self._left_ms[Side.BLACK])
        clock._played = dict(self._played)
        return clock

    def spend(self, side: Side, time_ms: int, *, margin_ms: int = 0) -> bool:
        """A side has moved and took this long; False if that was too long by more than the margin."""
        left_ms = self.left_ms(side)
        is_in_time = left_ms is None or time_ms <= left_ms + margin_ms
        self._played[side] += 1
        if self.control.base_ms is not None:
            # A move within the margin costs what is left, never more.
            self._left_ms[side] = max(self._left_ms[side] - time_ms, 0) + self.control.increment_ms
            if self.control.moves and self._played[side] % self.control.moves == 0:
                self._left_ms[side] += self.control.base_ms
        return is_in_time
