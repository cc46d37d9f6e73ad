"""Connect Four, the example to copy: a whole game in one short class over a board that is a string."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.abilities import BenchSuite, Odds
from plyground.games.simple import SimpleGame, grid
from plyground.protocol import Position, Result, Side
from plyground.reasons import Reason
from plyground.turn import Turn

COLUMNS, WIDTH, HEIGHT = "abcdefg", 7, 6
FOURS = [
    slice(x + WIDTH * y, x + 3 * dx + WIDTH * (y + 3 * dy) + 1, dx + WIDTH * dy)
    for y in range(HEIGHT)
    for x in range(WIDTH)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
    if 0 <= x + 3 * dx < WIDTH and y + 3 * dy < HEIGHT
]
"""Every four cells in a row: `board[four]` is what stands on them."""


class ConnectFour(SimpleGame[str]):
    """Drop discs into columns; four in a row, straight or diagonal, win. The board is its 42 cells, a1 b1 ... g6."""

    name = "connect-four"
    geometry = grid(WIDTH, HEIGHT)
    move_pattern = "[a-g]"
    odds = Odds(15.0, 45.0)
    """Fitted by `tools/fit_wdl.py` to 80 games with 1,000 nodes a move."""
    bench = BenchSuite(depth=6, perft_depth=6)

    def start_board(self) -> str:
        return "." * WIDTH * HEIGHT

    def side_to_move(self, board: str) -> Side:
        return Side.WHITE if board.count("X") == board.count("O") else Side.BLACK

    def moves(self, board: str) -> list[str]:
        return [column for column, top in zip(COLUMNS, board[-WIDTH:], strict=True) if top == "."]

    def after(self, board: str, move: str) -> str:
        cell = self.landing(board, move)
        disc = "X" if self.side_to_move(board) is Side.WHITE else "O"
        return board[:cell] + disc + board[cell + 1 :]

    def result(self, board: str) -> Result | None:
        winner = self.side_to_move(board).other
        four = "XXXX" if winner is Side.WHITE else "OOOO"
        if any(board[cells] == four for cells in FOURS):
            return Result(winner, "four_in_a_row")
        return None if "." in board else Result(None, "board_full")

    def evaluate(self, board: str) -> int:
        lines = [board[cells] for cells in FOURS]
        white = sum(line.count("X") ** 3 for line in lines if "O" not in line)
        black = sum(line.count("O") ** 3 for line in lines if "X" not in line)
        return white - black if self.side_to_move(board) is Side.WHITE else black - white

    def facts(self, turn: Turn) -> Iterator[Reason]:
        """Fours that the opponent can no longer make, and threes with the fourth cell free."""
        then, now = (self._cells(position) for position in (turn.before, turn.after))
        own, enemy = ("X", "O") if turn.side is Side.WHITE else ("O", "X")
        cell = self.landing(then, str(turn.move))
        through = [four for four in FOURS if cell in range(*four.indices(WIDTH * HEIGHT))]
        for four in sorted(through, key=lambda one: -now[one].count(enemy)):
            cells = range(*four.indices(WIDTH * HEIGHT))
            names = [self.geometry.points[at].name for at in cells]
            if now[four].count(enemy) == 3:
                yield Reason("blocks_four", {"points": names})
            elif now[four].count(own) == 3 and now[four].count(".") == 1:
                free = next(name for name, at in zip(names, cells, strict=True) if now[at] == ".")
                yield Reason("three_in_line", {"points": names, "point": free})
            elif now[four].count(enemy) >= 1 and now[four].count(own) == 1:
                yield Reason("blocks_three", {"points": names})
            elif now[four].count(own) == 2 and now[four].count(".") == 2:
                yield Reason("builds_row", {"points": names})
        if str(turn.move) == COLUMNS[WIDTH // 2]:
            yield Reason("centralises", {"point": self.geometry.points[cell].name})

    def _cells(self, position: Position) -> str:
        discs = {"white": "X", "black": "O", "": "."}
        sides = (position.pieces.get(point.name, "").partition(" ")[0] for point in self.geometry.points)
        return "".join(discs[side] for side in sides)

    def entry_paths(self, board: str, move: str) -> list[list[str]]:
        return [[self.geometry.points[self.landing(board, move)].name]]

    def landing(self, board: str, move: str) -> int:
        column = COLUMNS.index(move)
        return column + WIDTH * board[column::WIDTH].index(".")
