"""Entrants: who takes part, as texts such as `negascout-tt:depth=9` and `uci:stockfish option.Hash=64`."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from plyground.arena.competitors import (
    BotCompetitor,
    Competitor,
    EngineCompetitor,
    OpponentCompetitor,
    PlayerCompetitor,
)
from plyground.errors import InvalidRules
from plyground.play.bots import NAMES, TextbookBot, bot
from plyground.play.levels import Level
from plyground.play.referee import Player
from plyground.protocol import Game
from plyground.search.searcher import FEATURES, STYLES, Style

ENGINES = ("uci", "ugi", "cecp")
"""The protocols that programs of others are driven by."""
OURS = "engine"
HASH_MB = 64
OPTION = "option."
NAME = "name="


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player by name, and how it is brought to the board; a value, so that it can be sent to other processes."""

    name: str
    spec: str
    bring: Callable[[Path | None], Competitor] = field(repr=False, compare=False)
    """Starts it; the path is where an engine keeps its log."""


@dataclass(frozen=True, slots=True)
class _Bot:
    spec: str

    def __call__(self, log: Path | None) -> Competitor:
        player = bot(self.spec)
        return BotCompetitor(player) if isinstance(player, TextbookBot) else PlayerCompetitor(player)


@dataclass(frozen=True, slots=True)
class _Ours:
    level: int | None
    style: Style
    hash_mb: int
    without: tuple[str, ...]

    def __call__(self, log: Path | None) -> Competitor:
        return OpponentCompetitor(self.level, self.style, self.hash_mb, self.without)


@dataclass(frozen=True, slots=True)
class _Engine:
    protocol: str
    command: tuple[str, ...]
    options: Mapping[str, str]

    def __call__(self, log: Path | None) -> Competitor:
        return EngineCompetitor(self.protocol, self.command, self.options, log)


@dataclass(frozen=True, slots=True)
class _Object:
    player: Player

    def __call__(self, log: Path | None) -> Competitor:
        return PlayerCompetitor(self.player)


def entrant(spec: str | Player, name: str = "") -> Entrant:
    """The player that a text names, or a Python object that can `choose(record)`.

    Our engine is `engine`, or `engine:level=8,style=solid`; a bot is `NAME:depth=N,seed=N`. A program is its protocol
    (uci, ugi, cecp) and its command line, in which words such as `option.Hash=64` set its options and `name=X` names it
    in tables.

    >>> entrant("uci:gnuchess -u option.OwnBook=false")
    Entrant(name='gnuchess', spec='uci:gnuchess -u option.OwnBook=false')
    >>> entrant("negascout-tt:depth=4").name
    'negascout-tt:depth=4'
    """
    if not isinstance(spec, str):
        own_name = name or getattr(spec, "name", "") or type(spec).__name__
        return Entrant(own_name, own_name, _Object(spec))
    protocol, _, command = spec.partition(":")
    if protocol == OURS:
        return Entrant(name or spec, spec, _ours(spec, command))
    if protocol not in ENGINES:
        if protocol not in NAMES:
            known = ", ".join((OURS, *NAMES, *(f"{word}:COMMAND" for word in ENGINES)))
            raise InvalidRules("unknown_player", spec=spec, known=known)
        bot(spec)
        return Entrant(name or spec, spec, _Bot(spec))
    program, options, own_name = _split(spec, command)
    return Entrant(name or own_name or Path(program[0]).name, spec, _Engine(protocol, program, options))


def program_of(spec: str) -> str:
    """The program that a text such as `uci:gnuchess -u` starts; empty for players that are none."""
    protocol, _, command = spec.partition(":")
    return _split(spec, command)[0][0] if protocol in ENGINES else ""


def _ours(spec: str, options: str) -> _Ours:
    """Our engine with the options `level=N`, `style=NAME`, `hash=MB` and `without=FEATURE+FEATURE`."""
    given = dict(part.partition("=")[::2] for part in options.split(",") if part)
    style = given.pop("style", "normal")
    numbers = {name: given.pop(name, "") for name in ("level", "hash")}
    without = tuple(name for name in given.pop("without", "").split("+") if name)
    if not set(without) <= set(FEATURES):
        reason = f"expected without= some of {', '.join(FEATURES)}, with + between them"
        raise InvalidRules("player_command", spec=spec, reason=reason)
    if given or style not in STYLES or not all(text == "" or text.isdecimal() for text in numbers.values()):
        reason = f"expected level=1 to 20, style={', '.join(STYLES)}, hash=MB or without=FEATURE"
        raise InvalidRules("player_command", spec=spec, reason=reason)
    level = int(numbers["level"]) if numbers["level"] else None
    if level is not None:
        Level.of(level)
    return _Ours(level, style, int(numbers["hash"] or HASH_MB), without)


def _split(spec: str, command: str) -> tuple[tuple[str, ...], dict[str, str], str]:
    """The program with its arguments, the options, and the name, out of a command line."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidRules("player_command", spec=spec, reason=error) from error
    program: list[str] = []
    options: dict[str, str] = {}
    name = ""
    for word in words:
        if word.startswith(OPTION):
            key, equals, value = word.removeprefix(OPTION).partition("=")
            if not key or not equals:
                raise InvalidRules("player_command", spec=spec, reason=f"'{word}' is not option.NAME=VALUE")
            options[key] = value
        elif word.startswith(NAME):
            name = " ".join(word.removeprefix(NAME).split())
        else:
            program.append(word)
    if not program:
        raise InvalidRules("player_command", spec=spec, reason="there is no program to start")
    return tuple(program), options, name


def entrants(specs: Sequence[str | Player]) -> list[Entrant]:
    """Several players, those of the same name numbered.

    >>> [each.name for each in entrants(["random", "random", "uci:stockfish name=Fish"])]
    ['random', 'random #2', 'Fish']
    """
    found: list[Entrant] = []
    for spec in specs:
        one = entrant(spec)
        name, number = one.name, 1
        while any(other.name == name for other in found):
            number += 1
            name = f"{one.name} #{number}"
        found.append(Entrant(name, one.spec, one.bring))
    return found


def rehearse(players: Iterable[Entrant], game: Game) -> None:
    """Brings every player to the board once and lets it leave again; raises what keeps one from playing this game.

    A misspelt program or option would otherwise forfeit every game of a tournament before anyone looks.
    """
    for one in players:
        competitor = one.bring(None)
        try:
            competitor.new_game(game, 0)
        finally:
            competitor.close()
