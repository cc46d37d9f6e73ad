"""How long a click takes until the board shows it, by the browser's own clock; part of `make bench`."""

from __future__ import annotations

from statistics import median

import pytest
from tests.page.conftest import OpenBoard

pytestmark = pytest.mark.bench

FRAME_MS = 1000 / 60
CLICKS = 40

OBSERVE = """() => {
  const svg = document.querySelector('[role=application]')
  let start = null
  for (const type of ['pointerdown', 'pointerup'])
    svg.addEventListener(type, (event) => (start = event.timeStamp), true)
  new MutationObserver(() => {
    if (start === null) return
    performance.measure('answer', { start, end: performance.now() })
    start = null
  }).observe(svg, { subtree: true, childList: true, attributes: true })
}"""
ANSWERS = "() => performance.getEntriesByName('answer').map((entry) => entry.duration)"


@pytest.mark.parametrize("game", ["chess", "draughts:international"])
def test_a_click_is_answered_within_a_frame(game: str, open_board: OpenBoard) -> None:
    points = {"chess": ("e2", "d2"), "draughts:international": ("b4", "d4")}[game]
    board = open_board(game)
    board.page.evaluate(OBSERVE)
    for number in range(CLICKS):
        board.click(points[number % 2])
    answers: list[float] = board.page.evaluate(ANSWERS)
    print(f"{game}: median {median(answers):.1f} ms, most {max(answers):.1f} ms")
    assert len(answers) >= CLICKS / 2
    assert median(answers) < FRAME_MS
