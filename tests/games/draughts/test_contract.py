"""Every preset keeps the contract of a game."""

from __future__ import annotations

import re

import pytest
from tests.games.draughts.boards import game

import plyground
from plyground.drawing.svg import DARK, draw_board
from plyground.games.draughts import PRESETS, Draughts, DraughtsRules
from plyground.testing import check_game


@pytest.mark.parametrize("variant", PRESETS)
def test_preset_keeps_the_contract(variant):
    assert check_game(game(variant), walks=4, plies=160).positions > 100


def test_own_rules_keep_the_contract():
    rules = DraughtsRules(size="10", men_rows="3", flying_kings="no", landing="next", removal="at-once")
    assert check_game(Draughts(rules=rules), walks=4, plies=160).positions > 100


def test_bare_name_is_russian():
    assert plyground.game("draughts").name == "draughts:russian"
    assert plyground.game("draughts:english").title == "English draughts"


@pytest.mark.parametrize("variant", ["russian", "italian"])
def test_pieces_stand_on_dark_squares_also_on_a_mirrored_board(variant):
    picture = draw_board(game(variant).geometry, game(variant).start().view)
    dark = {found.groups() for found in re.finditer(rf'<rect x="([0-9.]+)" y="([0-9.]+)"[^>]*fill="{DARK}"', picture)}
    pieces = {found.groups() for found in re.finditer(r'<use [^>]*x="([0-9.]+)" y="([0-9.]+)"', picture)}
    assert len(pieces) == 24
    assert pieces <= dark


@pytest.mark.parametrize("variant", ["international", "english", "italian", "portuguese"])
def test_squares_are_labelled_as_the_moves_are_written(variant):
    start = game(variant).start()
    labels = {point.name: point.label for point in start.game.geometry.points}
    for move in start.legal_moves:
        assert start.notation(move) == "-".join(labels[name] for name in str(move).split("-"))
    assert set(labels.values()) == {str(number) for number in range(1, len(labels) + 1)}
    written = re.findall(r"<text[^>]*>([^<]*)</text>", draw_board(start.game.geometry, start.view))
    assert sorted(written) == sorted(labels.values())


def test_a_game_written_by_letters_needs_no_labels():
    assert not game("russian").geometry.has_labels
