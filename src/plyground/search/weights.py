"""Weights: the numbers of the evaluation that plays, in a TOML file for each game.

A file names its game and has a table for each group of weights. Weights that it leaves out keep the values that the
game ships with, in hundredths of a man.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plyground.abilities import HasWeights
from plyground.errors import InvalidRules
from plyground.protocol import Game
from plyground.writing import replacing

MAX_WEIGHT = 2_000
"""No weight is larger, so that sums of many still fit."""
GAME = "game"
_WIDTH = 116
_MAX_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a game, in the order of its `weight_fields`.

    >>> import plyground
    >>> Weights.shipped(plyground.game("mill"))["moving.mills"]
    60
    """

    game: Game
    values: tuple[int, ...]

    @classmethod
    def shipped(cls, game: Game) -> Weights:
        """The weights that a game ships with; raises `InvalidRules` for games without any."""
        return cls(game, tuple(_owner(game).weights))

    @classmethod
    def plain(cls, game: Game) -> Weights:
        """What the pieces are worth, and nothing else: where a fit from scratch starts."""
        return cls(game, tuple(_owner(game).plain_weights))

    @classmethod
    def read(cls, path: Path, game: Game) -> Weights:
        """The weights in a file; raises `InvalidRules` if it cannot be used for this game."""
        try:
            with path.open("rb") as file:
                read = tomllib.loads(file.read(_MAX_BYTES).decode())
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InvalidRules("weights_file", path=path, reason=reason) from None
        return cls.shipped(game).updated(read, path)

    def updated(self, tables: Mapping[str, Any], path: Path | str = "weights") -> Weights:
        """The same weights with those of the tables; raises `InvalidRules`."""
        family = self.game.name.partition(":")[0]
        other = str(tables.get(GAME, family))
        if other.partition(":")[0] != family:
            raise InvalidRules("weights_game", path=path, other=other, game=self.game.name)
        values = list(self.values)
        places = {name: (at, shape) for name, at, shape in self._places()}
        for group, table in tables.items():
            if group == GAME:
                continue
            for key, value in table.items() if isinstance(table, Mapping) else ((None, table),):
                name = group if key is None else f"{group}.{key}"
                if name not in places:
                    raise InvalidRules("weights_name", path=path, name=name, game=self.game.name)
                at, shape = places[name]
                flat = list(_flattened(value, shape, name, path))
                values[at : at + len(flat)] = flat
        return replace(self, values=tuple(values))

    def __getitem__(self, name: str) -> Any:
        """The weights of a field, nested as its shape says."""
        for field, at, shape in self._places():
            if field == name:
                return _nested(self.values, at, shape)
        raise KeyError(name)

    def __str__(self) -> str:
        """The file."""
        title = "# Weights of the evaluation, in hundredths of a man; see docs/tuning.md."
        lines = [title, f'{GAME} = "{self.game.name}"']
        group = ""
        for name, at, shape in self._places():
            table, _, key = name.partition(".")
            if table != group:
                lines += ["", f"[{table}]"]
                group = table
            lines.append(f"{key} = {_written(_nested(self.values, at, shape))}")
        return "\n".join(lines) + "\n"

    def write(self, path: Path) -> None:
        """Writes the file; raises `OSError`."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(str(self).encode())

    def _places(self) -> Iterator[tuple[str, int, tuple[int, ...]]]:
        """Each field with its place in the list, and its shape."""
        at = 0
        for name, shape in _owner(self.game).weight_fields:
            yield name, at, tuple(shape)
            at += _size(shape)


def _owner(game: Game) -> HasWeights:
    if not isinstance(game, HasWeights) or not game.weights:
        raise InvalidRules("weights_none", game=game.name)
    return game


def _size(shape: Sequence[int]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


def _nested(values: Sequence[int], at: int, shape: Sequence[int]) -> Any:
    if not shape:
        return values[at]
    step = _size(shape[1:])
    return [_nested(values, at + index * step, shape[1:]) for index in range(shape[0])]


def _flattened(value: Any, shape: Sequence[int], name: str, path: Path | str) -> Iterator[int]:
    if not shape:
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_WEIGHT:
            raise InvalidRules("weights_value", path=path, name=name, value=value, most=MAX_WEIGHT)
        yield value
        return
    if not isinstance(value, list) or len(value) != shape[0]:
        raise InvalidRules("weights_shape", path=path, name=name, count=shape[0])
    for part in value:
        yield from _flattened(part, shape[1:], name, path)


def _written(value: Any, indent: str = "") -> str:
    """A number or nested list, in lines that are not too long."""
    line = _in_one_line(value)
    if len(indent) + len(line) <= _WIDTH - 30:
        return line
    inner, lines = indent + "    ", [""]
    for part in value:
        text = _written(part, inner) + ","
        if "\n" in text or not lines[-1] or len(lines[-1]) + len(text) > _WIDTH:
            lines.append(inner + text)
        else:
            lines[-1] += " " + text
    return "[" + "\n".join(lines) + f"\n{indent}]"


def _in_one_line(value: Any) -> str:
    return f"[{', '.join(map(_in_one_line, value))}]" if isinstance(value, list) else str(value)
