"""The bench: a fixed number of nodes for each game, which changes whenever the search or an evaluation does.

A change that means to alter the search brings the new numbers along; any other must not.
"""

from __future__ import annotations

import pytest

import plyground
from plyground.abilities import bench_of
from plyground.search.limits import StopFlag
from plyground.search.searcher import bench

NODES = {
    "chess": 251355,
    "chess:960": 250966,
    "draughts:russian": 162298,
    "mill:nine": 71546,
    "connect-four": 941,
}


@pytest.mark.parametrize("name", NODES)
def test_bench_has_its_number_of_nodes(name):
    assert sum(report.nodes for _, report in bench(plyground.game(name))) == NODES[name]


@pytest.mark.parametrize("name", ["mill:morabaraba", "draughts:frisian", "draughts:english"])
def test_bench_plays_as_much_of_its_lines_as_the_rules_allow(name):
    game = plyground.game(name)
    count = len([*bench_of(game).positions(game)])
    assert [report.depth for _, report in bench(game, depth=2)] == [2] * count


def test_bench_that_is_stopped_ends():
    stop = StopFlag()
    stop.request()
    assert list(bench(plyground.game("chess"), 99, stop)) == []
