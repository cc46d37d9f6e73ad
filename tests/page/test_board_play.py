"""Short games from given positions, played by mouse, touch and keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.page.board import BoardPage
from tests.page.conftest import DESKTOP, PHONE, OpenBoard

Enter = Callable[..., None]

HANDS = pytest.mark.parametrize(
    ("enter", "window"),
    [
        pytest.param(BoardPage.click, DESKTOP, id="mouse"),
        pytest.param(BoardPage.tap, PHONE, id="touch"),
        pytest.param(BoardPage.press_keys, DESKTOP, id="keyboard"),
    ],
)


@HANDS
def test_chess_with_en_passant_castling_promotion_and_mate(open_board: OpenBoard, enter: Enter, window: dict) -> None:
    board = open_board("chess", "7k/Pp1p2pp/8/4P3/8/8/8/4K2R b K - 0 1", **window)
    enter(board, "d7", "d5")
    enter(board, "e5", "d6")
    board.expect_pieces(
        h8="black king", b7="black pawn", g7="black pawn", h7="black pawn",
        e1="white king", h1="white rook", a7="white pawn", d6="white pawn",
    )  # fmt: skip
    enter(board, "b7", "b6")
    enter(board, "e1", "g1")
    enter(board, "b6", "b5")
    enter(board, "a7", "a8")
    choices = board.page.get_by_role("menu").get_by_role("menuitem")
    expect(choices).to_have_count(4)
    if enter is BoardPage.press_keys:
        expect(choices.first).to_be_focused()
        board.page.keyboard.press("Enter")
        assert board.focused == "a8"
    else:
        choices.first.click()
    board.expect_pieces(
        h8="black king", b5="black pawn", g7="black pawn", h7="black pawn",
        g1="white king", f1="white rook", a8="white queen", d6="white pawn",
    )  # fmt: skip
    expect(board.svg.locator(".in-check")).to_be_visible()
    expect(board.page.get_by_role("status")).to_contain_text("checkmate")
    expect(board.svg.locator(".playable")).to_have_count(0)


@HANDS
def test_draughts_chain_with_a_choice_and_a_king(open_board: OpenBoard, enter: Enter, window: dict) -> None:
    board = open_board("draughts:russian", "W:Wc3,g1:Bd4,f6,d6,b6", **window)
    expect(board.page.locator(".hint")).not_to_be_empty()
    expect(board.svg.locator(".forced")).to_have_count(1)
    enter(board, "c3")
    expect(board.svg.locator(".dest")).to_have_count(1)
    enter(board, "e5")
    expect(board.svg.locator(".dest")).to_have_count(2)
    enter(board, "g7")
    board.expect_pieces(g1="white man", g7="white man", b6="black man", d6="black man")
    enter(board, "b6", "a5")
    enter(board, "g7", "h8")
    board.expect_pieces(g1="white man", h8="white king", a5="black man", d6="black man")


@HANDS
def test_mill_closed_by_placing_removes_a_man(open_board: OpenBoard, enter: Enter, window: dict) -> None:
    board = open_board("mill", **window)
    for point in ("a1", "g7", "d1", "g4", "g1"):
        enter(board, point)
    expect(board.svg.locator(".removal")).to_have_count(2)
    # The man on g1 has left the hand.
    expect(board.page.locator('[data-hand="white"]')).to_contain_text("6")
    expect(board.svg.locator(".marks .row")).to_have_count(1)
    expect(board.page.locator(".hint")).not_to_be_empty()
    enter(board, "g7")
    board.expect_pieces(a1="white man", d1="white man", g1="white man", g4="black man")
    expect(board.svg.locator(".marks .row")).to_have_count(1)
    expect(board.page.locator('[data-hand="white"]')).to_contain_text("6")


@HANDS
def test_mill_is_closed_by_moving(open_board: OpenBoard, enter: Enter, window: dict) -> None:
    board = open_board("mill", "@@******/***@*@*O/**O*OO** w m s 4 0 4 0 0 0 0 0 0 0 0 0 20", **window)
    enter(board, "g4", "g1", "b2")
    board.expect_pieces(
        a1="white man", d1="white man", g1="white man", b6="white man",
        d5="black man", e5="black man", f2="black man",
    )  # fmt: skip
