"""PGN: chess games read from and written to files as the Portable Game Notation standard describes them.

Reading is generous, because real files are: missing tags or results, any line ends, UTF-8 or Latin-1, castling
with zeros, `e8Q`, moves with their origin (`Ng1-f3`). Writing follows the standard's export format.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TextIO

from plyground.errors import InvalidMove, InvalidPosition, InvalidRecord, PlygroundError
from plyground.games.registry import game as find_game
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.movetext import Dialect, InvalidTag
from plyground.notation.reader import InvalidFile, read_all
from plyground.notation.writer import format_movetext, format_tags
from plyground.protocol import Move, Position

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The seven tags every game has, in the order of the standard, with what stands for the unknown (section 8.1.1)."""

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*", "1/2": "1/2-1/2", "½-½": "1/2-1/2"}

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


def read_games(
    source: str | TextIO | os.PathLike[str], *, on_error: Callable[[InvalidFile], None] | None = None
) -> Iterator[AnnotatedGame]:
    """The games of a text, an open file, or the file at a path, each read when it is asked for.

    The first place that makes no sense raises `InvalidFile`, after all games before it have been given. With
    `on_error` it is handed over instead, and reading goes on with the next game; `error.partial` is what could be
    read of the broken one.

    >>> text = "1. e4 e5 2. Ke3 *  1. d4 (1. c4 {English}) d5 1/2-1/2"
    >>> [game.result for game in read_games(text, on_error=print)]
    line 1, column 13: 'Ke3' is not legal: no white king can go to e3
    ['1/2-1/2']
    """
    for read in read_all(_lines(source), DIALECT):
        if isinstance(read, AnnotatedGame):
            yield read
        elif on_error is None:
            raise read
        else:
            on_error(read)


def read_game(source: str | TextIO | os.PathLike[str]) -> AnnotatedGame:
    """The first game of a text or file.

    >>> read_game('[White "Fischer"] 1. e4 {Best by test.} 1-0')
    <AnnotatedGame of chess: Fischer v ?, 1 plies, 1-0>
    """
    for game in read_games(source):
        return game
    raise InvalidRecord("file_without_game")


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


def write_games(target: TextIO | os.PathLike[str], games: Iterable[AnnotatedGame], *, columns: int | None = 80) -> None:
    """Writes games one after the other to an open file or, as UTF-8, to the file at a path."""
    if isinstance(target, os.PathLike):
        with Path(target).open("w", encoding="utf-8", newline="\n") as file:
            write_games(file, games, columns=columns)
        return
    separator = ""
    for game in games:
        target.write(separator + write_game(game, columns=columns))
        separator = "\n"


def _lines(source: str | TextIO | os.PathLike[str]) -> Iterator[str]:
    """The lines of a source, whatever its line ends."""
    if isinstance(source, str):
        yield from _lines(io.StringIO(source, newline=None))
    elif isinstance(source, os.PathLike):
        with Path(source).open("rb") as file:
            for block in file:
                yield from (_decoded(line) for line in block.splitlines())
    else:
        yield from (line if line.isascii() else _well_formed(line) for line in source)


def _decoded(line: bytes) -> str:
    """UTF-8, or what older programs wrote; decided line by line, because collections mix them."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _well_formed(line: str) -> str:
    """Without lone surrogates, which stand for undecodable bytes in some streams and cannot be written again."""
    return line.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _variant(text: str) -> str | None:
    """The game that a Variant tag names, None if it is not ours."""
    return VARIANTS.get(re.sub(r"[\s_-]", "", text).casefold())


def _start(headers: Mapping[str, str]) -> Position:
    """The start position that the tags describe."""
    variant = headers.get("Variant", "")
    name = _variant(variant)
    if name is None:
        raise InvalidTag("Variant", InvalidRecord("variant_unknown", text=variant, known="Standard, Chess960"))
    game = find_game(name)
    fen = headers.get("FEN", "").strip()
    if fen in ("", "?", "startpos"):
        return game.start()
    try:
        return game.from_fen(fen)
    except InvalidPosition as error:
        raise InvalidTag("FEN", error) from error


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
    tags = {tag: game.headers.get(tag) or unknown for tag, unknown in ROSTER.items()}
    tags["Result"] = game.result
    tags |= {tag: value for tag, value in game.headers.items() if tag not in (*ROSTER, "SetUp", "FEN", "Variant")}
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
