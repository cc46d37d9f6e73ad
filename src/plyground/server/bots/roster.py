"""The roster: which bots people may choose, and the player that a choice like `level=3:style=attacking` means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from plyground.abilities import HasDatabases
from plyground.database.endgames import default_source
from plyground.errors import InvalidOption, InvalidRules, UnknownGame
from plyground.games.registry import DEFAULT_GAME, families, registered
from plyground.play.classic import BOTS, DEFAULT_DEPTH, plain_evaluations
from plyground.play.levels import HIGHEST, LOWEST, ratings_of
from plyground.play.player import DEFAULT_MS
from plyground.play.spec import CLASSIC, ENGINE, PERFECT, PlayerSpec
from plyground.protocol import Game
from plyground.search.searcher import STYLES, styles_of
from plyground.server.wire.http import BotEntry

BEST = "best"
LEVEL = "level"
HASH_MB = 16
MAX_DEPTH = 20
"""How deep a classic bot may be asked to search; its time ends it sooner."""
MAX_MOVE_MS = 30_000
"""No bot thinks longer about a move, and `seconds` may not ask for more."""
CLASSIC_MS = 3_000
"""The time of a classic bot for its depth; then it plays the result of a smaller one."""
EVALUATION_NAME = re.compile(r"([a-z][a-z0-9-]{0,39})?")
ENGINE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,29}")


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that was chosen."""

    name: str
    """The name people see in its seat."""
    spec: str
    """The spec of its player; see `plyground.play.spec.PlayerSpec`."""
    move_ms: int = MAX_MOVE_MS
    """The time for a move without a clock."""
    max_ms: int = MAX_MOVE_MS
    """The most time for a move with one."""
    is_program: bool = False
    """Whether it is a program that the operator has added."""
    evaluation: str = field(default="", kw_only=True)
    """The evaluation that a classic bot was given."""


@dataclass(slots=True)
class Roster:
    """The bots that people may choose: levels with styles, the classic bots, and engines the operator has added."""

    engines: Mapping[str, str] = field(default_factory=dict)
    """Name -> command line."""
    engine_games: dict[str, list[str]] = field(default_factory=dict)
    """The families that each engine plays, once that is known."""

    def __post_init__(self) -> None:
        for name in self.engines:
            if not ENGINE_NAME.fullmatch(name):
                raise InvalidRules("engine_name", name=name)

    def find(self, choice: str) -> Bot:
        """The bot that a text means; raises `UnknownGame`.

        >>> Roster().find("level=3:style=attacking").name
        'Level 3, attacking'
        >>> Roster().find("negascout:depth=4").spec
        'negascout:depth=4'
        >>> Roster().find("best:seconds=2").move_ms
        2000
        >>> Roster().find("mtdf:depth=8,seconds=10").name
        'mtdf, depth 8, 10 s'
        >>> Roster().find("stockfish")
        Traceback (most recent call last):
        plyground.errors.UnknownGame: There is no bot 'stockfish'. The bots are best, perfect, level=1 to level=20, ...
        """
        head, *rest = choice.split(":")
        kind, _, value = head.partition("=")
        options = _Options(head, rest)
        if head == BEST:
            style, move_ms = options.style(), options.seconds()
            bot = Bot("Best" + _named(style), f"{ENGINE}:style={style},hash={HASH_MB}", move_ms)
        elif head == PERFECT:
            bot = Bot("Perfect", f"{PERFECT}:hash={HASH_MB}", options.seconds())
        elif kind == LEVEL:
            level, style = options.number(LEVEL, value, LOWEST, HIGHEST), options.style()
            spec = f"{ENGINE}:level={level},style={style},hash={HASH_MB}"
            bot = Bot(f"Level {level}" + _named(style), spec)
        elif head in CLASSIC:
            bot = _classic(head, options)
        elif kind == ENGINE and value in self.engines:
            bot = Bot(value, f"uci:{self.engines[value]}", options.seconds(), is_program=True)
        else:
            levels = f"{LEVEL}={LOWEST} to {LEVEL}={HIGHEST}"
            known = (BEST, PERFECT, levels, *CLASSIC, *(f"{ENGINE}={name}" for name in self.engines))
            raise UnknownGame("unknown_bot", name=head, known=", ".join(known))
        options.check_all_used()
        return bot

    def check(self, choice: str, game: Game) -> Bot:
        """The bot that a text means, if it plays that game; perfect play needs databases, and says how to get them."""
        bot = self.find(choice)
        if bot.spec.startswith(PERFECT) and not default_source().covers(game):
            raise InvalidOption("perfect_missing", game=game.name, name=game.name)
        if bot.evaluation and bot.evaluation not in plain_evaluations(game):
            known = ", ".join(f"evaluation={name}" for name in plain_evaluations(game)) or "no evaluation"
            raise UnknownGame("bot_option", name=bot.name, option=f"evaluation={bot.evaluation}", known=known)
        style = PlayerSpec.parse(bot.spec).options.get("style", "normal")
        if style not in styles_of(game):
            raise InvalidOption("bot_style", game=game.name, style=style, known=", ".join(styles_of(game)))
        family = game.name.partition(":")[0]
        if bot.is_program and family not in self.engine_games.get(bot.name, [DEFAULT_GAME]):
            raise UnknownGame("engine_game", engine=bot.name, game=game.name)
        return bot

    def entries(self) -> list[BotEntry]:
        """The bots as people choose among them."""
        levels = [_entry(f"{LEVEL}={level}", f"Level {level}", "level", level) for level in range(LOWEST, HIGHEST + 1)]
        perfect = _entry(PERFECT, "Perfect", "level", games=_solvable())
        classic = [_entry(name, name, "bot") for name in CLASSIC]
        engines = [
            _entry(f"{ENGINE}={name}", name, "engine", games=self.engine_games.get(name, [DEFAULT_GAME]))
            for name in self.engines
        ]
        return [*levels, _entry(BEST, "Best", "level"), perfect, *classic, *engines]


class _Options:
    """The options of a choice. Anyone may choose, so unexpected options are refused."""

    def __init__(self, head: str, words: list[str]) -> None:
        self._head = head
        self._known: list[str] = []
        self._given: dict[str, str] = {}
        for option in (option for word in words for option in word.split(",")):
            name, equals, value = option.partition("=")
            if not equals or name in self._given:
                raise UnknownGame("bot_option", name=head, option=option, known="NAME=VALUE, each once")
            self._given[name] = value

    def style(self) -> str:
        style = self._take("style", "style=NAME") or "normal"
        if style not in STYLES:
            raise self._refused(f"style={style}", f"style={', '.join(STYLES)}")
        return style

    def depth(self) -> int:
        text = self._take("depth", "depth=N")
        return self.number("depth", text, 1, MAX_DEPTH) if text is not None else DEFAULT_DEPTH

    def evaluation(self) -> str:
        """The name of an evaluation, which only a game can know."""
        name = self._take("evaluation", "evaluation=NAME") or ""
        if not EVALUATION_NAME.fullmatch(name):
            raise self._refused(f"evaluation={name[:30]}", "evaluation=NAME")
        return name

    def seconds(self, default_ms: int = DEFAULT_MS) -> int:
        """The time for a move in milliseconds."""
        text = self._take("seconds", "seconds=N")
        if text is None:
            return default_ms
        if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,3})?", text) or not 0 < float(text) * 1000 <= MAX_MOVE_MS:
            raise self._refused(f"seconds={text}", f"up to {MAX_MOVE_MS // 1000} seconds")
        return round(float(text) * 1000)

    def number(self, option: str, text: str, low: int, high: int) -> int:
        if not text.isdecimal() or not text.isascii() or len(text) > 3 or not low <= int(text) <= high:
            raise self._refused(f"{option}={text}", f"{option}={low} to {high}")
        return int(text)

    def check_all_used(self) -> None:
        for name, value in self._given.items():
            raise self._refused(f"{name}={value}", ", ".join(self._known) or "no options")

    def _take(self, name: str, known: str) -> str | None:
        self._known.append(known)
        return self._given.pop(name, None)

    def _refused(self, option: str, known: str) -> UnknownGame:
        return UnknownGame("bot_option", name=self._head, option=option, known=known)


def _classic(head: str, options: _Options) -> Bot:
    if head == "random":
        return Bot(head, head, CLASSIC_MS, CLASSIC_MS)
    depth, evaluation, move_ms = options.depth(), options.evaluation(), options.seconds(CLASSIC_MS)
    name = head if depth == DEFAULT_DEPTH else f"{head}, depth {depth}"
    spec = f"{head}:depth={depth}"
    if evaluation:
        name, spec = f"{name}, {evaluation}", f"{spec},evaluation={evaluation}"
    if move_ms != CLASSIC_MS:
        name = f"{name}, {move_ms / 1000:g} s"
    return Bot(name, spec, move_ms, move_ms, evaluation=evaluation)


@cache
def _evaluations() -> dict[str, list[str]]:
    """The evaluations by which classic bots can play, by family."""
    found = {family: list(plain_evaluations(registered(family))) for family in families()}
    return {family: names for family, names in found.items() if names}


@cache
def _solvable() -> list[str]:
    """The families that can have databases."""
    return [family for family in families() if isinstance(registered(family), HasDatabases)]


def _named(style: str) -> str:
    return "" if style == "normal" else f", {style}"


def _entry(
    spec: str, name: str, kind: Literal["level", "bot", "engine"], level: int | None = None, games: Sequence[str] = ()
) -> BotEntry:
    styles: list[str] = [*STYLES] if kind == "level" and spec != PERFECT else []
    ratings = {} if level is None else ratings_of(level)
    return BotEntry(
        spec=spec,
        name=name,
        kind=kind,
        level=level,
        styles=styles,
        evaluations=_evaluations() if spec in BOTS else {},
        ratings=ratings,
        games=list(games),
        max_depth=MAX_DEPTH if spec in BOTS else 0,
        max_seconds=MAX_MOVE_MS // 1000 if spec in BOTS or (level is None and spec != "random") else 0,
    )
