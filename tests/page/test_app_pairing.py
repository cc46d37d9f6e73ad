"""Finding an opponent on two phones, by touch: quick pairing, seeks and challenges."""

from __future__ import annotations

from itertools import count

import pytest
from playwright.sync_api import Locator, expect
from tests.page.app import App
from tests.page.conftest import OpenContext
from tests.page.test_app_looks import AXE, OVERFLOWING, VIOLATIONS

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Somebody(App):
    """A window of a person with a name that nobody had before."""

    name = ""


Two = tuple[Somebody, Somebody]
numbers = count(1)


@pytest.fixture
def two(open_context: OpenContext) -> Two:
    """Two people with names, in the lobby."""
    number = next(numbers)
    anna, ben = (Somebody(open_context(**PHONE), game="draughts:russian") for _ in "ab")
    anna.name, ben.name = f"Anna {number}", f"Ben {number}"
    for app in (anna, ben):
        app.open("#/lobby")
        app.page.get_by_label("Your name").fill(app.name)
        tap(app, "Change")
        expect(app.page.get_by_text("Name changed.")).to_be_visible()
    return anna, ben


def button(app: App, name: str) -> Locator:
    return app.page.get_by_role("button", name=name, exact=True)


def tap(app: App, name: str) -> None:
    button(app, name).first.tap()


def notice(app: App, text: str) -> Locator:
    """A notice about pairing, which is in view."""
    found = app.page.locator(".notice", has_text=text)
    expect(found).to_be_in_viewport(ratio=1)
    return found


def seeks_of(app: App, owner: Somebody) -> Locator:
    return app.page.locator("li", has_text=owner.name).filter(has=button(app, "Play"))


def challenge(anna: Somebody, name: str) -> Locator:
    """Opens the dialog that challenges somebody."""
    form = anna.page.locator("form", has=anna.page.get_by_label("Challenge a person by name"))
    form.get_by_role("textbox").fill(name)
    form.get_by_role("button").tap()
    return anna.page.get_by_role("dialog", name=f"Challenge {name}")


def challenge_as_white(anna: Somebody, ben: Somebody) -> None:
    dialog = challenge(anna, ben.name)
    dialog.get_by_text("White", exact=True).tap()
    dialog.get_by_label("Clock").select_option("3+2")
    dialog.get_by_role("button", name="Challenge", exact=True).tap()
    notice(anna, f"Waiting for {ben.name}")


def test_two_find_each_other_by_quick_pairing(two: Two) -> None:
    anna, ben = two
    tap(anna, "3+2")
    expect(button(anna, "Withdraw")).to_be_visible()
    expect(seeks_of(ben, anna)).to_contain_text("3+2")
    # Another clock is another game.
    tap(ben, "10+0")
    expect(button(ben, "Withdraw")).to_be_visible()
    for app in two:
        app.page.evaluate(AXE.read_text(encoding="utf-8"))
        assert app.page.evaluate(VIOLATIONS, {}) == []
        assert app.page.evaluate(OVERFLOWING) == []
    tap(ben, "3+2")
    for app in two:
        app.board.wait()
        expect(app.page.get_by_text("3:00")).to_have_count(2)
    anna.page.goto("/#/lobby")
    expect(button(anna, "3+2")).to_be_visible()
    expect(button(anna, "Withdraw")).to_have_count(0)


def test_a_seek_may_name_sides_and_ratings(two: Two) -> None:
    anna, ben = two
    anna.page.get_by_text("More options").tap()
    anna.page.locator("section").get_by_text("Black", exact=True).tap()
    anna.page.get_by_label("from").fill("1400")
    anna.page.get_by_label("to", exact=True).fill("1700")
    tap(anna, "1+0")
    expect(seeks_of(ben, anna)).to_contain_text("1+0 · you play White · 1400–1700")
    assert anna.page.evaluate(OVERFLOWING) == []
    # Nobody without a rating fits.
    seeks_of(ben, anna).get_by_role("button", name="Play", exact=True).tap()
    notice(ben, f"{anna.name} is looking for an opponent with another rating.")


def test_a_seek_is_gone_when_its_owner_leaves(two: Two) -> None:
    anna, ben = two
    tap(anna, "5+0")
    expect(seeks_of(ben, anna)).to_be_visible()
    # On other pages a notice reminds of the seek.
    anna.open("#/help")
    notice(anna, "Looking for an opponent")
    anna.page.context.close()
    expect(seeks_of(ben, anna)).to_have_count(0)


def test_a_challenge_is_declined_and_another_accepted(two: Two) -> None:
    anna, ben = two
    ben.open("#/help")
    challenge_as_white(anna, ben)
    got = notice(ben, f"{anna.name} challenges you")
    expect(got).to_contain_text("Russian draughts · 3+2 · you play Black")
    for app in two:
        app.page.evaluate(AXE.read_text(encoding="utf-8"))
        assert app.page.evaluate(VIOLATIONS, {}) == []
        assert app.page.evaluate(OVERFLOWING) == []
    got.get_by_role("button", name="Decline").tap()
    notice(anna, f"{ben.name} has declined.")
    expect(ben.page.locator(".notice")).to_have_count(0)

    challenge_as_white(anna, ben)
    notice(ben, f"{anna.name} challenges you").get_by_role("button", name="Accept").tap()
    for app in two:
        app.board.wait()
        expect(app.page.locator(".notice")).to_have_count(0)
    anna.expect_status("Your move")
    ben.expect_status("White to move")


def test_a_challenge_to_nobody_says_so(two: Two) -> None:
    anna, _ = two
    challenge(anna, "Zoltan").get_by_role("button", name="Challenge", exact=True).tap()
    notice(anna, "Zoltan is not here at the moment.").get_by_role("button", name="Close").tap()
    expect(anna.page.locator(".notice")).to_have_count(0)


def test_a_small_board_and_the_top_game_show_each_move(two: Two, open_context: OpenContext) -> None:
    anna, ben = two
    eve = App(open_context(**PHONE))
    tap(anna, "15+10")
    expect(seeks_of(ben, anna)).to_be_visible()
    seeks_of(ben, anna).get_by_role("button", name="Play", exact=True).tap()
    for app in two:
        app.board.wait()
    white, black = (anna, ben) if "Your move" in anna.page.locator(".status .state").inner_text() else (ben, anna)
    eve.open("#/lobby")
    small = eve.page.locator("li", has_text=white.name).filter(has=eve.page.locator("svg")).locator(".small")
    expect(small).to_be_visible()
    before = small.inner_html()
    white.board.tap("c3", "d4")
    black.expect_status("Your move")
    expect(small).not_to_have_js_property("innerHTML", before)
    eve.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert eve.page.evaluate(VIOLATIONS, {}) == []
    assert eve.page.evaluate(OVERFLOWING) == []

    eve.page.get_by_role("navigation", name="Follow the top game").get_by_role("link").first.tap()
    eve.board.wait()
    eve.expect_moves("c3-d4")
    black.board.tap("f6", "g5")
    eve.expect_moves("c3-d4", "f6-g5")
