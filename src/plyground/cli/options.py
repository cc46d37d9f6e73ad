"""Options that several commands share: the game, its rules, the position, limits, depths and files."""

from __future__ import annotations

import errno
import inspect
import os
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

import plyground
from plyground.games import registry

MAX_DEPTH = 100
MAX_SECONDS = 86_400
MAX_THREADS = 256

number_option = partial(typer.Option, metavar="N")
file_option = partial(typer.Option, metavar="FILE", dir_okay=False)
folder_option = partial(typer.Option, metavar="FOLDER", file_okay=False)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="GAME[:PRESET]; `plyground games` lists them.")]
Fen = Annotated[
    str | None, typer.Option("--fen", metavar="TEXT", help="The position; the default is the start position.")
]
Start = Annotated[int | None, typer.Option("--start", metavar="N", help="The start position with this number.")]
Rules = Annotated[
    Path | None,
    typer.Option(
        "--rules",
        metavar="FILE",
        help="Play mill or draughts by the rules in this file; `plyground rules --save` writes one.",
    ),
]
Depth = Annotated[int | None, typer.Option(metavar="N", min=1, max=MAX_DEPTH, help="The depth in plies.")]
Nodes = Annotated[int | None, typer.Option(metavar="N", min=1, help="The number of nodes.")]


def seconds_option(text: str) -> Any:
    """An option for a time in seconds, with its help."""
    return typer.Option(metavar="S", min=0.01, max=MAX_SECONDS, callback=_refuse_nan, help=text)


def _refuse_nan(value: float | None) -> float | None:
    if value is not None and value != value:
        raise typer.BadParameter("nan is not a number of seconds")
    return value


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Lets a command take a dataclass of options that it shares with others: each field is an option on its own."""
    groups: dict[str, Any] = {}
    parameters: list[inspect.Parameter] = []
    for one in inspect.signature(command, eval_str=True).parameters.values():
        if is_dataclass(one.annotation):
            groups[one.name] = one.annotation
            hints = get_type_hints(one.annotation, include_extras=True)
            options = (one.replace(name=item.name, default=item.default) for item in fields(one.annotation))
            parameters += [option.replace(annotation=hints[option.name]) for option in options]
        else:
            parameters.append(one)

    @wraps(command)
    def call(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{item.name: given.pop(item.name) for item in fields(group)})
        command(**given)

    by_name = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in parameters]
    call.__signature__ = inspect.Signature(by_name)  # type: ignore[attr-defined]
    return call


def milliseconds(seconds: float | None) -> int | None:
    """The seconds of an option as the rest of the program counts them, at least one millisecond."""
    return None if seconds is None else max(round(seconds * 1000), 1)


def search_limits(
    seconds: float | None, depth: int | None, nodes: int | None, default_seconds: float
) -> plyground.Limits:
    """The limits that options set; if they set none, the default time."""
    is_open = seconds is None and depth is None and nodes is None
    return plyground.Limits(time_ms=milliseconds(default_seconds if is_open else seconds), depth=depth, nodes=nodes)


def find_game(name: str, rules: Path | None) -> plyground.Game:
    """The game with this name, played by the rules in a file if one is given."""
    if rules is None:
        return registry.game(name)
    if name not in registry.families_with_rules():
        known = " or ".join(registry.families_with_rules())
        raise typer.BadParameter(f"--rules works with {known} alone, not with '{name}'")
    return registry.game_with_rules(name, registry.rules_type(name).load(rules))


def find_position(name: str, rules: Path | None, fen: str | None, number: int | None) -> plyground.Position:
    """The position that the options describe."""
    if fen is not None and number is not None:
        raise typer.BadParameter("give --fen or --start, not both")
    game = find_game(name, rules)
    # Bytes that are not UTF-8 arrive as lone surrogates, which no position can hold.
    return game.start(number) if fen is None else game.from_fen(fen.encode(errors="replace").decode())


def check_target(path: Path | None, *, makes_folder: bool = False) -> None:
    """Raises `BadParameter` if a file cannot be written, before any work is done for it; `-` is standard output."""
    if path is None or str(path) == "-":
        return
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder; expected a file name")
    place = path.absolute().parent
    while makes_folder and not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        raise typer.BadParameter(f"there is no folder {path.parent} for {path.name}")
    if not os.access(path if path.exists() else place, os.W_OK):
        raise typer.BadParameter(f"{path} cannot be written: {os.strerror(errno.EACCES)}")


def parse_depths(text: str) -> tuple[int, ...]:
    """The depths in a text like `1-5,8`.

    >>> parse_depths("1-3,6")
    (1, 2, 3, 6)
    """
    depths: set[int] = set()
    for part in text.split(","):
        low, dash, high = part.partition("-")
        first, last = low.strip(), (high if dash else low).strip()
        if not (first.isdecimal() and last.isdecimal() and 0 < int(first) <= int(last) <= 100):
            raise typer.BadParameter(f"the depth '{text}' is unreadable; expected something like 5, 1-8 or 2,4,6")
        depths.update(range(int(first), int(last) + 1))
    return tuple(sorted(depths))


def parse_names(text: str) -> tuple[str, ...]:
    """The names in a comma-separated list, each once.

    >>> parse_names("minimax, alphabeta,")
    ('minimax', 'alphabeta')
    """
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not names:
        raise typer.BadParameter("expected at least one name")
    return names
