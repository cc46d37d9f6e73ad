"""Noise: what it costs searches, and MTD(f) most."""

import json

import pytest

import plyground
from plyground.lab.noise import measure_noise
from plyground.lab.textbook_search import textbook_search
from plyground.search.textbook import solve

DRAUGHTS = plyground.game("draughts")
ORDERED = "ordering+killers+history"
SEARCHES = (f"alphabeta+{ORDERED}", f"negascout+tt+{ORDERED}", "mtdf+tt")


def measured(evaluation, depth, seeds):
    searches = [textbook_search(name, DRAUGHTS, evaluation=evaluation) for name in SEARCHES]
    return measure_noise(DRAUGHTS.start(), searches, depth, seeds)


@pytest.mark.parametrize("evaluation", ["piece-count", "piece-row"])
def test_every_search_suffers_from_noise_and_mtdf_most(evaluation):
    ratios = [effort.ratio for effort in measured(evaluation, 8, seeds=60).efforts]
    assert all(ratio.lower > 1.5 for ratio in ratios)
    *others, mtdf = (ratio.mean for ratio in ratios)
    assert mtdf > max(others)


def test_efforts_are_those_of_the_searches():
    effort = measured("piece-row", 4, seeds=2).efforts[-1]
    features = textbook_search("mtdf+tt+piece-row+noise", DRAUGHTS, seed=1).features
    assert effort.noisy_nodes[1] == solve(DRAUGHTS.start(), "mtdf", 4, features).counters.nodes


def test_noise_of_a_contender_is_taken_away_first():
    noisy, plain = (textbook_search(name, DRAUGHTS) for name in ("mtdf+tt+piece-row+noise", "mtdf+tt+piece-row"))
    one, other = measure_noise(DRAUGHTS.start(), [noisy, plain], 4, seeds=2).efforts
    assert (one.nodes, one.noisy_nodes) == (other.nodes, other.noisy_nodes)


def test_report_is_written_in_every_form(tmp_path):
    report = measured("piece-count", 3, seeds=2)
    report.write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"report.md", "summary.csv", "results.json"}
    searches = json.loads((tmp_path / "results.json").read_text())["searches"]
    assert [search["nodes"] for search in searches] == [effort.nodes for effort in report.efforts]
    assert "| piece-count | mtdf+tt |" in (tmp_path / "report.md").read_text()
