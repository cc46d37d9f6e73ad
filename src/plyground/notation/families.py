"""Families of game files: games of any family read and written, and positions that stand one per line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Protocol

from plyground.errors import InvalidPosition
from plyground.games.registry import game as find_game
from plyground.games.registry import registered
from plyground.notation import mill, pdn, pgn, plain
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.files import OnError, Source, first_of, lines_of
from plyground.protocol import Game, Position
from plyground.record import Record


class ReadGames(Protocol):
    """Reads the games of a source; `game` is what they are where the source does not say it."""

    def __call__(
        self, source: Source, game: Game | None, on_error: OnError | None = None
    ) -> Iterator[AnnotatedGame]: ...


class WriteGame(Protocol):
    """A game as text, with lines shorter than `columns` where the words allow it; None does not wrap."""

    def __call__(self, game: AnnotatedGame, /, *, columns: int | None = 80) -> str: ...


@dataclass(frozen=True, slots=True)
class Family:
    """A notation: how its files' names end, and how games are read and written."""

    suffix: str
    read_games: ReadGames
    write_game: WriteGame


def _read_pgn(source: Source, game: Game | None, on_error: OnError | None = None) -> Iterator[AnnotatedGame]:
    return pgn.read_games(source, on_error=on_error)


def _read_pdn(source: Source, game: Game | None, on_error: OnError | None = None) -> Iterator[AnnotatedGame]:
    return pdn.read_games(source, game=game or registered("draughts"), on_error=on_error)


def _read_mill(source: Source, game: Game | None, on_error: OnError | None = None) -> Iterator[AnnotatedGame]:
    return mill.read_games(source, game=game, on_error=on_error)


def _read_plain(source: Source, game: Game | None, on_error: OnError | None = None) -> Iterator[AnnotatedGame]:
    # `registered` never runs a file that a tag names.
    return plain.read_games(source, game=game, on_error=on_error, find=registered)


FAMILIES = {
    "chess": Family(".pgn", _read_pgn, pgn.write_game),
    "draughts": Family(".pdn", _read_pdn, pdn.write_game),
    "mill": Family(".mill", _read_mill, mill.write_game),
}
"""By the name of the game, its preset left out."""

PLAIN = Family(".game", _read_plain, plain.write_game)
"""For all other games."""

_TAG = re.compile(r'\s*\[\s*(\w+)\s*"([^"]*)"')


def read_games(
    source: Source, game: Game | str | None = None, *, on_error: OnError | None = None
) -> Iterator[AnnotatedGame]:
    """The games of a text, an open file, or the file at a path, each read when it is asked for.

    A `str` is always the text itself; use a `Path` for a file. The file's suffix or the tags of the first game say
    which notation it is; `game` says it where they do not. Without either it is PGN.

    The first error raises `InvalidFile`, after all games before it have been given. With `on_error` the error is passed
    to that function instead, and reading goes on with the next game.

    >>> [game.game.name for game in read_games('[GameType "20"] 1. 32-28 18-23 *')]
    ['draughts:international']
    >>> [node.notation for node in next(read_games("1. d6 f4 2. d2 *", "mill")).main_line()]
    ['d6', 'f4', 'd2']
    """
    given = find_game(game) if isinstance(game, str) else game
    family = family_of_file(Path(source)) if isinstance(source, os.PathLike) else None
    if family is None:
        lines = lines_of(source)
        head = list(_tag_lines(lines))
        family, source = _family_of_tags("".join(head), given), chain(head, lines)
    return family.read_games(source, given, on_error)


def read_game(source: Source, game: Game | str | None = None) -> AnnotatedGame:
    """The first game of a source; raises `InvalidRecord` if there is none. See `read_games`.

    >>> read_game('[White "Fischer"] 1. e4 {Best by test.} 1-0')
    <AnnotatedGame of chess: Fischer v ?, 1 plies, 1-0>
    """
    return first_of(read_games(source, game))


def write_game(game: AnnotatedGame | Record, *, columns: int | None = 80) -> str:
    """A game as text, in the notation of its family: PGN, PDN, a mill record or a plain record.

    Lines are shorter than `columns` where the words allow it; None does not wrap.

    >>> import plyground
    >>> print(write_game(plyground.Record(plyground.game("draughts").start(), ["c3-d4", "b6-c5"])).splitlines()[-1])
    1. c3-d4 b6-c5 *
    """
    annotated = AnnotatedGame.from_record(game) if isinstance(game, Record) else game
    return family_of(annotated.game).write_game(annotated, columns=columns)


def _tag_lines(lines: Iterator[str]) -> Iterator[str]:
    """The lines up to the first one that is neither blank nor begins with a tag, this one included."""
    for line in lines:
        yield line
        if line.strip(" \t\r\n\ufeff") and not line.lstrip(" \t\ufeff").startswith("["):
            return


def _family_of_tags(text: str, game: Game | None) -> Family:
    """The notation of a game that begins with these tags; where they do not say it, that of `game`, or PGN."""
    tags = dict(_TAG.findall(text))
    if "Game" in tags:
        return FAMILIES.get(tags["Game"].partition(":")[0], PLAIN)
    if "GameType" in tags:
        return FAMILIES["draughts"]
    return FAMILIES["chess"] if game is None else family_of(game)


def family_of(game: Game) -> Family:
    """The notation a game is written in.

    >>> import plyground
    >>> family_of(plyground.game("draughts:english")).suffix, family_of(plyground.game("connect-four")).suffix
    ('.pdn', '.game')
    """
    return FAMILIES.get(game.name.partition(":")[0], PLAIN)


def family_of_file(path: Path) -> Family | None:
    """The notation of a file by how its name ends; None for anything else.

    >>> family_of_file(Path("openings.epd")) is None
    True
    """
    suffix = path.suffix.lower()
    return next((family for family in (*FAMILIES.values(), PLAIN) if family.suffix == suffix), None)


def read_position_lines(path: Path, game: Game) -> Iterator[tuple[int, Position]]:
    """The positions of a file with one FEN or EPD per line, each with the number of its line.

    Blank lines and those that begin with `#` are comments. A line that is no position raises `InvalidPosition`.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8-sig", errors="replace").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield number, game.from_fen(_without_operations(text, game))
        except InvalidPosition as error:
            raise InvalidPosition("positions_line", path=path, line=number, reason=error) from error


def _without_operations(text: str, game: Game) -> str:
    """The position of an EPD line, whose operations such as `id "x";` follow its four fields; others as they are."""
    if ";" not in text or family_of(game) is not FAMILIES["chess"]:
        return text
    return " ".join(text.split()[:4])
