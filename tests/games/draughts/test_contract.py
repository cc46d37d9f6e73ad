"""Every preset keeps the contract of a game."""

from __future__ import annotations

import pytest
from tests.games.draughts.boards import game

import plyground
from plyground.games.draughts import PRESETS, Draughts, DraughtsRules
from plyground.testing.conformance import check_game


@pytest.mark.parametrize("variant", PRESETS)
def test_preset_keeps_the_contract(variant):
    assert check_game(game(variant), walks=4, plies=160).positions > 100


def test_own_rules_keep_the_contract():
    rules = DraughtsRules(size="10", men_rows="3", flying_kings="no", landing="next", removal="at-once")
    assert check_game(Draughts(rules=rules), walks=4, plies=160).positions > 100


def test_bare_name_is_russian():
    assert plyground.game("draughts").name == "draughts:russian"
    assert plyground.game("draughts:english").title == "English draughts"
