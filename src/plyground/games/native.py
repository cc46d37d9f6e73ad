"""Games of the native core, dressed in the protocol: one class for all of them."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NoReturn, Protocol, Self, TypeVar

from plyground import errors
from plyground._core import NativeError
from plyground.games.position import BoardPosition
from plyground.protocol import Entry, Geometry, Move, Point, Position, Repetition, Result, Side
from plyground.rules import CUSTOM, GameRules, RuleOption, Value

R = TypeVar("R", bound=GameRules)


class CorePosition(Protocol):
    """What every native position offers; the binding template makes them all alike."""

    @property
    def white_to_move(self) -> bool: ...
    @property
    def key(self) -> int: ...
    @property
    def reversible_plies(self) -> int: ...
    @property
    def evaluation(self) -> int: ...
    def evaluate(self, which: int, seed: int = 0) -> int: ...
    @property
    def check(self) -> str: ...
    @property
    def forced(self) -> str: ...
    def hand(self) -> tuple[int, int] | None: ...
    def legal_moves(self) -> Sequence[Any]: ...
    def count_moves(self) -> int: ...
    def forcing_moves(self) -> Sequence[Any]: ...
    def after(self, move: Any) -> CorePosition: ...
    def parse(self, text: str) -> Any: ...
    def notation(self, move: Any) -> str: ...
    def entry_paths(self, move: Any) -> Sequence[Sequence[str]]: ...
    def entry_json(self) -> str: ...
    def view_json(self, before: Any, winner: str, termination: str, is_open: bool) -> bytes: ...
    def result(self) -> tuple[str | None, str] | None: ...
    def claim(self) -> str | None: ...
    def can_win(self, white: bool) -> bool: ...
    def fen(self, style: int = 0) -> str: ...
    def pieces(self) -> Sequence[tuple[str, str]]: ...
    def divide(
        self,
        depth: int,
        threads: int = 1,
        on_progress: Callable[[int, int, int], object] | None = None,
        split_removals: bool = False,
    ) -> Sequence[tuple[str, int]]: ...


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
    def symbols(self) -> Sequence[tuple[str, str]]: ...
    @property
    def repetition(self) -> tuple[int, int]: ...
    @property
    def geometry(self) -> tuple[Any, ...]: ...
    def start(self, number: int | None = None) -> CorePosition: ...
    def from_fen(self, text: str) -> CorePosition: ...


class NativeGame:
    """A game whose rules are native."""

    def __init__(self, core: CoreGame, title: str) -> None:
        self._core = core
        self.name = core.name
        self.title = title

    @cached_property
    def geometry(self) -> Geometry:
        """The board as data."""
        style, width, height, points, columns, rows, lines = self._core.geometry
        return Geometry(
            style=style,
            width=width,
            height=height,
            points=tuple(Point(*point) for point in points),
            columns=tuple(columns),
            rows=tuple(rows),
            lines=tuple(tuple(line) for line in lines),
        )

    @cached_property
    def symbols(self) -> Mapping[str, str]:
        """Piece -> the character a text board shows."""
        return dict(self._core.symbols)

    @cached_property
    def repetition(self) -> Repetition:
        """When a repeated position is a draw."""
        return Repetition(*self._core.repetition)

    @cached_property
    def fen_styles(self) -> tuple[str, ...]:
        """The ways `NativePosition.format_fen` can write a position, the usual one first."""
        return tuple(self._core.fen_styles)

    @cached_property
    def evaluations(self) -> tuple[str, ...]:
        """The further evaluations that `NativePosition.evaluate` knows by name."""
        return tuple(self._core.evaluations)

    def evaluate_by_name(self, position: NativePosition, name: str, seed: int = 0) -> int:
        """The estimate of one of the `evaluations`."""
        return position.evaluate(name, seed)

    def forcing_moves(self, position: NativePosition, /) -> Sequence[Move]:
        """The legal moves that change the balance at once."""
        return position.forcing_moves

    @property
    def starts(self) -> int:
        """How many start positions there are."""
        return self._core.starts

    def start(self, number: int | None = None) -> NativePosition:
        """A start position; without a number the usual one."""
        if number is not None and not 0 <= number < self.starts:
            raise errors.UnknownGame("start_out_of_range", game=self.name, last=self.starts - 1, number=number)
        return NativePosition(self, self._core.start(number))

    def from_fen(self, fen: str) -> NativePosition:
        """The position a text describes; raises `InvalidPosition`."""
        try:
            return NativePosition(self, self._core.from_fen(_readable(fen)))
        except NativeError as error:
            reraise(error)

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
        title = presets[preset].title if preset in presets else f"{self.family.title()} by own rules"
        super().__init__(self._core_game(self.rules, f"{self.family}:{preset}"), title)

    @abstractmethod
    def _core_game(self, rules: R, name: str) -> CoreGame:
        """The native game with these rules."""

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


class NativePosition(BoardPosition):
    """A position of a native game: a pair of the game and the native value."""

    __slots__ = ("_core", "_game")

    def __init__(self, game: NativeGame, core: CorePosition) -> None:
        self._game = game
        self._core = core

    @property
    def game(self) -> NativeGame:
        """The rules this position is played by."""
        return self._game

    @property
    def side_to_move(self) -> Side:
        """The side whose turn it is."""
        return Side.WHITE if self._core.white_to_move else Side.BLACK

    @property
    def core(self) -> CorePosition:
        """The native value, for the native search."""
        return self._core

    def generate(self) -> Sequence[Move]:
        """All legal moves in the game's fixed order."""
        return self._core.legal_moves()

    def count_moves(self) -> int:
        """How many legal moves there are, without making them."""
        return self._core.count_moves()

    @property
    def forcing_moves(self) -> Sequence[Move]:
        """The legal moves that change the balance at once."""
        return self._core.forcing_moves()

    def after(self, move: Move | str) -> NativePosition:
        """The position after a move, its token or its notation."""
        try:
            played = self._core.parse(_readable(move)) if isinstance(move, str) else move
            return NativePosition(self._game, self._core.after(played))
        except NativeError as error:
            reraise(error)
        except TypeError:
            raise self._foreign(move) from None

    def parse(self, text: str) -> Move:
        """The legal move that a token or the game's notation names."""
        try:
            parsed: Move = self._core.parse(_readable(text))
        except NativeError as error:
            reraise(error)
        return parsed

    def notation(self, move: Move) -> str:
        """The move in the game's own notation."""
        try:
            return self._core.notation(move)
        except NativeError as error:
            reraise(error)
        except TypeError:
            raise self._foreign(move) from None

    def entry_paths(self, move: Move) -> Sequence[Sequence[str]]:
        """The click paths that enter a move."""
        return self._core.entry_paths(move)

    def merge_paths(self) -> Entry:
        """All click paths as one tree, merged natively."""
        tree: Entry = json.loads(self._core.entry_json())
        return tree

    def view_json(self, before: Position | None, result: Result | None, *, is_open: bool = True) -> bytes:
        """The view within a game, written natively."""
        if before is not None and not isinstance(before, NativePosition):
            return super().view_json(before, result, is_open=is_open)
        winner = "" if result is None or result.winner is None else result.winner.value
        termination = "" if result is None else result.termination
        return self._core.view_json(None if before is None else before.core, winner, termination, is_open)

    @property
    def result(self) -> Result | None:
        """How the game ended by the position alone."""
        found = self._core.result()
        if found is None:
            return None
        winner, termination = found
        return Result(Side(winner) if winner else None, termination)

    @property
    def claim(self) -> str | None:
        """The draw that may be claimed by the position's own counters."""
        return self._core.claim()

    def can_win(self, side: Side) -> bool:
        """Whether the side has the material to win."""
        return self._core.can_win(Side(side) is Side.WHITE)

    @property
    def key(self) -> int:
        """The 64-bit digest."""
        return self._core.key

    @property
    def reversible_plies(self) -> int:
        """How many plies back a position could be repeated."""
        return self._core.reversible_plies

    @property
    def evaluation(self) -> int:
        """A static estimate in hundredths of a man, from the side to move."""
        return self._core.evaluation

    def evaluate(self, name: str, seed: int = 0) -> int:
        """The estimate by one of the game's named `evaluations`; where it has noise, `seed` chooses it."""
        names = self._game.evaluations
        if name not in names:
            known = ", ".join(names) or "none"
            raise errors.InvalidRules("unknown_evaluation", game=self._game.name, name=name, known=known)
        return self._core.evaluate(names.index(name), seed % 2**64)

    @property
    def fen(self) -> str:
        """The position as text."""
        return self._core.fen()

    def format_fen(self, style: str) -> str:
        """The position in one of the game's `fen_styles`, such as `shredder` in chess."""
        styles = self._game.fen_styles
        if style not in styles:
            known = ", ".join(styles)
            raise errors.InvalidPosition("unknown_fen_style", game=self._game.name, style=style, known=known)
        return self._core.fen(styles.index(style))

    @property
    def pieces(self) -> Mapping[str, str]:
        """Point name -> piece."""
        return dict(self._core.pieces())

    @property
    def check(self) -> str | None:
        """The point of a king in check."""
        return self._core.check or None

    @property
    def forced(self) -> str | None:
        """Why only some moves are allowed, as a code."""
        return self._core.forced or None

    @property
    def hand(self) -> Mapping[Side, int]:
        """Men still to be placed; empty in games without them."""
        hand = self._core.hand()
        return {} if hand is None else dict(zip(Side, hand, strict=True))

    def divide(
        self,
        depth: int,
        *,
        threads: int = 1,
        on_progress: Callable[[int, int, int], object] | None = None,
        split_removals: bool = False,
    ) -> list[tuple[str, int]]:
        """The leaves below each move, by its token; none at depth 0. Ctrl-C ends it.

        `on_progress(parts done, parts, leaves so far)` is called about ten times a second. With `split_removals`,
        in games that have removals, each one counts as a ply of its own and passes do not count.
        """
        try:
            return list(self._core.divide(depth, threads, on_progress, split_removals))
        except NativeError as error:
            reraise(error)

    def __reduce__(self) -> tuple[object, ...]:
        return (self._game.from_fen, (self.fen,))

    def _foreign(self, move: object) -> errors.IllegalMove:
        return errors.IllegalMove("record_foreign", what=f"move {move}", other="another game", game=self._game.name)


def _readable(text: str) -> str:
    """Text that the core can take: command lines may hold bytes that are no Unicode."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def reraise(error: NativeError) -> NoReturn:
    """The native error as one of ours."""
    kind, code, arguments = error.args
    raise getattr(errors, kind)(code, **arguments) from None
