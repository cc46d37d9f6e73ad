"""The table on every screen: the whole board, all controls, and whatever concerns the player, without scrolling."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect
from tests.page.app import BOT, ME, OPEN, App
from tests.page.conftest import OpenContext
from tests.page.test_app_looks import AXE, OVERFLOWING, VIOLATIONS

CLOCK = {"initial_ms": 300_000, "increment_ms": 3_000}
TOUCH = {"has_touch": True, "is_mobile": True}


def window(width: int, height: int, **options: object) -> dict[str, object]:
    """Options of a browser window."""
    return {"viewport": {"width": width, "height": height}, **options}


SCREENS = [
    pytest.param(window(360, 740, **TOUCH), id="small-phone"),
    pytest.param(window(1280, 720), id="laptop"),
    pytest.param(window(390, 844, **TOUCH), id="phone", marks=pytest.mark.bench),
    pytest.param(window(430, 932, **TOUCH), id="large-phone", marks=pytest.mark.bench),
    pytest.param(window(844, 390, **TOUCH), id="landscape", marks=pytest.mark.bench),
    pytest.param(window(640, 360, device_scale_factor=2), id="double-size", marks=pytest.mark.bench),
    pytest.param(window(1024, 768), id="tablet", marks=pytest.mark.bench),
    pytest.param(window(1440, 900), id="desktop", marks=pytest.mark.bench),
]


def box(found: Locator) -> FloatRect:
    """Where an element is."""
    expect(found).to_be_visible()
    place = found.bounding_box()
    assert place is not None
    return place


def expect_inside(page: Page, *found: Locator) -> None:
    """Each of these lies wholly in the window, and the page is not scrolled."""
    assert page.viewport_size is not None
    assert page.evaluate("scrollY") == 0
    for one in found:
        place = box(one)
        assert place["x"] >= -0.5, one
        assert place["y"] >= -0.5, one
        assert place["x"] + place["width"] <= page.viewport_size["width"] + 0.5, one
        assert place["y"] + place["height"] <= page.viewport_size["height"] + 0.5, one


def expect_answerable(app: App, title: str, *names: str) -> None:
    """A sheet with these buttons is in the window, and the board is where it was."""
    sheet = app.page.locator(".sheet", has_text=title)
    buttons = [sheet.get_by_role("button", name=name, exact=True) for name in names]
    expect_inside(app.page, sheet, *buttons, app.board.svg)


def players(app: App) -> list[Locator]:
    """The bars of both players."""
    return [app.page.locator(".player").first, app.page.locator(".player").last]


def icons(app: App) -> Iterator[Locator]:
    """The row of icons."""
    row = app.page.get_by_role("group", name="Actions").get_by_role("button")
    for at in range(row.count()):
        yield row.nth(at)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", ["mill:twelve", "draughts:international"])
def test_board_players_and_controls_are_on_the_first_screen(
    open_context: OpenContext, screen: dict[str, object], game: str
) -> None:
    app = App(open_context(**screen))
    app.open()
    app.open(app.table(game=game, white=ME, black=BOT, clock=CLOCK))
    expect_inside(app.page, app.board.svg, *players(app), *icons(app), app.page.locator(".status"))
    assert len(list(icons(app))) == 7
    assert app.page.evaluate(OVERFLOWING) == []
    width = box(app.board.svg)["width"]
    assert app.page.viewport_size is not None
    # A phone's board goes from edge to edge; elsewhere it has the height of the window, less header and space.
    size = app.page.viewport_size
    expected = min(size["width"], size["height"] - 86) if size["width"] > 500 else size["width"]
    assert width > 0.95 * expected


@pytest.mark.parametrize("screen", SCREENS)
def test_offers_and_the_result_appear_where_the_player_looks(
    open_context: OpenContext, screen: dict[str, object]
) -> None:
    ann, bob = App(open_context(**screen)), App(open_context())
    ann.open()
    table = ann.table(game="draughts:russian", white=ME, black=OPEN, clock=CLOCK, public=True)
    ann.open(table)
    bob.open(table)
    ann.expect_status("Your move")
    ann.board.click("c3", "d4")
    bob.expect_status("Your move")
    bob.board.click("f6", "g5")
    ann.expect_moves("c3-d4", "f6-g5")
    before = box(ann.board.svg)

    bob.press("Offer draw")
    expect_answerable(ann, "Your opponent offers a draw", "Accept", "Decline")
    ann.press("Decline")
    bob.press("Take back")
    expect_answerable(ann, "take a move back", "Accept", "Decline")
    ann.press("Accept")
    ann.expect_moves("c3-d4")
    ann.press("Take back")
    expect_answerable(ann, "You asked to take a move back", "Withdraw")
    ann.press("Withdraw")
    ann.press("Resign")
    expect_answerable(ann, "Resign this game?", "Yes", "No")
    assert box(ann.board.svg) == before

    ann.press("Yes")
    expect_answerable(ann, "You lost", "Rematch", "Review", "Close")
    expect(bob.page.get_by_role("region", name="You won")).to_contain_text("White resigned")
    bob.press("Rematch")
    expect_answerable(ann, "Your opponent wants a rematch", "Accept", "Decline")
    assert box(ann.board.svg) == before
    ann.press("Accept")
    # The sides are swapped, and the score of the match with them.
    ann.expect_status("White to move")
    ann.press("Resign")
    ann.press("Yes")
    expect(bob.page.get_by_role("region", name="You won")).to_contain_text("Match 2 : 0")
    expect(ann.page.get_by_role("region", name="You lost")).to_contain_text("Match 0 : 2")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_hint_is_read_together_with_its_arrow(open_context: OpenContext, screen: dict[str, object]) -> None:
    app = App(open_context(**screen))
    app.open()
    app.open(app.table(game="chess", white=ME, black=BOT, moves=["e2e4", "e7e5"]))
    app.press("Hint")
    hint = app.page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("best move")
    expect_inside(app.page, hint, app.board.svg)
    place, board = box(hint), box(app.board.svg)
    assert place["y"] >= board["y"] + board["height"] or place["x"] >= board["x"] + board["width"]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_draw_that_can_be_claimed_is_shown_and_can_be_put_aside(
    open_context: OpenContext, screen: dict[str, object]
) -> None:
    app = App(open_context(**screen))
    app.open()
    app.open(app.table(game="chess", white=ME, black=ME, moves=2 * ["g1f3", "g8f6", "f3g1", "f6g8"]))
    expect_answerable(app, "You can claim a draw", "Claim draw")
    app.press("Close")
    expect(app.page.locator(".sheet")).to_have_count(0)


def test_spectators_get_the_colours_and_the_result_can_be_closed(open_context: OpenContext) -> None:
    app, spectator = App(open_context()), App(open_context())
    app.open()
    table = app.table(game="chess", white=ME, black=BOT, moves=["e2e4", "e7e5"])
    spectator.open(f"{table}?side=watch")
    app.open(table)
    app.press("Resign")
    app.press("Yes")
    expect(app.page.get_by_role("region", name="You lost")).to_be_visible()
    expect(spectator.page.get_by_role("region", name="Black wins")).to_contain_text("White resigned")
    expect(spectator.page.get_by_role("button", name="Rematch")).to_have_count(0)
    app.press("Close")
    expect(app.page.locator(".sheet")).to_have_count(0)
    # What it offered is in the row of icons now.
    app.press("Rematch")
    app.expect_status("Your move")


def test_the_menu_and_the_sheets_are_used_by_keyboard(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    app.open(app.table(game="chess", white=ME, black=BOT, moves=["e2e4", "e7e5"]))
    keyboard = app.page.keyboard
    opener = app.page.get_by_role("button", name="More", exact=True)
    opener.focus()
    keyboard.press("ArrowDown")
    items = app.page.get_by_role("menu", name="More").locator("[role^='menuitem']")
    expect(items.first).to_be_focused()
    keyboard.press("ArrowUp")
    expect(items.last).to_be_focused()
    keyboard.press("s")
    expect(app.page.get_by_role("menuitem", name="Swap sides")).to_be_focused()
    keyboard.press("Escape")
    expect(opener).to_be_focused()
    expect(items.first).to_be_hidden()
    keyboard.press("Enter")
    expect(items.first).to_be_focused()
    keyboard.press("t")
    expect(app.page.get_by_role("menuitem", name="Type a move")).to_be_focused()
    keyboard.press("Enter")
    sheet = app.page.get_by_role("region", name="Type a move")
    expect(sheet).to_be_visible()
    keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(opener).to_be_focused()

    resign = app.page.get_by_role("button", name="Resign", exact=True)
    resign.focus()
    keyboard.press("Enter")
    expect(app.page.get_by_role("button", name="No", exact=True)).to_be_focused()
    keyboard.press("Enter")
    expect(resign).to_be_focused()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_sheet_violates_accessibility_rules(open_context: OpenContext, theme: str) -> None:
    app = App(open_context(**window(360, 740), color_scheme=theme))
    app.open()
    app.open(app.table(game="chess", white=ME, black=BOT, moves=["e2e4", "e7e5"]))
    app.page.evaluate(AXE.read_text(encoding="utf-8"))
    for name in ("Hint", "All moves", "More", "Resign"):
        app.press(name)
        assert app.page.evaluate(VIOLATIONS, {}) == [], name
        app.page.keyboard.press("Escape")
    app.press("Resign")
    app.press("Yes")
    expect(app.page.get_by_role("region", name="You lost")).to_be_visible()
    assert app.page.evaluate(VIOLATIONS, {}) == []
