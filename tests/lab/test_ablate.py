"""Ablation: what a feature is worth, and how sure that is."""

import pytest

import plyground
from plyground.errors import InvalidRules
from plyground.lab.ablate import AblationPlan, ablate
from plyground.lab.experiment import ExperimentJournal
from plyground.lab.measure import ratio_of
from plyground.lab.positions import make_positions
from plyground.lab.textbook_search import textbook_search
from plyground.search.textbook import solve

MILL = plyground.game("mill")


@pytest.fixture(scope="module")
def ablation():
    base = textbook_search("negascout+tt+ordering", MILL)
    return ablate(AblationPlan(make_positions(MILL, 6, seed=1), base, ["tt", "tt-move", "ordering"], 3), repeats=1)


def test_efforts_are_those_of_the_searches(ablation):
    (table, _, _) = ablation.others
    assert table.contender.name == "without tt"
    features = textbook_search("negascout+ordering", MILL).features
    expected = tuple(solve(position, "negascout", 3, features).counters.nodes for position in ablation.positions)
    assert table.nodes == expected


def test_features_that_only_save_work_do_not_change_values(ablation):
    assert [row["other_values"] for row in ablation.tables()[0].rows] == [0, 0, 0, 0]


def test_ratio_is_the_geometric_mean_inside_its_interval(ablation):
    for ratio in ablation.ratios("nodes").values():
        assert ratio.lower <= ratio.mean <= ratio.upper
    found = ratio_of([1, 4, 16, 2], [1, 1, 1, 1])
    assert found.mean == pytest.approx(128**0.25)
    assert 1 < found.lower < found.mean < found.upper <= 16


def test_interval_is_the_same_each_time():
    assert ratio_of([1, 4, 16], [1, 2, 3]) == ratio_of([1, 4, 16], [1, 2, 3])


def test_report_is_written_in_every_form(ablation, tmp_path):
    ablation.write(tmp_path)
    plots = {f"{plot}.{suffix}" for plot in ("nodes", "time") for suffix in ("png", "svg")}
    assert {path.name for path in tmp_path.iterdir()} == {"report.md", "summary.csv", "results.json"} | plots


def test_interrupted_ablation_is_resumed_without_measuring_again(tmp_path):
    plan = AblationPlan(make_positions(MILL, 3, seed=1), textbook_search("negascout+tt", MILL), ["tt"], 2)

    def interrupt(what, done, left_s=None):
        if what == "position 2 of 3":
            raise KeyboardInterrupt

    with ExperimentJournal(tmp_path, plan.setup) as session:
        ablate(plan, journal=session, on_progress=interrupt)
    assert session.is_interrupted
    part = plan.finished(session.parts)
    assert part.positions.positions == plan.positions.positions[:2]
    with ExperimentJournal(tmp_path, plan.setup, resume=True) as resumed:
        whole = ablate(plan, journal=resumed)
    assert not resumed.is_interrupted
    assert whole.base.seconds[:2] == part.base.seconds
    assert len(whole.base.nodes) == 3


def test_session_without_a_finished_position_has_nothing_to_report(tmp_path):
    plan = AblationPlan(make_positions(MILL, 3, seed=1), textbook_search("negascout+tt", MILL), ["tt"], 2)
    with ExperimentJournal(tmp_path, plan.setup) as session:
        raise KeyboardInterrupt
    assert len(plan.finished(session.parts).positions) == 0


def test_feature_that_the_base_has_not_got_is_refused():
    with pytest.raises(InvalidRules, match="does not use killers"):
        textbook_search("alphabeta", MILL).without("killers")


def test_unknown_feature_is_refused():
    with pytest.raises(InvalidRules, match="magic"):
        textbook_search("alphabeta", MILL).without("magic")
