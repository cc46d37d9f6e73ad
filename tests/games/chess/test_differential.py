"""Whole random games compared with python-chess: after every ply both must see the same position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random

import chess
import pytest
from tests.games.chess.oracles import is_ordinary, reaches_mate

from plyground.games.chess import Chess
from plyground.games.native import NativePosition
from plyground.protocol import Result, Side
from plyground.record import Record

CHESS, CHESS960 = Chess(), Chess("960")

ALL_SAN_EVERY = 8
"""Plies between two comparisons of the SAN of all legal moves, which is slow in python-chess."""

MOST_PLIES = 400

CHUNK = 25
ENDGAME_CHUNK = 10

TERMINATIONS = {
    "checkmate",
    "stalemate",
    "insufficient_material",
    "fifty_moves",
    "seventyfive_moves",
    "threefold_repetition",
    "fivefold_repetition",
}

Mover = Callable[[Random, chess.Board, list[chess.Move]], chess.Move]


def result_of(outcome: chess.Outcome | None) -> Result | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else Side.WHITE if outcome.winner else Side.BLACK
    return Result(winner, outcome.termination.name.lower())


class Pair:
    """One game kept by both programs."""

    def __init__(self, board: chess.Board) -> None:
        self.board = board
        self.record = Record((CHESS960 if board.chess960 else CHESS).from_fen(board.fen()))
        self.occurrences: Counter[object] = Counter({board._transposition_key(): 1})
        self.seen: Counter[str] = Counter()

    def play(self, random: Random, mover: Mover) -> Counter[str]:
        """Plays to the end, or to a number of plies, and says which endings there were, claimed ones included."""
        while self.compare() is None and len(self.record) < MOST_PLIES:
            moves = list(self.board.legal_moves)
            self.push(mover(random, self.board, moves))
        return self.seen

    def push(self, move: chess.Move) -> None:
        position, token, san = self.record.position, self.board.uci(move), self.board.san(move)
        ours = position.parse(token)
        assert str(ours) == token
        assert position.notation(ours) == san, self.board.fen()
        assert position.parse(san) == ours, self.board.fen()
        self.record.push(ours)
        self.board.push(move)
        self.occurrences[self.board._transposition_key()] += 1

    def compare(self) -> Result | None:
        """Compares the two positions; returns the ending without claims."""
        board, position = self.board, self.record.position
        assert isinstance(position, NativePosition)
        fen = board.fen()
        assert position.fen == fen
        theirs = {board.uci(move): move for move in board.legal_moves}
        assert {str(move) for move in position.legal_moves} == set(theirs), fen
        assert len(position.legal_moves) == len(theirs), fen
        assert position.check == (chess.square_name(board.king(board.turn) or 0) if board.is_check() else None), fen
        assert self.record.repetitions() == self.occurrences[board._transposition_key()], fen
        if len(self.record) % ALL_SAN_EVERY == 0:
            self.compare_chances()
            for token, move in theirs.items():
                ours = position.parse(token)
                assert position.notation(ours) == board.san(move), fen
                assert board.parse_san(position.notation(ours)) == move, fen
        return self.compare_outcome()

    def compare_chances(self) -> None:
        """Compares who can still win."""
        board, position, fen = self.board, self.record.position, self.board.fen()
        for side, colour in ((Side.WHITE, chess.WHITE), (Side.BLACK, chess.BLACK)):
            if position.can_win(side):
                assert not board.has_insufficient_material(colour), fen
            elif not board.has_insufficient_material(colour):
                assert reaches_mate(board, colour, most=100) is not True, fen

    def ending(self, outcome: chess.Outcome | None) -> Result | None:
        """The ending as we name it: a stalemate is one even if nobody could win."""
        ending = result_of(outcome)
        is_stalemate = (
            ending is not None and ending.termination == "insufficient_material" and self.board.is_stalemate()
        )
        return Result(None, "stalemate") if is_stalemate else ending

    def compare_outcome(self) -> Result | None:
        outcome = self.ending(self.board.outcome())
        if outcome is None and self.record.outcome() == Result(None, "dead_position"):
            assert reaches_mate(self.board, chess.WHITE, most=100) is not True, self.board.fen()
            assert reaches_mate(self.board, chess.BLACK, most=100) is not True, self.board.fen()
            return self.record.outcome()
        assert self.record.outcome() == outcome, self.board.fen()
        claimed = self.ending(self.board.outcome(claim_draw=True))
        assert self.record.outcome(claim_draw=True) == claimed, self.board.fen()
        self.seen.update({claimed.termination} if claimed else ())
        return outcome


def anything(random: Random, board: chess.Board, moves: list[chess.Move]) -> chess.Move:
    return random.choice(moves)


def shuffling(random: Random, board: chess.Board, moves: list[chess.Move]) -> chess.Move:
    """Takes its own last move back where it can, so that positions are repeated."""
    if len(board.move_stack) > 1:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves and random.random() < 0.9:
            return back
    return reversible(random, board, moves)


def reversible(random: Random, board: chess.Board, moves: list[chess.Move]) -> chess.Move:
    """Neither takes nor moves a pawn, so that the fifty moves are reached."""
    return random.choice([move for move in moves if not board.is_zeroing(move)] or moves)


def hungry(random: Random, board: chess.Board, moves: list[chess.Move]) -> chess.Move:
    """Takes what it can, so that little is left."""
    return random.choice([move for move in moves if board.is_capture(move)] or moves)


def mating(random: Random, board: chess.Board, moves: list[chess.Move]) -> chess.Move:
    return next((move for move in moves if leads_to(board, move, chess.Board.is_checkmate)), random.choice(moves))


def stalemating(random: Random, board: chess.Board, moves: list[chess.Move]) -> chess.Move:
    return next((move for move in moves if leads_to(board, move, chess.Board.is_stalemate)), random.choice(moves))


def leads_to(board: chess.Board, move: chess.Move, is_end: Callable[[chess.Board], bool]) -> bool:
    board.push(move)
    found = is_end(board)
    board.pop()
    return found


ENDGAMES: list[tuple[str, int, Mover]] = [
    ("QQQK k", 0, mating),
    ("QQRK bk", 0, mating),
    ("QQK k", 0, stalemating),
    ("RK rk", 0, shuffling),
    ("QPK qpk", 0, shuffling),
    ("RBK rnk", 60, reversible),
    ("BNK pk", 80, reversible),
    ("BK bnk", 20, hungry),
    ("NK pk", 0, hungry),
    ("RPK rpk", 130, anything),
]
"""Men, the half-move clock to begin with, and how to move."""


def sparse_board(random: Random, men: str, half_moves: int) -> chess.Board:
    """A legal position of these men somewhere on the board."""
    letters = men.replace(" ", "")
    while True:
        board = chess.Board(None)
        for letter, square in zip(letters, random.sample(range(64), len(letters)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = random.random() < 0.5
        board.halfmove_clock = half_moves
        board.fullmove_number = 1 + half_moves // 2
        if is_ordinary(board):
            return board


def ordinary_boards(random: Random) -> Iterator[tuple[chess.Board, Mover]]:
    while True:
        yield chess.Board(), anything


def chess960_boards(random: Random) -> Iterator[tuple[chess.Board, Mover]]:
    while True:
        yield chess.Board.from_chess960_pos(random.randrange(960)), anything


def endgame_boards(random: Random) -> Iterator[tuple[chess.Board, Mover]]:
    while True:
        for men, half_moves, mover in ENDGAMES:
            yield sparse_board(random, men, half_moves), mover


def play_games(kind: Callable[[Random], Iterable[tuple[chess.Board, Mover]]], seed: int, games: int) -> Counter[str]:
    random, seen = Random(f"{kind.__name__} {seed}"), Counter[str]()
    for (board, mover), _ in zip(kind(random), range(games), strict=False):
        seen += Pair(board).play(random, mover)
    return seen


@pytest.mark.parametrize("chunk", range(5))
def test_ordinary_games_agree_with_python_chess(chunk):
    play_games(ordinary_boards, chunk, CHUNK)


@pytest.mark.parametrize("chunk", range(2))
def test_chess960_games_agree_with_python_chess(chunk):
    play_games(chess960_boards, chunk, CHUNK)


@pytest.mark.parametrize("chunk", range(5))
def test_endgames_agree_with_python_chess_and_end_in_every_way(chunk):
    assert set(play_games(endgame_boards, chunk, ENDGAME_CHUNK)) == TERMINATIONS


@pytest.mark.bench
@pytest.mark.parametrize("chunk", range(25))
def test_two_thousand_games_agree_with_python_chess(chunk):
    seed = 1_000 + chunk
    play_games(ordinary_boards, seed, 50)
    play_games(chess960_boards, seed, 20)
    play_games(endgame_boards, seed, ENDGAME_CHUNK)
