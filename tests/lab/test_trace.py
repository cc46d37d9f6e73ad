"""A trace is the tree that the search visits: the same nodes, and what it says about them adds up."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import plyground
from plyground.errors import InvalidRules
from plyground.lab.trace import trace
from plyground.protocol import Position
from plyground.search import deepening, textbook
from plyground.search.counters import CUTOFF_PLACES
from plyground.search.deepening import ALGORITHMS
from plyground.search.features import ALL_FEATURES, Features
from plyground.search.score import INFINITY

TOY = f"{Path(__file__).parents[1] / 'games' / 'toy.py'}:SmallMill"
GAMES = {"chess": 2, "mill:three": 3, "draughts:russian": 3, "connect-four": 3, TOY: 3}
FEATURES = {
    "nothing": Features(),
    "small table": Features(tt="depth-preferred", tt_size=64, tt_move=True),
    "two tiers": Features(tt="two-tier", tt_size=64),
    "quiescence": Features(quiescence=True),
    "noise": Features(tt="always", evaluation="+noise", seed=7),
    "everything": ALL_FEATURES,
}
ALL = 10**9


def reached(name: str, seed: int) -> Position:
    """A position of a random game, usually not its end."""
    random = Random(f"{Path(name).name} {seed}")
    position: Position = plyground.game(name).start()
    for _ in range(random.randrange(30)):
        after = position.after(random.choice(list(position.legal_moves)))
        if after.result is None:
            position = after
    return position


def children(tree: dict[str, Any]) -> dict[int | None, list[dict[str, Any]]]:
    found: dict[int | None, list[dict[str, Any]]] = defaultdict(list)
    for node in tree["nodes"]:
        found[node["parent"]].append(node)
    return found


@cache
def each_trace(algorithm: str) -> list[dict[str, Any]]:
    """Every game with every switch."""
    depths = {name: depth - (algorithm in ("minimax", "negamax")) for name, depth in GAMES.items()}
    return [
        trace(reached(name, seed), algorithm, depth, features, limit=ALL)
        for name, depth in depths.items()
        for seed, features in enumerate(FEATURES.values())
    ]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_trace_visits_the_nodes_that_both_forms_of_the_search_visit(name, algorithm):
    for seed, (label, features) in enumerate(FEATURES.items()):
        position, depth, iterated = reached(name, seed), GAMES[name], label == "everything"
        tree = trace(position, algorithm, depth, features, iterated=iterated, limit=ALL)
        for solve in (deepening.solve, textbook.solve):
            found = solve(position, algorithm, depth, features, iterated=iterated)
            assert tree["counters"] == {name: getattr(found.counters, name) for name in tree["counters"]}, label
            assert tree["value"] == found.value
            assert tree["line"] == [str(move) for move in found.line]
            assert tree["nodes_by_depth"] == list(found.nodes_by_depth)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_nodes_add_up_to_the_counters(algorithm):
    for tree in each_trace(algorithm):
        counters, nodes = tree["counters"], tree["nodes"]
        quiescent = [node for node in nodes if "quiescent" in node]
        visited = [node for node in nodes if "quiescent" not in node]
        tables = [node["table"] for node in visited if "table" in node]
        cuts = [node["cut"] for node in visited if "cut" in node and node["depth"] > 0]
        places = Counter(min(cut["place"], CUTOFF_PLACES) for cut in cuts if cut["by"] == "move")
        table_cuts = Counter(cut["bound"] for cut in cuts if cut["by"] == "table")
        assert [node["id"] for node in nodes] == list(range(counters["nodes"]))
        assert len(quiescent) == counters["quiescent"]
        assert sum("leaf" in node for node in visited) == counters["leaves"]
        assert sum("leaf" not in node for node in visited) == counters["interior"]
        assert sum("static" in node for node in nodes) == counters["evaluations"]
        assert [places[place + 1] for place in range(CUTOFF_PLACES)] == counters["cutoffs_by_place"]
        assert len(tables) == counters["probes"]
        assert sum(table["probe"] == "hit" for table in tables) == counters["hits"]
        for bound in ("exact", "lower", "upper"):
            assert table_cuts[bound] == counters[f"{bound}_cuts"]


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "bns"])
def test_value_of_a_node_is_the_best_of_its_children(algorithm):
    for tree in each_trace(algorithm):
        if algorithm == "alphabeta-hard" and tree["switches"]["quiescence"]:
            continue  # Fail-hard search clamps what quiescence returns; below, values are not clamped.
        below = children(tree)
        for node in tree["nodes"]:
            tried = below[node["id"]]
            if not tried:
                continue
            last = {child["move"]: -child["value"] for child in tried}
            best = max([*last.values(), *([node["static"]] if "static" in node else [])])
            alpha = -INFINITY if node["alpha"] is None else node["alpha"]
            assert node["value"] == (max(alpha, best) if algorithm == "alphabeta-hard" else best)
            assert node["moves"] - node["unseen"] == len(last)
            if "cut" in node:
                assert (node["cut"]["move"], node["cut"]["place"]) == (tried[-1]["move"], len(last))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_bounds_say_where_a_value_lies_in_its_window(algorithm):
    for tree in each_trace(algorithm):
        for node in tree["nodes"]:
            alpha = -INFINITY if node["alpha"] is None else node["alpha"]
            beta = INFINITY if node["beta"] is None else node["beta"]
            assert alpha < beta
            if "cut" in node and node["cut"]["by"] != "table":
                assert node["value"] >= beta
                assert node["bound"] == "lower"
            if node["bound"] == "exact" and "leaf" not in node and "cut" not in node:
                assert alpha < node["value"] < beta
            if node["bound"] == "upper":
                assert node["value"] <= alpha


def test_values_bound_the_true_value_as_their_bound_says():
    position = reached("draughts:russian", 3)
    for algorithm in ALGORITHMS:
        tree = trace(position, algorithm, 3, Features(tt="always"), limit=ALL)
        at = {None: position}
        for node in tree["nodes"]:
            here = position if node["parent"] is None else at[node["parent"]].after(node["move"])
            at[node["id"]] = here
            if here.result is None:
                true = deepening.solve(here, "negamax", node["depth"]).value
                bounds = {"exact": true == node["value"], "lower": true >= node["value"]}
                assert bounds.get(node["bound"], true <= node["value"]), (algorithm, node)


def test_negascout_shows_its_re_searches():
    tree = trace(reached("connect-four", 2), "negascout", 4, limit=ALL)
    again = [node for node in tree["nodes"] if node["pass"] == 2]
    assert len(again) == tree["counters"]["re_searches"] > 0
    for node in again:
        first = next(
            other for other in children(tree)[node["parent"]] if other["move"] == node["move"] and other["pass"] == 1
        )
        assert first["beta"] - first["alpha"] == 1
        assert first["value"] <= first["alpha"]
        assert node["place"] == first["place"] > 1


@pytest.mark.parametrize("algorithm", ["mtdf", "sss", "aspiration"])
def test_every_pass_has_a_root_of_its_own(algorithm):
    tree = trace(reached("draughts:russian", 4), algorithm, 3, Features(tt="two-tier", evaluation="+noise"))
    roots = children(tree)[None]
    assert [root["pass"] for root in roots] == list(range(1, len(roots) + 1))
    assert len(roots) - 1 == tree["counters"]["re_searches"]


def test_best_node_search_asks_the_same_moves_again():
    tree = trace(reached("connect-four", 2), "bns", 3)
    root, *others = children(tree)[None]
    assert not others
    assert root["bound"] == "lower"
    passes = Counter(node["pass"] for node in children(tree)[root["id"]])
    assert passes[1] == root["moves"]
    assert max(passes) == tree["counters"]["re_searches"]


def test_iterated_trace_has_a_root_for_each_depth():
    tree = trace(reached("mill:three", 1), "alphabeta", 3, ALL_FEATURES, iterated=True)
    assert [(root["depth"], root["pass"]) for root in children(tree)[None]] == [(1, 1), (2, 1), (3, 1)]


def test_line_is_marked_from_the_last_root():
    tree = trace(reached("chess", 5), "negascout", 3)
    marked = [node["move"] for node in tree["nodes"] if "line" in node]
    assert marked == [None, *tree["line"]]


def test_moves_are_written_as_people_write_them():
    tree = trace(plyground.game("chess").start(), "minimax", 1)
    assert {(node["move"], node["notation"]) for node in tree["nodes"]} >= {("g1f3", "Nf3"), ("e2e4", "e4")}


def test_game_over_says_why():
    mate = plyground.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    tree = trace(mate, "alphabeta", 1)
    node = next(node for node in tree["nodes"] if node["notation"] == "Ra8#")
    assert (node["leaf"], node["termination"], node["bound"]) == ("over", "checkmate", "exact")


def test_quiescence_shows_the_forcing_moves_it_followed():
    position = plyground.game("chess").from_fen("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1")
    tree = trace(position, "alphabeta", 1, Features(quiescence=True))
    below = children(tree)
    capture = next(node for node in tree["nodes"] if node["notation"] == "Nxe5")
    assert capture["leaf"] == "quiescence"
    assert [node["notation"] for node in below[capture["id"]]] == ["dxe5"]
    assert below[capture["id"]][0]["depth"] == -1
    assert any(node.get("cut") == {"by": "stand"} for node in tree["nodes"])


def test_fail_hard_leaves_return_the_window_and_say_what_they_looked_worth():
    tree = trace(reached("connect-four", 2), "alphabeta-hard", 3, limit=ALL)
    clamped = [node for node in tree["nodes"] if node.get("static", node["value"]) != node["value"]]
    assert clamped
    assert all(node["value"] in (node["alpha"], node["beta"]) and node["bound"] != "exact" for node in clamped)


def test_table_that_refuses_an_entry_is_seen():
    tiny = Features(tt="depth-preferred", tt_size=2)
    tree = trace(plyground.game("connect-four").start(), "alphabeta", 3, tiny)
    stored = [node["table"]["stored"] for node in tree["nodes"] if "stored" in node.get("table", {})]
    assert None in stored
    assert {"exact", "lower", "upper"} <= set(stored)


def test_trace_beyond_the_limit_keeps_the_plies_near_the_root_and_counts_the_rest():
    position = plyground.game("connect-four").start()
    whole = trace(position, "alphabeta", 4, limit=ALL)
    part = trace(position, "alphabeta", 4, limit=100)
    missing = part["truncated"]
    by_ply = Counter(node["ply"] for node in whole["nodes"])
    assert whole["truncated"] is None
    assert len(part["nodes"]) == 100
    assert missing["left_out"] == len(whole["nodes"]) - 100 == sum(node.get("left_out", 0) for node in part["nodes"])
    assert Counter(node["ply"] for node in part["nodes"] if node["ply"] < missing["from_ply"]) == {
        ply: count for ply, count in by_ply.items() if ply < missing["from_ply"]
    }
    kept = sorted(whole["nodes"], key=lambda node: (node["ply"], node["id"]))[:100]
    plain = [{key: value for key, value in node.items() if key != "left_out"} for node in part["nodes"]]
    assert plain == sorted(kept, key=lambda node: node["id"])


def test_trace_of_many_passes_keeps_to_its_limit_too():
    tree = trace(reached("draughts:russian", 4), "sss", 3, Features(tt="two-tier"), limit=1)
    assert [node["id"] for node in tree["nodes"]] == [0]
    assert tree["truncated"]["left_out"] == tree["counters"]["nodes"] - 1


def test_trace_is_json_and_not_large():
    tree = trace(plyground.game("chess").start(), "mtdf", 4, ALL_FEATURES, limit=2_000)
    text = json.dumps(tree)
    assert json.loads(text) == tree
    assert len(text) < 2_000 * 450


def test_wrong_requests_are_refused():
    position = plyground.game("chess").start()
    with pytest.raises(InvalidRules, match="mtd"):
        trace(position, "mtd", 2)
    with pytest.raises(ValueError, match="at least one node"):
        trace(position, "mtdf", 2, limit=0)
