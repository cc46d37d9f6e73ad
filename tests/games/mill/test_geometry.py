"""The boards of mill: points, lines, neighbours and symmetries, derived here a second time from pictures."""

from __future__ import annotations

from itertools import permutations, product
from typing import NamedTuple

import pytest

from plyground import _core
from plyground.games.mill import Mill
from plyground.games.mill.rules import OPTIONS, MillRules

BOARDS = next(option.names for option in OPTIONS if option.name == "board")

CLOCK = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
Spot = tuple[int, int]


class Expected(NamedTuple):
    points: int
    lines: int
    edges: int
    symmetries: int


COUNTS = {
    "three": Expected(9, 8, 16, 8),
    "three-plain": Expected(9, 6, 12, 8),
    "two-ring": Expected(16, 8, 20, 16),
    "two-ring-centre": Expected(17, 10, 24, 8),
    "three-ring": Expected(24, 16, 32, 16),
    "three-ring-diagonal": Expected(24, 20, 40, 16),
}


def rings_of(board: str) -> int:
    return {"three": 1, "three-plain": 1, "two-ring": 2, "two-ring-centre": 2}.get(board, 3)


def spots_of(board: str) -> list[Spot]:
    """All points by their distance from the middle, in board order."""
    centre = [(0, 0)] if "three-ring" not in board and board != "two-ring" else []
    return centre + [(x * size, y * size) for size in range(1, rings_of(board) + 1) for x, y in CLOCK]


def edges_of(board: str) -> set[frozenset[Spot]]:
    """Pairs of neighbours: along the sides of rings, and outwards through middles and, with diagonals, corners."""
    spots = set(spots_of(board))
    edges = set()
    for x, y in spots:
        size = max(abs(x), abs(y))
        for one, two in ((size, 0), (0, size)):
            on_side = abs(y) == size if one else abs(x) == size
            if size and on_side and (x + one, y + two) in spots and max(abs(x + one), abs(y + two)) == size:
                edges.add(frozenset({(x, y), (x + one, y + two)}))
        is_corner = abs(x) == abs(y) != 0
        if size and (not is_corner or board in ("three", "three-ring-diagonal")):
            inward = (x - (x > 0) + (x < 0), y - (y > 0) + (y < 0))
            if inward in spots:
                edges.add(frozenset({(x, y), inward}))
    return edges


def lines_of(board: str) -> set[frozenset[Spot]]:
    """Three points in a row, each a neighbour of the next; two rings have none across."""
    edges, lines = edges_of(board), set()
    for middle in spots_of(board):
        near = [next(iter(edge - {middle})) for edge in edges if middle in edge]
        for i, one in enumerate(near):
            for two in near[i + 1 :]:
                cross = (one[0] - middle[0]) * (two[1] - middle[1]) - (one[1] - middle[1]) * (two[0] - middle[0])
                sizes = {max(map(abs, spot)) for spot in (one, middle, two)}
                across_two_rings = rings_of(board) == 2 and sizes > {1, 2}
                if cross == 0 and not across_two_rings:
                    lines.add(frozenset({one, middle, two}))
    return lines


def name_of(board: str, spot: Spot) -> str:
    return "abcdefg"[rings_of(board) + spot[0]] + str(rings_of(board) + 1 + spot[1])


def geometry_of(board: str):
    return Mill(rules=MillRules(board=board, men=3)).geometry


@pytest.mark.parametrize("board", BOARDS)
def test_points_are_listed_and_named_in_board_order(board):
    points = geometry_of(board).points
    assert [point.name for point in points] == [name_of(board, spot) for spot in spots_of(board)]
    assert len(points) == COUNTS[board].points
    rings = rings_of(board)
    assert [(point.x - rings, point.y - rings) for point in points] == spots_of(board)


def test_points_of_three_rings_are_named_as_sanmill_lists_them():
    inner = "d5 e5 e4 e3 d3 c3 c4 c5"
    middle = "d6 f6 f4 f2 d2 b2 b4 b6"
    outer = "d7 g7 g4 g1 d1 a1 a4 a7"
    assert [point.name for point in geometry_of("three-ring").points] == f"{inner} {middle} {outer}".split()


@pytest.mark.parametrize("board", BOARDS)
def test_neighbours_are_joined_by_the_drawn_lines(board):
    drawn = geometry_of(board).lines
    expected = {frozenset(name_of(board, spot) for spot in edge) for edge in edges_of(board)}
    assert {frozenset(line) for line in drawn} == expected
    assert len(drawn) == COUNTS[board].edges


@pytest.mark.parametrize("board", BOARDS)
def test_every_line_and_no_other_three_points_are_a_mill(board):
    """Two white men and a third one in hand: the turn takes a man exactly where it completes a line."""
    game = Mill(rules=MillRules(board=board, men=4, take_from_mills="always"))
    spots = spots_of(board)
    groups = [1] * (len(spots) % 8) + [8] * (len(spots) // 8)
    mills = set()
    for one in range(len(spots)):
        for two in range(one):
            black = next(i for i in range(len(spots)) if i not in (one, two))
            text = "".join("O" if i in (one, two) else "@" if i == black else "*" for i in range(len(spots)))
            parts, at = [], 0
            for size in groups:
                parts.append(text[at : at + size])
                at += size
            position = game.from_fen(f"{'/'.join(parts)} w p p 2 2 1 3 0 0 0 0 0 0 0 0 1")
            for token in map(str, position.legal_moves):
                if "x" in token:
                    third = token.partition("x")[0]
                    mills.add(frozenset({name_of(board, spots[one]), name_of(board, spots[two]), third}))
    assert mills == {frozenset(name_of(board, spot) for spot in line) for line in lines_of(board)}
    assert len(mills) == COUNTS[board].lines


TURNS = [(1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0)]


def image(spot: Spot, order: tuple[int, ...], turn: tuple[int, int, int, int], mirror: int) -> Spot:
    """A point mirrored, turned, and put on another ring."""
    x, y = mirror * spot[0], spot[1]
    old = max(abs(x), abs(y))
    if old == 0:
        return spot
    new = order[old - 1]
    return (turn[0] * x + turn[1] * y) // old * new, (turn[2] * x + turn[3] * y) // old * new


def symmetries_by_force(board: str) -> set[tuple[int, ...]]:
    """Every such map of the points that keeps lines and neighbours."""
    spots, lines, edges = spots_of(board), lines_of(board), edges_of(board)
    found = set()
    for order, turn, mirror in product(permutations(range(1, rings_of(board) + 1)), TURNS, (1, -1)):
        moved = {spot: image(spot, order, turn, mirror) for spot in spots}
        keeps_lines = {frozenset(moved[spot] for spot in line) for line in lines} == lines
        keeps_edges = {frozenset(moved[spot] for spot in edge) for edge in edges} == edges
        if keeps_lines and keeps_edges:
            found.add(tuple(spots.index(moved[spot]) for spot in spots))
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_symmetries_are_those_found_by_force(board):
    found = [tuple(symmetry) for symmetry in _core.mill_symmetries(BOARDS.index(board))]
    assert set(found) == symmetries_by_force(board)
    assert len(found) == len(set(found)) == COUNTS[board].symmetries
    assert found[0] == tuple(range(COUNTS[board].points))


def test_symmetry_of_a_board_that_does_not_exist_is_refused():
    with pytest.raises(IndexError):
        _core.mill_symmetries(6)
