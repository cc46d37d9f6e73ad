"""The tables of a page: tables that can be sorted, and the list of games, which can be filtered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import repeat
from typing import Any

from plyground.arena.played import PlayedGame
from plyground.arena.report.game_tables import ending_words
from plyground.drawing.text_table import Column, Row, TextTable, percent_text

WIDE, TALL = 4, 20
"""A table with more columns takes the whole width; one with more rows has its own scroll bar."""
NUMBER = ' class="number"'
RESULTS = {"1-0": "1–0", "1/2-1/2": "½–½", "0-1": "0–1"}
GAME_COLUMNS = ("Game", "White", "Black", "Result", "Ended by", "Plies", "Opening")
FAULT_COLUMN = "Fault"


def table_markup(table: TextTable, *, is_alone: bool) -> str:
    """A table that is sorted by a click on a column's title; percentages are shown with a bar.

    A row may have more keys than columns: `NAME_value` to sort by, `NAME_note` for small print below the cell,
    `NAME_link` for a link, and `NAME_share`, 0 to 1, for the cell's colour. A table that is alone needs no title.
    """
    heads = "".join(
        f'<th scope="col"{NUMBER * column.is_number}><button type="button">{escape(column.title)}</button></th>'
        for column in table.columns
    )
    rows = "\n".join(
        f"<tr>{''.join(map(_cell, table.columns, table.texts(row), repeat(row)))}</tr>" for row in table.rows
    )
    title = "" if is_alone else f"<h3>{escape(table.title)}</h3>"
    notes = "".join(f'<p class="muted small">{escape(note)}</p>' for note in table.notes)
    wide = " wide" if len(table.columns) > WIDE else ""
    tall = " tall" if len(table.rows) > TALL else ""
    return (
        f'<div class="table{wide}">{title}<div class="scroll{tall}"><table class="sortable">'
        f"<thead><tr>{heads}</tr></thead><tbody>\n{rows}\n</tbody></table></div>{notes}</div>"
    )


def _cell(column: Column, text: str, row: Row) -> str:
    value = row.get(f"{column.name}_value", row.get(column.name))
    looks, attributes = ["number"] if column.is_number else [], ""
    if isinstance(value, int | float):
        attributes += f' data-value="{value}"'
    share: Any = row.get(f"{column.name}_share")
    if share is not None:
        looks.append("heat")
    elif column.text is percent_text and value is not None:
        looks.append("bar")
        share = value
    if share is not None:
        attributes += f' style="--share:{share:.3f}"'
    if looks:
        attributes += f' class="{" ".join(looks)}"'
    note = row.get(f"{column.name}_note")
    small = "" if note is None else f"<small>{escape(str(note))}</small>"
    link = row.get(f"{column.name}_link")
    shown = escape(text) if link is None else f'<a href="{escape(link)}">{escape(text)}</a>'
    return f"<td{attributes}>{shown}{small}</td>"


def game_list(games: Sequence[PlayedGame]) -> str:
    """The games, one per row, with filters; a row links to the game's board."""
    has_faults = any(game.fault is not None for game in games)
    titles = (*GAME_COLUMNS, FAULT_COLUMN) if has_faults else GAME_COLUMNS
    heads = "".join(f'<th scope="col"><button type="button">{title}</button></th>' for title in titles)
    rows = "\n".join(_game_row(game, has_faults) for game in games)
    return (
        f'{_filters(games)}\n<div class="scroll tall"><table class="sortable" id="games">'
        f"<thead><tr>{heads}</tr></thead><tbody>\n{rows}\n</tbody></table></div>"
    )


def _game_row(game: PlayedGame, has_faults: bool) -> str:
    score, ending = game.result.score, ending_words(game)
    plies = len(game.opening.moves) + len(game.moves)
    fault = "" if game.fault is None else escape(game.fault.words)
    attributes = {"game": game.number, "white": game.white, "black": game.black, "result": score, "ending": ending}
    data = " ".join(f'data-{name}="{escape(str(value))}"' for name, value in attributes.items())
    white, black = (' class="winner"' if score == won else "" for won in ("1-0", "0-1"))
    return (
        f'<tr {data}><td><a href="#game-{game.number}">{game.number}</a></td>'
        f"<td{white}>{escape(game.white)}</td><td{black}>{escape(game.black)}</td><td>{RESULTS[score]}</td>"
        f"<td>{escape(ending)}</td><td>{plies}</td><td>{escape(game.opening.name)}</td>"
        + (f'<td class="fault">{fault}</td></tr>' if has_faults else "</tr>")
    )


def _filters(games: Sequence[PlayedGame]) -> str:
    players = sorted({name for game in games for name in (game.white, game.black)})
    endings = sorted({ending_words(game) for game in games})
    results = "".join(f'<option value="{score}">{text}</option>' for score, text in RESULTS.items())
    own = "".join(f'<option class="own" value="{word}">{word} by the player</option>' for word in ("won", "lost"))
    return (
        '<form id="filters" hidden><input type="search" name="text" placeholder="Filter" aria-label="Filter by text">'
        f'<select name="player" aria-label="Player"><option value="">All players</option>{_options(players)}</select>'
        f'<select name="result" aria-label="Result"><option value="">Any result</option>{results}{own}</select>'
        f'<select name="ending" aria-label="Ended by"><option value="">Any ending</option>{_options(endings)}</select>'
        '<output id="shown" class="muted"></output></form>'
    )


def _options(values: Iterable[str]) -> str:
    return "".join(f'<option value="{escape(value)}">{escape(value)}</option>' for value in values)
