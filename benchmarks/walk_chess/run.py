"""A random walk from Python: list the legal moves and play one, against python-chess on the same walk."""

from __future__ import annotations

import random
import time
from pathlib import Path

import chess
import results

import plyground

GAMES = 40
PLIES = 100
REPEATS = 7


def walk() -> list[list[str]]:
    """Random games as tokens, the same for both sides."""
    rng = random.Random(7)
    games = []
    for _ in range(GAMES):
        board = chess.Board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        games.append([move.uci() for move in board.move_stack])
    return games


def choices(games: list[list[str]]) -> tuple[list[list[int]], list[list[int]]]:
    """Which of the listed moves is played, as an index into each side's own list."""
    ours, theirs = [], []
    start = plyground.game("chess").start()
    for tokens in games:
        position, board = start, chess.Board()
        our_game, their_game = [], []
        for token in tokens:
            our_game.append([str(move) for move in position.legal_moves].index(token))
            their_game.append([move.uci() for move in board.legal_moves].index(token))
            position = position.after(token)
            board.push_uci(token)
        ours.append(our_game)
        theirs.append(their_game)
    return ours, theirs


def walk_ours(games: list[list[int]]) -> float:
    start = plyground.game("chess").start()
    begin = time.perf_counter()
    for game in games:
        position = start
        for choice in game:
            position = position.after(list(position.legal_moves)[choice])
    return time.perf_counter() - begin


def walk_python_chess(games: list[list[int]]) -> float:
    begin = time.perf_counter()
    for game in games:
        board = chess.Board()
        for choice in game:
            move = list(board.legal_moves)[choice]
            board.push(move)
            board.pop()
            board.push(move)
    return time.perf_counter() - begin


def walk_python_chess_without_pop(games: list[list[int]]) -> float:
    begin = time.perf_counter()
    for game in games:
        board = chess.Board()
        for choice in game:
            board.push(list(board.legal_moves)[choice])
        for _ in game:
            board.pop()
    return time.perf_counter() - begin


def main() -> None:
    ours, theirs = choices(walk())
    plies = sum(map(len, ours))
    there_and_back, each_ply, speeds = [], [], []
    for _ in range(REPEATS):
        seconds = walk_ours(ours)
        speeds.append(seconds / plies * 1e6)
        there_and_back.append(walk_python_chess_without_pop(theirs) / seconds)
        each_ply.append(walk_python_chess(theirs) / seconds)
    header = ["microseconds a ply, ours", "times python-chess, pops at the end", "times python-chess, pops at each ply"]
    body = results.table(header, [[results.spread(speeds), results.spread(there_and_back), results.spread(each_ply)]])
    note = (
        f"\n\n{GAMES} random games of at most {PLIES} plies, the same on both sides; median of {REPEATS} runs, range.\n"
        "Each ply makes the list of legal moves as Python objects and plays one of them. Our positions are values, so\n"
        "there is nothing to pop; python-chess pushes each move and pops it once."
    )
    results.write(Path(__file__).parent, "A walk from Python", body + note)


if __name__ == "__main__":
    main()
