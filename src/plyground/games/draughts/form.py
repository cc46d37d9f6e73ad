"""Draughts positions as a form: two counters besides the pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from plyground.position_form import Draft, FieldValue, FormField, number, unreadable
from plyground.protocol import Geometry, Side

_PIECES = re.compile(r"(?P<king>K?)(?P<first>[a-j]?\d{1,2})(?:-K?(?P<last>[a-j]?\d{1,2}))?")
_COUNTER = re.compile(r"[HF]\d{1,5}")


class DraughtsForm:
    """The form of draughts positions, as PDN's FEN writes them."""

    fields = (FormField("quiet_plies", "number", high=200), FormField("move_number", "number", low=1, high=999))
    has_turn = True

    def __init__(self, game: str, geometry: Geometry, symbols: Mapping[str, str]) -> None:
        self._game = game
        self.pieces = tuple(symbols)
        written = {point.name: point.label or point.name for point in geometry.points}
        # Numbers are written in their order, other names in that of the board.
        order = sorted(written, key=lambda name: int(written[name])) if geometry.has_labels else list(written)
        self._written = {name: written[name] for name in order}

    def read(self, text: str) -> Draft:
        """What a FEN says."""
        turn, *sections = (part.strip() for part in text.strip().removesuffix(".").split(":"))
        if turn.upper() not in ("W", "B"):
            raise unreadable(text, self._game, "it does not begin with W: or B:")
        pieces: dict[str, str] = {}
        fields: dict[str, FieldValue] = {"quiet_plies": 0, "move_number": 1}
        rest = []
        for section in sections:
            if section[:1] in ("W", "B"):
                side = Side.WHITE if section[0] == "W" else Side.BLACK
                pieces.update(self._read_pieces(text, side, section[1:]))
            elif _COUNTER.fullmatch(section):
                fields["quiet_plies" if section[0] == "H" else "move_number"] = int(section[1:])
            elif section:
                rest.append(section)
        return Draft(pieces, Side.WHITE if turn.upper() == "W" else Side.BLACK, fields, ":".join(rest))

    def write(self, draft: Draft) -> str:
        """The FEN of a draft."""
        quiet, move = number(draft, "quiet_plies"), number(draft, "move_number", 1)
        parts = (
            draft.turn.value[0].upper(),
            *(side.value[0].upper() + ",".join(self._write_pieces(draft, side)) for side in Side),
            f"H{quiet}" if quiet else "",
            f"F{move}" if move > 1 else "",
            draft.rest,
        )
        return ":".join(part for part in parts if part)

    def _read_pieces(self, text: str, side: Side, section: str) -> Iterator[tuple[str, str]]:
        names = {written: name for name, written in self._written.items()} | {name: name for name in self._written}
        order = list(self._written)
        for word in filter(None, (part.strip() for part in section.split(","))):
            found = _PIECES.fullmatch(word)
            first = names.get(found["first"]) if found else None
            last = names.get(found["last"] or found["first"]) if found else None
            if found is None or first is None or last is None:
                raise unreadable(text, self._game, f"it has '{word}'")
            for name in order[order.index(first) : order.index(last) + 1]:
                yield name, f"{side.value} {'king' if found['king'] else 'man'}"

    def _write_pieces(self, draft: Draft, side: Side) -> Iterator[str]:
        for name, written in self._written.items():
            piece = draft.pieces.get(name, "")
            if piece.startswith(side.value):
                yield ("K" if piece.endswith("king") else "") + written
