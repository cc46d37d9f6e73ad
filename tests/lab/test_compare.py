"""Comparison: contenders by name, cells on positions and in games, sessions, reports."""

import csv
import io
import json
from dataclasses import asdict

import pytest
from rich.console import Console

import plyground
from plyground.drawing import plots
from plyground.errors import InvalidRecord, InvalidRules
from plyground.lab import compare as module
from plyground.lab.compare import ComparisonPlan, compare, summary
from plyground.lab.comparison import Comparison
from plyground.lab.experiment import JOURNAL_FILE, ExperimentJournal
from plyground.lab.measure import Forecast, SearchTally, timed
from plyground.lab.positions import make_positions, start_position
from plyground.lab.textbook_search import textbook_search
from plyground.search.features import Features
from plyground.search.textbook import solve

DRAUGHTS = plyground.game("draughts")
NAMES = ("minimax", "alphabeta", "negascout+tt+killers+history+ordering")


def plan_of(*names, depths=(1, 2, 3), **options):
    contenders = tuple(textbook_search(name, DRAUGHTS) for name in names or NAMES)
    positions = options.pop("positions", None) or make_positions(DRAUGHTS, 3, seed=1)
    return ComparisonPlan(positions, contenders, depths, **options)


def run(plan, folder, **options):
    session = ExperimentJournal(folder, plan.setup, **options)
    try:
        return list(compare(plan, session))
    finally:
        session.close()


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    plan = plan_of()
    return Comparison(plan, run(plan, tmp_path_factory.mktemp("measured")))


def test_contender_is_an_algorithm_with_what_is_added():
    found = textbook_search("negascout+tt+killers+history+ordering+quiescence", DRAUGHTS)
    assert found.algorithm == "negascout"
    assert found.features == Features(
        tt="two-tier", tt_move=True, forcing_first=True, killers=True, history=True, quiescence=True
    )


def test_contender_with_a_table_alone_does_not_try_its_move_first():
    found = textbook_search("alphabeta+tt-cutoffs=always", DRAUGHTS)
    assert (found.features.tt, found.features.tt_move) == ("always", False)


def test_name_of_both_an_algorithm_and_a_bot_is_the_bare_algorithm():
    assert textbook_search("alphabeta", DRAUGHTS).evaluation == "default"
    assert textbook_search("bot:alphabeta", DRAUGHTS).evaluation == "piece-row+noise"
    assert textbook_search("bot:minimax-weak", DRAUGHTS).evaluation == "piece-count+noise"


def test_evaluation_is_for_all_that_name_none():
    assert textbook_search("bot:negascout-tt", DRAUGHTS, evaluation="default").evaluation == "default"
    assert textbook_search("alphabeta+piece-row", DRAUGHTS, evaluation="piece-count").evaluation == "piece-row"


@pytest.mark.parametrize("name", ["foo", "alphabeta+foo", "alphabeta+tt=foo", "bot:foo", "negascout-tt", ""])
def test_unknown_names_are_refused(name):
    with pytest.raises(InvalidRules):
        textbook_search(name, DRAUGHTS)


def test_cells_hold_what_the_search_counts(measured):
    tally = summary(measured.cells)["alphabeta", 3]
    expected = [solve(position, "alphabeta", 3).counters.nodes for position in measured.plan.positions]
    assert tally.counters.nodes == sum(expected)
    assert (tally.searches, tally.max_nodes) == (3, max(expected))
    assert 0 < tally.mean_seconds <= tally.max_seconds


def test_tally_survives_json(measured):
    for cell in measured.cells:
        for tally in cell.tallies.values():
            assert SearchTally.from_dict(json.loads(json.dumps(asdict(tally)))) == tally


def test_summary_has_a_row_for_each_contender_and_depth(measured):
    rows = measured.summary.rows
    assert [(row["depth"], row["algorithm"]) for row in rows] == [
        (depth, name) for depth in (1, 2, 3) for name in NAMES
    ]
    assert rows[0]["speedup"] == 1.0
    assert rows[0]["cutoff_rate"] is None
    assert rows[-1]["hit_rate"] is not None


def test_minimax_visits_the_whole_tree_and_alphabeta_close_to_the_minimal_one(measured):
    rows = {(row["depth"], row["algorithm"]): row for row in measured.summary.rows}
    assert rows[1, "minimax"]["times_minimal"] == pytest.approx(1.0)
    assert rows[3, "alphabeta"]["times_minimal"] < rows[3, "minimax"]["times_minimal"]


def test_table_too_wide_for_a_terminal_is_printed_in_parts(measured):
    table = measured.summary
    (whole,) = table.fitting(300)
    parts = table.fitting(80)
    assert whole is table
    assert [column.name for part in parts for column in part.columns[2:]] == [
        column.name for column in table.columns[2:]
    ]
    printed = io.StringIO()
    Console(width=80, file=printed).print(*(part.to_rich() for part in parts))
    assert "…" not in printed.getvalue()


def test_report_is_written_in_every_form(measured, tmp_path):
    measured.write(tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    drawn = {f"{plot}.{suffix}" for plot in ("mean-time", "max-time", "nodes") for suffix in ("png", "svg")}
    assert names == {"report.md", "summary.csv", "results.json"} | drawn
    rows = list(csv.DictReader((tmp_path / "summary.csv").read_text().splitlines()))
    assert len(rows) == 9
    assert json.loads((tmp_path / "results.json").read_text())["game"] == "draughts:russian"
    assert "| minimax |" in (tmp_path / "report.md").read_text()
    assert (tmp_path / "nodes.png").read_bytes().startswith(b"\x89PNG")


def test_plots_are_the_same_files_each_time(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        plots.save(plots.growth_figure("Growth", "nodes", {"a": [(1, 10.0), (2, 90.0)]}), tmp_path / name, "nodes")
    assert (tmp_path / "one/nodes.svg").read_bytes() == (tmp_path / "two/nodes.svg").read_bytes()


def test_contenders_that_must_agree_are_said_to_disagree_if_they_do(measured):
    assert measured._disagreements() == []


def test_self_play_counts_results_from_the_first_one(tmp_path):
    plan = plan_of("random", "alphabeta", depths=(3,), games=2, positions=start_position(DRAUGHTS))
    (cell,) = run(plan, tmp_path)
    assert cell.duel is not None
    assert cell.duel.score == "+0 =0 -2"
    assert list(cell.tallies) == ["alphabeta"]
    (table,) = Comparison(plan, [cell]).duels()
    assert table.rows[0]["result"] == "+0 =0 -2"


def test_self_play_is_the_same_game_again(tmp_path):
    plan = plan_of("bot:minimax-weak", "bot:alphabeta", depths=(2,), games=4, positions=start_position(DRAUGHTS))
    one, other = (run(plan, tmp_path / name)[0] for name in ("one", "other"))
    assert one.duel is not None
    assert one.duel == other.duel


def test_forecast_follows_the_growth_of_the_last_two_depths():
    forecast = Forecast()
    assert forecast.seconds("a", 2) is None
    forecast.learn("a", 2, 1.0)
    forecast.learn("a", 4, 9.0)
    assert forecast.seconds("a", 5) == pytest.approx(27.0)


def test_cell_that_would_take_too_long_is_left_out_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "timed", lambda *arguments: (timed(*arguments)[0], 10.0 ** arguments[2]))
    plan = plan_of("minimax", depths=tuple(range(1, 12)), limit_s=3600)
    cells = run(plan, tmp_path)
    assert cells[0].skipped == ""
    assert cells[-1].skipped.startswith("skipped: ≈")
    page = Comparison(plan, cells).to_markdown()
    assert "| 11 | minimax | skipped |" in page
    assert "Skipped because of the limit of 3600 s: " in page


def test_cell_that_takes_too_long_is_stopped_and_deeper_ones_left_out(tmp_path):
    plan = plan_of("minimax", depths=(14, 15), limit_s=0.05)
    stopped, skipped = run(plan, tmp_path)
    assert stopped.skipped.startswith("stopped: ")
    assert skipped.skipped.startswith("skipped: ≈")


def test_interrupted_comparison_is_resumed_without_measuring_again(tmp_path, monkeypatch):
    plan = plan_of(depths=(1, 2))
    calls = []

    def interrupted(*arguments):
        calls.append(arguments)
        if len(calls) == 11:
            raise KeyboardInterrupt
        return timed(*arguments)

    monkeypatch.setattr(module, "timed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(plan, tmp_path)
    assert len((tmp_path / JOURNAL_FILE).read_text().splitlines()) == 1 + 3
    calls.clear()
    calls.extend([()] * 20)
    cells = run(plan, tmp_path, resume=True)
    assert len(cells) == 6
    assert len(calls) == 20 + 9


def test_session_forgets_a_line_that_was_cut_off(tmp_path):
    session = ExperimentJournal(tmp_path, {"game": "chess"})
    session.add("a @ 1", {"depth": 1})
    session.close()
    with (tmp_path / JOURNAL_FILE).open("a") as file:
        file.write('{"key": "a @ 2", "dep')
    session = ExperimentJournal(tmp_path, {"game": "chess"}, resume=True)
    assert list(session.parts) == ["a @ 1"]
    session.close()


def test_session_of_another_experiment_is_refused(tmp_path):
    ExperimentJournal(tmp_path, {"game": "chess"}).close()
    with pytest.raises(InvalidRecord, match="Its game is chess, not mill"):
        ExperimentJournal(tmp_path, {"game": "mill"}, resume=True)


def test_session_that_begins_anew_keeps_the_earlier_one_beside_it(tmp_path):
    ExperimentJournal(tmp_path, {"game": "chess"}).close()
    ExperimentJournal(tmp_path, {"game": "mill"}).close()
    ExperimentJournal(tmp_path, {"game": "draughts"}).close()
    assert sum("chess" in path.read_text() for path in tmp_path.iterdir()) == 1


@pytest.mark.parametrize("cell", ['"tallies": 5', '"depth": 1', '"tallies": {"alphabeta": []}'])
def test_cells_that_make_no_sense_are_refused_by_name(tmp_path, cell):
    plan = plan_of("alphabeta")
    with ExperimentJournal(tmp_path, plan.setup) as session:
        session.add("alphabeta @ 1", json.loads(f"{{{cell}}}"))
    with pytest.raises(InvalidRecord, match="alphabeta @ 1"):
        run(plan, tmp_path, resume=True)


def test_progress_ends_at_the_end(tmp_path):
    plan, told = plan_of("alphabeta"), []
    session = ExperimentJournal(tmp_path, plan.setup)
    list(compare(plan, session, lambda what, done, left_s=None: told.append((what, done, left_s))))
    session.close()
    assert told[-1][0] == "alphabeta, depth 3"
    assert told[-1][1] == pytest.approx(1.0)
    assert told[-1][2] == 0.0
