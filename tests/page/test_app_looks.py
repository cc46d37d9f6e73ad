"""Every page is accessible and fits on a phone, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.page.app import PAGES, TABLES, App
from tests.page.conftest import OpenContext
from tests.page.test_app_codes import LANGUAGES

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

VIOLATIONS = """async (options) => (await axe.run(document, {resultTypes: ['violations'], ...options})).violations
    .map(({id, nodes}) => `${id}: ${nodes.map(node => node.html.slice(0, 200)).join(' ')}`)"""

# Exceptions: fields scroll their text, elements for screen readers are one pixel wide, inline boxes have no width.
OVERFLOWING = """() => [...document.querySelectorAll('html, body, body *')]
    .filter(one => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
    .filter(one => !one.closest('svg, select, input, textarea, .visually-hidden'))
    .filter(one => getComputedStyle(one).display !== 'inline' && getComputedStyle(one).textOverflow !== 'ellipsis')
    .map(one => `${one.tagName}.${one.className}`
        + ` ${one.scrollWidth} > ${one.clientWidth}: ${one.textContent.slice(0, 50)}`)"""

# A word that stands on two lines is broken. Chinese has no words to break, and names and links may be of any length.
BROKEN_WORDS = r"""() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = []
    while (walker.nextNode()) {
        const text = walker.currentNode
        if (text.parentElement.closest('svg, script, style, .visually-hidden, select, .people')) continue
        for (const word of text.data.matchAll(/[^\s\u2010-\u2014/-]{2,}/gu)) {
            const range = document.createRange()
            range.setStart(text, word.index)
            range.setEnd(text, word.index + word[0].length)
            const lines = new Set([...range.getClientRects()].map(one => Math.round(one.top)))
            if (lines.size > 1) found.push(`${word[0]}: ${text.data.slice(0, 60)}`)
        }
    }
    return found
}"""

SMALL_TARGETS = """() => [...document.querySelectorAll('button, a.button, select, nav a')]
    .map(one => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
    .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`)"""


def _routes(app: App) -> list[str]:
    app.open()
    return [*PAGES, *(app.table(**table) for table in TABLES)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_violates_accessibility_rules(open_context: OpenContext, theme: str) -> None:
    app = App(open_context(color_scheme=theme))
    found = {}
    for route in _routes(app):
        app.open(route)
        app.page.evaluate(AXE.read_text(encoding="utf-8"))
        # The themes differ only in their colours.
        options = {} if theme == "light" else {"runOnly": ["color-contrast"]}
        if violations := app.page.evaluate(VIOLATIONS, options):
            found[route] = violations
    assert found == {}


def test_no_dialog_violates_accessibility_rules(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/analysis?game=chess&moves=e2e4")
    app.page.evaluate(AXE.read_text(encoding="utf-8"))
    for name in ("Import", "Share and save"):
        app.press(name)
        assert app.page.evaluate(VIOLATIONS, {}) == [], name
        app.page.keyboard.press("Escape")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_overflows_and_no_word_is_broken_on_a_phone(open_context: OpenContext, language: str) -> None:
    app = App(open_context(viewport={"width": 360, "height": 740}), language=language)
    found = {}
    for route in _routes(app):
        app.open(route)
        if overflowing := app.page.evaluate(OVERFLOWING):
            found[route] = overflowing
        if language != "zh" and (broken := app.page.evaluate(BROKEN_WORDS)):
            found[f"{route} words"] = broken
    assert found == {}


def test_nothing_overflows_on_the_narrowest_screen_or_at_double_size(open_context: OpenContext) -> None:
    # 640 pixels at 200 % are 320 pixels of the page.
    app = App(open_context(viewport={"width": 320, "height": 400}, device_scale_factor=2))
    found = {}
    for route in _routes(app):
        app.open(route)
        if overflowing := app.page.evaluate(OVERFLOWING):
            found[route] = overflowing
    assert found == {}


def test_every_touch_target_is_as_large_as_a_fingertip(open_context: OpenContext) -> None:
    app = App(open_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True))
    found = {}
    for route in _routes(app):
        app.open(route)
        if small := app.page.evaluate(SMALL_TARGETS):
            found[route] = small
    assert found == {}
