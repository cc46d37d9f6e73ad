"""The roster: which bots there are, and the bot that a text such as `level=3:style=attacking` means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from plyground.errors import InvalidRules, UnknownGame
from plyground.play.bots import DEPTH, NAMES
from plyground.play.levels import HIGHEST, LOWEST, Level
from plyground.play.ratings import ratings_of
from plyground.protocol import Game
from plyground.search.searcher import STYLES, Style
from plyground.server.wire.http import BotEntry

BEST = "best"
LEVEL = "level"
ENGINE = "engine"
DEEPEST = 20
"""How deep a bot may be asked to look; its time ends it sooner."""
LONGEST_S = 30.0
"""How long a move of the best may be asked to take."""
ENGINE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,29}")


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """A bot with its options; exactly one of `level`, `course` and `command` says what it is, none means the best."""

    name: str
    """What people read in its seat."""
    level: int | None = None
    style: Style = "normal"
    course: str = ""
    """A bot of the course work."""
    depth: int | None = None
    seconds: float | None = None
    """For each move where there is no clock."""
    command: str = ""
    """A program of the operator's."""


@dataclass(slots=True)
class Roster:
    """The bots that people may choose: levels, styles, the course work's bots, and engines the operator has added."""

    engines: Mapping[str, str] = field(default_factory=dict)
    """Name -> command line."""
    engine_games: dict[str, list[str]] = field(default_factory=dict)
    """The families each engine plays, as far as that has been tried."""

    def __post_init__(self) -> None:
        for name in self.engines:
            if not ENGINE_NAME.fullmatch(name):
                raise InvalidRules("engine_name", name=name)

    def find(self, spec: str) -> Bot:
        """The bot that a text means; raises `UnknownGame` or `InvalidRules`.

        >>> Roster().find("level=3:style=attacking").name
        'Level 3, attacking'
        >>> Roster().find("negascout:depth=4").depth
        4
        >>> Roster().find("best:seconds=2").seconds
        2.0
        >>> Roster().find("stockfish")
        Traceback (most recent call last):
        plyground.errors.UnknownGame: there is no bot 'stockfish'; the bots are best, level=1 to level=20, random, ...
        """
        head, *rest = spec.split(":")
        kind, _, value = head.partition("=")
        options = self._options(head, rest)
        if head == BEST:
            return _best(head, options)
        if kind == LEVEL:
            return _level(value, options)
        if head in NAMES:
            return _course(head, options)
        if kind == ENGINE and value in self.engines:
            seconds = _seconds(head, options.pop("seconds", ""))
            _nothing_left(head, options, "seconds=N")
            return Bot(name=value, command=self.engines[value], seconds=seconds)
        known = (BEST, f"{LEVEL}={LOWEST} to {LEVEL}={HIGHEST}", *NAMES, *(f"{ENGINE}={name}" for name in self.engines))
        raise UnknownGame("unknown_bot", name=head, known=", ".join(known))

    def check(self, spec: str, game: Game) -> Bot:
        """The bot that a text means, if it plays that game."""
        bot = self.find(spec)
        family = game.name.partition(":")[0]
        if bot.command and family not in self.engine_games.get(bot.name, ["chess"]):
            raise UnknownGame("engine_game", engine=bot.name, game=game.name)
        return bot

    def entries(self) -> list[BotEntry]:
        """The bots as people choose among them."""
        levels = [_entry(f"{LEVEL}={number}", f"Level {number}", number) for number in range(LOWEST, HIGHEST + 1)]
        course = [_entry(name, name, kind="bot") for name in NAMES]
        engines = [
            _entry(f"{ENGINE}={name}", name, kind="engine", games=self.engine_games.get(name, ["chess"]))
            for name in self.engines
        ]
        return [*levels, _entry(BEST, "Best"), *course, *engines]

    def _options(self, head: str, words: list[str]) -> dict[str, str]:
        options: dict[str, str] = {}
        for word in words:
            for option in word.split(","):
                name, equals, value = option.partition("=")
                if not equals or name in options:
                    raise UnknownGame("bot_option", name=head, option=option, known="NAME=VALUE, each once")
                options[name] = value
        return options


def _entry(
    spec: str, name: str, level: int | None = None, *, kind: str = "level", games: list[str] | None = None
) -> BotEntry:
    styles = list(STYLES) if kind == "level" else []
    return msgspec.convert(
        {
            "spec": spec,
            "name": name,
            "kind": kind,
            "level": level,
            "styles": styles,
            "ratings": {} if level is None else ratings_of(level),
            "games": games or [],
        },
        BotEntry,
    )


def _level(value: str, options: dict[str, str]) -> Bot:
    head = f"{LEVEL}={value}"
    number = _number(head, LEVEL, value, LOWEST, HIGHEST)
    Level.of(number)
    style = _style(head, options)
    _nothing_left(head, options, "style=NAME")
    return Bot(name=f"Level {number}" + _named(style), level=number, style=style)


def _best(head: str, options: dict[str, str]) -> Bot:
    style = _style(head, options)
    seconds = _seconds(head, options.pop("seconds", ""))
    _nothing_left(head, options, "style=NAME, seconds=N")
    return Bot(name="Best" + _named(style), style=style, seconds=seconds)


def _course(head: str, options: dict[str, str]) -> Bot:
    text = options.pop("depth", "")
    depth = _number(head, "depth", text, 1, DEEPEST) if text else None
    _nothing_left(head, options, "depth=N")
    if depth is not None and head == "random":
        raise UnknownGame("bot_option", name=head, option=f"depth={depth}", known="no options")
    return Bot(name=head if depth in (None, DEPTH) else f"{head}, depth {depth}", course=head, depth=depth)


def _style(head: str, options: dict[str, str]) -> Style:
    given = options.pop("style", "normal")
    for style in STYLES:
        if style == given:
            return style
    raise UnknownGame("bot_option", name=head, option=f"style={given}", known=f"style={', '.join(STYLES)}")


def _named(style: Style) -> str:
    return "" if style == "normal" else f", {style}"


def _number(head: str, option: str, text: str, low: int, high: int) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 3 or not low <= int(text) <= high:
        raise UnknownGame("bot_option", name=head, option=f"{option}={text}", known=f"{option}={low} to {high}")
    return int(text)


def _seconds(head: str, text: str) -> float | None:
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,3})?", text) or not 0 < float(text) <= LONGEST_S:
        raise UnknownGame("bot_option", name=head, option=f"seconds={text}", known=f"up to {LONGEST_S:g} seconds")
    return float(text)


def _nothing_left(head: str, options: dict[str, str], known: str) -> None:
    for name, value in options.items():
        raise UnknownGame("bot_option", name=head, option=f"{name}={value}", known=known)
