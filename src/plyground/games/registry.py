"""The registry: finds a game by its name `GAME[:PRESET]`, built in, from another package, or in a file."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from plyground.errors import InvalidRules, PlygroundError, UnknownGame
from plyground.protocol import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from pathlib import Path
    from types import ModuleType

    from plyground.abilities import HasRules
    from plyground.rules import GameRules

GROUP = "plyground.games"
"""The entry-point group in which packages announce their games."""

BUILT_IN: Mapping[str, str] = {
    "chess": "plyground.games.chess:Chess",
    "draughts": "plyground.games.draughts:Draughts",
    "mill": "plyground.games.mill:Mill",
}
"""Name -> `module:factory`. A factory is called with a preset, "" for the game itself, and lists its `presets`."""

DEFAULT_GAME = "chess"
"""What is played unless a game is named."""

FILE_MARK = ".py:"
FILE_MODULE = "plyground_file_"
"""The prefix of modules loaded from files."""


def game(name: str, rules: GameRules | Mapping[str, object] | None = None) -> Game:
    """The game of that name, the same object each time; `mygame.py:MyGame` is the class of that name in a file.

    With `rules`, or the options that differ from the default, it is a new game of the same family with custom rules.

    Loading a file runs it, so names that come from elsewhere (a network, a game file) belong to `registered`.

    >>> game("chess").title
    'Chess'
    >>> game("mill", {"men": 7}).name
    'mill:custom'
    >>> game("ches")
    Traceback (most recent call last):
    plyground.errors.UnknownGame: There is no game named 'ches'. Did you mean 'chess'?
    """
    if rules is not None:
        from plyground.rules import GameRules

        family = name.partition(":")[0]
        made = rules if isinstance(rules, GameRules) else rules_type(family).from_options(rules)
        return game_with_rules(family, made)
    if FILE_MARK in name:
        from pathlib import Path

        path, _, rest = name.rpartition(FILE_MARK)
        attribute, _, preset = rest.partition(":")
        return _from_file(Path(path + ".py").absolute(), attribute, preset)
    return registered(name)


def rules_type(family: str) -> type[GameRules]:
    """The type of the rules of a family of games; raises `InvalidRules` for a game without options."""
    return type(_with_rules(family).rules)


def game_with_rules(family: str, rules: GameRules) -> Game:
    """A game with custom rules, which must be of the family's `rules_type`."""
    return _with_rules(family).with_rules(rules)


def families_with_rules() -> tuple[str, ...]:
    """The families of games whose rules have options."""
    from plyground.abilities import HasRules

    return tuple(family for family in families() if isinstance(_loaded(family), HasRules))


def _with_rules(family: str) -> HasRules:
    from plyground.abilities import HasRules

    found = registered(family)
    if not isinstance(found, HasRules):
        raise InvalidRules("rules_fixed", game=family)
    return found


@cache
def registered(name: str) -> Game:
    """The game of that name among those that are built in or installed; never looks at files."""
    base, _, preset = name.partition(":")
    factory = _factory(base)
    if factory is None:
        raise _unknown(name)
    created = _create(factory, base, preset)
    return created if preset or created.name not in _preset_names(base, factory) else registered(created.name)


def game_names() -> tuple[str, ...]:
    """The full names of all games that can be loaded: built-in ones, then installed ones, presets after each.

    A bare name that only stands for a preset, as `mill` does for `mill:nine`, is not listed.

    >>> "chess" in game_names(), "mill:nine" in game_names(), "mill" in game_names()
    (True, True, False)
    """
    return tuple(full for family in families() for full in _full_names(family))


def families() -> tuple[str, ...]:
    """The names of all games without their presets, built-in ones first, those that cannot be loaded included.

    >>> families()[:3]
    ('chess', 'draughts', 'mill')
    """
    return tuple(dict.fromkeys((*BUILT_IN, *sorted(point.name for point in _entry_points()))))


def packages() -> dict[str, str]:
    """The families that other packages announce, each with its package.

    >>> "connect-four" in packages()
    False
    """
    found = {point.name: point.value.partition(":")[0].partition(".")[0] for point in _entry_points()}
    return {name: package for name, package in found.items() if name not in BUILT_IN and package != "plyground"}


def _full_names(base: str) -> Iterator[str]:
    try:
        presets = _preset_names(base, _factory(base))
    except UnknownGame:
        return
    found = _loaded(base) if presets else None
    if found is None or found.name not in presets:
        yield base
    yield from presets


def _loaded(name: str) -> Game | None:
    try:
        return registered(name)
    except PlygroundError:
        return None


def _preset_names(base: str, factory: Any) -> tuple[str, ...]:
    return tuple(f"{base}:{preset}" for preset in getattr(factory, "presets", ()))


def _factory(base: str) -> Any:
    """The factory of the games of that name, or None; another package cannot replace a built-in game."""
    if base in BUILT_IN:
        module, _, attribute = BUILT_IN[base].partition(":")
        return getattr(importlib.import_module(module), attribute)
    try:
        return next((point.load() for point in _entry_points() if point.name == base), None)
    except Exception as error:
        raise _broken(base, error) from error


def _entry_points() -> tuple[EntryPoint, ...]:
    # Imported here, like others below, because built-in games do not need it and load faster without.
    from importlib.metadata import entry_points

    return tuple(entry_points(group=GROUP))


def _create(factory: Any, base: str, preset: str) -> Game:
    presets = tuple(getattr(factory, "presets", ()))
    if preset and preset not in presets:
        raise UnknownGame("unknown_preset", game=base, preset=preset, known=", ".join(presets) or "none")
    try:
        created: Game = factory(preset)
    except PlygroundError:
        raise
    except Exception as error:
        raise _broken(base, error) from error
    if not (hasattr(created, "start") and hasattr(created, "from_fen")):
        raise _broken(base, TypeError(f"it made {created!r}; expected a game"))
    return created


def _from_file(path: Path, attribute: str, preset: str) -> Game:
    name = f"{path.name}:{attribute}"
    try:
        modified_ns = path.stat().st_mtime_ns
    except (OSError, ValueError) as error:
        raise _broken(name, error) from error
    return _from_version(path, modified_ns, attribute, preset)


@cache
def _from_version(path: Path, modified_ns: int, attribute: str, preset: str) -> Game:
    """The game in a version of a file, so that an edited file is loaded again."""
    name = f"{path.name}:{attribute}"
    try:
        factory = getattr(load_file(path), attribute)
    except (Exception, SystemExit) as error:
        raise _broken(name, error) from error
    return _create(factory, name, preset)


def load_file(path: Path) -> ModuleType:
    """Runs a file with games; raises what the file raises."""
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location(f"{FILE_MODULE}{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    # Dataclasses look their module up by name while the file runs.
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        # No other process must run a file that cannot be run.
        sys.modules.pop(module.__name__, None)
        raise
    return module


def loaded_files() -> list[Path]:
    """The files that were run and still exist; another process must run them before it can play their games."""
    from pathlib import Path

    modules = [module for name, module in sys.modules.items() if name.startswith(FILE_MODULE)]
    files = [Path(module.__file__) for module in modules if module.__file__ is not None]
    return [file for file in files if file.is_file()]


def _broken(name: str, error: BaseException) -> UnknownGame:
    return UnknownGame("broken_game", name=name, reason=f"{type(error).__name__}: {error}")


def _unknown(name: str) -> UnknownGame:
    from difflib import get_close_matches

    names = game_names()
    known = ", ".join(dict.fromkeys(name.partition(":")[0] for name in names))
    close = get_close_matches(name.lower(), (*BUILT_IN, *names), n=1)
    if close:
        return UnknownGame("misspelt_game", name=name, close=close[0], known=known)
    return UnknownGame("unknown_game", name=name, known=known)
