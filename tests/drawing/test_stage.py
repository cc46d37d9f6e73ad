"""Stages define every piece that can be placed on them, at any point."""

import re
from xml.etree import ElementTree

import pytest

import plyground
from plyground.drawing.svg import MARKS, draw_board, draw_stage

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", ["chess", "mill", "draughts", "connect-four"])
@pytest.mark.parametrize("flipped", [False, True])
def test_pieces_stand_where_and_as_a_picture_has_them(name, flipped):
    position = plyground.Record(plyground.game(name).start(), [next(iter(plyground.game(name).start().legal_moves))])
    view = position.view
    stage = draw_stage(position.game.geometry, view.pieces.values(), flipped=flipped)
    picture = ElementTree.fromstring(draw_board(position.game.geometry, view, flipped=flipped))
    drawn = [use for use in picture.iter(f"{SVG}use") if use.get("class") == "piece"]
    assert len(drawn) == len(view.pieces)
    for use in drawn:
        assert (float(use.attrib["x"]), float(use.attrib["y"])) == stage.places[use.attrib["data-point"]]
        assert use.attrib["href"] == f"#{stage.ids[use.attrib['data-piece']]}"


def test_everything_that_is_used_is_defined_on_the_stage_itself():
    kinds = [f"{side} {kind}" for side in ("white", "black") for kind in ("man", "king", "wizard <&>")]
    root = ElementTree.fromstring(stage := draw_stage(plyground.game("mill:three").geometry, kinds * 5).svg)
    defined = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(defined) == len(set(defined))
    assert set(re.findall(r"url\(#([^)]*)\)", stage)) <= set(defined)
    assert set(MARKS.values()) <= set(defined)
    assert not list(root.iter(f"{SVG}use")), "nothing stands on it yet"
