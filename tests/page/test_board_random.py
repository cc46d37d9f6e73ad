"""Random games entered by clicks match the same games played by the rules."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect
from tests.page.conftest import OpenBoard

import plyground
from plyground import Record
from plyground.play.player import forced_pass
from plyground.protocol import Entry

GAMES = [
    "mill",
    "mill:twelve",
    "mill:morabaraba",
    "mill:lasker",
    "draughts:russian",
    "draughts:international",
    "draughts:frisian",
    "draughts:turkish",
    "chess",
    "connect-four",
]
PLIES = 80


def clicks_to(entry: Entry, token: str) -> list[str] | None:
    """The clicks that enter a move."""
    for click, below in entry.items():
        if below == token:
            return [click]
        if isinstance(below, dict) and (rest := clicks_to(below, token)):
            return [click, *rest]
    return None


@pytest.mark.bench
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_entered_by_clicks(open_board: OpenBoard, game: str, seed: int) -> None:
    board = open_board(game)
    chance = random.Random(seed)
    record = Record(plyground.game(game).start())
    while record.view.result is None and len(record.moves) < PLIES:
        if (passed := forced_pass(record.position)) is not None:
            record.push(passed)
            continue
        move = chance.choice(sorted(map(str, record.position.legal_moves)))
        clicks = clicks_to(record.view.entry, move)
        assert clicks is not None
        record.push(move)
        for click in clicks:
            if click.startswith("="):
                board.page.get_by_role("menuitem").nth("qrbn".index(click[1])).click()
            else:
                board.page.mouse.click(*board.centre(click))
        board.expect_pieces(**record.view.pieces)
        if record.view.result is None:
            board.wait_for_turn()
    if record.view.result is not None:
        expect(board.svg.locator(".playable")).to_have_count(0)
