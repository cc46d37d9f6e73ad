"""A slow and plain model of draughts in twelve variants: an oracle for the tests, written from the rules alone.

It knows nothing of Plyground. A square is its algebraic name ("a1" is bottom-left from White's side, also on mirrored
boards, where a1 is not played on). Two ways of capturing with the same start, end, captured squares and final kind are
one move. A side without a legal move has lost; draws are not modelled, and neither is the Frisian limit of three
successive moves with one king, because both depend on the moves before the position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Side: TypeAlias = Literal["white", "black"]
Kind: TypeAlias = Literal["man", "king"]
Square: TypeAlias = str
Direction: TypeAlias = tuple[int, int]
Piece: TypeAlias = tuple[Square, Side, Kind]
Board: TypeAlias = dict[Square, tuple[Side, Kind]]
Path: TypeAlias = tuple[Square, ...]

FILES = "abcdefghij"
DIAGONAL: tuple[Direction, ...] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
STRAIGHT: tuple[Direction, ...] = ((0, 1), (-1, 0), (1, 0), (0, -1))
STRAIGHT_ON_DARK: tuple[Direction, ...] = ((0, 2), (-2, 0), (2, 0), (0, -2))
"""From a dark square along a row or a column to the next dark square."""

KING_VALUE, MAN_VALUE = 199, 100
"""What a Frisian capture is worth: a king is a little less than two men."""


@dataclass(frozen=True)
class Rules:
    first: Side = "white"
    size: int = 8
    men_rows: tuple[int, ...] = (1, 2, 3)
    """The rows that White's men fill at the start; Black's lie opposite."""
    mirrored: bool = False
    """Played on the squares of the other colour: the corner on a player's left is not played on."""
    orthogonal: bool = False
    """Played on all squares, along rows and columns instead of diagonals."""
    eight_capture_directions: bool = False
    """Captures also run along rows and columns, from dark square to dark square."""
    men_capture: Literal["forward", "forward and sideways", "everywhere"] = "forward"
    men_take_kings: bool = True
    flying_kings: bool = True
    king_lands_right_behind: bool = False
    must_take: tuple[Literal["most pieces", "highest value", "with king", "most kings", "kings first"], ...] = ()
    """What a capture must be best in; a later entry decides between captures that are equal in all before it."""
    promotion_in_capture: Literal["goes on as king", "goes on as man", "ends the move"] = "ends the move"
    """A man on the last row, in the middle of a capture. Where it goes on as a man, it must end there to be crowned."""
    removed: Literal["at once", "at the end"] = "at the end"
    may_turn_back: bool = True
    """Whether a jump may lead straight back over the square that the jump before it has emptied."""


VARIANTS: dict[str, Rules] = {
    "russian": Rules(men_capture="everywhere", promotion_in_capture="goes on as king"),
    "brazilian": Rules(men_capture="everywhere", must_take=("most pieces",), promotion_in_capture="goes on as man"),
    "pool": Rules(first="black", men_capture="everywhere", promotion_in_capture="goes on as man"),
    "english": Rules(first="black", flying_kings=False),
    "italian": Rules(
        mirrored=True,
        flying_kings=False,
        men_take_kings=False,
        must_take=("most pieces", "with king", "most kings", "kings first"),
    ),
    "spanish": Rules(mirrored=True, must_take=("most pieces", "most kings")),
    "portuguese": Rules(mirrored=True, must_take=("most pieces", "most kings")),
    "czech": Rules(must_take=("with king",)),
    "thai": Rules(first="black", men_rows=(1, 2), king_lands_right_behind=True, removed="at once"),
    "turkish": Rules(
        men_rows=(2, 3),
        orthogonal=True,
        men_capture="forward and sideways",
        must_take=("most pieces",),
        promotion_in_capture="goes on as man",
        removed="at once",
        may_turn_back=False,
    ),
    "international": Rules(
        size=10,
        men_rows=(1, 2, 3, 4),
        men_capture="everywhere",
        must_take=("most pieces",),
        promotion_in_capture="goes on as man",
    ),
    "frisian": Rules(
        size=10,
        men_rows=(1, 2, 3, 4),
        eight_capture_directions=True,
        men_capture="everywhere",
        must_take=("highest value", "with king"),
        promotion_in_capture="goes on as man",
    ),
}


@dataclass(frozen=True)
class Position:
    pieces: frozenset[Piece]
    side: Side


class Move(NamedTuple):
    start: Square
    end: Square
    captured: frozenset[Square]
    kind: Kind
    """What the piece is after the move."""


class Chain(NamedTuple):
    """One way to make a move: every landing square, and the captured pieces in order."""

    path: Path
    captured: tuple[tuple[Square, Kind], ...]
    first_kind: Kind
    last_kind: Kind

    @property
    def move(self) -> Move:
        captured = frozenset(square for square, _ in self.captured)
        return Move(self.path[0], self.path[-1], captured, self.last_kind)


def opponent(side: Side) -> Side:
    return "black" if side == "white" else "white"


class NaiveDraughts:
    def __init__(self, variant: str | Rules) -> None:
        self.rules = rules = VARIANTS[variant] if isinstance(variant, str) else variant
        self.move_directions = STRAIGHT if rules.orthogonal else DIAGONAL
        self.capture_directions = self.move_directions
        if rules.eight_capture_directions:
            self.capture_directions += STRAIGHT_ON_DARK
        self.coordinates: dict[Square, tuple[int, int]] = {}
        for rank in range(1, rules.size + 1):
            for file in range(1, rules.size + 1):
                if rules.orthogonal or (file + rank) % 2 == (1 if rules.mirrored else 0):
                    self.coordinates[f"{FILES[file - 1]}{rank}"] = (file, rank)
        self.lines = {
            (square, direction): self.line(square, direction)
            for square in self.coordinates
            for direction in self.capture_directions
        }
        self.last_row: dict[Side, set[Square]] = {
            "white": {square for square, (_, rank) in self.coordinates.items() if rank == rules.size},
            "black": {square for square, (_, rank) in self.coordinates.items() if rank == 1},
        }
        self.counted: dict[tuple[Position, int], int] = {}

    def line(self, square: Square, direction: Direction) -> list[Square]:
        """The squares from here in this direction up to the edge, the nearest first."""
        names = {coordinates: name for name, coordinates in self.coordinates.items()}
        file, rank = self.coordinates[square]
        squares = []
        while (next_name := names.get((file := file + direction[0], rank := rank + direction[1]))) is not None:
            squares.append(next_name)
        return squares

    def start(self) -> Position:
        size, rows = self.rules.size, self.rules.men_rows
        pieces: set[Piece] = set()
        for square, (_, rank) in self.coordinates.items():
            if rank in rows:
                pieces.add((square, "white", "man"))
            if size + 1 - rank in rows:
                pieces.add((square, "black", "man"))
        return Position(frozenset(pieces), self.rules.first)

    def parse_fen(self, fen: str) -> Position:
        """Reads "W:Wa3,Kc3:Bb8"; a side may be empty or missing, and fields such as H0 and F1 may follow."""
        sides: dict[str, Side] = {"W": "white", "B": "black"}
        turn, *fields = fen.strip().removesuffix(".").split(":")
        if turn not in sides:
            raise ValueError(f"{fen!r}: nobody is to move")
        board: Board = {}
        for field in fields:
            if field[:1] in ("H", "F"):
                continue
            if field[:1] not in sides:
                raise ValueError(f"{fen!r}: {field!r} is of no side")
            side = sides[field[0]]
            for text in filter(None, field[1:].split(",")):
                kind: Kind = "king" if text.startswith("K") else "man"
                square = text.removeprefix("K")
                if square not in self.coordinates:
                    raise ValueError(f"{fen!r}: {square!r} is not a square of this board")
                if square in board:
                    raise ValueError(f"{fen!r}: {square} is taken twice")
                if kind == "man" and square in self.last_row[side]:
                    raise ValueError(f"{fen!r}: the man on {square} would be a king")
                board[square] = (side, kind)
        return Position(frozenset((square, side, kind) for square, (side, kind) in board.items()), sides[turn])

    def moves(self, position: Position) -> dict[Move, Position]:
        return {chain.move: self.play(position, chain.move) for chain in self.chains(position)}

    def paths(self, position: Position) -> dict[Move, set[Path]]:
        """Every move with all its ways: the start and each landing square."""
        paths: dict[Move, set[Path]] = {}
        for chain in self.chains(position):
            paths.setdefault(chain.move, set()).add(chain.path)
        return paths

    def perft(self, position: Position, depth: int) -> int:
        """The number of sequences of `depth` moves."""
        if depth == 0:
            return 1
        key = position, depth
        if key not in self.counted:
            moves = self.moves(position)
            self.counted[key] = sum(self.perft(after, depth - 1) for after in moves.values())
        return self.counted[key]

    def play(self, position: Position, move: Move) -> Position:
        gone = {move.start, *move.captured}
        pieces = {piece for piece in position.pieces if piece[0] not in gone}
        pieces.add((move.end, position.side, move.kind))
        return Position(frozenset(pieces), opponent(position.side))

    def chains(self, position: Position) -> list[Chain]:
        """All legal ways to move: captures where there are any, and of these only those that the rules allow."""
        board: Board = {square: (side, kind) for square, side, kind in position.pieces}
        own = [(square, kind) for square, side, kind in position.pieces if side == position.side]
        captures: list[Chain] = []
        for square, kind in own:
            # The piece leaves its square, so it may pass over that square or end on it.
            others = {other: piece for other, piece in board.items() if other != square}
            captures += self.captures(others, position.side, Chain((square,), (), kind, kind), None)
        if captures:
            best = max(self.merit(chain) for chain in captures)
            return [chain for chain in captures if self.merit(chain) == best]
        return [chain for square, kind in own for chain in self.quiet_moves(board, position.side, square, kind)]

    def merit(self, chain: Chain) -> tuple[int | tuple[bool, ...], ...]:
        """The capture by each of the rules' priorities; only the greatest may be played."""
        taken = [kind for _, kind in chain.captured]
        measures: dict[str, int | tuple[bool, ...]] = {
            "most pieces": len(taken),
            "highest value": sum(KING_VALUE if kind == "king" else MAN_VALUE for kind in taken),
            "with king": int(chain.first_kind == "king"),
            "most kings": taken.count("king"),
            "kings first": tuple(kind == "king" for kind in taken),
        }
        return tuple(measures[name] for name in self.rules.must_take)

    def quiet_moves(self, board: Board, side: Side, square: Square, kind: Kind) -> list[Chain]:
        chains = []
        for direction in self.move_directions:
            if kind == "man" and self.is_backward(direction, side):
                continue
            far = kind == "king" and self.rules.flying_kings
            for target in self.lines[square, direction][: None if far else 1]:
                if target in board:
                    break
                crowned: Kind = "king" if target in self.last_row[side] else kind
                chains.append(Chain((square, target), (), kind, crowned))
        return chains

    def captures(self, board: Board, side: Side, so_far: Chain, came: Direction | None) -> list[Chain]:
        """All ways to go on capturing from where the chain stands, each to its end; none where there is no capture.

        The board is without the capturing piece, and without captured pieces if these are removed at once.
        """
        kind = so_far.last_kind
        chains: list[Chain] = []
        for direction in self.capture_directions:
            if kind == "man" and self.rules.men_capture != "everywhere" and self.is_backward(direction, side):
                continue
            if came is not None and not self.rules.may_turn_back and direction == (-came[0], -came[1]):
                continue
            victim, landings = self.jump(board, side, so_far, direction)
            if victim is None:
                continue
            after = dict(board)
            if self.rules.removed == "at once":
                del after[victim]
            finished: list[Chain] = []
            continued: list[Chain] = []
            for landing in landings:
                path, captured = (*so_far.path, landing), (*so_far.captured, (victim, board[victim][1]))
                crowned: Kind = "king" if landing in self.last_row[side] else kind
                promotes = crowned != kind
                goes_on_as = crowned if self.rules.promotion_in_capture == "goes on as king" else kind
                further: list[Chain] = []
                if not (promotes and self.rules.promotion_in_capture == "ends the move"):
                    chain = Chain(path, captured, so_far.first_kind, goes_on_as)
                    further = self.captures(after, side, chain, direction)
                if further:
                    continued += further
                else:
                    finished.append(Chain(path, captured, so_far.first_kind, crowned))
            # Behind one victim only those landing squares count from which the capture goes on, if there are any.
            chains += continued or finished
        return chains

    def jump(self, board: Board, side: Side, so_far: Chain, direction: Direction) -> tuple[Square | None, list[Square]]:
        """The piece that can be captured in this direction and the squares behind it to land on."""
        line = self.lines[so_far.path[-1], direction]
        king = so_far.last_kind == "king"
        distance = 0
        if king and self.rules.flying_kings:
            while distance < len(line) and line[distance] not in board:
                distance += 1
        if distance >= len(line) or line[distance] not in board:
            return None, []
        victim = line[distance]
        its_side, its_kind = board[victim]
        if its_side == side or any(victim == square for square, _ in so_far.captured):
            return None, []
        if its_kind == "king" and not king and not self.rules.men_take_kings:
            return None, []
        landings: list[Square] = []
        for landing in line[distance + 1 :]:
            if landing in board:
                break
            landings.append(landing)
            if not (king and self.rules.flying_kings) or self.rules.king_lands_right_behind:
                break
        return (victim, landings) if landings else (None, [])

    def is_backward(self, direction: Direction, side: Side) -> bool:
        return direction[1] < 0 if side == "white" else direction[1] > 0
