"""Mill records: games of the whole mill family in files, shaped like PGN, with the rules among the tags.

    [Game "mill:morabaraba"]
    [Game "mill:custom"] [Rules "board=two-ring-centre men=7 fly_at=never"]

A tag `Rules` names the options that differ from nine men's morris. Reading is generous: other programs write a
removal as a word of its own (`d6-d5 xb4`) and leave out the passes of a side that must sit out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial

from plyground.errors import InvalidMove, InvalidRecord, InvalidRules, UnknownGame
from plyground.games.mill import Mill
from plyground.games.mill.rules import PRESETS, MillRules
from plyground.games.registry import registered
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
from plyground.protocol import Game, Move, Position

FAMILY = "mill"

_MOVE_NUMBER = 16
"""The field of a position's text that holds the number of the move; optional fields may follow it."""
_LONGEST_MOVE = 40
"""Words longer than this are no moves; it keeps messages short."""


def read_games(source: Source, *, game: Game | None = None, on_error: OnError | None = None) -> Iterator[AnnotatedGame]:
    """The games of a text, an open file, or the file at a path, each read when it is asked for.

    `game` is what games are taken for whose tags name neither game nor rules, if it is mill; else nine men's morris.
    The first place that makes no sense raises `InvalidFile`, after all games before it have been given. With
    `on_error` it is handed over instead, and reading goes on with the next game; `error.partial` is what could be
    read of the broken one.

    >>> text = "1. d6 f4 2. d6 *  1. d2 (1. a1 {a corner}) d6 1/2-1/2"
    >>> [game.result for game in read_games(text, on_error=print)]
    line 1, column 13: 'd6' is not legal: d6 is not empty
    ['1/2-1/2']
    """
    usual = game if isinstance(game, Mill) else registered(FAMILY)
    start = partial(_start, usual=usual)
    dialect = Dialect(start=start, parse=_parse, results=RESULTS, continues=_is_removal, omits_passes=True)
    return read_games_of(dialect, source, on_error)


def read_game(source: Source) -> AnnotatedGame:
    """The first game of a text or file.

    >>> game = read_game('[White "Lasker"] [Game "mill:lasker"] 1. d6 b4 2. d6-d7 {already} *')
    >>> game
    <AnnotatedGame of mill:lasker: Lasker v ?, 3 plies, *>
    >>> game.game.rules.move_while_placing
    True
    """
    return first_of(read_games(source))


def write_game(game: AnnotatedGame, *, columns: int | None = 80) -> str:
    """A game as text, every line shorter than `columns` where its words allow; None does not wrap.

    >>> game = read_game('[Rules "men=7 board=two-ring-centre"] 1. c3 b4 2. b3 a5 3. d3 xb4 *')
    >>> print(write_game(game), end="")
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "?"]
    [Black "?"]
    [Result "*"]
    [Game "mill:custom"]
    [Rules "board=two-ring-centre men=7"]
    <BLANKLINE>
    1. c3 b4 2. b3 a5 3. d3xb4 *
    """
    tags = format_tags(_export_tags(game))
    first_number = int(game.start.fen.split()[_MOVE_NUMBER])
    return f"{tags}\n\n{format_movetext(game, first_number=first_number, columns=columns)}\n"


def write_games(target: Target, games: Iterable[AnnotatedGame], *, columns: int | None = 80) -> None:
    """Writes games one after the other to an open file or, as UTF-8, to the file at a path."""
    write_all(target, (write_game(game, columns=columns) for game in games))


def _start(headers: Mapping[str, str], usual: Game) -> Position:
    """The start position that the tags describe; without a game among them, of the usual one."""
    if "Game" not in headers and "Rules" not in headers:
        return start_of(usual, headers)
    name = headers.get("Game", FAMILY).strip()
    if name.partition(":")[0] != FAMILY:
        raise InvalidTag("Game", InvalidRecord("record_foreign", what="game", other=name, game=FAMILY))
    if "Rules" in headers:
        try:
            return start_of(_by_rules(name, headers["Rules"]), headers)
        except InvalidRules as error:
            raise InvalidTag("Rules", error) from error
    try:
        return start_of(registered(name), headers)
    except UnknownGame as error:
        raise InvalidTag("Game", error) from error


@lru_cache(maxsize=16)
def _by_rules(name: str, line: str) -> Game:
    """The same object for the games of one file, which share their rules."""
    return Mill(name.partition(":")[2], rules=MillRules.from_line(line))


def _parse(position: Position, word: str) -> Move:
    if len(word) > _LONGEST_MOVE:
        text = word[:_LONGEST_MOVE] + "..."
        raise InvalidMove("move_unreadable", text=text, game=position.game.name, expected="d6-d5xb4")
    return position.parse(word)


def _is_removal(word: str) -> bool:
    return word[:1] in ("x", "X")


def _export_tags(game: AnnotatedGame) -> dict[str, str]:
    """The tags as written: the roster, the others, then the game, its rules and the start as they are."""
    played = game.game
    if not isinstance(played, Mill):
        raise InvalidRecord("record_foreign", what="game", other=played.name, game=FAMILY)
    tags = roster_tags(game, without=("Game", "Rules", "SetUp", "FEN"))
    tags["Game"] = played.name
    preset = PRESETS.get(played.name.partition(":")[2])
    if preset is None or preset.rules != played.rules:
        tags["Rules"] = played.rules.to_line()
    if game.start.fen != played.start().fen:
        tags |= {"SetUp": "1", "FEN": game.start.fen}
    return tags
