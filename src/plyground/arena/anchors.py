"""Anchors: players whose place on a scale is known, so that ratings of different tournaments can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from plyground.play.spec import PlayerSpec
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


def known_anchors(game: Game, players: Mapping[str, str]) -> dict[str, float]:
    """The players among these, each by name with the text that starts it, whose rating is known.

    >>> import plyground
    >>> players = {"Gnu": "uci:name=Gnu /usr/games/gnuchess -u", "negascout-tt": "negascout-tt", "random": "random"}
    >>> known_anchors(plyground.game("chess"), players), known_anchors(plyground.game("mill"), players)
    ({'Gnu': 2650.0}, {'random': 0.0})
    """
    scale = SCALES.get(game.name)
    if scale is None:
        return {name: 0.0 for name, spec in players.items() if spec.partition(":")[0] == "random"}
    programs = {name: Path(PlayerSpec.parse(spec).program).name for name, spec in players.items()}
    return {name: scale[program] for name, program in programs.items() if program in scale}
