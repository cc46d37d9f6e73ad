"""Plain records: games without a notation of their own as text, with tags and numbered moves as in PGN."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plyground.errors import InvalidRecord, UnknownGame
from plyground.games.registry import game as find_game
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.files import RESULTS, OnError, Source, first_of, read_games_of, roster_tags, start_of
from plyground.notation.movetext import Dialect, InvalidTag
from plyground.notation.writer import format_movetext, format_tags
from plyground.protocol import Move, Position


def read_games(source: Source, *, on_error: OnError | None = None) -> Iterator[AnnotatedGame]:
    """The games of a text or file, each read when it is asked for; see `plyground.notation.pgn.read_games`."""
    return read_games_of(DIALECT, source, on_error)


def read_game(source: Source) -> AnnotatedGame:
    """The first game of a text or file.

    >>> read_game('[Game "connect-four"] 1. d d 2. c *')
    <AnnotatedGame of connect-four: ? v ?, 3 plies, *>
    """
    return first_of(read_games(source))


def write_game(game: AnnotatedGame, *, columns: int | None = 80) -> str:
    """A game as text, every line shorter than `columns` where its words allow; None does not wrap.

    >>> print(write_game(read_game('[Game "connect-four"] [White "Ann"] 1. d d 2. c *')).splitlines()[-1])
    1. d d 2. c *
    """
    tags = roster_tags(game, without=("Game", "SetUp", "FEN")) | {"Game": game.game.name}
    if game.start.fen != game.game.start().fen:
        tags |= {"SetUp": "1", "FEN": game.start.fen}
    return f"{format_tags(tags)}\n\n{format_movetext(game, first_number=1, columns=columns)}\n"


def _start(headers: Mapping[str, str]) -> Position:
    if "Game" not in headers:
        raise InvalidTag("Game", InvalidRecord("game_tag_missing"))
    try:
        return start_of(find_game(headers["Game"]), headers)
    except UnknownGame as error:
        raise InvalidTag("Game", error) from error


def _parse(position: Position, word: str) -> Move:
    return position.parse(word)


DIALECT = Dialect(start=_start, parse=_parse, results=RESULTS)
"""Plain records among the families of game files."""
