"""PGN: chess games read from and written to files as the Portable Game Notation standard describes them.

Reading is generous, because real files are: missing tags or results, any line ends, UTF-8 or Latin-1, castling
with zeros, `e8Q`, moves with their origin (`Ng1-f3`); with a warning also figurines, the piece letters of the language
in a tag `Language`, null moves and stale castling rights. Writing follows the standard's export format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from plyground.abilities import HasNullMove
from plyground.errors import InvalidPosition, InvalidRecord, PlygroundError
from plyground.games.chess.letters import FIGURINES, LANGUAGES, PieceLetters
from plyground.games.registry import registered
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.dialect import InvalidTag, Translation
from plyground.notation.notation import SETUP_TAGS, Notation, roster_tags, setup_tags, start_of
from plyground.protocol import Game, Move, Position

VARIANTS = {
    "": "chess",
    "?": "chess",
    "standard": "chess",
    "chess": "chess",
    "normal": "chess",
    "fromposition": "chess",
    "chess960": "chess:960",
    "fischerandom": "chess:960",
    "fischerrandom": "chess:960",
    "fischerrandomchess": "chess:960",
    "960": "chess:960",
}
"""What programs write into the Variant tag, without case, spaces and hyphens -> the game it means."""

_STALE_RIGHTS = ("castling_king", "castling_rook", "castling_twice")
"""Codes of errors in castling rights that can be dropped."""
_CASTLING_FIELD = 2
_CASTLING = re.compile(r"[0Oo](-?)[0Oo](?:-?([0Oo]))?")
_PROMOTION = re.compile(r"(.*[a-h][18])[=/]?([QRBNqrbn])")
_DECORATION = re.compile(r"(?:[+#†‡.]|ep|e\.p)+$")


class Pgn(Notation):
    """PGN, whose tag `Variant` tells chess and Chess960 apart.

    >>> game = PGN.read_game('[White "Greco"] 1.e4 e5 2. Qh5?! (2. Nf3 {is natural}) Nc6 *')
    >>> print(PGN.write_game(game), end="")
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Greco"]
    [Black "?"]
    [Result "*"]
    <BLANKLINE>
    1. e4 e5 2. Qh5 $6 (2. Nf3 {is natural}) 2... Nc6 *
    """

    name = "pgn"
    suffix = ".pgn"
    media_type = "application/x-chess-pgn"
    fillers = frozenset({"e.p.", "ep", "e.p", "ep."})
    example_move = "Nf3"
    null_moves = frozenset({"--", "Z0", "null", "pass", "@@@@", "0000", "@@"})

    def start(self, headers: Mapping[str, str], game: Game | None) -> Position:
        """The start position that the tags describe; without a tag `Variant` it is chess."""
        variant = headers.get("Variant", "")
        name = _variant(variant)
        if name is None:
            raise InvalidTag("Variant", InvalidRecord("variant_unknown", text=variant, known="Standard, Chess960"))
        return start_of(registered(name), headers)

    def parse(self, position: Position, word: str) -> Move:
        """The move of a word: as the game reads it, or else as people write it."""
        try:
            return position.parse(word)
        except PlygroundError:
            for spelling in _spellings(word):
                try:
                    return position.parse(spelling)
                except PlygroundError:
                    continue
            raise

    def mended(self, headers: Mapping[str, str], fault: InvalidTag) -> tuple[Mapping[str, str], PlygroundError] | None:
        """The tags without castling rights that the pieces contradict: other programs forget to drop them."""
        fields = headers.get("FEN", "").split()
        reason: PlygroundError = fault.reason
        while reason.code in _STALE_RIGHTS and len(fields) > _CASTLING_FIELD:
            fields[_CASTLING_FIELD] = fields[_CASTLING_FIELD].replace(str(reason.arguments["text"]), "") or "-"
            mended = dict(headers) | {"FEN": " ".join(fields)}
            try:
                self.start(mended, None)
            except InvalidTag as further:
                reason = further.reason
            else:
                return mended, InvalidPosition(
                    "castling_dropped", fen=headers["FEN"], kept=fields[_CASTLING_FIELD], reason=fault.reason
                )
        return None

    def translation(self, headers: Mapping[str, str]) -> Translation | None:
        """From the piece letters of the language that a tag names."""
        letters = LANGUAGES.get(headers.get("Language", "").strip().casefold().partition("-")[0])
        return None if letters is None else PieceLetters(letters).translate

    def readings(self, word: str) -> Iterator[str]:
        """A word with letters in place of figurines."""
        if not word.isascii():
            plain = word.translate(FIGURINES)
            if plain != word:
                yield plain

    def after_null_move(self, position: Position) -> Position | None:
        """The position with the other side to move; None for a side in check."""
        game = position.game
        if position.result is not None or position.check or not isinstance(game, HasNullMove):
            return None
        return game.after_null_move(position)

    def first_number(self, start: Position) -> int:
        """The number of the move in the position's FEN."""
        return int(start.fen.rpartition(" ")[2])

    def tags(self, game: AnnotatedGame) -> dict[str, str]:
        """The roster, the other tags, then the start and the variant."""
        name = game.game.name
        if name not in VARIANTS.values():
            raise InvalidRecord("record_foreign", what="game", other=name, game="chess")
        tags = roster_tags(game, without=(*SETUP_TAGS, "Variant")) | setup_tags(game, always=name != "chess")
        variant = game.headers.get("Variant", "")
        if variant and _variant(variant) == name:
            tags["Variant"] = variant
        elif name != "chess":
            tags["Variant"] = "Chess960"
        return tags

    def position_text(self, line: str) -> str:
        """A FEN, or the four fields of an EPD line, without the operations like `id "x";` that follow them."""
        return " ".join(line.split()[:4]) if ";" in line else line


def _variant(text: str) -> str | None:
    """The game that a Variant tag names, None if it is not ours."""
    return VARIANTS.get(re.sub(r"[\s_-]", "", text).casefold())


def _spellings(word: str) -> Iterator[str]:
    """How the standard would spell a word of a real file."""
    bare = _DECORATION.sub("", word)
    castling = _CASTLING.fullmatch(bare)
    if castling is not None:
        yield "O-O-O" if castling[2] else "O-O"
        return
    bare = bare.replace("-", "").replace(":", "x").replace("×", "x")
    if bare != word:
        yield bare
    promotion = _PROMOTION.fullmatch(bare)
    if promotion is not None:
        yield f"{promotion[1]}={promotion[2].upper()}"


PGN = Pgn()
