"""Anchors: players whose place on a scale is known, so that ratings of different tournaments can be compared."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path

from plyground.arena.entrants import ENGINES, Entrant
from plyground.protocol import Game

CHESS = {
    "sunfish-uci": 1550.0,
    "glaurung": 2470.0,
    "gnuchess": 2650.0,
    "toga2": 2880.0,
    "fairy-stockfish": 2900.0,
    "ethereal-chess": 3130.0,
}
"""Chess programs by the name of the file, as measured against each other on ordinary hardware; roughly the scale of the
public rating lists. Stockfish is not among them: its own scale of limited strength does not fit this one."""

SCALES = {"chess": CHESS}
"""By the name of the game, presets included; in any other game `random` is 0."""


def known_anchors(game: Game, entrants: Iterable[Entrant]) -> dict[str, float]:
    """The players among these whose rating is known.

    >>> import plyground
    >>> from plyground.arena.entrants import entrants
    >>> players = entrants(["uci:/usr/games/gnuchess -u name=Gnu", "negascout-tt", "random"])
    >>> known_anchors(plyground.game("chess"), players), known_anchors(plyground.game("mill"), players)
    ({'Gnu': 2650.0}, {'random': 0.0})
    """
    scale = SCALES.get(game.name)
    if scale is None:
        return {one.name: 0.0 for one in entrants if one.spec.partition(":")[0] == "random"}
    return {one.name: scale[program] for one in entrants if (program := _program(one)) in scale}


def _program(entrant: Entrant) -> str:
    """The name of an engine's file."""
    protocol, _, command = entrant.spec.partition(":")
    return Path(shlex.split(command)[0]).name if protocol in ENGINES else ""
