"""The readable Python alpha-beta against easyAI's Negamax: the same games, positions and depth, in one run."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import results

from plyground.games.connect_four import ConnectFour
from plyground.games.simple import SimpleGame, grid
from plyground.protocol import Position, Result, Side
from plyground.search.node import Search
from plyground.search.reference import alphabeta
from plyground.search.score import INFINITY

try:
    import easyAI
    from easyAI.games.ConnectFour import ConnectFour as TheirConnectFour
    from easyAI.games.TicTacToe import TicTacToe as TheirTicTacToe
except ImportError:
    sys.exit("easyAI is not installed; pip install easyAI")

REPEATS = 7
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(SimpleGame[str]):
    """Three in a row, as a user would write it; cells are named in the order in which easyAI numbers them."""

    name = "tic-tac-toe"
    geometry = grid(3, 3)

    def start_board(self) -> str:
        return "." * 9

    def side_to_move(self, board: str) -> Side:
        return Side.WHITE if board.count(".") % 2 else Side.BLACK

    def moves(self, board: str) -> list[str]:
        return [point.name for point, cell in zip(self.geometry.points, board, strict=True) if cell == "."]

    def after(self, board: str, move: str) -> str:
        cell = "abc".index(move[0]) + 3 * (int(move[1]) - 1)
        disc = "X" if board.count(".") % 2 else "O"
        return board[:cell] + disc + board[cell + 1 :]

    def result(self, board: str) -> Result | None:
        winner = self.side_to_move(board).other
        man = "X" if winner is Side.WHITE else "O"
        if any(board[a] == board[b] == board[c] == man for a, b, c in ROWS):
            return Result(winner, "three_in_a_row")
        return None if "." in board else Result(None, "board_full")


class PlainConnectFour(ConnectFour):
    """Our Connect Four with their evaluation, which only distinguishes lost from not lost: exactly the same tree."""

    name = "connect-four-plain"

    def evaluate(self, board: str) -> int:
        return 0


def openings(start: Position, count: int, longest: int) -> list[list[int]]:
    """Random openings, each move as its place among the legal ones."""
    rng = random.Random(5)
    found: list[list[int]] = []
    while len(found) < count:
        position, places = start, []
        for _ in range(rng.randrange(longest + 1)):
            moves = list(position.legal_moves)
            places.append(rng.randrange(len(moves)))
            position = position.after(moves[places[-1]])
            if position.result is not None:
                break
        if position.result is None:
            found.append(places)
    return found


def ours(start: Position, places: Sequence[int]) -> Position:
    position = start
    for place in places:
        position = position.after(list(position.legal_moves)[place])
    return position


def theirs(make: Callable[[], Any], places: Sequence[int]) -> Any:
    game = make()
    for place in places:
        game.play_move(game.possible_moves()[place])
    return game


def search_ours(positions: Sequence[Position], depth: int) -> tuple[float, int]:
    begin, nodes = time.perf_counter(), 0
    for position in positions:
        search = Search()
        alphabeta(search, position, depth, -INFINITY, INFINITY)
        nodes += search.counters.nodes
    return time.perf_counter() - begin, nodes


def search_theirs(games: Sequence[Any], depth: int) -> float:
    begin = time.perf_counter()
    for game in games:
        easyAI.Negamax(depth)(game)
    return time.perf_counter() - begin


def count_theirs(games: Sequence[Any], depth: int) -> int:
    """Nodes of their search, which is one call of a function each."""
    # By its name, because the package has a class of the same name in its place.
    negamax_module = sys.modules["easyAI.AI.Negamax"]
    original, nodes = negamax_module.negamax, 0

    def counted(*arguments: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return original(*arguments)

    negamax_module.negamax = counted
    try:
        search_theirs(games, depth)
    finally:
        negamax_module.negamax = original
    return nodes


def main() -> None:
    players = [easyAI.AI_Player(None), easyAI.AI_Player(None)]
    four, three = ConnectFour(), TicTacToe()
    games = (
        ("Connect Four", four, lambda: TheirConnectFour(players), 5, openings(four.start(), 6, 12), 1.0),
        (
            "Connect Four, their evaluation",
            PlainConnectFour(),
            lambda: TheirConnectFour(players),
            5,
            openings(four.start(), 6, 12),
            1.0,
        ),
        ("tic-tac-toe", three, lambda: TheirTicTacToe(players), 9, openings(three.start(), 4, 2), 0.5),
    )
    rows = []
    for title, game, make, depth, places, bar in games:
        positions = [ours(game.start(), path) for path in places]
        boards = [theirs(make, path) for path in places]
        ratios, speeds = [], []
        for _ in range(REPEATS):
            # Fresh positions, because ours cache their moves and results.
            seconds, nodes = search_ours([game.from_fen(position.fen) for position in positions], depth)
            ratios.append(search_theirs(boards, depth) / seconds)
            speeds.append(nodes / seconds / 1000)
        rows.append(
            [
                title,
                str(depth),
                f"{nodes:,}",
                f"{count_theirs(boards, depth):,}",
                results.spread(speeds),
                results.spread(ratios),
                f"{bar:g}",
            ]
        )
    header = [
        "game",
        "depth",
        "nodes, ours",
        "nodes, theirs",
        "1,000 nodes/s, ours",
        "times easyAI's speed",
        "at least",
    ]
    note = (
        f"\n\nThe same random openings on both sides, without a table; median of {REPEATS} runs, their time over\n"
        "ours. Ours is `plyground.search.reference.alphabeta` with its counters on, for it cannot turn them off. Each\n"
        "searches its own game in Python; 'their evaluation' is our Connect Four with the evaluation of theirs, which\n"
        "knows only lost and not lost."
    )
    results.write(Path(__file__).parent, "The readable search and easyAI", results.table(header, rows) + note)


if __name__ == "__main__":
    main()
