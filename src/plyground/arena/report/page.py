"""The page of a report: one HTML file without network access, with a board for every game in it."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib.resources import files
from typing import Any

from plyground import __version__
from plyground.arena.played import PlayedGame
from plyground.arena.report.page_tables import game_list, table_markup
from plyground.arena.report.replays import Replays, selection
from plyground.drawing.svg import MARKS, draw_stage
from plyground.drawing.text_table import TextTable
from plyground.protocol import Game, Side

SOURCES = ("page.css", "page.js", "viewer.js")
"""The files that the page includes."""

HEAD_BUTTONS = (
    ("previous", "M10 16V4M5 9l5-5 5 5", "Previous game (↑)"),
    ("next", "M10 4v12M5 11l5 5 5-5", "Next game (↓)"),
    ("close", "M5 5l10 10M15 5L5 15", "Close (Esc)"),
)
BOARD_BUTTONS = (
    ("first", "M4 4v12M15 4l-8 6 8 6z", "To the start (Home)"),
    ("back", "M14 4l-8 6 8 6z", "Previous ply (←)"),
    ("play", "M6 3.5l10 6.5-10 6.5z", "Play or pause (space)"),
    ("forward", "M6 4l8 6-8 6z", "Next ply (→)"),
    ("last", "M16 4v12M5 4l8 6-8 6z", "To the end (End)"),
    ("flip", "M6 17V4M3 7l3-3 3 3M14 3v13M11 13l3 3 3-3", "Turn the board (F)"),
)
"""The action of a button, the path of its icon in a box of 20 by 20, and its name."""

MOVE_COLUMNS = ("", "Move", "Score", "Depth", "Time", "Clock")


@dataclass(frozen=True, slots=True)
class Figure:
    """One of the numbers at the top of a page, with a note in small print."""

    name: str
    value: str
    note: str = ""
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page: tables, and the chart above them, if any."""

    name: str
    tables: Sequence[TextTable]
    chart: str = ""


@dataclass
class ReportPage:
    """The contents of a page; any text may contain a name that a program chose for itself."""

    title: str
    headline: str
    conditions: str
    figures: Sequence[Figure]
    sections: Sequence[Section]
    game: Game
    played: Sequence[PlayedGame]
    games_file: str

    @cached_property
    def shown(self) -> Sequence[PlayedGame]:
        """The games that the page shows."""
        return selection(self.played)

    def to_html(self) -> str:
        """The whole page."""
        style, *scripts = (files(__package__).joinpath(name).read_text("utf-8") for name in SOURCES)
        script = "\n".join(scripts)
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        # With this policy the browser fetches nothing and runs no other script, whatever a name contains.
        policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
        sections = [section for section in self.sections if section.chart or any(t.rows for t in section.tables)]
        return "\n".join(
            (
                '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
                f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                '<meta name="color-scheme" content="light dark">',
                f"<title>{escape(self.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>",
                self._top(sections),
                "<main>",
                *(_section(section) for section in sections),
                self._games(),
                "</main>",
                f"<footer>Made by Plyground {escape(__version__)}.</footer>",
                _viewer(),
                *self._boards(),
                f'<script type="module">{script}</script>\n</body>\n</html>\n',
            )
        )

    def _top(self, sections: Iterable[Section]) -> str:
        links = [f'<a href="#{_slug(section.name)}">{escape(section.name)}</a>' for section in sections]
        if self.shown:
            links.append('<a href="#games-section">Games</a>')
        figures = "".join(
            f'<div class="figure{" warning" if figure.is_warning else ""}"><dt>{escape(figure.name)}</dt>'
            f"<dd>{escape(figure.value)}<small>{escape(figure.note)}</small></dd></div>"
            for figure in self.figures
        )
        return (
            f"<header><h1>{escape(self.title)}</h1>\n"
            f'<p class="headline">{escape(self.headline)}</p>\n<p class="muted">{escape(self.conditions)}</p>\n'
            f'<dl class="figures">{figures}</dl>\n<nav>{"".join(links)}</nav></header>'
        )

    def _games(self) -> str:
        if not self.shown:
            return ""
        left_out = len(self.played) - len(self.shown)
        note = f"All moves are in {self.games_file}."
        if left_out:
            note = (
                f"The page holds {len(self.shown)} of {len(self.played):,} games: all that were forfeited, "
                f"then the first ones. {self.games_file} has all."
            )
        return (
            f'<section id="games-section"><h2>Games</h2><p class="muted">{escape(note)} '
            f"Choose a game to see it.</p>\n{game_list(self.shown)}</section>"
        )

    def _boards(self) -> Iterable[str]:
        """The board from both sides, inert until a game is opened, and the games as data."""
        geometry = self.game.geometry
        replays = Replays([point.name for point in geometry.points], self.shown)
        stages = {side: draw_stage(geometry, replays.pieces, flipped=side is Side.BLACK) for side in Side}
        for side, stage in stages.items():
            yield f'<template id="stage-{side}">{stage.svg}</template>'
        data = {
            **replays.as_dict(),
            "places": {side: list(stage.places.values()) for side, stage in stages.items()},
            "ids": [stages[Side.WHITE].ids[piece] for piece in replays.pieces],
            "marks": MARKS,
        }
        yield f'<script type="application/json" id="replays">{_json(data)}</script>'


def _viewer() -> str:
    """The dialog in which the script shows a game with its board, moves and buttons."""
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


def _section(section: Section) -> str:
    tables = "\n".join(table_markup(table, is_alone=len(section.tables) == 1) for table in section.tables if table.rows)
    return (
        f'<section id="{_slug(section.name)}"><h2>{escape(section.name)}</h2>\n{section.chart}'
        f'<div class="tables">{tables}</div></section>'
    )


def _slug(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())


def _json(data: Any) -> str:
    """JSON for a page: nothing in it can end the script element or begin another one."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
