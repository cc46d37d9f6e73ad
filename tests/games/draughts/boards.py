"""What the draughts tests share: positions drawn as pictures, moves as plain values, random games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from plyground.games.draughts import Draughts
from plyground.games.native import NativePosition
from plyground.protocol import Move

FILES = "abcdefghij"
LETTERS = {"o": ("W", ""), "O": ("W", "K"), "x": ("B", ""), "X": ("B", "K")}


class PlainMove(NamedTuple):
    """What identifies a move: start, end, captured squares, and what the piece is afterwards."""

    start: str
    end: str
    captured: frozenset[str]
    kind: str


@cache
def game(variant: str) -> Draughts:
    return Draughts(variant)


def drawn(picture: str, side: str = "white", variant: str = "russian") -> NativePosition:
    """The position of a picture: rows from the top, o and x men, O and X kings, spaces do not count."""
    rows = ["".join(row.split()) for row in picture.strip().splitlines()]
    pieces: dict[str, list[str]] = {"W": [], "B": []}
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        assert len(row) == len(rows), f"row {rank} has {len(row)} squares"
        for file, letter in zip(FILES, row, strict=False):
            if letter != ".":
                colour, crown = LETTERS[letter]
                pieces[colour].append(f"{crown}{file}{rank}")
    fen = f"{side[0].upper()}:W{','.join(pieces['W'])}:B{','.join(pieces['B'])}"
    return game(variant).from_fen(fen)


def tokens(position: NativePosition) -> set[str]:
    return {str(move) for move in position.legal_moves}


def plain(position: NativePosition, move: Move) -> PlainMove:
    """A move as a value, found by comparing the boards before and after it."""
    before, after = position.pieces, position.after(move).pieces
    enemy = position.side_to_move.other.value
    words = str(move).replace("-", ":").split(":")
    gone = {square for square, piece in before.items() if piece.startswith(enemy) and after.get(square) != piece}
    return PlainMove(words[0], words[-1], frozenset(gone), after[words[-1]].split()[1])


def plain_moves(position: NativePosition) -> set[PlainMove]:
    found = [plain(position, move) for move in position.legal_moves]
    assert len(found) == len(set(found)), f"a move is listed twice in {position.fen}"
    return set(found)


def random_positions(variant: str, games: int, plies: int, seed: int) -> Iterator[NativePosition]:
    """The positions of random games, each before its end."""
    random = Random(seed)
    for _ in range(games):
        position = game(variant).start()
        for _ in range(plies):
            if position.result is not None:
                break
            yield position
            position = position.after(random.choice(list(position.legal_moves)))
