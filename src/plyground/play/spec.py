"""PlayerSpec: a player as a text, and `player(spec)`; the one place that reads player specs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from plyground.database.endgames import default_source
from plyground.database.memory import BookMemory, Memory
from plyground.errors import InvalidRules, UnknownGame
from plyground.play.classic import BOTS, RandomPlayer, TextbookPlayer
from plyground.play.engine_player import DEFAULT_HASH_MB, EnginePlayer
from plyground.play.levels import Level
from plyground.play.perfect_player import PerfectPlayer
from plyground.play.player import DEFAULT_MS, PATIENCE_MS, Player
from plyground.play.program_player import ProgramPlayer
from plyground.search.score import MAX_DEPTH
from plyground.search.searcher import FEATURES, STYLES

ENGINE = "engine"
PROGRAMS = ("uci", "ugi", "cecp", "hub")
"""The protocols by which other programs are driven."""
RANDOM = "random"
CLASSIC = (RANDOM, *BOTS)
"""The classic bots."""
PERFECT = "perfect"
"""Plays by databases."""
OPTION = "option."
NAME = "name="


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player as a text, with the name that tables show; it can be sent to other processes.

    >>> PlayerSpec.parse("uci:gnuchess -u option.OwnBook=false")
    PlayerSpec(name='gnuchess', spec='uci:gnuchess -u option.OwnBook=false')
    >>> PlayerSpec.parse("level=7 style=solid").kind
    'engine'
    """

    name: str
    spec: str
    kind: str = field(default="", repr=False)
    """`engine`, `perfect`, one of the `CLASSIC` bots, one of the `PROGRAMS`, or empty for a Python object."""
    options: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    command: tuple[str, ...] = field(default=(), repr=False)
    """The program and its arguments."""
    instance: Player | None = field(default=None, repr=False, compare=False)
    """The Python object that plays."""

    @classmethod
    def parse(cls, spec: str | Player, name: str = "") -> PlayerSpec:
        """Reads a spec; raises `InvalidRules` or `UnknownGame`. An object that is a player stands for itself.

        `engine` is our own engine; its options are `level=N`, `style=NAME`, `hash=MB`, `seconds=S`, `seed=N`,
        `weights=FILE`, `book=FILE`, `book=default` and `without=FEATURE+FEATURE`, and `level=7 style=solid` means the
        same as `engine:level=7,style=solid`. `perfect` plays by databases and lets the engine play where they do not
        reach; it has `hash=MB`, `seconds=S` and `seed=N`. A classic bot is `NAME:depth=N,seed=N,evaluation=NAME`.
        Another program is its protocol (uci, ugi, cecp, hub) and its command line, in which words like `option.Hash=64`
        set its options and `name=X` names it.
        """
        if not isinstance(spec, str):
            own_name = name or getattr(spec, "name", "") or type(spec).__name__
            return cls(own_name, own_name, instance=spec)
        kind, _, rest = spec.partition(":")
        if kind in PROGRAMS:
            command, options, own_name = _parse_command(spec, rest)
            return cls(name or own_name or Path(command[0]).name, spec, kind, options, command)
        kind, options = parse_options(spec)
        if kind == ENGINE:
            _check_engine(spec, options)
        elif kind == PERFECT:
            _check_engine(spec, options, known=("hash", "seconds", "seed"))
        elif kind in CLASSIC:
            _check_classic(kind, options)
        else:
            known = ", ".join((ENGINE, PERFECT, *CLASSIC, *(f"{word}:COMMAND" for word in PROGRAMS)))
            raise InvalidRules("unknown_player", spec=spec, known=known)
        return cls(name or spec, spec, kind, options)

    @property
    def is_program(self) -> bool:
        """Whether it is another program."""
        return self.kind in PROGRAMS

    @property
    def program(self) -> str:
        """The program that is started; empty for other players."""
        return self.command[0] if self.command else ""

    def create(
        self,
        *,
        log: Path | None = None,
        memory: Memory | None = None,
        move_ms: int = DEFAULT_MS,
        patience_ms: int = PATIENCE_MS,
    ) -> Player:
        """The player itself.

        Our engine plays from the `memory`. Another program writes its `log` and is stopped after `patience_ms`. Without
        a clock a move takes `move_ms`, unless the spec says how many seconds.
        """
        if self.instance is not None:
            return self.instance
        options = self.options
        if self.is_program:
            return ProgramPlayer(self.kind, self.command, options, log=log, move_ms=move_ms, patience_ms=patience_ms)
        if "seconds" in options:
            move_ms = round(float(options["seconds"]) * 1000)
        seed = int(options["seed"]) if "seed" in options else None
        if self.kind in (ENGINE, PERFECT):
            engine = EnginePlayer(
                level=int(options["level"]) if "level" in options else None,
                style=next(style for style in STYLES if style == options.get("style", "normal")),
                seed=seed,
                hash_mb=int(options.get("hash", DEFAULT_HASH_MB)),
                without=tuple(filter(None, options.get("without", "").split("+"))),
                weights=Path(unquote(options["weights"])) if "weights" in options else None,
                move_ms=move_ms,
                memory=memory or _book(options.get("book")),
                databases=default_source(),
            )
            return PerfectPlayer(source=default_source(), seed=seed, engine=engine) if self.kind == PERFECT else engine
        if self.kind == RANDOM:
            return RandomPlayer(seed or 0)
        depth = int(options["depth"]) if "depth" in options else None
        return TextbookPlayer(self.kind, depth, seed or 0, options.get("evaluation", ""))


def player(spec: str | Player) -> Player:
    """The player of a spec; see `PlayerSpec.parse`.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").start())
    >>> player("level=3 seed=1").move(record).move in record.position.legal_moves
    True
    >>> player("alphabet")
    Traceback (most recent call last):
    plyground.errors.InvalidRules: There is no player 'alphabet'. The players are engine, perfect, random, ...
    """
    return PlayerSpec.parse(spec).create()


def parse_options(spec: str) -> tuple[str, dict[str, str]]:
    """The kind of a player that is not a program, and its options; without a kind it is our engine.

    >>> parse_options("negascout:depth=4,seed=1"), parse_options("level=7 style=solid")
    (('negascout', {'depth': '4', 'seed': '1'}), ('engine', {'level': '7', 'style': 'solid'}))
    """
    words = re.split(r"[:,\s]+", spec.strip())
    kind = ENGINE if "=" in words[0] else words.pop(0)
    options: dict[str, str] = {}
    for word in filter(None, words):
        key, equals, value = word.partition("=")
        if not equals or key in options:
            raise UnknownGame("bot_option", name=kind, option=word, known="NAME=VALUE, each once")
        options[key] = value
    return kind, options


ENGINE_OPTIONS = ("level", "style", "hash", "seconds", "seed", "weights", "book", "without")


def _check_engine(spec: str, options: Mapping[str, str], known: Sequence[str] = ENGINE_OPTIONS) -> None:
    unknown = set(options.get("without", "").split("+")) - {*FEATURES, ""}
    if unknown:
        reason = f"expected without= some of {', '.join(FEATURES)}, with + between them"
        raise InvalidRules("player_command", spec=spec, reason=reason)
    is_known = options.keys() <= set(known)
    is_number = all(_is_number(options[key]) for key in ("level", "hash", "seed") if key in options)
    is_time = re.fullmatch(r"\d{1,5}(\.\d{1,3})?", options.get("seconds", "1"))
    if not is_known or not is_number or not is_time or options.get("style", "normal") not in STYLES:
        texts = {
            "level": "level=1 to 20",
            "style": f"style={', '.join(STYLES)}",
            "hash": "hash=MB",
            "seconds": "seconds=S",
        }
        texts |= {"seed": "seed=N", "weights": "weights=FILE", "book": "book=FILE or default"}
        texts["without"] = "without=FEATURE"
        listed = [text for name, text in texts.items() if name in known]
        reason = f"expected {', '.join(listed[:-1])} or {listed[-1]}"
        raise InvalidRules("player_command", spec=spec, reason=reason)
    if "level" in options:
        Level.of(int(options["level"]))


def _book(name: str | None) -> Memory | None:
    """The book that a spec names; `default` is the game's own, which was built or ships with the package."""
    return None if name is None else BookMemory(None if name == "default" else Path(unquote(name)))


def _check_classic(name: str, options: Mapping[str, str]) -> None:
    allowed = {"seed": "N"} if name == RANDOM else {"depth": "N", "seed": "N", "evaluation": "NAME"}
    for key, value in options.items():
        is_value = bool(value) if key == "evaluation" else _is_number(value)
        if key not in allowed or not is_value or (key == "depth" and not 1 <= int(value) <= MAX_DEPTH):
            known = ", ".join(f"{word}={what}" for word, what in allowed.items())
            raise UnknownGame("bot_option", name=name, option=f"{key}={value}", known=known)


def _is_number(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) <= 18


def _parse_command(spec: str, text: str) -> tuple[tuple[str, ...], dict[str, str], str]:
    """The program with its arguments, the options, and the name, out of a command line."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InvalidRules("player_command", spec=spec, reason=error) from error
    command: list[str] = []
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
            command.append(word)
    if not command:
        raise InvalidRules("player_command", spec=spec, reason="there is no program to start")
    return tuple(command), options, name
