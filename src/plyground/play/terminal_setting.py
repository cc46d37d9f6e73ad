"""How a terminal game was asked for on the command line, and the command that asks for it again."""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

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
    depth: int | None = None
    seconds: float | None = None
    """With neither depth nor seconds, the computer thinks as long as usual."""
    seed: int | None = None
    rules: str | None = None
    """The file of rules as it was named on the command line."""

    @property
    def limits(self) -> tuple[int | None, float | None]:
        """The depth and the seconds to which the computer's thinking is held, one of them at least."""
        neither = self.depth is None and self.seconds is None
        return self.depth, USUAL_SECONDS if neither else self.seconds

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
        if self.depth is not None:
            words += ["--depth", str(self.depth)]
        if self.seconds is not None and (self.depth is not None or self.seconds != USUAL_SECONDS):
            words += ["--seconds", f"{self.seconds:g}"]
        if self.seed is not None:
            words += ["--seed", str(self.seed)]
        return shlex.join([program(), *words])


def program() -> str:
    """What to type for this program: its name where the shell finds it, otherwise the path it was started by."""
    started_as = Path(sys.argv[0]) if sys.argv else Path()
    if started_as.stem == PROGRAM and shutil.which(PROGRAM) is None:
        return str(started_as)
    return PROGRAM
