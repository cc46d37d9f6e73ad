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
SPACE_ROWS = (3, 4)
"""Rows from the own side, from 0, on which a pawn takes room from the opponent."""
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
        yield from _placed(turn, board, _square(point), piece)
    if len(turn.entered) == 1:
        yield from _attacks(turn, board)
        yield from _opens_way(turn, board)


def _placed(turn: Turn, board: Board, at: Square, piece: str) -> Iterator[Reason]:
    """Where a piece stands well: out of attack, on a file without own pawns, on an outpost, a king in the endgame."""
    side, kind = turn.side, kind_of(piece)
    before = {_square(point): name for point, name in turn.before.pieces.items()}
    was = next((_square(point) for point, name in turn.left.items() if name == piece), None)
    if was is not None and kind not in ("pawn", "king"):
        is_safe = not _is_hanging(board, at, side)
        if is_safe and _is_hanging(before, was, side):
            yield Reason("evades", {"piece": piece, "point": _name(was)})
    pawns = {square for square, name in board.items() if kind_of(name) == "pawn"}
    own = {square for square in pawns if is_of(board[square], side)}
    if kind == "rook" and was is not None and was[0] != at[0] and all(square[0] != at[0] for square in own):
        yield Reason("open_file", {"file": "abcdefgh"[at[0]]})
    if kind in MINOR and was is not None and _is_outpost(board, at, side):
        yield Reason("outpost", {"piece": piece, "point": _name(at)})
    steps = at[1] if side is Side.WHITE else 7 - at[1]
    if kind == "pawn" and was is not None and was[0] == at[0] and steps in SPACE_ROWS:
        yield Reason("gains_space", {"point": _name(at)})
    has_queens = any(kind_of(name) == "queen" for name in board.values())
    if kind == "king" and was is not None and not has_queens and _to_centre(at) < _to_centre(was):
        yield Reason("active_king", {"point": _name(at)})


def _is_hanging(board: Board, at: Square, side: Side) -> bool:
    """Whether a piece is attacked by one that is worth less, or attacked and not defended."""
    attackers = [board[one] for one in attackers_of(board, at, side.other)]
    if any(_value(one) < _value(board[at]) and kind_of(one) != "king" for one in attackers):
        return True
    return bool(attackers) and not is_attacked(board, at, side)


def _is_outpost(board: Board, at: Square, side: Side) -> bool:
    """In the enemy's half, defended by a pawn, and no enemy pawn can ever attack it."""
    column, row = at
    forward = 1 if side is Side.WHITE else -1
    in_half = row >= 4 if side is Side.WHITE else row <= 3
    ahead = range(row + 1, 8) if side is Side.WHITE else range(row)
    enemy, own = f"{side.other.value} pawn", f"{side.value} pawn"
    is_held = any(board.get((column + step, row - forward)) == own for step in (-1, 1))
    is_free = not any(board.get((column + step, far)) == enemy for step in (-1, 1) for far in ahead)
    return in_half and is_held and is_free


def _to_centre(at: Square) -> float:
    return max(abs(at[0] - 3.5), abs(at[1] - 3.5))


def _attacks(turn: Turn, board: Board) -> Iterator[Reason]:
    """An enemy piece that was safe and is not any more; an own piece that was not and is."""
    before = {_square(point): name for point, name in turn.before.pieces.items()}
    moved = {_square(point) for point in turn.entered}
    for square, name in board.items():
        if before.get(square) != name or kind_of(name) == "king":
            continue
        side = Side(name.partition(" ")[0])
        was, now = _is_hanging(before, square, side), _is_hanging(board, square, side)
        by_it = any(square in attacked_from(board, one) for one in moved)
        if side is not turn.side and now and not was:
            yield Reason("attacks", {"piece": name, "point": _name(square)})
        elif side is turn.side and was and not now and by_it:
            yield Reason("defends", {"piece": name, "point": _name(square)})
        elif side is not turn.side and by_it and not _was_attacked(turn, before, square):
            yield Reason("presses", {"piece": name, "point": _name(square)})


def _was_attacked(turn: Turn, before: Board, square: Square) -> bool:
    """Whether the piece that moved attacked a square before."""
    return any(square in attacked_from(before, _square(point)) for point in turn.left)


def _opens_way(turn: Turn, board: Board) -> Iterator[Reason]:
    """A pawn move that gives a bishop, rook or queen which had no move its first ones."""
    if kind_of(next(iter(turn.entered.values()))) != "pawn" or turn.taken:
        return
    before = {_square(point): name for point, name in turn.before.pieces.items()}
    for square, name in board.items():
        is_slider = kind_of(name) in RAYS and is_of(name, turn.side) and before.get(square) == name
        if is_slider and not _ways(before, square) and _ways(board, square):
            yield Reason("opens_way", {"piece": name, "point": _name(square)})
            return


def _ways(board: Board, at: Square) -> list[Square]:
    side = Side(board[at].partition(" ")[0])
    return [square for square in attacked_from(board, at) if not is_of(board.get(square, ""), side)]


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


def attackers_of(board: Board, square: Square, by: Side) -> list[Square]:
    """Where the pieces of a side stand that attack a square."""
    return [at for at, piece in board.items() if is_of(piece, by) and square in attacked_from(board, at)]


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
