"""The options of draughts rules as data: what each is called, what it may be, and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from plyground.games.own_rules import Value


@dataclass(frozen=True, slots=True)
class DraughtsOption:
    """An option of `DraughtsRules`; a number lies between `low` and `high`, the others are one or several `names`."""

    name: str
    kind: Literal["number", "choice", "flag", "set"]
    meaning: str
    names: tuple[str, ...] = ()
    low: int = 0
    high: int = 0


OPTIONS: tuple[DraughtsOption, ...] = (
    DraughtsOption("size", "choice", "How many rows and columns the board has.", ("8", "10")),
    DraughtsOption("first", "choice", "Who opens the game.", ("white", "black")),
    DraughtsOption(
        "lines",
        "choice",
        "Along which lines pieces move and capture.",
        ("diagonal", "orthogonal", "diagonal-captures-all"),
    ),
    DraughtsOption("mirrored", "flag", "The corner at a player's left hand is no playing square."),
    DraughtsOption("empty_rows", "number", "How many rows behind the men are empty at the start.", low=0, high=2),
    DraughtsOption("men_rows", "number", "How many rows each side's men fill at the start.", low=1, high=4),
    DraughtsOption("men_capture_backwards", "flag", "Men may capture backwards."),
    DraughtsOption("man_takes_king", "flag", "A man may capture a king."),
    DraughtsOption("flying_kings", "flag", "A king moves any distance along an empty line."),
    DraughtsOption(
        "landing",
        "choice",
        "Where a flying king comes down behind a captured piece.",
        ("anywhere", "where-it-goes-on", "next"),
    ),
    DraughtsOption(
        "promotion",
        "choice",
        "What becomes of a man that reaches the last row in the middle of a capture.",
        ("at-once", "at-the-end", "ends-move"),
    ),
    DraughtsOption("removal", "choice", "When captured pieces leave the board.", ("at-the-end", "at-once")),
    DraughtsOption("may_turn_back", "flag", "A king may reverse its direction between two captures."),
    DraughtsOption(
        "king_steps",
        "number",
        "How often in a row one king may walk while its side has men; 0 = any number of times.",
        low=0,
        high=100,
    ),
    DraughtsOption(
        "priorities",
        "set",
        "Which captures come first, the most important rule first.",
        ("most-pieces", "by-king", "most-kings", "kings-early", "most-value"),
    ),
    DraughtsOption(
        "draws",
        "choice",
        "Whose rules say when a game is drawn.",
        ("none", "russian", "international", "brazilian", "pool", "forty-moves", "frisian"),
    ),
    DraughtsOption(
        "move_limit", "number", "Drawn after so many moves of both sides together; 0 = no limit.", low=0, high=10_000
    ),
    DraughtsOption("numeric", "flag", "Squares are written as numbers."),
    DraughtsOption("first_square", "choice", "Which square has the number 1.", ("top-left", "bottom-right")),
    DraughtsOption("capture_mark", "choice", "How a capture is written.", (":", "x")),
    DraughtsOption("pdn_type", "number", "The number of the game type in PDN files.", low=0, high=99),
)
"""Every option, in the order of `DraughtsRules`."""

_KINDS = {option.name: option.kind for option in OPTIONS}


def option_value(name: str, word: str) -> Value:
    """The word of an option in plain JSON types.

    >>> option_value("flying_kings", "yes"), option_value("men_rows", "3"), option_value("priorities", "none")
    (True, 3, [])
    """
    match _KINDS[name]:
        case "flag":
            return word == "yes"
        case "number":
            return int(word)
        case "set":
            return [] if word == "none" else word.split(",")
        case "choice":
            return word
