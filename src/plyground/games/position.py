"""What positions of all games share: the view, the text board and the picture; BoardPosition, the base for Python."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence

from plyground.abilities import HasRules
from plyground.drawing.text import format_board
from plyground.protocol import Entry, Game, Move, Position, Result, View
from plyground.rules import GameRules


class LazyMoves:
    """The legal moves of a position, generated when first looked at."""

    __slots__ = ("_position",)

    def __init__(self, position: BoardPosition) -> None:
        self._position = position

    def __iter__(self) -> Iterator[Move]:
        return iter(self._position.generate())

    def __len__(self) -> int:
        return len(self._position.generate())

    def __contains__(self, move: object) -> bool:
        return move in self._position.generate()

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {' '.join(str(move) for move in self)}>"


class BoardPosition(Position):
    """A position of a game written in Python, which can show itself; the moves are the game's to supply.

    Prints as a board in a terminal and draws itself as SVG in a notebook. Two positions are equal when they belong
    to games with the same rules and their texts are.
    """

    __slots__ = ()

    @abstractmethod
    def generate(self) -> Sequence[str]:
        """All legal moves in the game's fixed order; they are their own tokens."""

    @abstractmethod
    def entry_paths(self, move: Move) -> Iterable[Sequence[str]]:
        """The click paths that enter a move, each a sequence of point names or choices like `=q`."""

    @property
    def legal_moves(self) -> LazyMoves:
        """The legal moves, made only when looked at."""
        return LazyMoves(self)

    @property
    def view(self) -> View:
        """The position as a board shows it."""
        return view_of(self, self.merge_paths)

    def view_json(self, before: Position | None, result: Result | None, *, is_open: bool = True) -> bytes:
        """The view within a game as JSON, see `View.within`."""
        view = self.view.within(None if before is None else before.pieces, result, is_open)
        return json.dumps(view.as_dict()).encode()

    def merge_paths(self) -> Entry:
        """All click paths merged into one tree whose leaves are move tokens."""
        tree: Entry = {}
        for move in self.generate():
            token = str(move)
            for path in self.entry_paths(move):
                *way, last = path
                branch = tree
                for click in way:
                    below = branch.get(click)
                    if below is None:
                        below = branch[click] = {}
                    assert type(below) is dict, f"the path of another move ends at {click} on the way of {move}"
                    branch = below
                assert last not in branch, f"two moves are entered by the same clicks {path}"
                branch[last] = token
        return tree

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoardPosition):
            return NotImplemented
        return _is_same_game(self.game, other.game) and self.fen == other.fen

    def __hash__(self) -> int:
        return hash((self.game.name, self.fen))

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"{self.game!r}.from_fen({self.fen!r})"

    def _repr_svg_(self) -> str:
        return svg_of(self)


def _is_same_game(first: Game, second: Game) -> bool:
    """Whether two games have the same rules; all games with custom rules share one name."""
    if first is second:
        return True
    return first.name == second.name and _rules(first) == _rules(second)


def _rules(game: Game) -> GameRules | None:
    return game.rules if isinstance(game, HasRules) else None


def view_of(position: Position, merge_paths: Callable[[], Entry]) -> View:
    """A position as a board shows it; `merge_paths` makes the tree of its click paths."""
    result = position.result
    return View(
        game=position.game.name,
        turn=position.side_to_move,
        pieces=position.pieces,
        entry=merge_paths() if result is None else {},
        result=result,
        hand=position.hand,
        check=position.check,
        forced=position.forced,
    )


def text_of(position: Position) -> str:
    """A position as a text board."""
    return format_board(position.game.geometry, position.game.symbols, position.pieces)


def svg_of(position: Position) -> str:
    """A position as an SVG picture."""
    from plyground.drawing.svg import draw_board

    return draw_board(position.game.geometry, position.view)
