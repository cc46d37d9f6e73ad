"""The other pages: analysis with files and variations, rules, settings, statistics and error reports."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, expect
from tests.page.app import ME, App
from tests.page.conftest import OpenContext, RunningServer

PGN = """[Event "A game"]
[White "Anna"]
[Black "Ben"]

1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *
"""


SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"]
"""Moves that lead back to the starting position."""
OTHER = ["e3", "e6", "e3", "e6"]
"""An alternative to each of them."""


def test_a_game_is_imported_with_its_variations_and_comments(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/analysis?game=mill:nine")
    app.press("Import")
    dialogue = app.page.get_by_role("dialog")
    field = dialogue.get_by_role("textbox").first
    field.fill(PGN.replace("*", "Nc7"))
    dialogue.get_by_role("button", name="Import").click()
    expect(dialogue.get_by_role("alert")).to_contain_text("Line 5, column 53")
    field.fill(PGN)
    dialogue.get_by_role("button", name="Import").click()
    expect(dialogue).to_be_hidden()
    assert app.moves == ["e4", "e5", "c5", "Nf3", "Nf3", "Nc6"]
    expect(app.page.get_by_text("best by test").first).to_be_visible()
    app.page.keyboard.press("ArrowRight")
    expect(app.page.get_by_role("textbox", name="Comment on this move")).to_have_value("best by test")


def test_a_move_on_the_board_starts_a_variation_that_can_be_deleted(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/analysis?game=chess&moves=e2e4 e7e5")
    app.press("Previous move")
    app.board.click("c7", "c5")
    app.expect_moves("e4", "e5", "c5")
    app.press("Make main line")
    app.expect_moves("e4", "c5", "e5")
    app.press("Delete from here")
    app.expect_moves("e4", "e5")
    # A move entered on the board disappears when the user goes back.
    app.board.click("d7", "d5")
    app.expect_moves("e4", "e5", "d5")
    app.press("Previous move")
    expect(app.board.svg.locator('[data-at="d7"]')).to_be_attached()
    app.board.click("d7", "d6")
    app.expect_moves("e4", "e5", "d5", "d6")
    # After a click on the board the arrow keys still navigate the game.
    app.page.keyboard.press("ArrowLeft")
    expect(app.board.svg.locator('[data-at="d7"]')).to_be_attached()


def test_an_analysis_survives_a_reload_and_another_link_starts_a_new_one(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/analysis?game=chess")
    app.board.click("e2", "e4")
    app.expect_moves("e4")
    app.page.get_by_role("textbox", name="Comment on this move").fill("best by test")
    app.page.reload()
    app.settle()
    app.expect_moves("e4")
    expect(app.page.get_by_role("textbox", name="Comment on this move")).to_have_value("best by test")
    app.open("#/analysis?game=draughts:russian&moves=c3-d4")
    app.expect_moves("c3-d4")
    app.page.go_back()
    app.expect_moves("e4")
    # Another game has its own address.
    app.choose_game("mill:nine")
    app.board.click("a1")
    app.expect_moves("a1")
    app.page.go_back()
    app.expect_moves("e4")


def test_deeply_nested_variations_are_shown(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/analysis?game=chess")
    app.press("Import")
    dialogue = app.page.get_by_role("dialog")
    text = " ".join(f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'} {move}" for ply, move in enumerate(SHUFFLE * 75))
    nested = text.split(" ")
    # Each move but the first has an alternative, which continues.
    moves = [" ".join(nested[at : at + 2]) for at in range(0, len(nested), 2)]
    pgn = moves[0]
    for at, move in enumerate(moves[1:], 1):
        pgn += f" {nested[2 * at]} {OTHER[at % 4]} ({move}"
    dialogue.get_by_role("textbox").first.fill(pgn + ")" * (len(moves) - 1) + " *")
    dialogue.get_by_role("button", name="Import").click()
    expect(dialogue).to_be_hidden()
    expect(app.page.locator("[data-move]")).to_have_count(2 * len(moves) - 1)


def test_a_game_is_shared_as_a_link_and_saved_as_files(open_context: OpenContext) -> None:
    app = App(open_context(accept_downloads=True))
    app.open("#/analysis?game=draughts:russian&moves=c3-d4 f6-g5")
    app.page.get_by_role("textbox", name="Comment on this move").fill("bold")
    app.press("Share and save")
    link = app.page.get_by_role("textbox", name="Link").input_value()
    fen = app.page.get_by_role("textbox", name="Position (FEN)").input_value()
    assert fen.startswith("W:")
    dialogue = app.page.get_by_role("dialog")
    for name, ending in (("SVG", ".svg"), ("PNG", ".png")):
        with app.page.expect_download() as download:
            dialogue.get_by_role("button", name=name, exact=True).click()
        assert download.value.suggested_filename.endswith(ending)
        assert download.value.path().stat().st_size > 1000
    with app.page.expect_download() as download:
        dialogue.get_by_role("button", name="Save").last.click()
    assert "c3-d4 f6-g5 {bold}" in download.value.path().read_text(encoding="utf-8")
    again = App(open_context())
    again.page.goto(link)
    again.expect_moves("c3-d4", "f6-g5")


def test_a_finished_game_is_reviewed_and_saved_with_the_names(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    app.open(app.table(game="chess", white=ME, black=ME, moves=["f2f3", "e7e5", "g2g4"]))
    app.board.click("d8", "h4")
    app.expect_status("Black wins")
    app.press("Review")
    review = app.page.get_by_role("region", name="Game review")
    expect(review).to_contain_text("accuracy")
    app.page.keyboard.press("ArrowLeft")
    about = app.page.get_by_role("region", name="The last move")
    expect(about).to_contain_text("g4 · Blunder")
    about.get_by_role("button").first.click()
    expect(app.page.locator("[data-move]")).to_have_count(5)
    with app.page.expect_download() as download:
        app.press("Save the annotated game")
    assert download.value.suggested_filename == "chess.pgn"
    text = download.value.path().read_text()
    assert re.search(r'\[White "Guest [0-9]+"\]', text)
    assert re.search(r"2\. g4 (\$4|\?\?)", text)


def test_the_rules_are_those_of_the_preset_and_can_be_tried(open_context: OpenContext) -> None:
    app = App(open_context(), language="fi")
    app.open("#/rules/mill:morabaraba")
    expect(app.page.get_by_text("Kummallakin on 12 nappulaa")).to_be_visible()
    expect(app.page.get_by_text("Myllystä toiseen siirtynyt ei saa heti palata")).to_be_visible()
    app.board.click("b6", "d7")
    expect(app.board.svg.locator("[data-at='d7']")).to_have_count(0)
    app.choose_game("mill:nine")
    expect(app.page.get_by_text("Kummallakin on 9 nappulaa")).to_be_visible()


def test_settings_are_stored_and_can_be_reset(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/settings")
    app.page.get_by_text("Dark", exact=True).click()
    app.page.get_by_role("combobox", name="Language").last.select_option("ru")
    expect(app.page.get_by_role("heading", level=1)).to_have_text("Настройки")
    app.page.reload()
    expect(app.page.get_by_role("heading", level=1)).to_have_text("Настройки")
    expect(app.page.locator("html")).to_have_attribute("lang", "ru")
    expect(app.page.locator("html")).to_have_attribute("data-theme", "dark")
    app.press("Сбросить настройки")
    app.press("Да")
    expect(app.page.get_by_role("heading", level=1)).to_have_text("Settings")
    expect(app.page.locator("html")).not_to_have_attribute("data-theme", re.compile(".*"))


def test_statistics_count_a_finished_game(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    moves = ["f2f3", "e7e5", "g2g4"]
    app.open(app.table(game="chess", white={"kind": "bot", "bot": "level=1"}, black=ME, moves=moves))
    app.board.click("d8", "h4")
    app.expect_status("You won. White is checkmated.")
    app.open("#/statistics")
    for plot, row in (("By game", "Chess"), ("By opponent", "Level 1 · Beginner"), ("By opening", "f3 e5")):
        rows = app.page.get_by_role("region", name=plot).get_by_role("row")
        expect(rows.last).to_have_text(re.compile(rf"{row}\s*1 won, 0 drawn, 0 lost.*100"))


def test_an_unexpected_error_is_shown_and_sent_only_on_request(server: RunningServer, browser: Browser) -> None:
    context = browser.new_context(base_url=server.address)
    app = App(context)
    sent: list[str] = []
    app.page.on("request", lambda request: sent.append(request.url) if "/api/reports" in request.url else None)
    app.open("#/help")
    app.page.evaluate("setTimeout(() => { throw new Error('the dice are loaded') })")
    dialogue = app.page.get_by_role("dialog", name="Something went wrong")
    expect(dialogue).to_contain_text("the dice are loaded")
    assert sent == []
    dialogue.get_by_role("button", name="Send the report").click()
    expect(dialogue.get_by_role("status")).to_contain_text("Thank you")
    assert len(sent) == 1
    context.close()


def test_an_unknown_table_is_explained_in_the_language_of_the_page(open_context: OpenContext) -> None:
    app = App(open_context(), language="zh")
    app.page.goto("/#/table/nonesuch")
    expect(app.page.get_by_role("alert")).to_contain_text("没有棋桌")
    assert json.loads(app.page.evaluate("localStorage['plyground.settings']"))["language"] == "zh"
