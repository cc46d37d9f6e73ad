"""SimpleGame: write start_board, side_to_move, moves, after and result; keys, texts, boards and views are derived."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import ClassVar, Generic, Literal, TypeVar

from plyground.abilities import HasForcingMoves
from plyground.errors import ConformanceError, IllegalMove, InvalidMove, InvalidPosition, UnknownGame
from plyground.games.board_text import format_plain, parse_plain
from plyground.games.position import BoardPosition
from plyground.position_form import PictureForm
from plyground.protocol import PASS, Game, Geometry, Move, Point, Repetition, Result, Side

B = TypeVar("B", bound=Hashable)

ANY_PLIES = 1_000_000
"""How far back a position may be repeated if the game does not say."""


def grid(width: int, height: int, style: Literal["checkered", "grid"] = "grid") -> Geometry:
    """A board of cells named as in chess: a1 at the bottom left, row after row upwards.

    >>> [point.name for point in grid(3, 2).points]
    ['a1', 'b1', 'c1', 'a2', 'b2', 'c2']
    """
    columns = tuple("abcdefghijklmnopqrstuvwxyz"[:width])
    rows = tuple(str(row + 1) for row in range(height))
    points = tuple(Point(column + row, x, y) for y, row in enumerate(rows) for x, column in enumerate(columns))
    return Geometry(style, width, height, points, columns, rows)


class SimpleGame(ABC, Generic[B]):
    """The rules of a game over a board of any type.

    `B`, the board, is any immutable value that says everything about a position: a string with one character for
    each point of the geometry is the easiest. Moves are strings, each a whole turn without blanks; sides alternate
    strictly, and a side that must sit out has the one move `pass`. Five methods are required; every other member
    has a default. `plyground.testing.check_game` checks the result.

    >>> class Nim(SimpleGame[tuple[Side, int]]):
    ...     name = "nim"
    ...     def start_board(self): return (Side.WHITE, 7)
    ...     def side_to_move(self, board): return board[0]
    ...     def moves(self, board): return [str(n) for n in (1, 2, 3) if n <= board[1]]
    ...     def after(self, board, move): return (board[0].other, board[1] - int(move))
    ...     def result(self, board): return None if board[1] else Result(board[0].other, "took_last")
    >>> position = Nim().start().after("3").after("2")
    >>> position.fen, position.legal_moves, print(position.after("2").result)
    1-0 took last
    ('(white,2)', <2 legal moves: 1 2>, None)
    """

    name: str
    """One word; with a preset it becomes `GAME:PRESET`."""
    presets: ClassVar[tuple[str, ...]] = ()
    """The names of presets; `self.preset` is the one that is played, "" for the game itself."""
    geometry: Geometry = Geometry("grid", 0, 0, ())
    """The board as data, like `grid(7, 6)`; a game without one is played by typing moves."""
    symbols: Mapping[str, str] = {"white man": "X", "black man": "O"}
    """Piece -> its character on a text board."""
    repetition: Repetition = Repetition(automatic_at=3)
    """By default the third occurrence of a position is a draw, so that every game ends."""
    move_pattern: str = r"[\w=:@+*-]*\w[\w=:@+*-]*"
    """The form of a move as a regular expression; other text is reported as unreadable."""

    def __init__(self, preset: str = "") -> None:
        base = getattr(type(self), "name", None)
        if not isinstance(base, str) or not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", base):
            reason = f"its name is {base!r}; expected one word in lower case"
            raise ConformanceError("conformance", game=type(self).__name__, reason=reason)
        if preset and preset not in self.presets:
            known = ", ".join(self.presets) or "none"
            raise UnknownGame("unknown_preset", game=base, preset=preset, known=known)
        self.preset = preset
        self.name = f"{base}:{preset}" if preset else base

    # What the author writes.

    @abstractmethod
    def start_board(self) -> B:
        """The board on which a game begins."""

    @abstractmethod
    def side_to_move(self, board: B) -> Side:
        """Whose turn it is."""

    @abstractmethod
    def moves(self, board: B) -> Iterable[str]:
        """The legal moves in a fixed order; not called once `result` says that the game is over."""

    @abstractmethod
    def after(self, board: B, move: str) -> B:
        """The board after a legal move; the given board must not change."""

    @abstractmethod
    def result(self, board: B) -> Result | None:
        """How the game ended, like `Result(Side.WHITE, "four_in_a_row")`; None while there is a move to make."""

    # What the author may write.

    @property
    def title(self) -> str:
        """The name people read."""
        return re.sub("[-_:]", " ", self.name).title()

    def pieces(self, board: B) -> Mapping[str, str]:
        """Point -> piece; derived for a board that is a string with a character of `symbols` for each point."""
        if not self._is_picture(board):
            return {}
        piece_of = self._piece_of
        return {
            point.name: piece_of[symbol]
            for point, symbol in zip(self.geometry.points, str(board), strict=True)
            if symbol in piece_of
        }

    def entry_paths(self, board: B, move: str) -> Iterable[Sequence[str]]:
        """The clicks that enter a move; derived from the points it names, `b2` or `b2-b3`; else a choice `=move`."""
        if move != PASS and self._point_moves.fullmatch(move):
            return [self._point_names.findall(move)]
        return [("=" + move,)]

    def evaluate(self, board: B) -> int:
        """How good the board is for the side to move, in hundredths of a man."""
        return 0

    def hand(self, board: B) -> Mapping[Side, int]:
        """Men still to be placed."""
        return {}

    def in_check(self, board: B) -> str | None:
        """The point of a king in check."""
        return None

    def forced(self, board: B) -> str | None:
        """Why only some moves are allowed, as a code like `capture`."""
        return None

    def check(self, board: B) -> None:
        """Raises a `ValueError` that says what is wrong with a board read from text."""
        start = self.start_board()
        if isinstance(board, str) and self._is_picture(start):
            if not self._is_picture(board):
                raise ValueError(f"it has {len(board)} characters; expected {len(self.geometry.points)}")
            strange = sorted(set(board) - set(str(start)) - set(self._piece_of))
            if strange:
                raise ValueError(f"it has '{strange[0]}'")

    def format_fen(self, board: B) -> str:
        """The board as text; derived for boards of plain values."""
        return format_plain(board)

    def parse_fen(self, text: str) -> B:
        """The board a text describes, or any exception."""
        return parse_plain(text, self.start_board())

    def identity(self, board: B) -> Hashable:
        """What must be equal for two boards to count as a repetition: plain values, counters left out."""
        return self.format_fen(board)

    # What the tools use.

    @property
    def starts(self) -> int:
        """How many start positions there are."""
        return 1

    def start(self, number: int | None = None) -> SimplePosition[B]:
        """The start position."""
        if number not in (None, 0):
            raise UnknownGame("start_out_of_range", game=self.name, last=0, number=number)
        return self.position(self.start_board())

    def from_fen(self, fen: str) -> SimplePosition[B]:
        """The position a text describes; raises `InvalidPosition` also if the author's methods fail on it."""
        if not fen.strip():
            raise InvalidPosition("fen_empty", expected=f"something like {self.format_fen(self.start_board())}")
        try:
            board = self.parse_fen(fen.strip())
            self.check(board)
            position = self.position(board)
            # Called now, so that a board they cannot handle is refused here and not later.
            _ = position.side_to_move, position.generate(), position.pieces
        except InvalidPosition:
            raise
        except Exception as error:
            reason = str(error) or type(error).__name__
            text = fen if len(fen) <= 80 else fen[:77] + "..."
            raise InvalidPosition("fen_unreadable", text=text, game=self.name, reason=reason) from error
        return position

    def position(self, board: B) -> SimplePosition[B]:
        """The position with this board on it."""
        return SimplePosition(self, board)

    @property
    def position_form(self) -> PictureForm | None:
        """How a position is filled in, if its text is a picture of the board."""
        start = self.start_board()
        if not self._is_picture(start) or self.format_fen(start) != start:
            return None
        empty = next((sign for sign in str(start) if sign not in self._piece_of), ".")
        return PictureForm(self.name, self.geometry, self.symbols, empty)

    def __repr__(self) -> str:
        return f"plyground.game({self.name!r})"

    @cached_property
    def lists_forcing_moves(self) -> HasForcingMoves | None:
        """The game itself, if it has a method `forcing_moves(board)`."""
        return self if isinstance(self, HasForcingMoves) else None

    def _is_picture(self, board: object) -> bool:
        return isinstance(board, str) and 0 < len(board) == len(self.geometry.points)

    @cached_property
    def _piece_of(self) -> Mapping[str, str]:
        return {symbol: piece for piece, symbol in self.symbols.items()}

    @cached_property
    def _point_names(self) -> re.Pattern[str]:
        names = sorted((point.name for point in self.geometry.points), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, names)) or "(?!)")

    @cached_property
    def _point_moves(self) -> re.Pattern[str]:
        """Moves that are points with signs between them: `b2`, `xb2`, `b2-b3` or `b2:d4:f6`."""
        return re.compile(rf"[-x:>]*(?:(?:{self._point_names.pattern})[-x:>]*)+")


class SimplePosition(BoardPosition, Generic[B]):
    """A position of a `SimpleGame`: the game and its `board`, with everything that follows from the two."""

    def __init__(self, game: SimpleGame[B], board: B) -> None:
        self._game = game
        self.board = board

    @property
    def game(self) -> Game:
        """The rules this position is played by."""
        return self._game

    @property
    def side_to_move(self) -> Side:
        """The side whose turn it is."""
        side = self._game.side_to_move(self.board)
        if not isinstance(side, Side):
            raise self._broken(f"side_to_move gave {side!r}; expected a Side")
        return side

    @cached_property
    def result(self) -> Result | None:
        """How the game ended by the board alone."""
        result = self._game.result(self.board)
        if result is not None and not isinstance(result, Result):
            raise self._broken(f"result gave {result!r}; expected None or a Result")
        return result

    def generate(self) -> tuple[str, ...]:
        """All legal moves in the game's order; none once the game is over."""
        return self._moves

    @cached_property
    def _moves(self) -> tuple[str, ...]:
        if self.result is not None:
            return ()
        moves = tuple(self._game.moves(self.board))
        if not moves:
            raise self._broken("there are no moves, and result gave None; a side that must pass has the move 'pass'")
        for move in moves:
            if not isinstance(move, str):
                raise self._broken(f"moves gave {move!r}; expected strings")
        return moves

    @property
    def forcing_moves(self) -> tuple[Move, ...]:
        """The legal moves that change the balance at once."""
        lists = self._game.lists_forcing_moves
        return tuple(lists.forcing_moves(self.board)) if lists and not self.result else ()

    def after(self, move: Move | str) -> SimplePosition[B]:
        """The position after a move."""
        token = str(move)
        if token not in self._moves:
            raise self._refusal(token)
        return self._game.position(self._game.after(self.board, token))

    def parse(self, text: str) -> str:
        """The legal move that a text names."""
        token = text.strip()
        if token in self._moves:
            return token
        raise self._refusal(token)

    def _refusal(self, text: str) -> InvalidMove | IllegalMove:
        """Why a text is not a legal move."""
        if not re.fullmatch(self._game.move_pattern, text):
            expected = _some(self._moves or self._game.start().generate())
            return InvalidMove("move_unreadable", text=text, game=self._game.name, expected=expected)
        if not self._moves:
            return IllegalMove("game_over", text=text)
        return IllegalMove("move_illegal", text=text, legal=_some(self._moves))

    def notation(self, move: Move) -> str:
        """The move as people write it: its token."""
        return str(move)

    @property
    def claim(self) -> str | None:
        """No draw needs claiming."""
        return None

    def can_win(self, side: Side) -> bool:
        """Whether the side could still win; always, as far as is known."""
        return True

    @property
    def key(self) -> int:
        """A stable 64-bit digest of the board's identity."""
        text = format_plain(self._game.identity(self.board))
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")

    @property
    def reversible_plies(self) -> int:
        """How many plies back a position could possibly be repeated."""
        return 0 if self._game.repetition == Repetition() else ANY_PLIES

    @property
    def evaluation(self) -> int:
        """The author's estimate from the side to move."""
        return self._game.evaluate(self.board)

    @property
    def fen(self) -> str:
        """The board as text."""
        try:
            return self._game.format_fen(self.board)
        except TypeError as error:
            raise self._broken(str(error)) from error

    @property
    def pieces(self) -> Mapping[str, str]:
        """Point name -> piece."""
        return self._game.pieces(self.board)

    def entry_paths(self, move: Move) -> Iterable[Sequence[str]]:
        """The click paths that enter a move."""
        return self._game.entry_paths(self.board, str(move))

    @property
    def hand(self) -> Mapping[Side, int]:
        """Men still to be placed."""
        return self._game.hand(self.board)

    @property
    def check(self) -> str | None:
        """The point of a king in check."""
        return self._game.in_check(self.board)

    @property
    def forced(self) -> str | None:
        """Why only some moves are allowed."""
        return self._game.forced(self.board)

    def __str__(self) -> str:
        return super().__str__() if self._game.geometry.points else self.fen

    def _broken(self, reason: str) -> ConformanceError:
        return ConformanceError("conformance", game=self._game.name, reason=f"{reason} (board {self.board!r})")


def _some(moves: Sequence[str]) -> str:
    """The first few moves for an error message."""
    return ", ".join(moves[:8]) + (" ..." if len(moves) > 8 else "")
