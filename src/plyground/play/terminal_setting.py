"""How a terminal game was asked for on the command line, and the command that asks for it again."""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from plyground.play.clock import Clock, TimeControl
from plyground.protocol import Side
from plyground.search.limits import Limits
from plyground.search.searcher import Style

People = Literal["white", "black", "both", "none"]

PROGRAM = "plyground"
USUAL_SECONDS = 2.0
"""How long the computer thinks about a move where nobody says anything else."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How the terminal game is set up: who sits at the keyboard and how long the computer thinks."""

    name: str = ""
    """The game as it was named on the command line, which may be a file."""
    people: People = "white"
    level: int | None = None
    """From 1 to 20; without one the computer does its best."""
    style: Style = "normal"
    depth: int | None = None
    seconds: float | None = None
    """With neither depth, seconds nor clock, the computer thinks as long as usual."""
    clock: TimeControl | None = None
    """The time both sides have for the game."""
    seed: int | None = None
    rules: str | None = None
    """The file of rules as it was named on the command line."""
    book: str | None = None
    """The file of the computer's opening book, as it was named on the command line."""
    no_book: bool = False
    no_learning: bool = False

    def is_person(self, side: Side) -> bool:
        """Whether somebody at the keyboard plays a side."""
        return self.people in ("both", side.value)

    def new_clock(self) -> Clock | None:
        """The clock of a game that begins now; None where it is played without one."""
        return None if self.clock is None else Clock(self.clock)

    def limits(self, clock: Clock | None, side: Side) -> Limits:
        """What the computer's thinking about a move is held to."""
        if clock is not None:
            return Limits(
                time_ms=_milliseconds(self.seconds),
                depth=self.depth,
                clock_ms=_milliseconds(clock.left_s(side)),
                increment_ms=round(clock.control.increment_s * 1000),
            )
        neither = self.depth is None and self.seconds is None
        return Limits(depth=self.depth, time_ms=_milliseconds(USUAL_SECONDS if neither else self.seconds))

    def command(self, name: str, fen: str) -> str:
        """The command line that goes on from a position, with everything that was asked for.

        >>> print(Setting(people="both", depth=3).command("chess", "8/8 w"))
        plyground play chess --fen '8/8 w' --side both --depth 3
        """
        words = ["play", self.name or name, "--fen", fen]
        if self.rules is not None:
            words += ["--rules", self.rules]
        if self.people != "white":
            words += ["--side", self.people]
        if self.level is not None:
            words += ["--level", str(self.level)]
        if self.style != "normal":
            words += ["--style", self.style]
        if self.clock is not None:
            words += ["--clock", str(self.clock)]
        if self.depth is not None:
            words += ["--depth", str(self.depth)]
        if self.seconds is not None and (self.depth is not None or self.seconds != USUAL_SECONDS):
            words += ["--seconds", f"{self.seconds:g}"]
        if self.seed is not None:
            words += ["--seed", str(self.seed)]
        if self.book is not None:
            words += ["--book", self.book]
        words += ["--no-book"] * self.no_book + ["--no-learn"] * self.no_learning
        return shlex.join([program(), *words])


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


def program() -> str:
    """What to type for this program: its name where the shell finds it, otherwise the path it was started by."""
    started_as = Path(sys.argv[0]) if sys.argv else Path()
    if started_as.stem == PROGRAM and shutil.which(PROGRAM) is None:
        return str(started_as)
    return PROGRAM
