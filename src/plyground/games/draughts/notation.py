"""PDN: draughts games read from and written to files as the Portable Draughts Notation 3.0 describes them.

The `GameType` tag says which draughts it is. A tag `Rules` names the options that differ from that game: the standard
has no place for custom rules. Squares are read as names or numbers, whichever the tag prefers; `1-0` and `2-0`
mean the same, as do `1/2-1/2` and `1-1`. Writing uses the game's own squares and marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from plyground.abilities import family_rules
from plyground.errors import InvalidRecord, InvalidRules, UnknownGame
from plyground.games.draughts.rules import DEFAULT, PRESETS, DraughtsRules
from plyground.games.registry import game_with_rules, registered
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.dialect import InvalidTag
from plyground.notation.notation import RESULTS, ROSTER, SETUP_TAGS, Notation, fen_of, roster_tags, setup_tags, start_of
from plyground.protocol import Game, Move, Position, Side

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
_HALF_MOVE = re.compile(r"[0-9]{1,2} ?[-x:×]")
_REST_OF_MOVE = re.compile(r"[-x:×](?:[0-9]{1,2})?")
_LEADING_ZERO = re.compile(r"(?<![0-9a-h])0+(?=[1-9])")


class Pdn(Notation):
    """PDN, whose tag `GameType` says which draughts is played; Russian by default.

    >>> text = '1. c3-d4 b6-c5 2. d4-e5 *  [GameType "21"] 1. 11-15 (1. 9-14 {Double Corner}) 23-19 1/2-1/2'
    >>> [game.game.title for game in PDN.read_games(text, on_error=print)]
    Line 1, column 19: 'd4-e5' is not legal. White must capture. The captures are d4:b6.
    ['English draughts']
    >>> print(PDN.write_game(PDN.read_game('[White "Petrov"] 1.c3-d4 b6-c5 2. d4xb6 a7xc5 1-0')), end="")
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

    name = "pdn"
    suffix = ".pdn"
    results = DRAUGHTS_RESULTS
    max_move_length = 80
    example_move = "c3-d4 or 22x15"
    null_moves = frozenset({"--", "Z0"})

    def start(self, headers: Mapping[str, str], game: Game | None) -> Position:
        """The start position that the tags describe; if they name no game, that of `game` if it is draughts."""
        found, opens = _game(headers, game if game and family_rules(game, DraughtsRules) else registered("draughts"))
        start = start_of(found, headers)
        if opens is not None and opens is not start.side_to_move and not fen_of(headers):
            return found.from_fen(opens.value[0].upper() + start.fen[1:])
        return start

    def recognises(self, tags: Mapping[str, str]) -> bool:
        """Whether there is a game type."""
        return "GameType" in tags

    def parse(self, position: Position, word: str) -> Move:
        """The move of a word."""
        return position.parse(word.replace("×", "x"))

    def is_unfinished(self, word: str) -> bool:
        """Columns of old books keep a blank before a number of one digit: `1- 6`."""
        return _HALF_MOVE.fullmatch(word) is not None

    def continues_number(self, word: str) -> bool:
        """Others keep blanks around the separator: `28 x17`, `11 - 15`."""
        return _REST_OF_MOVE.fullmatch(word) is not None

    def readings(self, word: str) -> Iterator[str]:
        """A word without blanks and leading zeros, and with the other separator: programs write `10x14` for a step."""
        plain = _LEADING_ZERO.sub("", word.replace(" ", "").replace("×", "x"))
        yield plain
        yield plain.replace("-", "x") if "-" in plain else plain.replace("x", "-").replace(":", "-")

    def after_null_move(self, position: Position) -> Position | None:
        """The position with the other side to move; None for a side that must capture."""
        if position.result is not None or position.forced:
            return None
        other = position.side_to_move.other
        return position.game.from_fen(other.value[0].upper() + position.fen[1:])

    def first_number(self, start: Position) -> int:
        """The number of the move in the position's FEN, if it has one."""
        number = _MOVE_NUMBER.search(start.fen)
        return int(number[1]) if number else 1

    def opens(self, game: Game) -> Side:
        """The side that opens the game by its rules."""
        return Side(_rules(game)["first"])

    def written_result(self, game: AnnotatedGame) -> str:
        """The result in the points that the game's federation counts."""
        is_international = int(_rules(game.game)["pdn_type"]) == INTERNATIONAL
        return INTERNATIONAL_RESULTS.get(game.result, game.result) if is_international else game.result

    def tags(self, game: AnnotatedGame) -> dict[str, str]:
        """The roster, the game type and rules, the other tags, then the start."""
        others = roster_tags(game, without=("GameType", "Rules", *SETUP_TAGS))
        tags = {tag: others.pop(tag) for tag in ROSTER} | {"GameType": game_type(game.game)}
        rules = _rules(game.game)
        if line := rules.to_line(_base(int(rules["pdn_type"])).partition(":")[2]):
            tags["Rules"] = line
        return tags | others | setup_tags(game)


def game_type(game: Game) -> str:
    """The `GameType` of a game: number, first side, size, notation with the place of square 1, playing squares.

    >>> game_type(registered("draughts:english"))
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
    rules = family_rules(game, DraughtsRules)
    if rules is None:
        raise InvalidRecord("record_foreign", what="game", other=game.name, game="draughts")
    return rules


def _game(headers: Mapping[str, str], default: Game) -> tuple[Game, Side | None]:
    """The game that the tags name, and who opens if they say so."""
    tag, line = headers.get("GameType", ""), headers.get("Rules", "")
    if tag.strip() in ("", "?"):
        return _by_rules(f"draughts:{DEFAULT}", line) if line else default, None
    found = _GAME_TYPE.fullmatch(tag)
    if found is None or not (int(found[1]) in TYPES or line):
        known = ", ".join(str(number) for number in sorted(TYPES))
        raise InvalidTag("GameType", InvalidRecord("variant_unknown", text=tag, known=known))
    opens = {"W": Side.WHITE, "B": Side.BLACK}.get(found[2] or "")
    return _by_rules(_base(int(found[1])), line), opens


def _base(number: int) -> str:
    """The game from which rules with this number of a game type differ; Russian if the number is unknown."""
    return TYPES.get(number, f"draughts:{DEFAULT}")


def _by_rules(base: str, line: str) -> Game:
    """A game with the options in a line changed."""
    return _changed(base, line) if line else registered(base)


@lru_cache(maxsize=16)
def _changed(base: str, line: str) -> Game:
    """The same object for all games of a file."""
    try:
        rules = DraughtsRules.from_line(line, base.partition(":")[2])
    except (InvalidRules, UnknownGame) as error:
        raise InvalidTag("Rules", error) from error
    named = next((name for name, preset in PRESETS.items() if preset.rules == rules), None)
    return game_with_rules("draughts", rules) if named is None else registered(f"draughts:{named}")


PDN = Pdn()
