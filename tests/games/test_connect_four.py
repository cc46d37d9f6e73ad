"""Connect Four: published tree sizes, an independent player of the rules, and the ways to win."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from plyground.errors import IllegalMove, InvalidMove, InvalidPosition
from plyground.games.connect_four import FOURS, ConnectFour
from plyground.games.simple import SimplePosition
from plyground.protocol import Result, Side
from plyground.record import Record
from plyground.search.perft import divide, perft
from plyground.testing import check_game

GAME = ConnectFour()

PUBLISHED = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]
"""Sequences of moves, games stopping at a win. At 7 plies 7 sequences overfill a column; at 8 some games are over."""

DISTINCT = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859]
"""Different positions after each number of plies (John Tromp's table)."""


def naive_count(columns: list[str], depth: int) -> int:
    """The same count over lists of columns, looking for fours by coordinates."""
    if depth == 0:
        return 1
    if naive_winner(columns):
        return 0
    disc = "XO"[sum(map(len, columns)) % 2]
    total = 0
    for x in range(7):
        if len(columns[x]) < 6:
            total += naive_count([*columns[:x], columns[x] + disc, *columns[x + 1 :]], depth - 1)
    return total


def naive_winner(columns: list[str]) -> str:
    at = {(x, y): disc for x, column in enumerate(columns) for y, disc in enumerate(column)}
    for (x, y), disc in at.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(at.get((x + i * dx, y + i * dy)) == disc for i in range(4)):
                return disc
    return ""


@pytest.mark.parametrize("depth", range(7))
def test_tree_has_the_published_size(depth):
    assert perft(GAME.start(), depth) == PUBLISHED[depth]


def test_positions_are_as_many_as_published():
    boards, after_each_ply = {GAME.start()}, []
    for _ in DISTINCT[:-1]:
        after_each_ply.append(len(boards))
        boards = {board.after(move) for board in boards for move in board.legal_moves}
    assert [*after_each_ply, len(boards)] == DISTINCT


def test_first_wins_shorten_the_tree_as_published():
    ways = Counter([GAME.start()])
    for _ in range(7):
        after: Counter[SimplePosition[str]] = Counter()
        for position, number in ways.items():
            for move in position.legal_moves:
                after[position.after(move)] += number
        ways = after
    assert sum(number * len(position.legal_moves) for position, number in ways.items()) == PUBLISHED[8]


@pytest.mark.parametrize("depth", range(6))
def test_naive_counter_agrees(depth):
    assert naive_count([""] * 7, depth) == PUBLISHED[depth]


def test_counting_stops_at_a_win():
    # After a b a b a b white wins with a fourth a.
    position = Record(GAME.start(), "ababab").position
    assert perft(position, 2) == naive_count(["XXX", "OOO", "", "", "", "", ""], 2) == 42


def test_counts_below_each_move_add_up():
    position = Record(GAME.start(), "dddccce").position
    assert sum(divide(position, 3).values()) == perft(position, 3)


@pytest.mark.parametrize("seed", range(20))
def test_naive_rules_see_the_same_winner(seed):
    random, position, columns = Random(seed), GAME.start(), [""] * 7
    while position.result is None:
        assert naive_winner(columns) == ""
        disc = "X" if position.side_to_move is Side.WHITE else "O"
        move = str(random.choice(list(position.legal_moves)))
        position = position.after(move)
        columns["abcdefg".index(move)] += disc
    winner = {"X": Side.WHITE, "O": Side.BLACK, "": None}[naive_winner(columns)]
    assert position.result.winner is winner


def test_there_are_69_fours():
    assert len(FOURS) == 69
    assert len({tuple(range(42)[cells]) for cells in FOURS}) == 69


def test_only_columns_are_moves():
    with pytest.raises(InvalidMove, match="'h' is not a move of connect-four"):
        GAME.start().after("h")


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("abababa", Side.WHITE),
        ("gabababa", Side.BLACK),
        ("aabbccd", Side.WHITE),
        ("ddeeffg", Side.WHITE),
        ("abbccdcddgd", Side.WHITE),
        ("dccbabbagaa", Side.WHITE),
    ],
)
def test_four_in_any_direction_wins(moves, winner):
    assert Record(GAME.start(), moves).outcome() == Result(winner, "four_in_a_row")


def test_row_does_not_go_on_around_the_edge():
    assert GAME.from_fen("....XXXX......" + "OOO.O" + "." * 23).result is None


def test_full_board_is_a_draw():
    full = ("XXOOXXO" + "OOXXOOX") * 3
    assert GAME.from_fen(full).result == Result(None, "board_full")


def test_full_column_takes_no_more():
    position = Record(GAME.start(), "dddddd").position
    assert "d" not in position.legal_moves
    with pytest.raises(IllegalMove, match=r"'d' is not legal here\. Try one of a, b, c, e, f, g\."):
        position.after("d")


def test_disc_is_entered_where_it_lands():
    position = Record(GAME.start(), "dd").position
    assert position.view.entry["d3"] == "d"


def test_evaluation_is_that_of_the_side_to_move():
    centre = GAME.start().after("d")
    assert centre.evaluation == -7
    assert centre.after("a").evaluation == 7 - 3


@pytest.mark.parametrize("fen", ["." * 41, "Q" + "." * 41, "." * 43])
def test_other_boards_are_refused(fen):
    with pytest.raises(InvalidPosition):
        GAME.from_fen(fen)


def test_passes_the_conformance_kit():
    assert check_game(GAME).positions > 400
