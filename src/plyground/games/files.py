"""Game files of any game: in which notation they are, and games read and written without naming it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from plyground.abilities import HasNotation
from plyground.errors import InvalidPosition, PlygroundError
from plyground.games.registry import families, registered
from plyground.games.registry import game as find_game
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.notation import Notation, OnError, PlainNotation, Source, first_of, lines_of
from plyground.protocol import Game, Position
from plyground.record import Record

PLAIN = PlainNotation(registered)
"""For games without their own notation. A tag in a file never makes `registered` run a file."""

_TAG = re.compile(r'\s*\[\s*(\w+)\s*"([^"]*)"')


def read_games(
    source: Source, game: Game | str | None = None, *, on_error: OnError | None = None, strict: bool = False
) -> Iterator[AnnotatedGame]:
    """The games of a text, an open file, or the file at a path, each read when it is asked for.

    A `str` is always the text itself; use a `Path` for a file. The file's suffix or the tags of the first game say
    which notation it is; `game` says it where they do not. Without either it is PGN.

    The first error raises `InvalidFile`, after all games before it. With `on_error` the error is passed
    to that function instead, and reading goes on with the next game. What is against the notation but has only one
    meaning is read, with a warning in `game.warnings`; if `strict`, it is an error.

    >>> [game.game.name for game in read_games('[GameType "20"] 1. 32-28 18-23 *')]
    ['draughts:international']
    >>> [node.notation for node in next(read_games("1. d6 f4 2. d2 *", "mill")).main_line()]
    ['d6', 'f4', 'd2']
    """
    given = find_game(game) if isinstance(game, str) else game
    notation = notation_of_file(Path(source)) if isinstance(source, os.PathLike) else None
    if notation is None:
        notation, source = detect_notation(source, given)
    return notation.read_games(source, given, on_error=on_error, strict=strict)


def read_game(source: Source, game: Game | str | None = None, *, strict: bool = False) -> AnnotatedGame:
    """The first game of a source; raises `InvalidRecord` if there is none. See `read_games`.

    >>> read_game('[White "Fischer"] 1. e4 {Best by test.} 1-0')
    <AnnotatedGame of chess: Fischer v ?, 1 plies, 1-0>
    """
    return first_of(read_games(source, game, strict=strict))


def write_game(game: AnnotatedGame | Record, *, columns: int | None = 80) -> str:
    """A game as text, in its own notation: PGN, PDN, a mill record or a plain record.

    Lines are shorter than `columns` where the words allow it; None does not wrap.

    >>> import plyground
    >>> print(write_game(plyground.Record(plyground.game("draughts").start(), ["c3-d4", "b6-c5"])).splitlines()[-1])
    1. c3-d4 b6-c5 *
    """
    annotated = AnnotatedGame.from_record(game) if isinstance(game, Record) else game
    return notation_of(annotated.game).write_game(annotated, columns=columns)


def notation_of(game: Game) -> Notation:
    """The notation a game is written in.

    >>> import plyground
    >>> notation_of(plyground.game("draughts:english")).suffix, notation_of(plyground.game("connect-four")).suffix
    ('.pdn', '.game')
    """
    return game.notation if isinstance(game, HasNotation) else PLAIN


def notation_of_file(path: Path) -> Notation | None:
    """The notation of a file by its suffix; None if no notation has it.

    >>> notation_of_file(Path("openings.epd")) is None
    True
    """
    suffix = path.suffix.lower()
    return next((notation for notation in notations().values() if notation.suffix == suffix), None)


def detect_notation(source: Source, game: Game | None) -> tuple[Notation, Source]:
    """The notation of a source by the tags of its first game, or else that of `game`, or PGN; and the same source.

    >>> detect_notation('[GameType "20"] 1. 32-28 18-23 *', None)[0].name, detect_notation("1. e4 *", None)[0].name
    ('pdn', 'pgn')
    """
    lines = lines_of(source)
    head = list(_tag_lines(lines))
    tags = dict(_TAG.findall("".join(head)))
    default = next(iter(notations().values())) if game is None else notation_of(game)
    found = next((notation for notation in notations().values() if notation.recognises(tags)), default)
    return found, chain(head, lines)


@cache
def notations() -> dict[str, Notation]:
    """Every notation by its name: those of the games in the order of the registry, then the plain one.

    >>> ", ".join(notations())
    'pgn, pdn, mill, plain'
    """
    found: dict[str, Notation] = {}
    for family in families():
        try:
            notation = notation_of(registered(family))
        except PlygroundError:
            continue  # an installed game that cannot be loaded
        if notation is not PLAIN:
            found.setdefault(notation.name, notation)
    return found | {PLAIN.name: PLAIN}


def _tag_lines(lines: Iterator[str]) -> Iterator[str]:
    """The lines up to the first one that is neither blank nor begins with a tag, this one included."""
    for line in lines:
        yield line
        if line.strip(" \t\r\n\ufeff") and not line.lstrip(" \t\ufeff").startswith("["):
            return


def read_position_lines(path: Path, game: Game) -> Iterator[tuple[int, Position]]:
    """The positions of a file with one FEN or EPD per line, each with the number of its line.

    Blank lines and lines that begin with `#` are skipped. A line that is not a position raises `InvalidPosition`.
    """
    notation = notation_of(game)
    for number, line in enumerate(path.read_text(encoding="utf-8-sig", errors="replace").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield number, game.from_fen(notation.position_text(text))
        except InvalidPosition as error:
            raise InvalidPosition("positions_line", path=path, line=number, reason=error) from error
