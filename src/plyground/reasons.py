"""Reasons: why a move is good or bad, as codes with arguments, and their English.

Programs and other languages look at `reason.code` and `reason.arguments`, whose values are plain JSON types; pieces
keep their full names (`black knight`), moves are in the game's notation. `REASONS` lists every code there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.terminations import TERMINATIONS

REASONS: dict[str, str] = {
    # how the game ends
    "only_move": "it is the only legal move",
    "ends_game": "it wins at once by {termination}",
    "wins_by": "it wins in {moves} by {termination}",
    "wins": "it wins in {moves}",
    "delays_loss": "it puts the loss off for {moves}",
    "others_lose": "every other move loses",
    "draws": "it leads to a draw by {termination}",
    # material
    "wins_material": "it wins {taken}",
    "wins_exchange": "it wins {taken} for {given}",
    "recaptures": "it takes back {pieces}",
    "captures": "it captures {pieces}",
    "trades": "it trades {given} for {taken}",
    "sacrifices": "it sacrifices {pieces}",
    "promotes": "it makes {piece} on {point}",
    "promotes_in": "it makes {piece} in {moves}",
    # threats
    "gives_check": "it gives check",
    "threatens_win": "it threatens to win with {move}",
    "threatens_material": "it threatens to win {taken} with {move}",
    "stops_threat": "it stops the threat {move}",
    "one_defence": "it leaves the opponent one move that does not lose, {move}",
    "limits_replies": "it leaves the opponent {replies}",
    # chess
    "forks": "it attacks {pieces} at once",
    "pins": "it pins {piece} on {point}",
    "castles": "it castles",
    "develops": "it develops {piece}",
    "passed_pawn": "it makes a passed pawn on {point}",
    "advances_passed_pawn": "it advances the passed pawn on {point}",
    # draughts
    "free_way": "the man on {point} has a free way to crown in {steps}",
    "near_crowning": "the man on {point} is {steps} from crowning",
    # mill
    "closes_mill": "it closes the mill {points}",
    "closes_mills": "it closes {count} mills at once",
    "opens_mill": "it opens the mill {points}, to close it again",
    "double_mill": "it makes a double mill: the man on {point} closes a mill with every move",
    "two_mills": "it threatens to close {count} mills at once",
    "blocks_mill": "it blocks the mill {points}",
    "takes_crossing": "it takes the crossing {point} with its {neighbours} neighbours",
    # what is left to say
    "centralises": "it goes to the centre",
    "fewer_replies": "it leaves the opponent {after} moves instead of {before}",
    "more_moves": "it gives more freedom: {after} moves instead of {before}",
    "ahead_of_next": "it is better than the next best move by {margin}",
    "keeps_balance": "it keeps the balance",
    "scores": "it keeps the score at {pawns}",
    # why a move is bad
    "allows_win": "it lets the opponent win in {moves}",
    "allows_win_by": "it lets the opponent win in {moves} by {termination}",
    "loses_material": "it loses {taken}",
    "loses_exchange": "it loses {taken} for {given}",
    "misses_win": "it misses a win in {moves} with {move}",
    "misses_material": "it misses {move}, which wins {taken}",
    "allows_draw": "it lets a win slip to a draw by {termination}",
    "is_worse": "it is worse than {move} by {margin}",
}
"""Code -> English with its arguments; `Reason.text` says how each is written."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is good or bad.

    >>> Reason("wins_material", {"taken": ["black knight", "black pawn", "black pawn"], "plies": 3}).text
    'it wins a knight and 2 pawns'
    >>> Reason("wins_by", {"plies": 3, "moves": 2, "termination": "checkmate"}).text
    'it wins in 2 moves by checkmate'
    """

    code: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The reason in English, as a clause that goes on from the move."""
        said = {name: _SAID.get(name, str)(value) for name, value in self.arguments.items()}
        return REASONS[self.code].format(**said)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON types: the code, its arguments, and the English."""
        return {"code": self.code, "arguments": dict(self.arguments), "text": self.text}


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
    words = [
        _article(kind) if count == 1 else f"{count} {_plural(kind)}"
        for kind, count in Counter(map(kind_of, pieces)).items()
    ]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _article(kind: str) -> str:
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def _plural(kind: str) -> str:
    return f"{kind[:-3]}men" if kind.endswith("man") else f"{kind}s"


def _number(one: str, many: str) -> Any:
    return lambda count: f"{count} {one if count == 1 else many}"


def _pawns(hundredths: int) -> str:
    return f"{hundredths / 100:+.2f}" if hundredths else "0.00"


_SAID: dict[str, Any] = {
    "taken": counted,
    "given": counted,
    "pieces": counted,
    "piece": lambda piece: _article(kind_of(piece)),
    "points": "-".join,
    "moves": _number("move", "moves"),
    "replies": _number("move", "moves"),
    "steps": _number("step", "steps"),
    "pawns": _pawns,
    "margin": lambda hundredths: f"{hundredths / 100:.2f}",
    "termination": lambda code: TERMINATIONS.get(code, code.replace("_", " ")),
}
"""How an argument is written, by its name; others as they are."""
