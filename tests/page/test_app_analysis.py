"""The analysis board: one search for all that is said, lines to walk into, undo, whole links, learning."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.page.app import App
from tests.page.conftest import OpenContext

GAMES = """[Event "Club"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 1-0

[Event "Cup"]
[White "Carla"]
[Black "Dora"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""
MATE = "#/analysis?game=chess&moves=f2f3 e7e5 g2g4"


def test_the_hint_is_the_first_line_and_every_move_of_a_line_can_be_seen_and_played(open_context: OpenContext) -> None:
    app = App(open_context(), lines=2)
    app.open(MATE)
    engine = app.page.get_by_role("region", name="Engine")
    app.page.get_by_role("switch", name="Engine").click()
    first = engine.get_by_role("listitem").first
    expect(first).to_contain_text("−#1")
    expect(first.get_by_role("button").first).to_have_text("2…Qh4#")
    expect(engine).to_contain_text("Why Qh4#? Wins at once. White is checkmated.")
    # Pointing at a move shows it, and changes nothing.
    first.get_by_role("button").first.hover()
    expect(app.board.svg.locator('[data-at="h4"]')).to_be_attached()
    expect(app.page.locator("[data-move]")).to_have_count(3)
    app.page.mouse.move(0, 0)
    expect(app.board.svg.locator('[data-at="d8"]')).to_be_attached()
    second = engine.get_by_role("listitem").nth(1).get_by_role("button")
    names = [second.nth(at).inner_text().split("\n")[-1] for at in range(2)]
    second.nth(1).click()
    expect(app.page.locator("[data-move]")).to_have_count(5)
    expect(app.page.locator("[data-move][aria-current=true]")).to_contain_text(re.sub(r"^\d+[.…]", "", names[1]))
    # The engine stays on.
    app.page.reload()
    expect(app.page.get_by_role("switch", name="Engine")).to_be_checked()


def test_a_good_move_has_reasons_and_no_red_arrow(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/analysis?game=chess&start=4k3/8/8/8/8/3PPP2/3r4/4K3 w - - 0 1&moves=e1d2")
    app.press("Why Kxd2?")
    about = app.page.get_by_role("region", name="The last move")
    expect(about).to_contain_text("Kxd2 · Best")
    expect(about).to_contain_text("a rook.")
    expect(app.board.svg.locator(".drawn.red")).to_have_count(0)


def test_a_deletion_is_undone_and_a_link_keeps_variations_and_comments(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/analysis?game=chess")
    app.press("Import")
    dialogue = app.page.get_by_role("dialog", name="Import")
    dialogue.get_by_role("textbox").first.fill(GAMES)
    dialogue.get_by_role("button", name="Import").click()
    listed = dialogue.get_by_role("list", name="Games in this file")
    expect(listed.get_by_role("button")).to_have_count(2)
    listed.get_by_role("button", name="Anna – Ben").click()
    app.expect_moves("e4", "e5", "c5", "Nf3", "Nf3", "Nc6", "Bb5")
    head = app.page.get_by_role("region", name="Game", exact=True)
    expect(head).to_contain_text("Anna – Ben")
    expect(head).to_contain_text("Club")
    expect(head).to_contain_text("1-0")
    app.press("Latest move")
    expect(head).to_contain_text("C60 Ruy Lopez")
    app.press("Clear all moves")
    app.expect_moves()
    app.press("Undo")
    app.expect_moves("e4", "e5", "c5", "Nf3", "Nf3", "Nc6", "Bb5")
    app.press("Share and save")
    expect(app.page.get_by_role("textbox", name="Link")).to_have_value(re.compile("file="))
    link = app.page.get_by_role("textbox", name="Link").input_value()
    app.page.keyboard.press("Escape")
    other = App(open_context())
    other.page.goto(link)
    other.expect_moves("e4", "e5", "c5", "Nf3", "Nf3", "Nc6", "Bb5")
    expect(other.page.get_by_text("best by test").first).to_be_visible()
    expect(other.page.get_by_role("region", name="Game", exact=True)).to_contain_text("Anna – Ben")
    # The other game of the file is still at hand.
    app.press("2 games in the file")
    app.page.get_by_role("dialog").get_by_role("button", name="Carla – Dora").click()
    app.expect_moves("f3", "e5", "g4", "Qh4#")


def test_a_person_learns_from_their_mistakes(open_context: OpenContext) -> None:
    app = App(open_context(viewport={"width": 390, "height": 844}))
    app.open(MATE + " d8h4&review=1")
    app.press("Learn from mistakes: White")
    learn = app.page.get_by_role("region", name="Learn from your mistakes")
    expect(learn.get_by_text("Find a better move.")).to_be_in_viewport()
    expect(app.board.svg).to_be_in_viewport(ratio=0.99)
    while "g4" not in learn.inner_text():
        learn.get_by_role("button", name="Show the answer").click()
        learn.get_by_role("button", name="Next").click()
    expect(learn).to_contain_text("2. g4 was played. Blunder.")
    expect(app.page.get_by_role("region", name="Engine")).to_have_count(0)
    app.board.click("g2", "g4")
    expect(learn).to_contain_text("g4 is not it.")
    app.press("Try again")
    app.press("Show the answer")
    expect(app.page.locator("[data-move][aria-current=true]")).not_to_contain_text("g4")
    app.press("Next")
    expect(learn).to_contain_text("That was the last one.")
    app.press("Stop")
    expect(learn).to_have_count(0)
