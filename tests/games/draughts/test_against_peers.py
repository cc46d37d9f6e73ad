"""Random games compared with py-draughts and pydraughts: each position must have the same moves in all three.

Both import as `draughts`, so each has its own environment, made by `make test`, and runs in its own process.
pydraughts lets Turkish kings jump over their own pieces, so Turkish draughts is not compared with it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.games.draughts.boards import game, plain_moves, random_positions

from plyground.games.native import NativePosition

HERE = Path(__file__).parent
PEERS = Path(sys.prefix) / "peers"

PYDRAUGHTS = {
    "russian": "russian",
    "brazilian": "brazilian",
    "english": "english",
    "italian": "italian",
    "international": "standard",
    "frisian": "frisian",
}
"""Our name -> theirs."""

GAMES = {"international": 3, "frisian": 3}
"""The larger boards take them longest."""


def number(square: str, size: int) -> int:
    """The number of a square counted from the top left, as both programs have it."""
    return (size - int(square[1:])) * (size // 2) + (ord(square[0]) - ord("a")) // 2 + 1


def numbered_fen(position: NativePosition) -> str:
    size = position.game.geometry.width
    sides: dict[str, list[str]] = {"white": [], "black": []}
    for square, piece in position.pieces.items():
        side, kind = piece.split()
        sides[side].append(("K" if kind == "king" else "") + str(number(square, size)))
    return f"{position.side_to_move[0].upper()}:W{','.join(sides['white'])}:B{','.join(sides['black'])}"


def numbered_moves(position: NativePosition) -> list[list[object]]:
    size = position.game.geometry.width
    moves = {
        (number(move.start, size), number(move.end, size), tuple(sorted(number(s, size) for s in move.captured)))
        for move in plain_moves(position)
    }
    return [[start, end, list(captured)] for start, end, captured in sorted(moves)]


def compare(peer: str, variant: str, positions: list[NativePosition]) -> None:
    python = PEERS / peer / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        message = f"{peer} is not installed in {PEERS}; `make test` does it"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    script = HERE / "peers" / f"{peer.replace('-', '_')}.py"
    lines = "".join(f"{variant} {numbered_fen(position)}\n" for position in positions)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(
        [python, "-P", script], input=lines, capture_output=True, text=True, check=False, env=environment
    )
    assert ran.returncode == 0, ran.stderr
    for position, line in zip(positions, ran.stdout.splitlines(), strict=True):
        assert numbered_moves(position) == json.loads(line), position.fen


def test_russian_moves_are_those_of_py_draughts():
    compare("py-draughts", "russian", list(random_positions("russian", games=60, plies=150, seed=4)))


@pytest.mark.parametrize("variant", PYDRAUGHTS)
def test_moves_are_those_of_pydraughts(variant):
    positions = list(random_positions(variant, games=GAMES.get(variant, 8), plies=120, seed=5))
    # Its board does not know how often a king has moved, so the count is dropped here too.
    compare("pydraughts", PYDRAUGHTS[variant], [game(variant).from_fen(_without_counters(p)) for p in positions])


def _without_counters(position: NativePosition) -> str:
    return ":".join(position.fen.split(":")[:3])
