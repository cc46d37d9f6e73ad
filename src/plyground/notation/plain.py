"""Plain records: games without a notation of their own as text, with tags and numbered moves as in PGN."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from plyground.errors import InvalidRecord, UnknownGame
from plyground.games.registry import game as find_game
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.files import RESULTS, OnError, Source, first_of, read_games_of, roster_tags, start_of
from plyground.notation.movetext import Dialect, InvalidTag
from plyground.notation.writer import format_movetext, format_tags
from plyground.protocol import Game, Move, Position


def read_games(
    source: Source,
    *,
    game: Game | None = None,
    on_error: OnError | None = None,
    find: Callable[[str], Game] = find_game,
) -> Iterator[AnnotatedGame]:
    """The games of a text or file, each read when it is asked for; see `plyground.notation.pgn.read_games`.

    `game` is known by its own name, although nothing else may know it, and is what games without a name are taken for.
    `find` gives the game that a tag names. The usual one may run the file in which a game is written, so texts from
    elsewhere are read with `plyground.games.registry.registered`.
    """
    dialect = Dialect(start=partial(_start, game=game, find=find), parse=_parse, results=RESULTS)
    return read_games_of(dialect, source, on_error)


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


def _start(headers: Mapping[str, str], game: Game | None, find: Callable[[str], Game]) -> Position:
    if game is not None and headers.get("Game", game.name) == game.name:
        return start_of(game, headers)
    if "Game" not in headers:
        raise InvalidTag("Game", InvalidRecord("game_tag_missing"))
    try:
        return start_of(find(headers["Game"]), headers)
    except UnknownGame as error:
        raise InvalidTag("Game", error) from error


def _parse(position: Position, word: str) -> Move:
    return position.parse(word)
