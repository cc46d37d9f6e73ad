"""Verdicts and those on moves."""

from __future__ import annotations

from tests.exhaustive import three_mens_morris

import plyground
from plyground.database.verdict import NothingKnown, Verdict, move_verdicts
from plyground.search.score import loss_in, win_in

THREE = plyground.game("mill:three")


def test_a_shorter_win_and_a_longer_loss_are_better() -> None:
    ranked = [Verdict("win", 3), Verdict("win", 5), Verdict("win"), Verdict("draw"), Verdict("loss")]
    ranked += [Verdict("loss", 8), Verdict("loss", 2)]
    assert sorted(ranked, key=lambda verdict: -verdict.value) == ranked
    assert (ranked[0].value, ranked[-1].value) == (win_in(3), loss_in(2))


def test_every_verdict_follows_from_those_on_the_moves() -> None:
    source = three_mens_morris("mill:three")
    front, seen = [THREE.start()], 0
    for _ in range(6):
        front = [position.after(move) for position in front[:40] for move in position.legal_moves]
        for position in front:
            if position.result is None:
                seen += 1
                found = source.verdicts(position)
                assert found is not None
                assert found[0][1] == source.verdict(position)
                assert {str(move) for move, _ in found} == {str(move) for move in position.legal_moves}
    assert seen > 500


def test_a_move_to_an_unknown_position_makes_all_unknown() -> None:
    assert move_verdicts(THREE.start(), NothingKnown().verdict) is None
