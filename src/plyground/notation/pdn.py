"""PDN: draughts games read from and written to files as the Portable Draughts Notation 3.0 describes them.

The `GameType` tag says which draughts it is. A tag `Rules` names the options that differ from that game: the standard
has no place for rules of one's own. Squares are read as names or as numbers whatever the tag prefers; `1-0` and `2-0`,
`1/2-1/2` and `1-1` are understood alike. Writing uses the game's own squares and marks.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial

from plyground.errors import InvalidMove, InvalidPosition, InvalidRecord, InvalidRules, UnknownGame
from plyground.games.draughts import PRESETS, Draughts, DraughtsRules
from plyground.games.registry import game as find_game
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.files import (
    RESULTS,
    ROSTER,
    OnError,
    Source,
    Target,
    first_of,
    read_games_of,
    roster_tags,
    write_all,
)
from plyground.notation.movetext import Dialect, InvalidTag
from plyground.notation.writer import format_movetext, format_tags
from plyground.protocol import Game, Move, Position, Side
from plyground.rules import CUSTOM

DRAUGHTS_RESULTS = {**RESULTS, "2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "0-0": "*"}
"""Results as files write them -> the one spelling we keep; `0-0` says that both lost, which decides nothing."""

INTERNATIONAL_RESULTS = {"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1", "*": "*"}
"""What the standard writes for International draughts, where a win counts two points."""

INTERNATIONAL = 20
"""Its number as a game type."""

TYPES: Mapping[int, str] = {
    int(preset.rules["pdn_type"]): f"draughts:{name}" for name, preset in reversed(PRESETS.items())
}
"""Number of a game type -> the game; where presets share a number, the first of them."""

_GAME_TYPE = re.compile(r"\s*([0-9]{1,3})\s*(?:,\s*([WB])\b.*)?")
_MOVE_NUMBER = re.compile(r":F([0-9]+)")
_LONGEST_MOVE = 80
"""Words longer than this are no moves."""


def read_games(
    source: Source, *, game: Game | str = "draughts:russian", on_error: OnError | None = None
) -> Iterator[AnnotatedGame]:
    """The games of a text, an open file, or the file at a path, each read when it is asked for.

    `game` is what games without a `GameType` tag are taken for, if it is draughts. The first place that makes no sense
    raises `InvalidFile`, after all games before it have been given. With `on_error` it is handed over instead, and
    reading goes on with the next game; `error.partial` is what could be read of the broken one.

    >>> text = '1. c3-d4 b6-c5 2. d4-e5 *  [GameType "21"] 1. 11-15 (1. 9-14 {Double Corner}) 23-19 1/2-1/2'
    >>> [game.game.title for game in read_games(text, on_error=print)]
    line 1, column 19: 'd4-e5' is not legal: white must capture; the captures are d4:b6
    ['English draughts']
    """
    usual = find_game(game) if isinstance(game, str) else game
    if not isinstance(usual, Draughts):
        usual = find_game("draughts:russian")
    dialect = Dialect(start=partial(_start, usual=usual), parse=_parse, results=DRAUGHTS_RESULTS)
    return read_games_of(dialect, source, on_error)


def read_game(source: Source, *, game: Game | str = "draughts:russian") -> AnnotatedGame:
    """The first game of a text or file.

    >>> read_game('[GameType "20"] [White "Sijbrands"] 1. 32-28 18-23 2. 33-29 {Ghestem} 2-0')
    <AnnotatedGame of draughts:international: Sijbrands v ?, 3 plies, 1-0>
    """
    return first_of(read_games(source, game=game))


def write_game(game: AnnotatedGame, *, columns: int | None = 80) -> str:
    """A game as the standard has it, every line shorter than `columns` where its words allow; None does not wrap.

    >>> print(write_game(read_game('[White "Petrov"] 1.c3-d4 b6-c5 2. d4xb6 a7xc5 1-0')), end="")
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Petrov"]
    [Black "?"]
    [Result "1-0"]
    [GameType "25,W,8,8,A0,0"]
    <BLANKLINE>
    1. c3-d4 b6-c5 2. d4:b6 a7:c5 1-0
    """
    rules = _rules(game.game)
    written = copy.copy(game)
    if int(rules["pdn_type"]) == INTERNATIONAL:
        written.result = INTERNATIONAL_RESULTS.get(game.result, game.result)
    number = _MOVE_NUMBER.search(game.start.fen)
    movetext = format_movetext(
        written, first_number=int(number[1]) if number else 1, opens=Side(rules["first"]), columns=columns
    )
    return f"{format_tags(_export_tags(written))}\n\n{movetext}\n"


def write_games(target: Target, games: Iterable[AnnotatedGame], *, columns: int | None = 80) -> None:
    """Writes games one after the other to an open file or, as UTF-8, to the file at a path."""
    write_all(target, (write_game(game, columns=columns) for game in games))


def game_type(game: Game) -> str:
    """The `GameType` of a game: number, first side, size, notation with the place of square 1, playing squares.

    >>> game_type(find_game("draughts:english"))
    '21,B,8,8,N1,0'
    """
    rules = _rules(game)
    if rules["numeric"] == "no":
        notation = "A0"
    else:
        # The standard says where square 1 is as the side that opens sees it.
        is_top_left = (rules["first_square"] == "top-left") == (rules["first"] == "white")
        notation = "N2" if is_top_left else "N1"
    first = rules["first"][0].upper()
    return f"{rules['pdn_type']},{first},{rules['size']},{rules['size']},{notation},{int(rules['mirrored'] == 'yes')}"


def _rules(game: Game) -> DraughtsRules:
    if not isinstance(game, Draughts):
        raise InvalidRecord("record_foreign", what="game", other=game.name, game="draughts")
    return game.rules


def _start(headers: Mapping[str, str], usual: Game) -> Position:
    """The start position that the tags describe."""
    game, opens = _game(headers, usual)
    fen = headers.get("FEN", "").strip()
    if fen in ("", "?", "startpos"):
        start = game.start()
        if opens is not None and opens is not start.side_to_move:
            return game.from_fen(opens.value[0].upper() + start.fen[1:])
        return start
    try:
        return game.from_fen(fen)
    except InvalidPosition as error:
        raise InvalidTag("FEN", error) from error


def _game(headers: Mapping[str, str], usual: Game) -> tuple[Game, Side | None]:
    """The game that the tags name, and who opens if they say so."""
    tag, line = headers.get("GameType", ""), headers.get("Rules", "")
    if tag.strip() in ("", "?"):
        return _by_rules("draughts:russian", line) if line else usual, None
    found = _GAME_TYPE.fullmatch(tag)
    if found is None or not (int(found[1]) in TYPES or line):
        known = ", ".join(str(number) for number in sorted(TYPES))
        raise InvalidTag("GameType", InvalidRecord("variant_unknown", text=tag, known=known))
    opens = {"W": Side.WHITE, "B": Side.BLACK}.get(found[2] or "")
    return _by_rules(_base(int(found[1])), line), opens


def _base(number: int) -> str:
    """The game from which rules with a number of a game type differ; Russian if they have a number of their own."""
    return TYPES.get(number, "draughts:russian")


@lru_cache(maxsize=16)
def _by_rules(base: str, line: str) -> Game:
    """A game with the options in a line changed; the same object for the games of one file, which share their rules."""
    if not line:
        return find_game(base)
    try:
        rules = DraughtsRules.from_line(line, base.partition(":")[2])
    except (InvalidRules, UnknownGame) as error:
        raise InvalidTag("Rules", error) from error
    named = (name for name, preset in PRESETS.items() if preset.rules == rules)
    return Draughts(next(named, CUSTOM), rules=rules)


def _parse(position: Position, word: str) -> Move:
    """The move a word names."""
    if len(word) > _LONGEST_MOVE:
        raise InvalidMove("move_unreadable", text=word[:40] + "...", game=position.game.name, expected="c3-d4 or 22x15")
    return position.parse(word.replace("×", "x"))


def _export_tags(game: AnnotatedGame) -> dict[str, str]:
    """The tags as written: the roster first, then the others, start and result as they are in the game."""
    others = roster_tags(game, without=("GameType", "Rules", "SetUp", "FEN"))
    tags = {tag: others.pop(tag) for tag in ROSTER} | {"GameType": game_type(game.game)}
    rules = _rules(game.game)
    if line := rules.to_line(_base(int(rules["pdn_type"])).partition(":")[2]):
        tags["Rules"] = line
    tags |= others
    if game.start.fen != game.game.start().fen:
        tags |= {"SetUp": "1", "FEN": game.start.fen}
    return tags
