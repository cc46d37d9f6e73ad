"""The options of our own engine, and the settings that they add up to."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from plyground.engines.options import EngineOption
from plyground.errors import InvalidOption
from plyground.games.registry import DEFAULT_GAME
from plyground.play.levels import HIGHEST, LOWEST, level_of
from plyground.protocol import Game
from plyground.search.deepening import ALGORITHMS
from plyground.search.searcher import STYLES

NAME = "Plyground"
PLAYING, MCTS = "playing", "mcts"
"""The search that plays, and Monte Carlo tree search; the other algorithms are the textbook's."""
MAX_HASH_MB = 1 << 17
MAX_THREADS = 256
MAX_LINES = 500
MAX_SEED = 2**31 - 1
MIN_ELO, MAX_ELO = 100, 2850
"""The range of UCI_Elo. In a game whose levels are not rated, they are spread evenly over it."""
_MAX_OVERHEAD_MS = 5_000


def _memory_mb() -> int:
    """The memory of this machine, which limits the hash table."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, ValueError, OSError):
        return MAX_HASH_MB


def _spin(name: str, default: int, low: int, high: int) -> EngineOption:
    return EngineOption(name, "spin", str(default), low, high)


def _check(name: str, default: str = "false") -> EngineOption:
    return EngineOption(name, "check", default)


def _combo(name: str, *choices: str) -> EngineOption:
    return EngineOption(name, "combo", choices[0], choices=choices)


OPTIONS: Mapping[str, EngineOption] = {
    option.name.lower(): option
    for option in (
        _spin("Hash", 64, 1, max(64, min(_memory_mb(), MAX_HASH_MB))),
        _spin("Threads", 1, 1, MAX_THREADS),
        _spin("MultiPV", 1, 1, MAX_LINES),
        _check("Ponder"),
        _spin("Move Overhead", 30, 0, _MAX_OVERHEAD_MS),
        EngineOption("Clear Hash", "button"),
        EngineOption("HashFile", "string"),
        EngineOption("Save Hash", "button"),
        # A string and not a list of choices, because users can add games.
        EngineOption("UCI_Variant", "string", DEFAULT_GAME),
        EngineOption("Rules", "string"),
        _check("UCI_Chess960"),
        _check("UCI_ShowWDL"),
        _check("UCI_LimitStrength"),
        _spin("UCI_Elo", 1500, MIN_ELO, MAX_ELO),
        _spin("Level", 0, 0, HIGHEST),
        _combo("Style", *STYLES),
        _combo("Algorithm", PLAYING, *ALGORITHMS, MCTS),
        _check("OwnBook"),
        EngineOption("BookFile", "string"),
        _spin("Seed", 0, 0, MAX_SEED),
        EngineOption("SyzygyPath", "string"),
        EngineOption("WeightsFile", "string"),
        _check("Databases", "true"),
    )
}
"""Every option by its name in lower case: names are not case-sensitive."""


@dataclass(slots=True)
class EngineSettings:
    """The values of all options, as strings; at first the defaults."""

    values: dict[str, str] = field(default_factory=lambda: {name: option.default for name, option in OPTIONS.items()})

    def text(self, name: str) -> str:
        """The value of a string or combo option."""
        return self.values[name.lower()]

    def number(self, name: str) -> int:
        """The value of a spin option."""
        return int(self.values[name.lower()])

    def is_on(self, name: str) -> bool:
        """The value of a check option."""
        return self.values[name.lower()] == "true"

    def level(self, game: Game) -> int | None:
        """The level for a game: Level, or the one closest to UCI_Elo; None = full strength.

        >>> import plyground
        >>> settings = EngineSettings()
        >>> settings.values |= {"uci_limitstrength": "true", "uci_elo": "1100"}
        >>> settings.level(plyground.game("connect-four")), settings.level(plyground.game("chess"))
        (8, 8)
        """
        level = self.number("Level")
        if level:
            return level
        if not self.is_on("UCI_LimitStrength"):
            return None
        elo = self.number("UCI_Elo")
        measured = level_of(game, elo)
        if measured is not None:
            return measured
        share = (elo - MIN_ELO) / (MAX_ELO - MIN_ELO)
        return LOWEST + round(share * (HIGHEST - LOWEST))


def parse_setoption(words: list[str]) -> tuple[EngineOption, str]:
    """The option and the value that the words after `setoption` name; raises `InvalidOption`.

    >>> option, value = parse_setoption("name move overhead value 50".split())
    >>> option.name, value
    ('Move Overhead', '50')
    """
    if words[:1] != ["name"]:
        raise InvalidOption("uci_setoption", text=" ".join(words)[:40])
    at = words.index("value") if "value" in words else len(words)
    name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
    option = OPTIONS.get(name.lower())
    if option is None:
        known = ", ".join(each.name for each in OPTIONS.values())
        raise InvalidOption("engine_option", engine=NAME, option=name[:40], known=known)
    if option.kind == "string" and value == "<empty>":
        value = ""
    settled = option.settle(value)
    if settled is None:
        raise InvalidOption(
            "engine_option_value", engine=NAME, option=option.name, value=value[:40], expected=option.expected
        )
    return option, settled


def format_option(option: EngineOption) -> str:
    """An option as the engine announces it.

    >>> format_option(EngineOption("Hash", "spin", "16", 1, 1024))
    'option name Hash type spin default 16 min 1 max 1024'
    """
    line = f"option name {option.name} type {option.kind}"
    if option.kind == "button":
        return line
    line += f" default {option.default or '<empty>'}"
    if option.kind == "spin":
        line += f" min {option.min} max {option.max}"
    return line + "".join(f" var {choice}" for choice in option.choices)
