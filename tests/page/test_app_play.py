"""Playing on the page: the first move, whole games against the engine, and the controls of a table."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.page.app import BOT, ME, App
from tests.page.conftest import PHONE, OpenContext

import plyground
from plyground.play.engine_player import EnginePlayer


def test_a_move_on_the_board_of_the_setup_starts_a_game(open_context: OpenContext) -> None:
    app = App(open_context())
    app.page.goto("/#/play")
    app.board.wait()
    app.board.click("d6")
    expect(app.page).to_have_url(re.compile("#/table/"))
    expect(app.page.locator("[data-move]")).to_have_count(2)
    expect(app.page).to_have_title(re.compile("Your move"))
    assert app.moves[0] == "d6"


def test_a_whole_game_against_the_engine_is_won(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    game = plyground.game("mill:six")
    app.open(app.table(game=game.name, white=ME, black=BOT))
    strong = EnginePlayer(level=14, seed=1)
    record = plyground.Record(game.start())
    while record.outcome() is None:
        move = strong.move(record).line[0]
        record.push(move)
        app.board.click(*re.findall(r"[a-g]\d", str(move)))
        if record.outcome() is not None:
            break
        expect(app.page.locator("[data-move]")).to_have_count(len(record) + 1)
        record.push(app.moves[-1])
        assert len(record) < 200
    assert record.outcome() is not None
    app.expect_status("You " if record.outcome().winner else "Draw")  # type: ignore[union-attr]
    expect(app.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert len(app.moves) == len(record)


def test_take_back_redo_hint_and_resign(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    app.open(app.table(game="chess", white=ME, black=BOT))
    app.board.click("e2", "e4")
    expect(app.page.locator("[data-move]")).to_have_count(2)
    app.press("Take back")
    expect(app.page.locator("[data-move]")).to_have_count(0)
    app.choose("Redo")
    expect(app.page.locator("[data-move]")).to_have_count(2)
    # The engine has answered again, so its old answer cannot be redone.
    app.press("More")
    expect(app.page.get_by_role("menuitem", name="Redo")).to_be_disabled()
    app.page.keyboard.press("Escape")
    app.press("Hint")
    expect(app.page.get_by_role("region", name="Hint")).to_contain_text("best move")
    app.press("Resign")
    app.press("No")
    expect(app.page.get_by_role("button", name="Resign")).to_be_visible()
    app.press("Resign")
    app.press("Yes")
    app.expect_status("You lost. White resigned.")
    app.press("Rematch")
    # The sides are swapped: the engine moves first.
    app.expect_status("Your move")
    expect(app.page.locator(".player").last.get_by_role("img", name="Black")).to_be_visible()


def test_two_people_on_one_screen_agree_to_a_draw(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    app.open(app.table(game="chess", white=ME, black=ME))
    app.board.click("e2", "e4")
    app.press("Offer draw")
    app.press("No")
    expect(app.page.get_by_role("button", name="Offer draw")).to_be_visible()
    app.press("Offer draw")
    app.press("Yes")
    app.expect_status("Draw")


def test_swapping_sides_before_the_first_move_aborts_the_game(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    app.open(app.table(game="chess", white=ME, black=BOT))
    app.choose("Swap sides")
    app.expect_status("Your move")
    expect(app.page.locator(".player").last.get_by_role("img", name="Black")).to_be_visible()
    app.open("#/lobby")
    expect(app.page.get_by_role("link", name="Resume")).to_have_count(1)


def test_unnamed_guests_are_called_guests_in_the_language_of_the_page(open_context: OpenContext) -> None:
    app = App(open_context(), language="fi")
    app.open()
    app.open(app.table(game="chess", white=ME, black=BOT))
    expect(app.page.locator(".player").last).to_contain_text("Vieras ")
    app.open("#/lobby")
    name = app.page.locator("#own-name")
    expect(name).to_have_attribute("placeholder", re.compile("Vieras [0-9]+"))
    expect(name).to_have_value("")


def test_shortcuts_navigate_the_game_flip_the_board_and_show_help(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    app.open(app.table(game="chess", white=ME, black=ME, moves=["e2e4", "e7e5", "g1f3"]))
    current = app.page.locator("[aria-current='true'][data-move]")
    expect(current).to_have_text("Nf3")
    app.page.keyboard.press("ArrowLeft")
    expect(current).to_have_text("e5")
    app.page.keyboard.press("Home")
    expect(current).to_have_count(0)
    expect(app.board.svg.locator("[data-at='g1']")).to_have_attribute("data-piece", "white knight")
    app.page.keyboard.press("End")
    expect(current).to_have_text("Nf3")
    before = app.board.centre("a1")
    app.page.keyboard.press("f")
    expect(app.board.svg.locator("[data-at='f3']")).to_be_visible()
    assert app.board.centre("a1") != before
    app.page.keyboard.press("?")
    expect(app.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def test_a_move_can_be_typed_and_an_illegal_one_is_explained(open_context: OpenContext) -> None:
    app = App(open_context(), language="hu")
    app.open()
    app.open(app.table(game="chess", white=ME, black=ME))
    app.choose("Írd be a lépést")
    field = app.page.get_by_role("combobox", name="Írd be a lépést")
    field.fill("Nc4")
    field.press("Enter")
    expect(app.page.get_by_role("alert")).to_contain_text("nem szabályos")
    # The text stays, to be corrected.
    expect(field).to_have_value("Nc4")
    field.fill("Nf3")
    field.press("Enter")
    # The knight has its Hungarian letter: huszár.
    app.expect_moves("Hf3")
    expect(field).to_have_value("")


def test_two_engines_can_be_paused_and_stepped(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    app.open(app.table(game="mill:nine", white=BOT, black=BOT, pace_ms=2_000))
    expect(app.page.locator("[data-move]").nth(1)).to_be_visible()
    app.press("Pause")
    app.expect_status("Paused")
    # From now on the server refuses what the engines were still thinking about.
    count = len(app.moves)
    app.press("Step")
    expect(app.page.locator("[data-move]")).to_have_count(count + 1)


def test_sounds_are_muted_in_the_header_on_a_phone_too(open_context: OpenContext) -> None:
    app = App(open_context(**PHONE), muted=False)
    app.open("#/help")
    mute = app.page.get_by_role("button", name="Mute")
    expect(mute).to_have_attribute("aria-pressed", "false")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    app.page.reload()
    expect(mute).to_have_attribute("aria-pressed", "true")


def test_a_click_beside_the_men_to_remove_keeps_the_placed_man(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    app.open(app.table(game="mill:nine", white=ME, black=ME, moves=["d6", "d2", "f6", "b2"]))
    tray = app.page.locator("[data-hand='white']")
    app.board.click("b6")
    expect(app.board.svg.locator(".removal")).to_have_count(2)
    expect(tray).to_have_attribute("aria-label", re.compile("6"))
    app.board.click("a1")
    expect(app.board.svg.locator(".removal")).to_have_count(2)
    app.board.click("d2")
    app.expect_moves("d6", "d2", "f6", "b2", "b6xd2")
