"""Perft of chess: published counts, and python-chess below each move."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import chess
import pytest

from plyground.games.chess import Chess
from plyground.search.perft import divide, perft

CHESS = Chess()

PERFT_FILE = Path(__file__).parents[2] / "data" / "perft" / "chess.perft"

ENOUGH = 10**7
"""Leaves; the first depth that reaches as many is the last one that is counted."""


class Published(NamedTuple):
    name: str
    fen: str
    depth: int
    leaves: int


def published() -> list[Published]:
    """Every count of the file, in its order."""
    counts, name, fen = [], "", ""
    for line in PERFT_FILE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word == "game":
            assert rest == "chess"
        elif word == "id":
            name = rest
        elif word == "fen":
            fen = rest
        else:
            counts.append(Published(name, fen, int(word), int(rest)))
    return counts


def is_affordable(count: Published) -> bool:
    shallower = [other.leaves for other in published() if other.name == count.name and other.depth < count.depth]
    return max(shallower, default=0) < ENOUGH


AFFORDABLE = [pytest.param(count, id=f"{count.name}-{count.depth}") for count in published() if is_affordable(count)]


@pytest.mark.parametrize("count", AFFORDABLE)
def test_count_is_the_published_one(count):
    assert perft(CHESS.from_fen(count.fen), count.depth) == count.leaves


def test_six_positions_are_counted_to_ten_million_leaves():
    deepest = {count.name: count.leaves for count in published() if is_affordable(count)}
    assert len(deepest) == 6
    assert min(deepest.values()) >= ENOUGH


@pytest.mark.parametrize("count", [count for count in published() if count.depth == 3], ids=lambda count: count.name)
def test_counts_below_each_move_are_those_of_python_chess(count, divide_by_python_chess):
    ours = divide(CHESS.from_fen(count.fen), count.depth)
    assert ours == divide_by_python_chess(chess.Board(count.fen), count.depth)
    assert sum(ours.values()) == count.leaves


@pytest.mark.parametrize("count", [count for count in published() if count.depth == 4], ids=lambda count: count.name)
def test_two_threads_count_the_same(count):
    position = CHESS.from_fen(count.fen)
    assert divide(position, count.depth, threads=2) == divide(position, count.depth)
    assert perft(position, count.depth, threads=2) == count.leaves


def test_depth_zero_is_the_position_itself():
    assert perft(CHESS.start(), 0) == 1
    assert divide(CHESS.start(), 0) == {}


@pytest.mark.parametrize("depth", [0, -1])
def test_native_count_without_depth_does_not_bring_the_process_down(depth):
    program = f"from plyground.games.chess import Chess; Chess().start().divide({depth})"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert ended.returncode in (0, 1)


@pytest.mark.parametrize("threads", [-1, 0, 1, 3, 64])
def test_any_number_of_threads_counts_the_same(threads):
    assert perft(CHESS.start(), 4, threads=threads) == 197_281


def test_depth_one_counts_each_move_once():
    assert set(divide(CHESS.start(), 1).values()) == {1}


def test_finished_game_has_no_leaves():
    mated = CHESS.from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert perft(mated, 1) == perft(mated, 3) == 0


def test_moves_come_in_the_order_of_the_legal_moves():
    position = CHESS.start()
    assert [str(move) for move, _ in position.divide(2)] == [str(move) for move in position.legal_moves]


class EnoughError(Exception):
    pass


def test_progress_only_grows_and_its_error_ends_the_count():
    seen: list[tuple[int, int, int]] = []

    def on_progress(done: int, parts: int, leaves: int) -> None:
        seen.append((done, parts, leaves))
        if len(seen) == 3:
            raise EnoughError

    with pytest.raises(EnoughError):
        perft(CHESS.start(), 8, threads=2, on_progress=on_progress)
    assert len(seen) == 3
    assert [done for done, _, _ in seen] == sorted(done for done, _, _ in seen)
    assert all(done < parts and leaves < 84_998_978_956 for done, parts, leaves in seen)


@pytest.mark.bench
@pytest.mark.parametrize("count", [pytest.param(count, id=f"{count.name}-{count.depth}") for count in published()])
def test_every_published_count_holds(count):
    assert perft(CHESS.from_fen(count.fen), count.depth, threads=2) == count.leaves
