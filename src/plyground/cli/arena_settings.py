"""The options of `plyground arena`: parsing and defaults."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from plyground.arena.sprt import Sprt
    from plyground.arena.tournament import OpeningChoice
    from plyground.play.clock import TimeControl


def choose_openings(file: Path | None, plies: int | None, seed: int, balance: int) -> OpeningChoice:
    """Where games begin: a file's openings, or random ones; `plies` says how long they are."""
    from plyground.arena.match import RANDOM_PLIES
    from plyground.arena.tournament import OpeningChoice

    if plies is None:
        plies = 0 if file is not None else RANDOM_PLIES
    return OpeningChoice(file, plies, seed, balance)


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


def choose_concurrency(asked: int | None, control: TimeControl) -> int:
    """As many games as there are cores; with time limits one core is left free."""
    if asked is not None:
        return asked
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1 if control.is_timed else cores)


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
            raise typer.BadParameter(f"--anchor names '{name}', who does not play; players are {', '.join(players)}")


def choose_folder(what: str, *words: str) -> Path:
    """The default folder: always the same for the same players."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", " ".join(words)).strip("-").lower()
    return Path(f"arena-{what}-{name[:80]}")
