"""One search: the hint, the explanation and the review agree with the engine's lines, in fifty positions."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

import plyground
from plyground.record import Record
from plyground.server.limits import ServiceLimits
from plyground.server.services.findings import MAX_POSITIONS, Findings
from plyground.server.services.jobs import plan_of
from plyground.server.wire.parts import PositionQuery
from plyground.server.wire.services import Analyse, AnalysisUpdate, Explain, FindHint, Reviewed, ReviewGame
from plyground.server.workers.job import JobContext

GAMES = ("chess", "mill", "draughts:russian", "draughts:international", "connect-four")
POSITIONS = 10
"""Of each game."""


def games(name: str) -> list[PositionQuery]:
    """Positions of random games."""
    chance, found = random.Random(name), list[PositionQuery]()
    while len(found) < POSITIONS:
        record = Record(plyground.game(name).start())
        for _ in range(chance.randrange(2, 40)):
            if record.outcome() is None:
                record.push(chance.choice(sorted(record.position.legal_moves, key=str)))
        if record.outcome() is None:
            found.append(PositionQuery(game=name, start=record.position.fen))
    return found


def answer(command, findings: Findings):
    """What a worker answers to a command that the dispatcher has planned."""
    plan = plan_of(command, ServiceLimits(), findings)
    return plan.job.run(plan.given, JobContext(lambda _: None))


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_is_said_about_a_position_agrees_with_the_lines_of_the_engine(name: str) -> None:
    findings = Findings()
    for position in games(name):
        # A search with many nodes, and one with few, which alone would often choose another move.
        found: AnalysisUpdate = answer(Analyse(id="1", position=position, lines=3, time_ms=60, reasons=1), findings)
        best = found.lines[0].moves[0]
        assert found.hint is not None
        assert found.hint.moves[0].move == best
        findings.keep(position, found, 3)
        hint = answer(FindHint(id="2", position=position, time_ms=1), findings).hint
        assert [advice.move for advice in hint.moves] == [best]
        explanation = answer(Explain(id="3", position=position, move=best, time_ms=1), findings).explanation
        assert explanation.grade in ("best", "forced")
        assert explanation.reasons
        other = next((line.moves[0] for line in found.lines[1:]), None)
        if other is None:
            continue
        game = PositionQuery(game=name, start=position.start, moves=[other])
        reviewed: Reviewed = answer(ReviewGame(id="4", position=game, time_ms=1), findings)
        assert reviewed.moves[-1].best in (found.lines[0].score, reviewed.moves[-1].played)
        if reviewed.moves[-1].grade.value not in ("best", "forced"):
            assert reviewed.moves[-1].line[0] == best


def update(time_ms: int, *, final: bool = False) -> AnalysisUpdate:
    found: AnalysisUpdate = answer(Analyse(id="1", position=PositionQuery(game="chess"), time_ms=5), Findings())
    return replace(found, time_ms=time_ms, final=final)


def test_the_longest_analysis_is_kept_and_a_short_one_does_not_do_for_a_long_one() -> None:
    findings, start = Findings(), PositionQuery(game="chess")
    findings.keep(start, update(2_000), 1)
    findings.keep(start, update(500), 3)
    known = findings.find(start, time_ms=1_000)
    assert known is not None
    assert known.time_ms == 2_000
    assert findings.find(start, time_ms=30_000) is None
    assert findings.find(start, time_ms=1_000, lines=3) is None
    assert findings.find(PositionQuery(game="chess", moves=["e4"]), time_ms=1) is None
    findings.keep(start, update(10, final=True), 3)
    assert findings.find(start, time_ms=30_000, lines=3) is not None
    assert list(findings.along(PositionQuery(game="chess", moves=["e4", "e5"]), time_ms=1)) == [0]


def test_no_more_than_some_positions_are_remembered() -> None:
    findings, found = Findings(), update(1_000)
    for number in range(MAX_POSITIONS + 5):
        findings.keep(PositionQuery(game="chess", moves=[str(number)]), found, 1)
    assert findings.find(PositionQuery(game="chess", moves=["4"]), time_ms=1) is None
    assert findings.find(PositionQuery(game="chess", moves=["5"]), time_ms=1) is not None
