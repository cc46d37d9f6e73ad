"""NativeGame: the Python side of a native game. Its positions and moves are native themselves."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from plyground import _core, errors, locale
from plyground._core import NativePosition
from plyground.abilities import NamedOpening, Rating, read_openings, read_ratings
from plyground.games.position import svg_of, text_of, view_of
from plyground.protocol import Geometry, Move, Point, Repetition, Result, Side, View
from plyground.rules import CUSTOM, GameRules, RuleOption, Value

__all__ = ["NativeGame", "NativePosition", "RuledGame", "native_options"]

R = TypeVar("R", bound=GameRules)


class CoreGame(Protocol):
    """What every native game offers."""

    @property
    def name(self) -> str: ...
    @property
    def starts(self) -> int: ...
    @property
    def fen_styles(self) -> Sequence[str]: ...
    @property
    def evaluations(self) -> Sequence[str]: ...
    @property
    def weight_fields(self) -> Sequence[tuple[str, Sequence[int]]]: ...
    @property
    def weights(self) -> Sequence[int]: ...
    @property
    def plain_weights(self) -> Sequence[int]: ...
    @property
    def symbols(self) -> Sequence[tuple[str, str]]: ...
    @property
    def repetition(self) -> tuple[int, int]: ...
    @property
    def geometry(self) -> tuple[Any, ...]: ...
    def start(self, owner: object, number: int | None = None) -> NativePosition: ...
    def from_fen(self, owner: object, text: str) -> NativePosition: ...
    def move_from_bytes(self, owner: object, value: bytes) -> Move: ...


class NativeGame:
    """A game whose rules are native."""

    ratings_path: ClassVar[Path | None] = None
    """The file with the measured ratings of the levels."""
    openings_path: ClassVar[Path | None] = None
    """The file with the names of openings."""

    def __init__(self, core: CoreGame, title: str) -> None:
        self._core = core
        self.name = core.name
        self.title = title
        self.symbols: Mapping[str, str] = dict(core.symbols)
        """Piece -> the character a text board shows."""
        self.repetition = Repetition(*core.repetition)
        """When a repeated position is a draw."""
        self.starts = core.starts
        """How many start positions there are."""
        self.fen_styles = tuple(core.fen_styles)
        """The ways `NativePosition.format_fen` can write a position; the first is the default."""
        self.evaluations = tuple(core.evaluations)
        """The further evaluations that `NativePosition.evaluate` knows by name."""

    @cached_property
    def geometry(self) -> Geometry:
        """The board as data."""
        style, width, height, points, columns, rows, lines = self._core.geometry
        places = tuple(Point(*point) for point in points)
        return Geometry(style, width, height, places, tuple(columns), tuple(rows), tuple(map(tuple, lines)))

    @cached_property
    def ratings(self) -> Mapping[int, Rating]:
        """The measured ratings of the levels."""
        return read_ratings(self.ratings_path, self.name) if self.ratings_path else {}

    @cached_property
    def openings(self) -> Mapping[int, NamedOpening]:
        """Openings with names, by the key of the position that they lead to."""
        return read_openings(self.openings_path, self.start()) if self.openings_path and self._has_openings else {}

    @property
    def _has_openings(self) -> bool:
        """Whether the openings in the file are those of this game of the family."""
        return True

    @cached_property
    def weight_fields(self) -> Sequence[tuple[str, Sequence[int]]]:
        """The names of the weights of the evaluation that plays, each with its shape."""
        return tuple((name, tuple(shape)) for name, shape in self._core.weight_fields)

    @cached_property
    def weights(self) -> Sequence[int]:
        """The weights it ships with, field by field."""
        return tuple(self._core.weights)

    @cached_property
    def plain_weights(self) -> Sequence[int]:
        """What the pieces are worth, and nothing else."""
        return tuple(self._core.plain_weights)

    def evaluate_by_name(self, position: NativePosition, name: str, seed: int = 0) -> int:
        """The estimate of one of the `evaluations`."""
        return position.evaluate(name, seed)

    def forcing_moves(self, position: NativePosition, /) -> Sequence[Move]:
        """The legal moves that change the balance at once."""
        return position.forcing_moves

    def start(self, number: int | None = None) -> NativePosition:
        """A start position by its number; the default one without."""
        if number is not None and not 0 <= number < self.starts:
            raise errors.UnknownGame("start_out_of_range", game=self.name, last=self.starts - 1, number=number)
        return self._core.start(self, number)

    def from_fen(self, fen: str) -> NativePosition:
        """The position a text describes; raises `InvalidPosition`."""
        return self._core.from_fen(self, fen)

    def move_from_bytes(self, value: bytes) -> Move:
        """A move as pickle keeps it; only for the same version of this package."""
        return self._core.move_from_bytes(self, value)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, NativeGame) and self._identity == other._identity)

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def _identity(self) -> tuple[object, ...]:
        """What equal games have in common."""
        return (type(self), self.name)

    def __repr__(self) -> str:
        return f"plyground.game({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        from plyground.games.registry import registered

        return (registered, (self.name,))


class RuledGame(NativeGame, Generic[R]):
    """A native game of a family whose rules have options: a preset by name, or custom rules."""

    family: ClassVar[str]
    rules_type: ClassVar[type[GameRules]]

    def __init__(self, preset: str = "", *, rules: R | None = None) -> None:
        presets = self.rules_type.presets()
        preset = preset or (next(iter(presets)) if rules is None else CUSTOM)
        if rules is None and preset not in presets:
            raise errors.UnknownGame("unknown_preset", game=self.family, preset=preset, known=", ".join(presets))
        if preset not in presets or (rules is not None and presets[preset].rules != rules):
            preset = CUSTOM
        self.rules: R = presets[preset].rules if rules is None else rules
        title = presets[preset].title if preset in presets else _custom_title(self.family)
        super().__init__(self._core_game(self.rules, f"{self.family}:{preset}"), title)

    @abstractmethod
    def _core_game(self, rules: R, name: str) -> CoreGame:
        """The native game with these rules."""

    @property
    def _identity(self) -> tuple[object, ...]:
        return (*super()._identity, self.rules)

    def with_rules(self, rules: R) -> Self:
        """A game of the same family with custom rules."""
        return type(self)(rules=rules)

    def __repr__(self) -> str:
        is_custom = self.name == f"{self.family}:{CUSTOM}"
        return f"{type(self).__name__}(rules={self.rules!r})" if is_custom else super().__repr__()

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (type(self), self.name, self.rules.options()))


def _restore(kind: type[RuledGame[Any]], name: str, options: dict[str, Value]) -> RuledGame[Any]:
    """Unpickle: a game from its name and its rules."""
    return kind(name.partition(":")[2], rules=kind.rules_type.from_options(options))


def _custom_title(family: str) -> str:
    """The name people read of a game with custom rules."""
    return locale.text("games", "game.custom", {"family": locale.text("games", f"family.{family}", {})})


def native_options(rows: Iterable[tuple[Any, ...]], default: Callable[[RuleOption], Value]) -> tuple[RuleOption, ...]:
    """The rule options of a family as the core describes them, each with its default value."""
    options = []
    for name, kind, low, high, names, meaning in rows:
        is_number = kind == "number"
        option = RuleOption(
            name, kind, meaning, 0, () if is_number else tuple(names), low, high, is_number and bool(names)
        )
        options.append(replace(option, default=default(option)))
    return tuple(options)


def _error(kind: str, code: str, arguments: dict[str, object]) -> errors.PlygroundError:
    """A native error as one of ours."""
    return _ERRORS[kind](code, **arguments)


def _view(position: NativePosition) -> View:
    return view_of(position, lambda: json.loads(position.entry_json()))


_ERRORS = {kind.__name__: kind for kind in errors.PlygroundError.__subclasses__()}

_core.connect(side=Side, result=Result, error=_error, view=_view, text=text_of, svg=svg_of)
