"""The position editor: pieces by mouse, finger and keyboard, the text, what is wrong, and where it leads."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.page.app import ME, App
from tests.page.conftest import PHONE, OpenContext

TEXT = "Position as text"


def test_a_position_is_set_up_by_drag_and_text_and_then_played(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/editor/chess")
    verdict, text = app.page.locator(".verdict"), app.page.get_by_label(TEXT)
    app.press("Clear the board")
    expect(verdict).to_have_text("White has 0 kings. There must be exactly one.")
    app.page.locator("[data-palette='white king']").drag_to(app.board.point("e1"))
    app.press("black king")
    app.board.point("e8").click()
    app.press("white rook")
    app.board.point("h1").click()
    expect(text).to_have_value("4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    expect(verdict).to_have_text("This position can be played.")
    app.page.get_by_role("group", name="White").get_by_label("O-O", exact=True).check()
    expect(text).to_have_value("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    text.fill("4k3/8/8/8/8/8/8/4KR2 b - - 3 9")
    expect(app.board.svg.locator("[data-piece='white rook']")).to_have_attribute("data-at", "f1")
    expect(app.page.get_by_label("Move number")).to_have_value("9")
    app.press("Undo")
    expect(text).to_have_value("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    app.press("Play from here")
    dialogue = app.page.get_by_role("dialog")
    dialogue.get_by_label("Clock").select_option("custom")
    dialogue.get_by_label("Black gets a different time").check()
    dialogue.get_by_label("White: minutes").fill("5")
    dialogue.get_by_label("Black: minutes").fill("2")
    dialogue.get_by_role("button", name="Start").click()
    app.board.wait()
    app.board.expect_pieces(e1="white king", h1="white rook", e8="black king")
    expect(app.page.get_by_text("5/2+5").first).to_be_visible()


def test_the_editor_works_by_touch_and_says_what_else_there_is(open_context: OpenContext) -> None:
    app = App(open_context(**PHONE))
    app.open("#/editor/mill:nine")
    app.page.locator("[data-palette='white man']").tap()
    app.board.point("d6").tap()
    expect(app.page.get_by_label("White: in hand")).to_have_value("8")
    app.page.get_by_role("button", name="Move pieces").tap()
    for point in ("d6", "f4"):
        app.board.point(point).tap()
    expect(app.page.get_by_label(TEXT)).to_have_value("********/**O*****/******** w p p 1 8 0 9 0 0 0 0 0 0 0 0 1")
    app.page.get_by_label("Move number").fill("3")
    app.page.get_by_label("Move number").blur()
    expect(app.page.get_by_label(TEXT)).to_have_value("********/**O*****/******** w p p 1 8 0 9 0 0 0 0 0 0 0 0 3")
    app.page.reload()
    expect(app.board.svg.locator("[data-piece]")).to_have_attribute("data-at", "f4")


def test_the_editor_works_by_keyboard_and_leads_to_analysis(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/editor/chess:960")
    app.page.get_by_label("Start position no. (0 to 959)").fill("0")
    app.page.get_by_label("Start position no. (0 to 959)").blur()
    expect(app.page.get_by_label(TEXT)).to_have_value("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1")
    app.board.point("e2").focus()
    app.page.keyboard.press("Delete")
    expect(app.page.get_by_label(TEXT)).to_have_value("bbqnnrkr/pppppppp/8/8/8/8/PPPP1PPP/BBQNNRKR w KQkq - 0 1")
    app.press("Analyse")
    app.settle()
    app.board.wait()
    assert "e2" not in app.board.pieces


def test_no_field_of_the_setup_is_hidden_on_a_low_screen(open_context: OpenContext) -> None:
    viewport = {"width": 1280, "height": 720}
    app = App(open_context(viewport=viewport), language="mn", opponent="engines")
    app.open()
    expect(app.page.get_by_role("slider")).to_have_count(2)
    fields = app.page.locator(".setup > .choices")
    assert fields.evaluate("fields => fields.scrollHeight <= fields.clientHeight")


SIZES = [
    pytest.param({"viewport": {"width": width, "height": height}}, id=f"{width}x{height}")
    for width, height in ((360, 740), (390, 844), (844, 390), (640, 360), (1280, 720), (1440, 900))
]


@pytest.mark.bench
@pytest.mark.parametrize("window", SIZES)
@pytest.mark.parametrize("game", ["chess", "mill:nine", "draughts:international", "connect-four"])
def test_the_whole_board_of_the_editor_is_visible(open_context: OpenContext, window: dict[str, Any], game: str) -> None:
    app = App(open_context(**window))
    app.open(f"#/editor/{game}")
    app.board.wait()
    place = app.board.svg.bounding_box()
    assert place is not None
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= window["viewport"]["width"]
    assert place["y"] + place["height"] <= window["viewport"]["height"]
    assert app.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_rules_are_changed_by_their_sentences_and_played(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/rules/edit/mill:nine")
    expect(app.page.get_by_text("Nothing yet.")).to_be_visible()
    app.press("Each side has 9 men. The players take turns placing them on empty points.")
    app.page.locator("[data-option=men]").get_by_role("spinbutton").fill("13")
    app.page.locator("[data-option=men]").get_by_role("spinbutton").blur()
    expect(app.page.locator(".changes")).to_contain_text("Each side has 12 men.")
    app.page.locator("[data-option=board] .sentence").click()
    app.page.get_by_label("The board is two squares, one inside the other, with sixteen points.").check()
    expect(app.page.get_by_role("status")).to_contain_text("has room for at most 8 men")
    expect(app.page.get_by_role("button", name="Play this game")).to_be_disabled()
    app.page.locator("[data-option=men]").get_by_role("button", name="Undo this change").click()
    expect(app.page.get_by_role("status")).to_contain_text("9")
    app.page.locator("[data-option=men]").get_by_role("spinbutton").fill("6")
    app.page.locator("[data-option=men]").get_by_role("spinbutton").blur()
    expect(app.page.get_by_role("button", name="Play this game")).to_be_enabled()
    app.page.locator("[data-option=fly_at] .sentence").click()
    app.page.get_by_label("Men never fly: they always move along lines.").set_checked(True)
    app.page.get_by_label("Name of these rules").fill("Small")
    app.press("Save")
    app.page.reload()
    expect(app.page.locator(".changes li")).to_have_count(3)
    expect(app.page.get_by_role("button", name="Small", exact=True)).to_be_visible()
    app.press("Play this game")
    app.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    app.page.wait_for_url("**/#/table/*")
    expect(app.page.locator("[data-hand=white]")).to_have_attribute("aria-label", "White: 6 men in hand")


def test_a_table_is_played_on_from_an_earlier_position(open_context: OpenContext) -> None:
    app = App(open_context(), opponent="here")
    app.open()
    address = app.table(game="chess", white=ME, black=ME, moves=["e4", "e5"])
    app.open(address)
    app.press("Previous move")
    app.press("More")
    app.page.get_by_role("menuitem", name="Play from here").click()
    app.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    app.expect_moves("e4")
    assert app.page.url.split("#")[1] != address[1:]
