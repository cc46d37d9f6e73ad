"""The board on the page, used by mouse, touch or keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

Pieces = dict[str, str]


class BoardPage:
    """A page with a board on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.svg = page.get_by_role("application")

    def wait(self) -> None:
        """Waits until the board is visible."""
        expect(self.svg).to_be_visible()

    def wait_for_turn(self) -> None:
        """Waits until the last move has been acknowledged and the next can be entered."""
        expect(self.page.locator('.movable [aria-busy="false"]')).to_be_attached()

    def point(self, name: str) -> Locator:
        """The button of a point."""
        return self.svg.locator(f'[data-point="{name}"]')

    @property
    def pieces(self) -> Pieces:
        """The drawn pieces by point."""
        found: Pieces = self.svg.evaluate(
            "svg => Object.fromEntries([...svg.querySelectorAll('[data-piece]')]"
            ".map(piece => [piece.dataset.at, piece.dataset.piece]))"
        )
        return found

    def expect_pieces(self, **expected: str) -> None:
        """Waits until exactly these pieces are on the board, given as `e4="white pawn"`."""
        for point, piece in expected.items():
            expect(self.svg.locator(f'[data-at="{point}"]')).to_have_attribute("data-piece", piece)
        expect(self.svg.locator("[data-piece]")).to_have_count(len(expected))

    def click(self, *points: str) -> None:
        """Clicks points one after another."""
        for point in points:
            self.wait_for_turn()
            self.point(point).click()

    def premove(self, *points: str) -> None:
        """Clicks points one after another in the opponent's turn."""
        expect(self.page.locator(".board.premove")).to_be_attached()
        for point in points:
            self.point(point).click()

    def expect_premove(self, *points: str) -> None:
        """Waits until exactly these points are marked as a premove."""
        marked = self.svg.locator('[aria-label*=", premove"]')
        expect(marked).to_have_count(len(points))
        for point in points:
            expect(self.point(point)).to_have_accessible_name(re.compile(", premove"))

    def tap(self, *points: str) -> None:
        """Taps points one after another."""
        for point in points:
            self.wait_for_turn()
            self.point(point).tap()

    def drag(self, start: str, end: str) -> None:
        """Drags a piece with the mouse."""
        self.page.mouse.move(*self.centre(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.centre(end), steps=4)
        self.page.mouse.up()

    def slide(self, start: str, end: str) -> None:
        """Drags a piece with a finger."""
        session = self.page.context.new_cdp_session(self.page)
        x, y = self.centre(start)
        to_x, to_y = self.centre(end)

        def touch(kind: str, *places: tuple[float, float]) -> None:
            points = [{"x": place[0], "y": place[1]} for place in places]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", (x, y))
        for step in (1, 2, 3, 4):
            touch("touchMove", (x + (to_x - x) * step / 4, y + (to_y - y) * step / 4))
        touch("touchEnd")

    def centre(self, point: str) -> tuple[float, float]:
        """The centre of a point on the screen."""
        box = self.point(point).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def focus_by_arrows(self, name: str) -> None:
        """Moves the focus to a point with the arrow keys; the board must have the focus."""
        target = self.centre(name)
        tried: set[tuple[str, str]] = set()
        while (here := self.focused) != name:
            x, y = self.centre(here)
            across, down = target[0] - x, target[1] - y
            keys = ["ArrowRight" if across > 0 else "ArrowLeft", "ArrowDown" if down > 0 else "ArrowUp"]
            if abs(down) > abs(across):
                keys.reverse()
            # A key that led nowhere, or back here, is not tried twice.
            key = next((key for key in keys if (here, key) not in tried), None)
            assert key is not None, f"the arrow keys do not lead to {name}, only to {here}"
            tried.add((here, key))
            self.page.keyboard.press(key)

    @property
    def focused(self) -> str:
        """The point that has the focus."""
        name: str = self.page.evaluate("document.activeElement?.dataset?.point ?? ''")
        return name

    def press_keys(self, *points: str) -> None:
        """Enters a move with the keyboard: arrow keys to each point, then Enter."""
        if not self.focused:
            self.svg.locator('[tabindex="0"]').focus()
        for point in points:
            self.wait_for_turn()
            self.focus_by_arrows(point)
            self.page.keyboard.press("Enter")
