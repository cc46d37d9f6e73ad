"""The picture of a trace shows every node, every cut and the expected line, and is well-formed."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

import plyground
from plyground.lab.trace import trace
from plyground.lab.tree_picture import MAX_NODES, draw_tree
from plyground.search.deepening import ALGORITHMS
from plyground.search.features import Features

POSITION = plyground.game("connect-four").from_fen("XXOOXO.XOXOXO.XO.OX..OX.XO..XO.XX..OX.OO..")
SVG = "{http://www.w3.org/2000/svg}"


def drawn(tree):
    return ElementTree.fromstring(draw_tree(tree))


def texts(picture, look):
    return [text.text for text in picture.iter(f"{SVG}text") if look in text.get("class", "").split()]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("features", [Features(), Features(tt="always"), Features(quiescence=True)], ids=repr)
def test_every_node_and_every_cut_is_drawn(algorithm, features):
    tree = trace(POSITION, algorithm, 3, features)
    picture = drawn(tree)
    assert len(texts(picture, "value")) == len(tree["nodes"])
    cut = [f"{node['unseen']} not looked at" for node in tree["nodes"] if "cut" in node and node.get("unseen")]
    assert sorted(texts(picture, "cut")) == sorted(cut)
    known = sum(node.get("cut", {}).get("by") == "table" for node in tree["nodes"])
    assert texts(picture, "known") == ["from the table"] * known


def test_re_searches_and_the_line_stand_out():
    picture = drawn(trace(POSITION, "negascout", 3))
    assert "f (2nd)" in texts(picture, "again")
    gold = [shape for shape in picture.iter() if "line" in shape.get("class", "").split()]
    assert len(gold) == 4 + 3


def test_passes_and_depths_are_named():
    passes = drawn(trace(POSITION, "mtdf", 3, Features(tt="always")))
    assert {"1st search", "2nd search"} <= set(texts(passes, "small"))
    depths = drawn(trace(POSITION, "alphabeta", 2, iterated=True))
    assert {"depth 1", "depth 2"} <= set(texts(depths, "small"))


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "mtdf", "bns"])
def test_no_two_nodes_of_a_column_overlap(algorithm):
    columns: dict[str, list[float]] = {}
    for shape in drawn(trace(POSITION, algorithm, 3)).iter(f"{SVG}rect"):
        if shape.get("class") != "paper":
            columns.setdefault(shape.attrib["x"], []).append(float(shape.attrib["y"]))
    for rows in columns.values():
        rows.sort()
        assert all(lower - upper >= 23 for upper, lower in pairwise(rows))


def test_tree_too_large_to_look_at_is_refused():
    with pytest.raises(ValueError, match=f"at most {MAX_NODES}"):
        draw_tree(trace(plyground.game("chess").start(), "minimax", 2))
