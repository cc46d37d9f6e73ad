"""Pictures: well-formed, complete, mirrored when flipped, and safe with strange names."""

import re
from xml.etree import ElementTree

import pytest

from plyground.drawing.pieces import PALETTES, shapes_of
from plyground.drawing.svg import draw_board
from plyground.games.simple import grid
from plyground.protocol import Geometry, Point, Result, Side, View

SVG = "{http://www.w3.org/2000/svg}"
CHESS = grid(8, 8, "checkered")
TRIANGLE = Geometry(
    "lines",
    3,
    2,
    (Point("left", 0, 0), Point("right", 2, 0), Point("top", 1, 1)),
    lines=(("left", "right", "top", "left"),),
)


def parsed(geometry, pieces, **view):
    flipped, size = view.pop("flipped", False), view.pop("size", 400)
    seen = View("test", Side.WHITE, pieces, {}, **view)
    return ElementTree.fromstring(draw_board(geometry, seen, flipped=flipped, size=size))


def standing(root):
    """Point -> (piece, x, y) of every piece that is drawn."""
    pieces = [use for use in root.iter(f"{SVG}use") if use.get("class") == "piece"]
    return {use.get("data-point"): (use.get("data-piece"), float(use.get("x")), float(use.get("y"))) for use in pieces}


def test_every_piece_is_drawn_once_where_it_stands():
    pieces = {"a1": "white rook", "e1": "white king", "e8": "black king", "h8": "black rook"}
    root = parsed(CHESS, pieces)
    drawn = standing(root)
    assert {point: piece for point, (piece, _, _) in drawn.items()} == pieces
    assert drawn["h8"][1] - drawn["a1"][1] == 700
    assert drawn["a1"][2] - drawn["h8"][2] == 700


def test_every_drawing_that_is_used_is_defined():
    root = parsed(CHESS, {"a1": "white rook", "b1": "white rook", "c1": "black wizard"})
    defined = {element.get("id") for element in root.iter() if element.get("id")}
    used = {use.get("href").removeprefix("#") for use in root.iter(f"{SVG}use")}
    painted = set(re.findall(r"url\(#([^)]*)\)", ElementTree.tostring(root, "unicode")))
    assert len(used) == 2
    assert used | painted <= defined


def test_flipped_board_is_mirrored_in_both_directions():
    pieces = {"a1": "white rook", "c7": "black pawn", "h8": "black king"}
    plain, flipped = standing(parsed(CHESS, pieces)), standing(parsed(CHESS, pieces, flipped=True))
    sums = {(plain[point][1] + flipped[point][1], plain[point][2] + flipped[point][2]) for point in pieces}
    assert len(sums) == 1


def test_unknown_pieces_are_discs_with_their_first_letter():
    root = parsed(CHESS, {"a1": "white wizard", "b1": "tower"})
    letters = [text.text for group in root.iter(f"{SVG}g") if group.get("id") for text in group.iter(f"{SVG}text")]
    assert letters == ["W", "T"]


@pytest.mark.parametrize(
    "name", ["white <b>&\"'", "black \x00\x1b", "]]>", "white \ud800", "", "white ", "черный ферзь"]
)
def test_any_piece_name_gives_well_formed_xml(name):
    assert len(standing(parsed(CHESS, {"a1": name}))) == 1


def test_labels_are_escaped():
    board = Geometry("grid", 1, 1, (Point("<&>", 0, 0),), ("<",), ("&",))
    texts = [text.text for text in parsed(board, {"<&>": "white man"}).iter(f"{SVG}text")]
    assert texts == ["<", "&"]


def test_last_move_and_check_are_highlighted():
    root = parsed(CHESS, {"e1": "white king", "h4": "black queen"}, last=("d8", "h4"), check="e1")
    classes = [element.get("class") for element in root.iter()]
    assert (classes.count("last"), classes.count("check")) == (2, 1)


def test_lines_board_draws_each_stretch_and_point_once():
    root = parsed(TRIANGLE, {"top": "white man"}, last=("top",))
    assert len(list(root.iter(f"{SVG}line"))) == 3
    assert sum(circle.get("class") == "point" for circle in root.iter(f"{SVG}circle")) == 3


def test_points_that_a_move_left_are_highlighted_more_quietly_than_the_one_it_reached():
    root = parsed(TRIANGLE, {"top": "white man"}, last=("left", "top"))
    left, top = (float(element.get("r")) for element in root.iter() if element.get("class") == "last")
    assert left < top


def test_a_marked_man_is_crossed_out_and_has_the_colours_of_nobody():
    root = parsed(TRIANGLE, {"top": "marked man", "left": "white man"})
    (drawn,) = (group for group in root.iter(f"{SVG}g") if (group.get("id") or "").endswith("marked-20-man"))
    body, cross = drawn
    assert (body.get("fill"), cross.get("fill")) == ("url(#ply-body-none)", PALETTES[""].line)
    assert not list(drawn.iter(f"{SVG}text"))


@pytest.mark.parametrize("size", [100, 400, 1000])
def test_the_longer_edge_has_the_size_that_was_asked_for(size):
    root = parsed(grid(7, 6), {}, size=size)
    assert max(float(root.get("width")), float(root.get("height"))) == pytest.approx(size, rel=1e-4)


def test_title_and_description_say_what_is_seen():
    root = parsed(CHESS, {"e1": "white king"}, check="e1")
    assert root.find(f"{SVG}title").text == "test: white to move, in check"
    assert root.find(f"{SVG}desc").text == "white king on e1"
    ended = parsed(CHESS, {}, result=Result(Side.BLACK, "checkmate"))
    assert ended.find(f"{SVG}title").text == "test: Black wins. White is checkmated."


def test_a_game_without_a_board_is_still_a_picture():
    assert parsed(Geometry("grid", 0, 0, ()), {}).tag == f"{SVG}svg"


def test_a_king_is_crowned_where_pieces_stand_on_half_of_the_squares():
    dark = tuple(point for point in CHESS.points if (point.x + point.y) % 2 == 0)
    draughts = Geometry("checkered", 8, 8, dark)
    assert [paint for paint, _ in shapes_of("king", draughts) or ()].count("gold") == 1
    assert all(paint != "gold" for paint, _ in shapes_of("king", CHESS) or ())


def test_both_sides_have_colours_of_their_own():
    assert PALETTES["white"] != PALETTES["black"]
