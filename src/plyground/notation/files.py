"""Game files as a whole: what every family shares of reading them game by game and of writing them.

A family has a module of its own (`pgn`, `mill` ...) with a `Dialect` and four functions of the same shape,
`read_games`, `read_game`, `write_game` and `write_games`; this is what they are made of.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TextIO, TypeAlias

from plyground.errors import InvalidPosition, InvalidRecord
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.movetext import Dialect, InvalidTag
from plyground.notation.reader import InvalidFile, read_all
from plyground.protocol import Game, Position

Source: TypeAlias = str | Iterable[str] | os.PathLike[str]
"""A text, an open file or other lines, or the path of a file; a `str` is always the text itself."""

Target: TypeAlias = TextIO | os.PathLike[str]

OnError: TypeAlias = Callable[[InvalidFile], None]

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The seven tags every game has, in the order of the PGN standard, with what stands for the unknown (8.1.1)."""

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*", "1/2": "1/2-1/2", "½-½": "1/2-1/2"}
"""Results as people write them where a win counts one point -> the one spelling we keep."""


def read_games_of(dialect: Dialect, source: Source, on_error: OnError | None = None) -> Iterator[AnnotatedGame]:
    """The games of a source, each read when it is asked for.

    The first place that makes no sense raises `InvalidFile`, after all games before it have been given. With
    `on_error` it is handed over instead, and reading goes on with the next game.
    """
    for read in read_all(lines_of(source), dialect):
        if isinstance(read, AnnotatedGame):
            yield read
        elif on_error is None:
            raise read
        else:
            on_error(read)


def first_of(games: Iterable[AnnotatedGame]) -> AnnotatedGame:
    """The first of the games of a file; raises `InvalidRecord` if there is none."""
    for game in games:
        return game
    raise InvalidRecord("file_without_game")


def write_all(target: Target, texts: Iterable[str]) -> None:
    """Writes games, each a text that ends its last line, to an open file or, as UTF-8, to the file at a path."""
    if isinstance(target, os.PathLike):
        with Path(target).open("w", encoding="utf-8", newline="\n") as file:
            write_all(file, texts)
        return
    separator = ""
    for text in texts:
        target.write(separator + text)
        separator = "\n"


def roster_tags(game: AnnotatedGame, *, without: Collection[str] = ()) -> dict[str, str]:
    """The tags as written: the roster first, then the others but those that the family writes by itself.

    >>> import plyground
    >>> game = AnnotatedGame(plyground.game("chess").start(), {"Annotator": "Me", "White": "Deep Blue"}, "1-0")
    >>> " ".join(roster_tags(game)), roster_tags(game)["Result"]
    ('Event Site Date Round White Black Result Annotator', '1-0')
    """
    tags = {tag: game.headers.get(tag) or unknown for tag, unknown in ROSTER.items()}
    tags["Result"] = game.result
    return tags | {tag: value for tag, value in game.headers.items() if tag not in ROSTER and tag not in without}


def start_of(game: Game, headers: Mapping[str, str]) -> Position:
    """The start position that the tags give a game; raises `InvalidTag`, as `Dialect.start` must."""
    fen = headers.get("FEN", "").strip()
    if fen in ("", "?", "startpos"):
        return game.start()
    try:
        return game.from_fen(fen)
    except InvalidPosition as error:
        raise InvalidTag("FEN", error) from error


def lines_of(source: Source) -> Iterator[str]:
    """The lines of a source, whatever its line ends."""
    if isinstance(source, str):
        yield from lines_of(io.StringIO(source, newline=None))
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
