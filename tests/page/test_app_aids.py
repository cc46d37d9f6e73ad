"""Aids at a table: captured pieces, move times, confirmation, blindfold, a board that turns."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.page.app import BOT, ME, App
from tests.page.conftest import PHONE, OpenContext

EXCHANGE = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "g1f3", "a5c3", "d2c3"]
"""White has captured a queen and a pawn, Black a knight and a pawn."""


def test_captured_pieces_the_lead_and_move_times_are_shown(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    app.open(app.table(game="chess", white=ME, black=ME, moves=EXCHANGE, clock={"initial_ms": 300_000}))
    own, theirs = (app.page.locator(".player").nth(place).locator(".captured") for place in (1, 0))
    expect(own).to_have_accessible_name("Captured: queen × 1, pawn × 1; +6")
    expect(own).to_have_text("+6")
    expect(theirs).to_have_accessible_name("Captured: knight × 1, pawn × 1")
    app.board.click("a7", "a6")
    app.board.click("a2", "a3")
    app.board.click("b7", "b6")
    expect(app.page.locator(".time").last).to_have_text(re.compile(r"\ds$"))
    # What is shown belongs to the position on the board.
    app.page.keyboard.press("Home")
    expect(own).to_have_count(0)


def test_a_move_is_confirmed_or_cancelled_with_pieces_hidden(open_context: OpenContext) -> None:
    app = App(open_context(), confirmMoves=True, blindfold=True)
    app.open()
    app.open(app.table(game="mill:nine", white=ME, black=BOT))
    app.board.click("d6")
    app.press("Cancel")
    expect(app.board.svg.locator("[data-piece]")).to_have_count(0)
    app.board.click("d2")
    expect(app.page.get_by_role("group", name="Play this move?").get_by_role("button").last).to_be_focused()
    app.page.keyboard.press("Enter")
    expect(app.page.locator("[data-move]").first).to_have_text("d2")
    expect(app.board.svg.locator("[data-at='d2']")).to_be_hidden()
    expect(app.board.point("d2")).to_have_accessible_name(re.compile("white man"))


def test_the_board_turns_to_the_side_to_move_on_one_screen(open_context: OpenContext) -> None:
    app = App(open_context(), autoFlip=True)
    app.open()
    app.open(app.table(game="chess", white=ME, black=ME))
    expect(app.page.locator(".player").last.get_by_role("img", name="White")).to_be_visible()
    app.board.click("e2", "e4")
    expect(app.page.locator(".player").last.get_by_role("img", name="Black")).to_be_visible()
    app.board.click("e7", "e5")
    expect(app.page.locator(".player").last.get_by_role("img", name="White")).to_be_visible()


def test_zen_mode_leaves_board_clocks_and_controls(open_context: OpenContext) -> None:
    app = App(open_context(**PHONE))
    app.open()
    app.open(app.table(game="draughts:russian", white=ME, black=BOT, public=True, clock={"initial_ms": 300_000}))
    header = app.page.get_by_role("banner")
    expect(header).to_be_visible()
    app.choose("Zen mode")
    expect(header).to_be_hidden()
    expect(app.page.get_by_role("log")).to_have_count(0)
    expect(app.page.get_by_role("timer").first).to_be_visible()
    app.page.keyboard.press("z")
    expect(header).to_be_visible()
