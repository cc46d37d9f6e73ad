"""Text boards: coordinates, empty points, lines, and looking from the other side."""

import pytest

from plyground.drawing.text import format_board
from plyground.games.simple import grid
from plyground.protocol import Geometry, Point

CHESS_SYMBOLS = {
    f"{side} {kind}": letter if side == "black" else letter.upper()
    for side in ("white", "black")
    for kind, letter in zip(("pawn", "knight", "bishop", "rook", "queen", "king"), "pnbrqk", strict=True)
}
BACK_ROW = ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook")
CHESS_START = {
    **{f"{file}1": f"white {kind}" for file, kind in zip("abcdefgh", BACK_ROW, strict=True)},
    **{f"{file}2": "white pawn" for file in "abcdefgh"},
    **{f"{file}7": "black pawn" for file in "abcdefgh"},
    **{f"{file}8": f"black {kind}" for file, kind in zip("abcdefgh", BACK_ROW, strict=True)},
}


def three_by_three(**extras) -> Geometry:
    """A small mill board: three rows, three columns, both diagonals."""
    points = tuple(Point("abc"[x] + "123"[y], x, y) for y in range(3) for x in range(3))
    lines = (
        *((f"a{row}", f"b{row}", f"c{row}") for row in "123"),
        *((f"{column}1", f"{column}2", f"{column}3") for column in "abc"),
        ("a1", "b2", "c3"),
        ("a3", "b2", "c1"),
    )
    labels = {"columns": tuple("abc"), "rows": tuple("123"), **extras}
    return Geometry("lines", 3, 3, points, lines=lines, **labels)


def test_chess_start_looks_familiar():
    assert format_board(grid(8, 8, "checkered"), CHESS_SYMBOLS, CHESS_START) == (
        "8 r n b q k b n r\n"
        "7 p p p p p p p p\n"
        "6 . . . . . . . .\n"
        "5 . . . . . . . .\n"
        "4 . . . . . . . .\n"
        "3 . . . . . . . .\n"
        "2 P P P P P P P P\n"
        "1 R N B Q K B N R\n"
        "  a b c d e f g h"
    )


def test_lines_board_joins_its_points():
    drawn = format_board(three_by_three(), {"white man": "O", "black man": "X"}, {"a1": "white man", "b2": "black man"})
    assert drawn == ("3 .---.---.\n  | \\ | / |\n2 .---X---.\n  | / | \\ |\n1 O---.---.\n  a   b   c")


def test_flipped_board_is_the_board_from_the_other_side():
    drawn = format_board(three_by_three(), {"white man": "O"}, {"a1": "white man"}, flipped=True)
    assert drawn.splitlines()[0] == "1 .---.---O"
    assert drawn.splitlines()[-1] == "  c   b   a"


def test_cells_without_a_point_stay_blank():
    dark = tuple(point for point in grid(4, 4).points if (point.x + point.y) % 2 == 0)
    board = Geometry("checkered", 4, 4, dark, tuple("abcd"), tuple("1234"))
    assert format_board(board, {"white man": "o"}, {"a1": "white man"}) == (
        "4   .   .\n"
        "3 .   .\n"
        "2   .   .\n"
        "1 o   .\n"
        "  a b c d"
    )  # fmt: skip


def test_labels_may_be_wider_than_a_character():
    rows, columns = ("9", "10"), ("aa", "bb")
    points = tuple(Point(column + row, x, y) for y, row in enumerate(rows) for x, column in enumerate(columns))
    drawn = format_board(Geometry("grid", 2, 2, points, columns, rows), {}, {})
    assert drawn == "10 .  .\n 9 .  .\n   aa bb"


def test_a_board_without_labels_has_no_margin():
    assert format_board(three_by_three(columns=(), rows=()), {}, {}).splitlines()[0] == ".---.---."


def test_a_piece_without_a_symbol_shows_its_first_letter():
    pieces = {"a1": "white dragon", "b1": "black dragon", "c1": "Wall"}
    assert format_board(grid(3, 1), {}, pieces).splitlines()[0] == "1 D d W"


def test_points_closer_than_a_character_are_drawn_apart():
    near = Geometry("lines", 1, 1, (Point("p", 0, 0), Point("q", 0.1, 0)), lines=(("p", "q"),))
    drawn = format_board(near, {}, {"p": "white man", "q": "black man"})
    assert (drawn.count("M"), drawn.count("m")) == (1, 1)


def test_a_game_without_a_board_is_no_text():
    assert format_board(Geometry("grid", 0, 0, ()), {}, {}) == ""


@pytest.mark.parametrize("geometry", [grid(8, 8, "checkered"), grid(7, 6), three_by_three()])
@pytest.mark.parametrize("flipped", [False, True])
def test_no_line_ends_in_blanks(geometry, flipped):
    lines = format_board(geometry, {}, {}, flipped=flipped).splitlines()
    assert all(line == line.rstrip() for line in lines)
