"""Tables for a terminal, a Markdown page or a CSV file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from rich.table import Table as RichTable

Row: TypeAlias = Mapping[str, Any]
"""Column -> a number, a text, or None for an unknown value."""

NOTHING = "–"

_MARKUP = re.compile(r"[\\`*<|&]|\](?=[\[(])")
"""Characters that are always markup in Markdown, unlike an underscore inside a word or brackets alone."""

GAP = 2
"""Blanks between columns on a terminal."""
MAX_KEY_WIDTH = 24
"""A longer name is wrapped if the table has to be narrow."""


def seconds_text(value: float) -> str:
    """A time in a suitable unit.

    >>> seconds_text(0.0000123), seconds_text(0.0123), seconds_text(12.3)
    ('12.3 µs', '12.3 ms', '12.3 s')
    """
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if value * factor >= 1:
            return f"{_figures(value * factor)} {unit}"
    return f"{_figures(value * 1e6)} µs"


def count_text(value: float) -> str:
    """A count with thousands separators, or with three digits if it is small.

    >>> count_text(1234567.8), count_text(3.25)
    ('1,234,568', '3.25')
    """
    return f"{value:,.0f}" if value >= 100 else _figures(value)


def percent_text(value: float) -> str:
    """A share, 0 to 1, as a percentage."""
    return f"{100 * value:.1f} %"


def times_text(value: float) -> str:
    """A ratio as a factor.

    >>> times_text(0.0471), times_text(12.345)
    ('0.0471×', '12.3×')
    """
    return f"{_figures(value)}×"


def markdown_text(text: str) -> str:
    r"""Text on one line that a Markdown page shows literally, in a table cell too.

    >>> print(markdown_text("SSS* <b> a|b"))
    SSS\* \<b> a\|b
    """
    return _MARKUP.sub(r"\\\g<0>", " ".join(text.split()))


def _figures(value: float) -> str:
    """A number with three significant digits, without an exponent."""
    if value >= 100:
        return f"{value:,.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 1 or value == 0 else f"{value:.3g}"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in the rows, its title, and how its values are written."""

    name: str
    title: str
    text: Callable[[Any], str] = str
    is_number: bool = True


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table with a title; a terminal separates rows with different values in the column `group`."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    group: str = ""
    notes: Sequence[str] = field(default=())
    keys: int = 1
    """How many columns, from the left, identify a row."""

    def texts(self, row: Row) -> list[str]:
        """The texts of a row; a `skipped` row shows the reason instead of its values."""
        cells = [NOTHING if row.get(col.name) is None else col.text(row[col.name]) for col in self.columns]
        skipped = row.get("skipped")
        if skipped:
            first = next(place for place, cell in enumerate(cells) if cell == NOTHING)
            cells[first] = str(skipped).partition(":")[0]
        return cells

    def fitting(self, width: int) -> list[TextTable]:
        """The table in parts of a maximal width in characters, each with the columns that identify a row.

        >>> columns = [Column("depth", "Depth"), Column("nodes", "Nodes"), Column("seconds", "Seconds")]
        >>> table = TextTable("All", columns, [{"depth": 1, "nodes": 2, "seconds": 3}])
        >>> [[column.title for column in part.columns] for part in table.fitting(15)]
        [['Depth', 'Nodes'], ['Depth', 'Seconds']]
        """
        texts = [[col.title for col in self.columns], *(self.texts(row) for row in self.rows)]
        widths = [max(map(len, cells)) + GAP for cells in zip(*texts, strict=True)]
        if sum(widths) <= width:
            return [self]
        used = keys_width = sum(min(each, MAX_KEY_WIDTH + GAP) for each in widths[: self.keys])
        parts: list[list[Column]] = [[]]
        for column, each in zip(self.columns[self.keys :], widths[self.keys :], strict=True):
            if used + each > width and parts[-1]:
                parts.append([])
                used = keys_width
            parts[-1].append(column)
            used += each
        heads = self.columns[: self.keys]
        return [replace(self, columns=(*heads, *part)) for part in parts]

    def to_markdown(self) -> str:
        """A Markdown table below its title.

        >>> columns = (Column("who", "Who", is_number=False), Column("nodes", "Nodes", count_text))
        >>> print(TextTable("Nodes", columns, [{"who": "minimax", "nodes": 1000}]).to_markdown())
        ## Nodes
        <BLANKLINE>
        | Who | Nodes |
        | --- | ---: |
        | minimax | 1,000 |
        <BLANKLINE>
        """
        head = [markdown_text(col.title) for col in self.columns]
        rule = ["---:" if col.is_number else "---" for col in self.columns]
        cells = [[markdown_text(text) for text in self.texts(row)] for row in self.rows]
        lines = [head, rule, *cells]
        body = [f"| {' | '.join(line)} |" for line in lines]
        notes = [text for note in self.notes for text in ("", note)]
        return "\n".join((f"## {markdown_text(self.title)}", "", *body, *notes, ""))

    def to_csv(self) -> str:
        """All rows with unrounded numbers."""
        written = io.StringIO()
        names = list(dict.fromkeys(name for row in self.rows for name in row))
        writer = csv.DictWriter(written, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return written.getvalue()

    def to_rich(self) -> RichTable:
        """The table for a terminal."""
        from rich.box import SIMPLE_HEAD
        from rich.table import Table as RichTable

        made = RichTable(title=self.title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
        for col in self.columns:
            if col.is_number:
                made.add_column(col.title, justify="right", no_wrap=True)
            else:
                made.add_column(col.title, overflow="fold")
        for place, row in enumerate(self.rows):
            following = self.rows[place + 1] if place + 1 < len(self.rows) else row
            made.add_row(*self.texts(row), end_section=bool(self.group) and following[self.group] != row[self.group])
        return made
