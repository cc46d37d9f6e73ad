"""Reasons: why a move is good or bad, as codes with arguments; their English is in `plyground.locale`.

Programs and other languages look at `reason.code` and `reason.arguments`, whose values are plain JSON types; pieces
keep their full names (`black knight`), moves are in the game's notation. A game may have its own codes, which are
written as their words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground import locale
from plyground.protocol import Result

REASONS: tuple[str, ...] = (
    # how the game ends
    *("verdict_win_in", "verdict_win", "verdict_draw", "verdict_loss_in", "verdict_loss"),
    *("only_move", "ends_game", "wins_by", "wins", "delays_loss", "others_lose", "draws"),
    # material
    *("wins_material", "wins_exchange", "recaptures", "captures", "trades", "simplifies", "sacrifices"),
    *("promotes", "promotes_in"),
    # threats
    *("gives_check", "threatens_win", "threatens_material", "stops_threat", "avoids_loss", "one_defence"),
    *("few_safe_replies", "limits_replies"),
    # chess
    *("forks", "pins", "castles", "develops", "passed_pawn", "advances_passed_pawn", "evades", "attacks", "defends"),
    *("outpost", "open_file", "opens_way", "active_king", "presses", "gains_space"),
    # draughts
    *("free_way", "near_crowning", "supports", "safe_edge", "brings_up"),
    # mill
    *("closes_mill", "closes_mills", "opens_mill", "double_mill", "two_mills", "blocks_mill", "threatens_mill"),
    *("takes_crossing", "two_in_line", "spoils_line", "holds_mills"),
    # connect four
    *("blocks_four", "three_in_line", "blocks_three", "builds_row"),
    # plans
    *("shuts_in", "offers_trade", "prepares", "centralises", "waits"),
    # if there is nothing else to say
    *("frees_man", "fewer_replies", "more_moves", "ahead_of_next", "keeps_balance", "scores"),
    # why a move is bad
    *("allows_win", "allows_win_by", "loses_material", "loses_exchange", "misses_win", "misses_material"),
    *("allows_draw", "is_worse"),
)
"""Every code, the most important first."""
VAGUE = frozenset(
    {"limits_replies", "frees_man", "fewer_replies", "more_moves", "ahead_of_next", "keeps_balance", "scores"}
)
"""Codes that say how many moves there are or how the engine counts, but not what a move is good for."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is good or bad.

    >>> Reason("wins_material", {"taken": ["black knight", "black pawn", "black pawn"], "plies": 3}).text
    'Wins a knight and 2 pawns.'
    >>> from plyground.protocol import Side
    >>> Reason("wins_by", {"plies": 3, "moves": 2, **Result(Side.WHITE, "checkmate").as_dict()}).text
    'Wins in 2 moves. Black is checkmated.'
    """

    code: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The reason as a sentence whose subject is the move."""
        arguments = {
            name: _WRITTEN[name](value) if name in _WRITTEN else value for name, value in self.arguments.items()
        }
        if "termination" in arguments:
            arguments["ending"] = Result(arguments["winner"], arguments["termination"]).ending
        if self.code not in REASONS:
            return locale.words(self.code)
        return locale.text("reasons", self.code, arguments)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON types: the code, its arguments, and the English."""
        return {"code": self.code, "arguments": dict(self.arguments), "text": self.text}


def joined(reasons: Sequence[Reason]) -> str:
    """Reasons one after the other."""
    return " ".join(reason.text for reason in reasons)


def kind_of(piece: str) -> str:
    """What a piece is, without its side.

    >>> kind_of("black knight")
    'knight'
    """
    return piece.partition(" ")[2] or piece


def counted(pieces: Sequence[str]) -> str:
    """Pieces as people list them.

    >>> counted(["white man", "white man"]), counted(["black queen"]), counted(["black king", "black rook"])
    ('2 men', 'a queen', 'a king and a rook')
    """
    words = [_counted(kind, count) for kind, count in Counter(map(kind_of, pieces)).items()]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _counted(kind: str, count: int) -> str:
    """A number of pieces of a kind, such as "2 pawns"; English uses the same word in every game."""
    known = (code for code in locale.messages("games") if code.startswith("counted.") and code.endswith(f".{kind}"))
    return locale.text("games", next(known, "counted.other"), {"count": count, "piece": kind})


_WRITTEN: dict[str, Any] = {
    "taken": counted,
    "given": counted,
    "pieces": counted,
    "piece": lambda piece: counted([piece]),
    "points": "-".join,
    "pawns": lambda hundredths: f"{hundredths / 100:+.2f}" if hundredths else "0.00",
    "margin": lambda hundredths: f"{hundredths / 100:.2f}",
}
"""How an argument is written, by its name; others as they are."""
