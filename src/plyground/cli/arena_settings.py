"""The options of `plyground arena`: what matches and tournaments share, parsing and defaults."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.options import Rules, file_option, find_game, folder_option, number_option
from plyground.games.registry import DEFAULT_GAME

if TYPE_CHECKING:
    from plyground.arena.game_task import Conditions
    from plyground.arena.sprt import Sprt
    from plyground.arena.tournament import OpeningChoice

Games = Annotated[int, number_option(min=1, max=1_000_000, help="Games per pair of players.")]
Anchors = Annotated[
    list[str] | None, typer.Option(metavar="NAME=ELO", help="A player with a known rating; can be repeated.")
]


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """The options of matches and tournaments: how games are played, and where they are saved."""

    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="GAME[:PRESET]; `plyground games` lists them.")
    ] = DEFAULT_GAME
    control: Annotated[
        str,
        typer.Option(
            "--tc", metavar="T", help="10+0.1 (seconds+increment), 40/60, movetime=0.5, depth=5 or nodes=10000."
        ),
    ] = "10+0.1"
    concurrency: Annotated[
        int | None, number_option(min=0, max=1_024, help="Games at a time; 0 plays in this process.")
    ] = None
    openings: Annotated[Path | None, file_option(help="An EPD, FEN, PGN, PDN or mill file.")] = None
    random_plies: Annotated[
        int | None, number_option(min=0, max=60, help="Random plies, or plies of a file's games, to start with.")
    ] = None
    seed: Annotated[int, number_option(min=0, help="Seed for the random openings.")] = 1
    balance: Annotated[int, typer.Option(metavar="CP", min=1, help="The largest imbalance of random openings.")] = 80
    resign_score: Annotated[
        int | None, typer.Option(metavar="CP", min=1, help="A win if both agree on this score for --resign-moves.")
    ] = None
    resign_moves: Annotated[int, number_option(min=1, help="... for this many moves of each player.")] = 4
    draw_score: Annotated[
        int | None, typer.Option(metavar="CP", min=0, help="A draw if both stay within it for --draw-moves.")
    ] = None
    draw_moves: Annotated[int, number_option(min=1, help="... for this many moves of each player.")] = 8
    draw_after: Annotated[int, number_option(min=0, help="... and not before this many moves.")] = 40
    max_plies: Annotated[int | None, number_option(min=1, help="A draw when a game reaches this length.")] = None
    margin: Annotated[float, typer.Option(metavar="S", min=0, max=60, help="How late a move may be, in seconds.")] = (
        0.05
    )
    out: Annotated[Path | None, folder_option(help="The folder for games and report.")] = None
    resume: Annotated[bool, typer.Option("--resume", help="Resume an interrupted run in that folder.")] = False
    rules: Rules = None

    def conditions(self) -> Conditions:
        """What is the same for all games."""
        from plyground.arena.adjudication import Adjudication
        from plyground.arena.game_task import Conditions
        from plyground.play.clock import TimeControl

        adjudication = Adjudication(
            self.resign_score, self.resign_moves, self.draw_score, self.draw_moves, self.draw_after, self.max_plies
        )
        game, control = find_game(self.game, self.rules), TimeControl.parse(self.control)
        return Conditions(game, control, adjudication, round(self.margin * 1000))

    def opening_choice(self) -> OpeningChoice:
        """Where games begin: a file's openings, or random ones."""
        from plyground.arena.match import RANDOM_PLIES
        from plyground.arena.tournament import OpeningChoice

        plies = self.random_plies
        if plies is None:
            plies = 0 if self.openings is not None else RANDOM_PLIES
        return OpeningChoice(self.openings, plies, self.seed, self.balance)

    def processes(self, conditions: Conditions) -> int:
        """As many games at a time as there are cores; with time limits one core is left free."""
        if self.concurrency is not None:
            return self.concurrency
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return max(1, cores - 1 if conditions.control.is_timed else cores)

    def folder(self, what: str, *words: str) -> Path:
        """The folder of the run; by default always the same for the same players."""
        name = re.sub(r"[^A-Za-z0-9]+", "-", " ".join(words)).strip("-").lower()
        return self.out or Path(f"arena-{what}-{name[:80]}")


def read_sprt(text: str | None, alpha: float, beta: float) -> Sprt | None:
    """The sequential test of a text like `0,5`."""
    from plyground.arena.sprt import Sprt

    if text is None:
        return None
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError as error:
        raise typer.BadParameter(f"--sprt '{text}' is unreadable; expected two numbers like 0,5") from error
    if not elo0 < elo1:
        raise typer.BadParameter("--sprt needs the smaller number first, like 0,5")
    return Sprt(elo0, elo1, alpha, beta)


def read_anchors(texts: Iterable[str]) -> dict[str, float]:
    """Known ratings from texts like `glaurung=2470`."""
    anchors: dict[str, float] = {}
    for text in texts:
        name, _, elo = text.rpartition("=")
        try:
            anchors[name] = float(elo)
        except ValueError:
            anchors[name] = math.nan
        if not math.isfinite(anchors[name]):
            raise typer.BadParameter(f"--anchor '{text}' is unreadable; expected something like glaurung=2470")
    return anchors


def check_anchors(anchors: Iterable[str], players: Collection[str]) -> None:
    """Refuses anchors that do not play: a misspelt one would silently change the scale."""
    for name in anchors:
        if name not in players:
            raise typer.BadParameter(f"--anchor names '{name}', which does not play; players are {', '.join(players)}")
