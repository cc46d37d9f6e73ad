"""Mill records: games of the whole mill family in files, shaped like PGN, with the rules among the tags.

    [Game "mill:morabaraba"]
    [Game "mill:custom"] [Rules "board=two-ring-centre men=7 fly_at=never"]

A tag `Rules` names the options that differ from nine men's morris. Reading is generous: other programs write a
removal as a separate word (`d6-d5 xb4`), leave out the passes of a side that must sit out, or number the points from 1
to 24 as PlayOK does (`5 13`, `5-2x13`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from plyground.abilities import family_rules
from plyground.errors import InvalidRecord, InvalidRules, PlygroundError
from plyground.games.mill.rules import PRESETS, MillRules
from plyground.games.registry import game_with_rules, registered
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.dialect import InvalidTag
from plyground.notation.notation import SETUP_TAGS, Notation, named_start, roster_tags, setup_tags, start_of
from plyground.protocol import Game, Move, Position

FAMILY = "mill"

NUMBERED = (
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
    "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
)  # fmt: skip
"""The points in the order of PlayOK's numbers, from 1: row by row from the top."""

_NUMBERS = re.compile(r"(?:[0-9]{1,2}(?:-[0-9]{1,2})?)?(?:x[0-9]{1,2})*")
_MOVE_NUMBER = 16
"""The field of a position's text that holds the number of the move; optional fields may follow it."""


class MillNotation(Notation):
    """Mill records, whose tags `Game` and `Rules` say which mill is played; nine men's morris by default.

    >>> game = MILL.read_game('[White "Lasker"] [Game "mill:lasker"] 1. d6 b4 2. d6-d7 {already} *')
    >>> game
    <AnnotatedGame of mill:lasker: Lasker v ?, 3 plies, *>
    >>> game.game.rules.move_while_placing
    True
    >>> game = MILL.read_game('[Rules "men=7 board=two-ring-centre"] 1. c3 b4 2. b3 a5 3. d3 xb4 *')
    >>> print(MILL.write_game(game), end="")
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

    name = "mill"
    suffix = ".mill"
    omits_passes = True
    example_move = "d6-d5xb4"
    has_numbered_points = True

    def start(self, headers: Mapping[str, str], game: Game | None) -> Position:
        """The start position that the tags describe; if they name no game, that of `game` if it is mill."""
        if "Game" not in headers and "Rules" not in headers:
            return start_of(game if game and family_rules(game, MillRules) else registered(FAMILY), headers)
        name = headers.get("Game", FAMILY).strip()
        if name.partition(":")[0] != FAMILY:
            raise InvalidTag("Game", InvalidRecord("record_foreign", what="game", other=name, game=FAMILY))
        if "Rules" not in headers:
            return named_start(name, headers, registered)
        try:
            return start_of(_by_rules(name, headers["Rules"]), headers)
        except InvalidRules as error:
            raise InvalidTag("Rules", error) from error

    def recognises(self, tags: Mapping[str, str]) -> bool:
        """Whether the tag `Game` names a mill game."""
        return tags.get("Game", "").partition(":")[0] == FAMILY

    def parse(self, position: Position, word: str) -> Move:
        """The move of a word, with names or numbers of points."""
        try:
            return position.parse(word)
        except PlygroundError:
            if not _NUMBERS.fullmatch(word.lower()):
                raise
            return position.parse(re.sub("[0-9]+", _point_name, word))

    def continues_move(self, word: str) -> bool:
        """Other programs write a removal as a separate word."""
        return word[:1] in ("x", "X")

    def first_number(self, start: Position) -> int:
        """The number of the move in the position's text."""
        return int(start.fen.split()[_MOVE_NUMBER])

    def tags(self, game: AnnotatedGame) -> dict[str, str]:
        """The roster, the other tags, then the game, its rules and the start."""
        played = game.game
        rules = family_rules(played, MillRules)
        if rules is None:
            raise InvalidRecord("record_foreign", what="game", other=played.name, game=FAMILY)
        tags = roster_tags(game, without=("Game", "Rules", *SETUP_TAGS)) | {"Game": played.name}
        preset = PRESETS.get(played.name.partition(":")[2])
        if preset is None or preset.rules != rules:
            tags["Rules"] = rules.to_line()
        return tags | setup_tags(game)


def _point_name(number: re.Match[str]) -> str:
    """The name of a numbered point; a number that no point has stays."""
    place = int(number[0]) - 1
    return NUMBERED[place] if 0 <= place < len(NUMBERED) else number[0]


@lru_cache(maxsize=16)
def _by_rules(name: str, line: str) -> Game:
    """The game with these rules; the same object for all games of a file."""
    rules = MillRules.from_line(line)
    preset = PRESETS.get(name.partition(":")[2])
    return registered(name) if preset is not None and preset.rules == rules else game_with_rules(FAMILY, rules)


MILL = MillNotation()
