"""Verdicts for the page, by the exhaustive solution of three men's morris instead of databases."""

from __future__ import annotations

import pytest
from tests.exhaustive import three_mens_morris

from plyground.database.verdict import NothingKnown
from plyground.errors import InvalidDatabase
from plyground.play.advice import Hint
from plyground.protocol import Position
from plyground.server.limits import ServiceLimits
from plyground.server.services import analysis, verdicts
from plyground.server.services.findings import Findings
from plyground.server.services.jobs import plan_of
from plyground.server.wire.parts import PositionQuery
from plyground.server.wire.services import FindHint, FindVerdicts, ReviewGame
from plyground.server.workers.job import JobContext


@pytest.fixture
def _solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "default_source", lambda: three_mens_morris("mill:three"))


def verdicts_after(*moves: str, game: str = "mill:three") -> list[tuple[str, str, int | None]] | None:
    position = PositionQuery(game=game, moves=list(moves))
    found = verdicts.find_verdicts(FindVerdicts(id="1", position=position), JobContext(print)).verdicts
    return None if found is None else [(one.move, one.outcome, one.plies) for one in found]


@pytest.mark.usefixtures("_solved")
def test_every_legal_move_has_its_verdict_the_best_first() -> None:
    found = verdicts_after()
    assert found is not None
    assert found[0] == ("b2", "win", 9)
    assert [outcome for _, outcome, _ in found] == ["win", *4 * ["draw"], *4 * ["loss"]]
    assert {plies for _, outcome, plies in found if outcome == "loss"} == {8}


@pytest.mark.usefixtures("_solved")
def test_positions_that_are_over_or_of_other_games_have_none() -> None:
    assert verdicts_after(game="chess") is None
    # White closes a mill, and Black has only two men left.
    assert verdicts_after("a1", "a2", "b1", "b2", "c1xb2") is None


def hint_in(position: PositionQuery) -> Hint:
    work = analysis.HintWork(FindHint(id="1", position=position, time_ms=50))
    found = analysis.hint(work, JobContext(lambda _: None)).hint
    assert found is not None
    return found


@pytest.mark.usefixtures("_solved")
def test_hints_and_reviews_of_the_page_are_exact() -> None:
    start = PositionQuery(game="mill:three")
    hint = hint_in(start)
    assert (hint.moves[0].move, len(hint.verdicts)) == ("b2", 9)
    played = PositionQuery(game="mill:three", moves=["a2", "b2"])
    reviewed = analysis.review(
        analysis.ReviewWork(ReviewGame(id="1", position=played, time_ms=50)), JobContext(lambda _: None)
    )
    assert [(move.grade.value, move.verdict and move.verdict.outcome) for move in reviewed.moves] == [
        ("blunder", "loss"),
        ("best", "win"),
    ]


class Damaged(NothingKnown):
    """A database that cannot be read."""

    def verdicts(self, position: Position) -> None:
        raise InvalidDatabase("database_damaged", path="/secret/3-3.wdl")


def test_a_damaged_database_is_a_matter_for_the_operator(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verdicts, "default_source", Damaged)
    assert verdicts_after() is None
    assert "/secret/3-3.wdl" in capsys.readouterr().err
    hint = hint_in(PositionQuery(game="mill:three"))
    assert hint.moves
    assert hint.verdicts == ()


def test_verdicts_are_quick_work_and_help() -> None:
    plan = plan_of(FindVerdicts(id="1", position=PositionQuery(game="mill:three")), ServiceLimits(), Findings())
    assert (plan.is_quick, plan.is_help, plan.kind) == (True, True, "verdicts")
