"""Error rates, by an exhaustive solution of three men's morris, and their intervals."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.exhaustive import Exhaustive, three_mens_morris
from typer.testing import CliRunner

import plyground
from plyground.abilities import HasDatabases
from plyground.cli.lab import lab
from plyground.database.endgame_building import BuildPlan, build_databases
from plyground.database.verdict import NothingKnown
from plyground.drawing import plots
from plyground.errors import InvalidPosition
from plyground.lab.error_rates import (
    Decision,
    ErrorPlan,
    ErrorRates,
    Rate,
    decisive_positions,
    is_decision,
    known_positions,
    measure_errors,
)
from plyground.lab.experiment import ExperimentJournal
from plyground.lab.positions import start_position
from plyground.play.perfect_player import PerfectPlayer
from plyground.play.player import Player
from plyground.play.spec import PlayerSpec
from plyground.record import Record
from plyground.search.result import SearchResult

THREE = plyground.game("mill:three")


class Worst(Player):
    """Plays the worst move."""

    name = "worst"

    def __init__(self, source: Exhaustive) -> None:
        self._source = source

    def move(
        self, record: Record, clock: object = None, on_progress: object = None, stop: object = None
    ) -> SearchResult:
        known = self._source.verdicts(record.position)
        assert known is not None
        return SearchResult(line=(known[-1][0],))


@pytest.fixture(scope="module")
def three() -> Exhaustive:
    return three_mens_morris("mill:three")


@pytest.fixture(scope="module")
def rates(three: Exhaustive, tmp_path_factory: pytest.TempPathFactory) -> ErrorRates:
    positions = decisive_positions(THREE, three, 60, seed=1)
    players = [PlayerSpec.parse(PerfectPlayer(source=three), "perfect"), PlayerSpec.parse(Worst(three))]
    plan = ErrorPlan(positions, [*players, PlayerSpec.parse("random:seed=1")])
    with ExperimentJournal(tmp_path_factory.mktemp("errors"), plan.setup) as journal:
        measure_errors(plan, three, journal)
    return plan.finished(journal)


def test_the_perfect_player_never_errs_and_the_worst_always_does(rates: ErrorRates) -> None:
    assert len(rates.positions) >= 40
    assert rates.rate("perfect") == Rate(0, len(rates.positions))
    assert rates.rate("worst").share == 1.0
    assert 0.1 < rates.rate("random:seed=1").share < 0.9


def test_every_position_allows_an_error(rates: ErrorRates, three: Exhaustive) -> None:
    assert all(is_decision(three, position) for position in rates.positions)
    # A random move errs as often as the positions have wrong moves, within the interval.
    wrong = []
    for position in rates.positions:
        known = three.verdicts(position) or ()
        wrong.append(sum(one.outcome != known[0][1].outcome for _, one in known) / len(known))
    low, high = rates.rate("random:seed=1").interval
    assert low < sum(wrong) / len(wrong) < high


@pytest.mark.parametrize("grouping", ["phase", "men", "distance"])
def test_groups_add_up(rates: ErrorRates, grouping: str) -> None:
    for player in rates.players:
        groups = [rates.rate(player, grouping, group) for group in rates.groups(grouping)]
        assert sum(rate.errors for rate in groups) == rates.rate(player).errors
        assert sum(rate.decisions for rate in groups) == rates.rate(player).decisions


def test_decisions_know_phase_men_and_distance(rates: ErrorRates, three: Exhaustive) -> None:
    assert set(rates.groups("phase")) == {"placing", "moving"}
    assert set(rates.groups("men")) <= set(range(7))
    for one, position in zip(rates.decisions, rates.positions, strict=False):
        best = three.verdict(position)
        assert best is not None
        assert (one.best, one.plies, one.men) == (best.outcome, best.plies, len(position.pieces))
    assert Decision("x", "moving", 6, "win", 17, "a", "draw").distance == "win in up to 31"
    assert Decision("x", "moving", 6, "win", 33, "a", "loss").distance == "win in over 31"
    assert Decision("x", "moving", 6, "win", 33, "a", "loss").lost == 1.0


@pytest.mark.parametrize(("errors", "decisions"), [(5, 20), (1, 3), (0, 10), (10, 10), (37, 5000)])
def test_wilson_bounds_are_the_rates_that_the_count_just_does_not_contradict(errors: int, decisions: int) -> None:
    # At either bound the observed share is 1.96 standard errors away.
    for bound in Rate(errors, decisions).interval:
        away = abs(errors / decisions - bound) / (bound * (1 - bound) / decisions) ** 0.5 if 0 < bound < 1 else 0
        assert away == pytest.approx(1.96, abs=1e-3) or (bound in (0, 1) and bound == errors / decisions)
    assert Rate(0, 0).interval == (0.0, 1.0)


def test_a_resumed_run_repeats_nothing(three: Exhaustive, tmp_path: Path) -> None:
    positions = decisive_positions(THREE, three, 5, seed=2)
    plan = ErrorPlan(positions, [PlayerSpec.parse(Worst(three))])
    with ExperimentJournal(tmp_path, plan.setup) as journal:
        first = measure_errors(plan, three, journal)

    class Silent(Worst):
        def move(self, *given: object) -> SearchResult:
            raise AssertionError("asked again")

    again = ErrorPlan(positions, [PlayerSpec.parse(Silent(three))])
    with ExperimentJournal(tmp_path, again.setup, resume=True) as journal:
        assert measure_errors(again, three, journal).decisions == first.decisions


def test_without_databases_it_says_what_to_build() -> None:
    with pytest.raises(InvalidPosition, match="plyground db build mill:three"):
        known_positions(start_position(THREE), NothingKnown())


def test_the_command_prints_tables_and_writes_plots(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    databases = tmp_path_factory.mktemp("databases")
    assert isinstance(THREE, HasDatabases)
    build_databases(BuildPlan.of(THREE, databases, distances=True), threads=1, memory_bytes=10**9)
    monkeypatch.setenv("PLYGROUND_DATABASES", str(databases))
    arguments = ["errors", "mill:three", "level=1", "random", "--count", "12", "--out", str(tmp_path)]
    done = CliRunner().invoke(lab, arguments, env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    assert "Errors by phase: Three men's morris, 12 positions (seed=0)" in done.stdout
    assert "placing" in done.stdout
    names = {path.name for path in tmp_path.iterdir()}
    assert {"report.md", "summary.csv", "men.csv", "results.json", "cells.jsonl"} <= names
    if plots.has_plots():
        assert {"errors.svg", "errors-by-men.svg"} <= names
