"""Small mill on 3 x 3 points: a toy that needs passes, removal-only turns and moves of two clicks.

Each side places four men in turn, then steps along a row or column to a neighbouring point. Completing a row or column
obliges the opponent to remove one of their own men in their next turn (`xb2`); the player who completed it then sits
out a turn (`pass`), so that the opponent can still move. Fewer than three men, or no move, lose.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from plyground.games.simple import SimpleGame, grid
from plyground.protocol import PASS, Result, Side

POINTS = [point.name for point in grid(3, 3).points]
ROWS = [slice(0, 3), slice(3, 6), slice(6, 9), slice(0, 7, 3), slice(1, 8, 3), slice(2, 9, 3)]
STEPS = {
    here: [there for there in range(9) if abs(here % 3 - there % 3) + abs(here // 3 - there // 3) == 1]
    for here in range(9)
}
MAN = {Side.WHITE: "X", Side.BLACK: "O"}


class Board(NamedTuple):
    """The nine points, whose turn it is and what for, and the men in hand of white and black."""

    points: str
    side: Side
    turn: Literal["move", "remove", "pass"]
    hand: tuple[int, int]


class SmallMill(SimpleGame[Board]):
    name = "small-mill"
    presets = ("five",)
    geometry = grid(3, 3)

    def start_board(self) -> Board:
        men = 5 if self.preset == "five" else 4
        return Board("." * 9, Side.WHITE, "move", (men, men))

    def side_to_move(self, board: Board) -> Side:
        return board.side

    def moves(self, board: Board) -> list[str]:
        if board.turn == "pass":
            return [PASS]
        men = [i for i in range(9) if board.points[i] == MAN[board.side]]
        if board.turn == "remove":
            return ["x" + POINTS[i] for i in men]
        if self.men_in_hand(board, board.side):
            return [POINTS[i] for i in range(9) if board.points[i] == "."]
        return [f"{POINTS[i]}-{POINTS[to]}" for i in men for to in STEPS[i] if board.points[to] == "."]

    def after(self, board: Board, move: str) -> Board:
        opponent = board.side.other
        if move == PASS:
            return board._replace(side=opponent, turn="move")
        points = list(board.points)
        if move.startswith("x"):
            points[POINTS.index(move[1:])] = "."
            return board._replace(points="".join(points), side=opponent, turn="pass")
        start, _, target = move.rpartition("-")
        if start:
            points[POINTS.index(start)] = "."
        points[POINTS.index(target)] = MAN[board.side]
        white, black = board.hand
        if not start:
            white, black = (white - 1, black) if board.side is Side.WHITE else (white, black - 1)
        changed = "".join(points)
        closed = any(changed[row] == MAN[board.side] * 3 != board.points[row] for row in ROWS)
        return Board(changed, opponent, "remove" if closed else "move", (white, black))

    def result(self, board: Board) -> Result | None:
        for side in (Side.WHITE, Side.BLACK):
            if board.points.count(MAN[side]) + self.men_in_hand(board, side) < 3:
                return Result(side.other, "too_few_men")
        return None if self.moves(board) else Result(board.side.other, "no_moves")

    def pieces(self, board: Board) -> dict[str, str]:
        piece = {"X": "white man", "O": "black man"}
        return {point: piece[man] for point, man in zip(POINTS, board.points, strict=True) if man != "."}

    def hand(self, board: Board) -> dict[Side, int]:
        return {Side.WHITE: board.hand[0], Side.BLACK: board.hand[1]}

    def forced(self, board: Board) -> str | None:
        return "removal" if board.turn == "remove" else None

    def forcing_moves(self, board: Board) -> list[str]:
        return [move for move in self.moves(board) if self.after(board, move).turn == "remove"]

    def evaluate(self, board: Board) -> int:
        lead = 100 * (board.points.count("X") + board.hand[0] - board.points.count("O") - board.hand[1])
        return lead if board.side is Side.WHITE else -lead

    def check(self, board: Board) -> None:
        if len(board.points) != 9 or not set(board.points) <= set("XO."):
            raise ValueError("expected nine of X, O and .")
        if board.turn not in ("move", "remove", "pass") or len(board.hand) != 2 or min(board.hand) < 0:
            raise ValueError("expected move, remove or pass, and two numbers of men")

    def men_in_hand(self, board: Board, side: Side) -> int:
        return board.hand[0] if side is Side.WHITE else board.hand[1]
