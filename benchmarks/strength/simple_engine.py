"""py-draughts's SimpleEngine as a player of the arena; it runs in its own environment, in its own process."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.play.clock import Clock
from plyground.play.player import OnProgress, Player
from plyground.protocol import Move, Position
from plyground.record import Record
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult

PYTHON = Path(sys.prefix) / "peers" / "py-draughts" / "bin" / "python"
ENGINE = Path(__file__).with_name("simple_engine_process.py")


@dataclass
class SimpleEngine(Player):
    """Thinks about each move for the given number of seconds; gets all moves of the game each time."""

    seconds: float
    _process: subprocess.Popen[str] | None = field(default=None, repr=False)

    def move(
        self,
        record: Record,
        clock: Clock | None = None,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Its move, found among ours by where it starts and ends and what it captures."""
        position, moves = record.start, []
        for move in record.moves:
            moves.append(_numbered_move(position, move))
            position = position.after(move)
        answer = self._ask({"fen": _numbered_fen(record.start), "moves": moves, "seconds": self.seconds})
        for move in position.legal_moves:
            if _numbered_move(position, move) == answer:
                return SearchResult(line=(move,))
        raise ValueError(f"SimpleEngine plays {answer}, which is not legal here")

    def _ask(self, question: dict[str, Any]) -> Any:
        if self._process is None:
            command = [str(PYTHON), str(ENGINE)]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(question), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def __getstate__(self) -> dict[str, Any]:
        # Sent to another process, it starts its own engine there.
        return {"seconds": self.seconds, "_process": None}


def _number(square: str) -> int:
    """The number of a square counted from the top left, as py-draughts has it."""
    return (8 - int(square[1])) * 4 + (ord(square[0]) - ord("a")) // 2 + 1


def _numbered_fen(position: Position) -> str:
    sides: dict[str, list[str]] = {"white": [], "black": []}
    for square, piece in position.view.pieces.items():
        side, kind = piece.split()
        sides[side].append(("K" if kind == "king" else "") + str(_number(square)))
    return f"{position.side_to_move[0].upper()}:W{','.join(sides['white'])}:B{','.join(sides['black'])}"


def _numbered_move(position: Position, move: Move) -> list[Any]:
    """Start, end and captured squares, found by comparing the boards before and after."""
    before, after = position.view.pieces, position.after(move).view.pieces
    enemy = position.side_to_move.other.value
    squares = str(move).replace("-", ":").split(":")
    taken = [square for square, piece in before.items() if piece.startswith(enemy) and after.get(square) != piece]
    return [_number(squares[0]), _number(squares[-1]), sorted(map(_number, taken))]
