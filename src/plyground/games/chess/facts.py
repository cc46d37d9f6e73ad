"""Facts of chess: what a move does to other pieces, found from the board alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plyground.protocol import Side
from plyground.reasons import Reason, kind_of
from plyground.turn import Turn, is_of

PIECE_VALUES = {"pawn": 100, "knight": 300, "bishop": 300, "rook": 500, "queen": 900, "king": 0}

Square = tuple[int, int]
"""Column and row, from 0."""

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
RAYS: Mapping[str, tuple[Square, ...]] = {"rook": STRAIGHT, "bishop": DIAGONAL, "queen": (*STRAIGHT, *DIAGONAL)}
STEPS: Mapping[str, tuple[Square, ...]] = {"knight": JUMPS, "king": (*STRAIGHT, *DIAGONAL)}

MINOR = ("knight", "bishop")
HOME = {Side.WHITE: "1", Side.BLACK: "8"}
"""The row from which pieces are developed."""

Board = Mapping[Square, str]


def facts(turn: Turn) -> Iterator[Reason]:
    """What a move of chess achieves."""
    board = {_square(point): piece for point, piece in turn.after.pieces.items()}
    kinds = sorted(map(kind_of, turn.entered.values()))
    if kinds == ["king", "rook"]:
        yield Reason("castles")
    for point, piece in turn.entered.items():
        yield from _fork(turn, board, _square(point), piece)
        yield from _pins(board, _square(point), piece)
        yield from _passed(turn, board, _square(point), piece)
        if kind_of(piece) in MINOR and any(point[1] == HOME[turn.side] for point in turn.left):
            yield Reason("develops", {"piece": piece, "point": point})


def _fork(turn: Turn, board: Board, at: Square, piece: str) -> Iterator[Reason]:
    """Two or more pieces attacked at once, each the king, worth more than the attacker, or undefended."""
    enemy = turn.side.other
    targets = [(square, board[square]) for square in attacked_from(board, at) if is_of(board.get(square, ""), enemy)]
    hit = [
        name
        for square, name in targets
        if kind_of(name) == "king"
        or _value(name) > _value(piece)
        or (kind_of(name) != "pawn" and not is_attacked(board, square, enemy))
    ]
    if len(hit) >= 2 and kind_of(piece) != "king":
        hit.sort(key=lambda name: (kind_of(name) != "king", -_value(name), name))
        yield Reason("forks", {"pieces": hit})


def _value(piece: str) -> int:
    return PIECE_VALUES[kind_of(piece)]


def _pins(board: Board, at: Square, piece: str) -> Iterator[Reason]:
    """An enemy piece other than a pawn that alone stands between a slider and its king."""
    side = Side(piece.partition(" ")[0])
    for step in RAYS.get(kind_of(piece), ()):
        near = _first_piece(board, at, step)
        if near is None or not is_of(board[near], side.other) or kind_of(board[near]) in ("king", "pawn"):
            continue
        hidden = _first_piece(board, near, step)
        if hidden is not None and board[hidden] == f"{side.other.value} king":
            yield Reason("pins", {"piece": board[near], "point": _name(near)})


def _passed(turn: Turn, board: Board, at: Square, piece: str) -> Iterator[Reason]:
    """A pawn that no enemy pawn can stop or capture any more."""
    if kind_of(piece) != "pawn" or not _is_passed(board, at, turn.side):
        return
    before = {_square(point): name for point, name in turn.before.pieces.items()}
    was = [_square(point) for point, name in turn.left.items() if name == piece]
    already = any(_is_passed(before, square, turn.side) for square in was)
    yield Reason("advances_passed_pawn" if already else "passed_pawn", {"point": _name(at)})


def _is_passed(board: Board, at: Square, side: Side) -> bool:
    column, row = at
    ahead = range(row + 1, 8) if side is Side.WHITE else range(row)
    enemy = f"{side.other.value} pawn"
    return not any(board.get((near, far)) == enemy for near in (column - 1, column, column + 1) for far in ahead)


def attacked_from(board: Board, at: Square) -> list[Square]:
    """The squares that the piece on a square attacks, pins aside."""
    side, kind = board[at].split()
    if kind == "pawn":
        row = at[1] + (1 if side == "white" else -1)
        return [(column, row) for column in (at[0] - 1, at[0] + 1) if _is_on(column, row)]
    if kind in STEPS:
        return [(at[0] + x, at[1] + y) for x, y in STEPS[kind] if _is_on(at[0] + x, at[1] + y)]
    return [square for step in RAYS[kind] for square in _ray(board, at, step)]


def is_attacked(board: Board, square: Square, by: Side) -> bool:
    """Whether a side attacks a square, its own piece there included."""
    return any(square in attacked_from(board, at) for at, piece in board.items() if is_of(piece, by))


def _ray(board: Board, at: Square, step: Square) -> Iterator[Square]:
    """The squares in a direction, as far as the first piece and including it."""
    column, row = at[0] + step[0], at[1] + step[1]
    while _is_on(column, row):
        yield column, row
        if (column, row) in board:
            return
        column, row = column + step[0], row + step[1]


def _first_piece(board: Board, at: Square, step: Square) -> Square | None:
    """Where the first piece in a direction stands."""
    return next((square for square in _ray(board, at, step) if square in board), None)


def _is_on(column: int, row: int) -> bool:
    return 0 <= column < 8 and 0 <= row < 8


def _square(point: str) -> Square:
    return ord(point[0]) - ord("a"), int(point[1]) - 1


def _name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"
