"""The viewer of a page: the frame in which a script shows one game, with its board, its moves and its buttons."""

from __future__ import annotations

from collections.abc import Iterable

HEAD_BUTTONS = (
    ("previous", "M10 16V4M5 9l5-5 5 5", "Previous game (↑)"),
    ("next", "M10 4v12M5 11l5 5 5-5", "Next game (↓)"),
    ("close", "M5 5l10 10M15 5L5 15", "Close (Esc)"),
)
BOARD_BUTTONS = (
    ("first", "M4 4v12M15 4l-8 6 8 6z", "To the start (Home)"),
    ("back", "M14 4l-8 6 8 6z", "One ply back (←)"),
    ("play", "M6 3.5l10 6.5-10 6.5z", "Play or pause (space)"),
    ("forward", "M6 4l8 6-8 6z", "One ply on (→)"),
    ("last", "M16 4v12M5 4l8 6-8 6z", "To the end (End)"),
    ("flip", "M6 17V4M3 7l3-3 3 3M14 3v13M11 13l3 3 3-3", "Turn the board (F)"),
)
"""What a button does, the path of its sign in a box of 20 by 20, and its name."""

MOVE_COLUMNS = ("", "Move", "Score", "Depth", "Time", "Clock")


def viewer_markup() -> str:
    """The viewer, empty and closed."""
    seat = '<span class="name"></span><span class="hand muted"></span><span class="clock"></span>'
    heads = "".join(f"<th>{title}</th>" for title in MOVE_COLUMNS)
    return f"""<dialog id="viewer" aria-labelledby="viewer-title">
<div class="viewer-head"><h2 id="viewer-title"></h2><p id="ending" class="muted"></p>{_buttons(HEAD_BUTTONS)}</div>
<p id="fault" class="warning" hidden></p>
<div class="viewer-body"><div class="stand"><div id="far" class="seat">{seat}</div><div id="board" tabindex="-1"></div>
<div id="near" class="seat">{seat}</div>
<input type="range" id="ply" min="0" value="0" aria-label="Ply">
<div class="controls">{_buttons(BOARD_BUTTONS)}</div></div>
<div class="sheet"><svg id="scores" preserveAspectRatio="none" role="img" aria-label="Scores from White's view"></svg>
<div id="moves" tabindex="0"><table><thead><tr>{heads}</tr></thead><tbody></tbody></table></div>
<p class="muted small" id="legend">Scores from White's view: <i></i>White's, <i class="black"></i>Black's.</p></div>
</div></dialog>"""


def _buttons(buttons: Iterable[tuple[str, str, str]]) -> str:
    return "".join(
        f'<button type="button" data-action="{action}" title="{title}" aria-label="{title}">'
        f'<svg viewBox="0 0 20 20" aria-hidden="true"><path d="{sign}"/></svg></button>'
        for action, sign, title in buttons
    )
