"""Compares our chess databases with Syzygy's: `syzygy.py FOLDER_OF_SYZYGY [--random N] [--complete TABLE ...]`.

Build ours first: `plyground db build chess --men 4`. Syzygy's tables are in the source package of python-chess 1.11.2,
`data/syzygy/regular`. Every position with three men and every en-passant position is compared, N random positions of
each table with four men, and all positions of the tables named after --complete. Fifty moves do not count: Syzygy's
cursed wins are wins.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import chess
import chess.syzygy

from plyground.database.endgames import Databases
from plyground.games.chess import Chess

SEED = 19
TRIANGLE = [chess.square(file, rank) for rank in range(4) for file in range(rank, 4)]
HALF = [square for square in chess.SQUARES if chess.square_file(square) < 4]
GAME = Chess()


def men(table: str) -> list[chess.Piece]:
    """The men of a table like KRvK, the first side white."""
    white, black = table.split("v")
    return [chess.Piece.from_symbol(letter) for letter in white + black.lower()]


def boards(pieces: list[chess.Piece], squares: Iterable[int]) -> Iterator[chess.Board]:
    """The legal positions of an arrangement, with either side to move."""
    board = chess.Board(None)
    for piece, square in zip(pieces, squares, strict=True):
        if piece.piece_type == chess.PAWN and chess.square_rank(square) in (0, 7):
            return
        board.set_piece_at(square, piece)
    for turn in chess.COLORS:
        board.turn = turn
        if not board.was_into_check() and not chess.square_distance(board.king(True), board.king(False)) < 2:
            yield board


def all_boards(table: str) -> Iterator[chess.Board]:
    """Every legal position of a table, up to symmetry."""
    pieces = men(table)
    kings = HALF if "P" in table else TRIANGLE
    for squares in itertools.product(kings, *[chess.SQUARES] * (len(pieces) - 1)):
        if len(set(squares)) == len(squares):
            yield from boards(pieces, squares)


def random_boards(table: str, count: int) -> Iterator[chess.Board]:
    """Random legal positions of a table."""
    rng, pieces = random.Random(f"{SEED} {table}"), men(table)
    found = (board for _ in itertools.count() for board in boards(pieces, rng.sample(range(64), len(pieces))))
    return itertools.islice(found, count)


def is_impossible(board: chess.Board) -> bool:
    """Whether White was in check before Black's double step, although it was Black's turn."""
    before = board.copy(stack=False)
    target = board.ep_square or 0
    before.set_piece_at(target + 8, before.remove_piece_at(target - 8))
    before.turn = chess.BLACK
    return before.was_into_check()


def en_passant_boards() -> Iterator[chess.Board]:
    """Every position with four men in which White can capture en passant."""
    for file, side in itertools.product(range(8), (-1, 1)):
        if not 0 <= file + side < 8:
            continue
        pawns = [chess.square(file, 4), chess.square(file + side, 4)]
        for kings in itertools.permutations(chess.SQUARES, 2):
            if set(kings) & {*pawns, chess.square(file + side, 5), chess.square(file + side, 6)}:
                continue
            for board in boards(men("KPvKP"), (kings[0], pawns[0], kings[1], pawns[1])):
                board.ep_square = chess.square(file + side, 5)
                if is_impossible(board):
                    continue
                if board.turn and board.has_legal_en_passant():
                    yield board
                board.ep_square = None


def compare(name: str, found: Iterable[chess.Board], ours: Databases, theirs: chess.syzygy.Tablebase) -> int:
    """Prints a line of the table of results; returns the number of differences."""
    compared = differences = 0
    for board in found:
        verdict = ours.verdict(GAME.from_fen(board.fen()))
        wdl = theirs.probe_wdl(board)
        expected = "win" if wdl > 0 else "loss" if wdl < 0 else "draw"
        differences += verdict is None or verdict.outcome != expected
        compared += 1
    print(f"| {name} | {compared} | {differences} |", flush=True)
    return differences


def main() -> int:
    """Compares everything; returns 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--random", type=int, default=500_000, metavar="N")
    parser.add_argument("--complete", nargs="*", default=[], metavar="TABLE")
    options = parser.parse_args()
    tables = sorted(path.stem for path in options.folder.glob("*.rtbw"))
    ours, differences = Databases.open(), 0
    print("| positions | compared | different |\n| --- | ---: | ---: |")
    with chess.syzygy.open_tablebase(str(options.folder)) as theirs:
        for table in (table for table in tables if len(table) == 4):
            differences += compare(f"{table}, all", all_boards(table), ours, theirs)
        differences += compare("KPvKP, en passant, all", en_passant_boards(), ours, theirs)
        for table in (table for table in tables if len(table) == 5):
            if table in options.complete:
                differences += compare(f"{table}, all", all_boards(table), ours, theirs)
            elif options.random > 0:
                differences += compare(f"{table}, random", random_boards(table, options.random), ours, theirs)
    return int(differences > 0)


if __name__ == "__main__":
    raise SystemExit(main())
