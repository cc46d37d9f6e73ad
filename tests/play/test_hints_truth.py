"""Reasons are true: positions of random games in every family, each reason checked by playing and counting."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.play.reason_audit import audit

import plyground
from plyground.play.hints import hints
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher

FAMILIES = {
    "chess": 25,
    "chess:960": 10,
    "draughts": 25,
    "draughts:international": 20,
    "draughts:turkish": 15,
    "mill": 25,
    "mill:morabaraba": 15,
    "mill:dooz": 10,
    "mill:six": 15,
    "connect-four": 8,
}
"""Game -> how many positions are looked at."""
EXPECTED = {
    "chess": {"wins_material", "gives_check", "stops_threat"},
    "draughts": {"wins_material", "only_move"},
    "mill": {"closes_mill", "wins_material", "blocks_mill"},
    "connect-four": {"ends_game"},
}
"""Codes that must occur, or the audit would prove nothing."""


@pytest.mark.parametrize("name", FAMILIES)
def test_every_reason_is_true(name):
    seen = audited(name, FAMILIES[name], nodes=1500)
    assert seen.keys() >= EXPECTED.get(name, set())


@pytest.mark.bench
@pytest.mark.parametrize("name", FAMILIES)
def test_every_reason_is_true_of_many_positions(name):
    audited(name, 20 * FAMILIES[name], nodes=10_000)


def audited(name: str, positions: int, nodes: int) -> Counter[str]:
    game = plyground.game(name)
    searcher = Searcher(game, hash_mb=2)
    chance = random.Random(name)
    seen: Counter[str] = Counter()
    for _ in range(positions):
        record = Record(game.start())
        for _ in range(chance.randrange(2, 90)):
            if record.outcome() is not None:
                record.pop()
                break
            record.push(chance.choice(list(record.position.legal_moves)))
        if record.outcome() is None:
            seen += audit(record, hints(record, Limits(nodes=nodes), lines=3, searcher=searcher))
    return seen
