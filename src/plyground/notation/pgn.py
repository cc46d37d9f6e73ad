"""PGN: chess games read from and written to files as the Portable Game Notation standard describes them.

Reading is generous, because real files are: missing tags or results, any line ends, UTF-8 or Latin-1, castling
with zeros, `e8Q`, moves with their origin (`Ng1-f3`). Writing follows the standard's export format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from plyground.errors import InvalidMove, InvalidRecord, PlygroundError
from plyground.games.registry import game as find_game
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.files import (
    RESULTS,
    OnError,
    Source,
    Target,
    first_of,
    read_games_of,
    roster_tags,
    start_of,
    write_all,
)
from plyground.notation.movetext import Dialect, InvalidTag
from plyground.notation.writer import format_movetext, format_tags
from plyground.protocol import Move, Position

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

NULL_MOVES = frozenset({"--", "Z0", "null", "pass", "@@@@", "0000", "@@"})

_CASTLING = re.compile(r"[0Oo](-?)[0Oo](?:-?([0Oo]))?")
_PROMOTION = re.compile(r"(.*[a-h][18])[=/]?([QRBNqrbn])")
_DECORATION = re.compile(r"(?:[+#†‡.]|ep|e\.p)+$")
_LONGEST_MOVE = 40
"""Words longer than this are no moves; it keeps messages short and the patterns above quick."""


def read_games(source: Source, *, on_error: OnError | None = None) -> Iterator[AnnotatedGame]:
    """The games of a text, an open file, or the file at a path, each read when it is asked for.

    The first place that makes no sense raises `InvalidFile`, after all games before it have been given. With
    `on_error` it is handed over instead, and reading goes on with the next game; `error.partial` is what could be
    read of the broken one.

    >>> text = "1. e4 e5 2. Ke3 *  1. d4 (1. c4 {English}) d5 1/2-1/2"
    >>> [game.result for game in read_games(text, on_error=print)]
    line 1, column 13: 'Ke3' is not legal: no white king can go to e3
    ['1/2-1/2']
    """
    return read_games_of(DIALECT, source, on_error)


def read_game(source: Source) -> AnnotatedGame:
    """The first game of a text or file.

    >>> read_game('[White "Fischer"] 1. e4 {Best by test.} 1-0')
    <AnnotatedGame of chess: Fischer v ?, 1 plies, 1-0>
    """
    return first_of(read_games(source))


def write_game(game: AnnotatedGame, *, columns: int | None = 80) -> str:
    """A game in the export format, every line shorter than `columns` where its words allow; None does not wrap.

    >>> game = read_game('[White "Greco"] 1.e4 e5 2. Qh5?! (2. Nf3 {is natural}) Nc6 *')
    >>> print(write_game(game), end="")
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
    tags = format_tags(_export_tags(game))
    first_number = int(game.start.fen.rpartition(" ")[2])
    return f"{tags}\n\n{format_movetext(game, first_number=first_number, columns=columns)}\n"


def write_games(target: Target, games: Iterable[AnnotatedGame], *, columns: int | None = 80) -> None:
    """Writes games one after the other to an open file or, as UTF-8, to the file at a path."""
    write_all(target, (write_game(game, columns=columns) for game in games))


def _variant(text: str) -> str | None:
    """The game that a Variant tag names, None if it is not ours."""
    return VARIANTS.get(re.sub(r"[\s_-]", "", text).casefold())


def _start(headers: Mapping[str, str]) -> Position:
    """The start position that the tags describe."""
    variant = headers.get("Variant", "")
    name = _variant(variant)
    if name is None:
        raise InvalidTag("Variant", InvalidRecord("variant_unknown", text=variant, known="Standard, Chess960"))
    return start_of(find_game(name), headers)


def _parse(position: Position, word: str) -> Move:
    """The move a word names: as the game reads it, or else as people write it."""
    if len(word) > _LONGEST_MOVE:
        raise InvalidMove("move_unreadable", text=word[:_LONGEST_MOVE] + "...", game=position.game.name, expected="Nf3")
    try:
        return position.parse(word)
    except PlygroundError as error:
        if word in NULL_MOVES:
            raise InvalidMove("null_move", text=word, game=position.game.name) from error
        for spelling in _spellings(word):
            try:
                return position.parse(spelling)
            except PlygroundError:
                continue
        raise


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


def _export_tags(game: AnnotatedGame) -> dict[str, str]:
    """The tags as written: the roster first, then the others, start and result as they are in the game."""
    name = game.game.name
    if name not in VARIANTS.values():
        raise InvalidRecord("record_foreign", what="game", other=name, game="chess")
    tags = roster_tags(game, without=("SetUp", "FEN", "Variant"))
    variant = game.headers.get("Variant", "")
    if name != "chess" or game.start.fen != game.game.start().fen:
        tags |= {"SetUp": "1", "FEN": game.start.fen}
    if variant and _variant(variant) == name:
        tags["Variant"] = variant
    elif name != "chess":
        tags["Variant"] = "Chess960"
    return tags


DIALECT = Dialect(start=_start, parse=_parse, results=RESULTS, fillers=frozenset({"e.p.", "ep", "e.p", "ep."}))
"""PGN among the families of game files."""
