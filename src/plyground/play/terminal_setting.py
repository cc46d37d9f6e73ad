"""The settings of a terminal game, and the command that repeats them."""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from plyground.database.endgames import default_source
from plyground.database.memory import Memory
from plyground.play.clock import Clock, TimeControl
from plyground.play.engine_player import EnginePlayer
from plyground.play.perfect_player import PerfectPlayer
from plyground.play.player import Player
from plyground.protocol import Game, Side
from plyground.search.searcher import Style

People = Literal["white", "black", "both", "none"]

PROGRAM = "plyground"
DEFAULT_MS = 2_000
"""How long the computer thinks about a move by default."""
HASH_MB = 16


@dataclass(frozen=True, slots=True)
class Setting:
    """Who sits at the keyboard, and how strong and how long the computer plays."""

    name: str = ""
    """The game as named on the command line; it may be a file."""
    people: People = "white"
    level: int | None = None
    """From 1 to 20; None is full strength."""
    is_perfect: bool = False
    """Whether the computer plays by databases."""
    style: Style = "normal"
    depth: int | None = None
    move_ms: int | None = None
    """The time for a move; the default applies only without depth and clock."""
    clock: TimeControl | None = None
    """The time both sides have for the game."""
    seed: int | None = None
    rules: str | None = None
    """The file of rules as named on the command line."""
    book: str | None = None
    """The computer's opening book as named on the command line."""
    weights: str | None = None
    """The file with the weights of the computer's evaluation as named on the command line."""
    no_book: bool = False
    no_learning: bool = False
    no_databases: bool = False
    threads: int = 1
    """With how many threads the computer searches."""
    no_resigning: bool = False
    """Whether the computer plays every game to its end."""

    def is_person(self, side: Side) -> bool:
        """Whether somebody at the keyboard plays a side."""
        return self.people in ("both", side.value)

    def new_clock(self) -> Clock | None:
        """The clock of a new game; None if it has none."""
        return None if self.clock is None else Clock(self.clock)

    def computer_clock(self, clock: Clock | None) -> Clock:
        """What limits the computer's next move, with or without a clock of the game."""
        if clock is not None:
            return clock.limited(move_ms=self.move_ms, depth=self.depth)
        neither = self.depth is None and self.move_ms is None
        return Clock(TimeControl(depth=self.depth, move_ms=DEFAULT_MS if neither else self.move_ms))

    def computer(self, game: Game, memory: Memory | None = None) -> Player:
        """The computer as a player."""
        engine = EnginePlayer(
            level=self.level,
            style=self.style,
            seed=self.seed,
            hash_mb=HASH_MB,
            threads=self.threads,
            weights=None if self.weights is None else Path(self.weights),
            memory=memory,
            without=("databases",) if self.no_databases else (),
            databases=default_source(),
        )
        if not self.is_perfect:
            return engine
        perfect = PerfectPlayer(source=default_source(), seed=self.seed, engine=engine)
        perfect.new_game(game, self.seed)
        return perfect

    def command(self, name: str, fen: str) -> str:
        """The command line that continues from a position with the same settings.

        >>> print(Setting(people="both", depth=3).command("chess", "8/8 w"))
        plyground play chess --fen '8/8 w' --side both --depth 3
        """
        has_time = self.move_ms is not None and (self.depth is not None or self.move_ms != DEFAULT_MS)
        options = {
            "--rules": self.rules,
            "--side": None if self.people == "white" else self.people,
            "--level": "perfect" if self.is_perfect else self.level,
            "--style": None if self.style == "normal" else self.style,
            "--clock": self.clock,
            "--depth": self.depth,
            "--seconds": f"{(self.move_ms or 0) / 1000:g}" if has_time else None,
            "--seed": self.seed,
            "--book": self.book,
            "--threads": None if self.threads == 1 else self.threads,
            "--weights": self.weights,
        }
        words = ["play", self.name or name, "--fen", fen]
        for option, value in options.items():
            words += [] if value is None else [option, str(value)]
        words += ["--no-book"] * self.no_book + ["--no-learn"] * self.no_learning
        words += ["--no-databases"] * self.no_databases + ["--no-resign"] * self.no_resigning
        return shlex.join([program(), *words])


def program() -> str:
    """How to call this program: its name if the shell finds it, otherwise the path it was started by."""
    started_as = Path(sys.argv[0]) if sys.argv else Path()
    if started_as.stem == PROGRAM and shutil.which(PROGRAM) is None:
        return str(started_as)
    return PROGRAM
