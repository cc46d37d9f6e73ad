"""Mill positions as a form: men in hand, removals that are due and two counters besides the men."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from plyground.games.mill.rules import MillRules
from plyground.position_form import Draft, FormField, number, unreadable
from plyground.protocol import Geometry, Side

RING = 8
EMPTY = "*"
FIXED = 17
"""How many words a text has at least."""
NO_REST = " ".join("0" * 5)
"""No last mills, no lines used."""
MAX_DUE = 3


class MillForm:
    """The form of mill positions, as Sanmill's FEN writes them."""

    has_turn = True

    def __init__(self, game: str, geometry: Geometry, symbols: Mapping[str, str], rules: MillRules) -> None:
        self._game = game
        names = [point.name for point in geometry.points]
        # A centre stands alone, before the rings.
        centre = len(names) % RING
        starts = [0, *range(centre, len(names), RING)] if centre else range(0, len(names), RING)
        self._groups: Sequence[Sequence[str]] = [
            names[start : centre if start < centre else start + RING] for start in starts
        ]
        marks = rules.mill_action_while_placing == "mark"
        self._symbols = {piece: symbol for piece, symbol in symbols.items() if marks or piece != "marked man"}
        self.pieces = tuple(self._symbols)
        self.fields = (
            *(FormField("hand", "number", side, high=rules.men) for side in Side),
            *(FormField("removals_due", "number", side, high=MAX_DUE) for side in Side),
            FormField("quiet_plies", "number", high=255),
            FormField("move_number", "number", low=1, high=999),
        )

    def read(self, text: str) -> Draft:
        """What a FEN says."""
        words = text.split()
        groups = words[0].split("/") if words else []
        if len(words) < FIXED or words[1] not in ("w", "b"):
            raise unreadable(text, self._game, f"it has {len(words)} words; expected {FIXED}")
        if [len(group) for group in groups] != [len(group) for group in self._groups]:
            raise unreadable(text, self._game, "the board has other rings")
        piece_of = {symbol: piece for piece, symbol in self._symbols.items()}
        read = zip(chain(*self._groups), "".join(groups), strict=True)
        numbers = [int(word) if word.removeprefix("-").isdecimal() else 0 for word in words[4:FIXED]]
        return Draft(
            {point: piece_of[sign] for point, sign in read if sign in piece_of},
            Side.WHITE if words[1] == "w" else Side.BLACK,
            {
                "hand.white": numbers[1],
                "hand.black": numbers[3],
                "removals_due.white": numbers[4],
                "removals_due.black": numbers[5],
                "quiet_plies": numbers[11],
                "move_number": numbers[12],
            },
            "" if words[10:15] == NO_REST.split() and len(words) == FIXED else " ".join(words[10:15] + words[FIXED:]),
        )

    def write(self, draft: Draft) -> str:
        """The FEN of a draft."""
        board = "/".join(
            "".join(self._symbols.get(draft.pieces.get(point, ""), EMPTY) for point in group) for group in self._groups
        )
        hand = {side: number(draft, f"hand.{side.value}") for side in Side}
        due = {side: number(draft, f"removals_due.{side.value}") for side in Side}
        on_board = {side: sum(piece == f"{side.value} man" for piece in draft.pieces.values()) for side in Side}
        action = "r" if due[draft.turn] else "p" if hand[draft.turn] > 0 else "s"
        rest = (draft.rest or NO_REST).split()
        words = (
            board,
            draft.turn.value[0],
            "p" if any(count > 0 for count in hand.values()) else "m",
            action,
            *(str(count) for side in Side for count in (on_board[side], hand[side])),
            *(str(due[side]) for side in Side),
            *rest[:5],
            str(number(draft, "quiet_plies")),
            str(number(draft, "move_number", 1)),
            *rest[5:],
        )
        return " ".join(words)
