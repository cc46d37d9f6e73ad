"""Random endings of kings and blocked pawns, and exhaustive searches that share nothing with our rules."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import chess

Square = tuple[int, int]
"""File and rank from 0."""

STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


class BlockedEnding:
    """Kings and pawns, of which only the kings move; `turn` is 1 for White and -1 for Black, as pawns go."""

    def __init__(self, kings: dict[int, Square], pawns: dict[int, frozenset[Square]], turn: int) -> None:
        self.kings = kings
        self.pawns = pawns
        self.turn = turn

    @property
    def fen(self) -> str:
        signs = {square: "P" if side == 1 else "p" for side in (1, -1) for square in self.pawns[side]}
        signs |= {self.kings[1]: "K", self.kings[-1]: "k"}
        ranks = ("".join(signs.get((file, rank), "1") for file in range(8)) for rank in range(7, -1, -1))
        board = re.sub("1+", lambda run: str(len(run[0])), "/".join(ranks))
        return f"{board} {'w' if self.turn == 1 else 'b'} - - 0 1"

    def is_closed(self) -> bool:
        """Whether no pawn can ever move, nothing can be captured and nobody is checkmated, whatever the kings do."""
        start = (self.kings[1], self.kings[-1], self.turn)
        seen, ahead = {start}, [start]
        while ahead:
            white, black, turn = ahead.pop()
            kings = {1: white, -1: black}
            if self._can_pawn_move(turn, kings):
                return False
            moves = self._king_moves(turn, kings)
            if moves is None or (not moves and kings[turn] in self._attacked(-turn)):
                return False
            for square in moves:
                after = (square, black, -1) if turn == 1 else (white, square, 1)
                if after not in seen:
                    seen.add(after)
                    ahead.append(after)
        return True

    def _attacked(self, side: int) -> set[Square]:
        return {(file + aside, rank + side) for file, rank in self.pawns[side] for aside in (-1, 1)}

    def _can_pawn_move(self, side: int, kings: dict[int, Square]) -> bool:
        """Whether a pawn has somewhere to go, even if that leaves its king in check."""
        occupied = self.pawns[1] | self.pawns[-1] | set(kings.values())
        if any((file, rank + side) not in occupied for file, rank in self.pawns[side]):
            return True
        return bool(self._attacked(side) & self.pawns[-side])

    def _king_moves(self, side: int, kings: dict[int, Square]) -> list[Square] | None:
        """The legal moves of a king; None if it can capture."""
        file, rank = kings[side]
        there_file, there_rank = kings[-side]
        attacked = self._attacked(-side)
        moves = []
        for right, up in STEPS:
            to = (file + right, rank + up)
            is_near = abs(to[0] - there_file) <= 1 and abs(to[1] - there_rank) <= 1
            if not (0 <= to[0] < 8 and 0 <= to[1] < 8) or to in attacked or is_near or to in self.pawns[side]:
                continue
            if to in self.pawns[-side]:
                return None
            moves.append(to)
        return moves


def random_ending(random: Random) -> BlockedEnding:
    """Rams of pawns across the board, often a wall, sometimes with a hole or a spare pawn, and kings anywhere."""
    pawns: dict[int, set[Square]] = {1: set(), -1: set()}
    rank = random.randrange(1, 6)
    step = random.choice((1, 2))
    for file in range(random.choice((0, 0, 1)), 8, step):
        if random.random() < 0.1:
            continue
        pawns[1].add((file, rank))
        pawns[-1].add((file, rank + 1))
        if random.random() < 0.1 and rank > 1:
            pawns[1].add((file, rank - 1))
        if step == 1:
            rank += random.choice((-1, 1))
            rank = min(max(rank, 1), 5)
        elif random.random() < 0.3:
            rank = min(max(rank + random.choice((-1, 1)), 1), 5)
    if random.random() < 0.15:
        side = random.choice((1, -1))
        if pawns[side]:
            pawns[side].remove(random.choice(sorted(pawns[side])))
    free = [square for square in product(range(8), range(8)) if square not in pawns[1] | pawns[-1]]
    white, black = sorted(random.sample(free, 2), key=lambda square: square[1])
    if random.random() < 0.2:
        white, black = black, white  # kings behind the enemy's lines
    return BlockedEnding(
        {1: white, -1: black}, {side: frozenset(squares) for side, squares in pawns.items()}, random.choice((1, -1))
    )


def reaches_mate(board: chess.Board, winner: bool, most: int = 20_000) -> bool | None:
    """Whether a checkmate is found among all positions that can be reached; None if there are too many of them."""
    seen = {board.epd()}
    ahead = [board]
    while ahead:
        here = ahead.pop()
        if here.is_checkmate() and here.turn is not winner:
            return True
        if here.has_insufficient_material(winner):
            continue
        for move in list(here.legal_moves):
            after = here.copy(stack=False)
            after.push(move)
            if after.epd() not in seen:
                seen.add(after.epd())
                if len(seen) > most:
                    return None
                ahead.append(after)
    return False


def is_ordinary(board: chess.Board) -> bool:
    """Whether a random position is valid and its check, if there is one, is a single one that a move can have given."""
    checkers = board.checkers()
    homes = chess.BB_RANK_2 | chess.BB_RANK_7
    return board.is_valid() and len(checkers) < 2 and not (checkers & board.pawns & homes & ~_advanced(board))


def _advanced(board: chess.Board) -> chess.SquareSet:
    """White pawns on the seventh rank and black ones on the second."""
    return chess.SquareSet(
        board.occupied_co[chess.WHITE] & chess.BB_RANK_7 | board.occupied_co[chess.BLACK] & chess.BB_RANK_2
    )
