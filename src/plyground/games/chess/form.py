"""Chess positions as a form: castling rights, the en-passant square and two counters besides the pieces."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from plyground.position_form import Draft, FieldValue, FormField, number, unreadable
from plyground.protocol import Side

FILES = "abcdefgh"
RANKS = range(8, 0, -1)
NONE = "-"
"""No en-passant square, and no castling right."""
EN_PASSANT = (NONE, *(file + rank for rank in "63" for file in FILES))
WINGS = {"castling_short": "K", "castling_long": "Q"}
DEFAULTS = (NONE, NONE, "0", "1")
"""The fields that a text may leave out."""


class ChessForm:
    """The form of chess positions, as FEN writes them.

    A castling right is a flag. Where the rook is not the outermost one, which only Chess960 knows, it is the rook's
    file instead: `F`.
    """

    fields = (
        *(FormField(name, "flag", side) for name in WINGS for side in Side),
        FormField("en_passant", "choice", names=EN_PASSANT),
        FormField("quiet_plies", "number", high=150),
        FormField("move_number", "number", low=1, high=999),
    )
    has_turn = True

    def __init__(self, game: str, symbols: Mapping[str, str]) -> None:
        self._game, self._symbols = game, dict(symbols)
        self.pieces = tuple(symbols)

    def read(self, text: str) -> Draft:
        """What a FEN says."""
        words = text.split()
        if len(words) < 2 or words[1] not in ("w", "b"):
            raise unreadable(text, self._game, "the board and the side to move are missing")
        board, turn, *given = words
        castling, en_passant, quiet, move = (*given, *DEFAULTS[len(given) :])[:4]
        pieces = self._read_board(text, board)
        fields: dict[str, FieldValue] = {
            **{field.key: False for field in self.fields if field.kind == "flag"},
            **_read_castling(castling, pieces),
            "en_passant": en_passant,
            "quiet_plies": int(quiet) if quiet.isdecimal() else 0,
            "move_number": int(move) if move.isdecimal() else 1,
        }
        return Draft(pieces, Side.WHITE if turn == "w" else Side.BLACK, fields)

    def write(self, draft: Draft) -> str:
        """The FEN of a draft."""
        board = "/".join(self._write_rank(draft, rank) for rank in RANKS)
        castling = "".join(
            _letter(draft.fields.get(f"{name}.{side.value}", False), usual, side)
            for side in Side
            for name, usual in WINGS.items()
        )
        en_passant = draft.fields.get("en_passant")
        words = (
            board,
            draft.turn.value[0],
            castling or NONE,
            str(en_passant) if en_passant in EN_PASSANT else NONE,
            str(number(draft, "quiet_plies")),
            str(number(draft, "move_number", 1)),
        )
        return " ".join(words)

    def _read_board(self, text: str, board: str) -> dict[str, str]:
        piece_of = {symbol: piece for piece, symbol in self._symbols.items()}
        pieces: dict[str, str] = {}
        ranks = board.split("/")
        if len(ranks) != len(RANKS):
            raise unreadable(text, self._game, f"it has {len(ranks)} ranks; expected 8")
        for rank, signs in zip(RANKS, ranks, strict=True):
            file = 0
            for sign in signs:
                if sign in piece_of and file < len(FILES):
                    pieces[f"{FILES[file]}{rank}"] = piece_of[sign]
                elif sign not in piece_of and sign not in "12345678":
                    raise unreadable(text, self._game, f"it has '{sign}'")
                file += int(sign) if sign.isdecimal() else 1
            if file != len(FILES):
                raise unreadable(text, self._game, f"rank {rank} has {file} squares")
        return pieces

    def _write_rank(self, draft: Draft, rank: int) -> str:
        signs = [self._symbols.get(draft.pieces.get(f"{file}{rank}", ""), "") for file in FILES]
        runs = ((sign, len(list(run))) for sign, run in groupby(signs))
        return "".join(sign * count if sign else str(count) for sign, count in runs)


def _read_castling(text: str, pieces: Mapping[str, str]) -> dict[str, FieldValue]:
    """The castling rights; a letter that is a file belongs to the wing on that side of the king."""
    found: dict[str, FieldValue] = {}
    kings = {piece: point[0].upper() for point, piece in pieces.items() if piece.endswith(" king")}
    for letter in text:
        side = Side.WHITE if letter.isupper() else Side.BLACK
        upper = letter.upper()
        is_short = upper == "K" or (upper != "Q" and upper > kings.get(f"{side.value} king", "E"))
        name = "castling_short" if is_short else "castling_long"
        if upper in "KQ" or upper in FILES.upper():
            found[f"{name}.{side.value}"] = True if upper in "KQ" else upper
    return found


def _letter(value: FieldValue, usual: str, side: Side) -> str:
    """The letter of a castling right; "" for none."""
    is_file = isinstance(value, str) and len(value) == 1 and value in FILES.upper()
    letter = str(value) if is_file else usual if value is True else ""
    return letter if side is Side.WHITE else letter.lower()
