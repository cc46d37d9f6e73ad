"""Figures of a report as files: ratings with their intervals, and Elo as a match went on."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.arena.elo import Interval
from plyground.arena.report.charts import Axis, progress_axis, shown_bounds
from plyground.drawing.plots import COLOURS, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GRID = "#dddddd"
ROW_INCHES = 0.38


def save_ratings(title: str, unit: str, ratings: Mapping[str, Interval], folder: Path) -> list[Path]:
    """Draws ratings, the best on top, with their intervals; returns the files."""
    figure, axes = _empty(title, max(2.4, 1.4 + ROW_INCHES * len(ratings)))
    names = list(ratings)[::-1]
    axis = Axis(shown_bounds(ratings.values()))
    for height, name in enumerate(names):
        rating = ratings[name]
        bounds = [max(rating.low, axis.low), min(rating.high, axis.high)]
        axes.plot(bounds, [height, height], color=COLOURS[0], linewidth=2)
        axes.plot([rating.value], [height], color=COLOURS[0], marker="o")
    axes.set_yticks(range(len(names)), [_plain(name) for name in names])
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlim(axis.low, axis.high)
    axes.set_xlabel(unit)
    axes.grid(visible=True, axis="x", color=GRID, linewidth=0.8)
    return _save(figure, folder)


def save_progress(title: str, unit: str, points: Sequence[tuple[int, Interval]], folder: Path) -> list[Path]:
    """Draws an estimate with its interval over the number of games; returns the files."""
    figure, axes = _empty(title, 4.5)
    axis = progress_axis(points)
    games = [count for count, _ in points]
    lows = [max(each.low, axis.low) for _, each in points]
    highs = [min(each.high, axis.high) for _, each in points]
    axes.fill_between(games, lows, highs, color=COLOURS[0], alpha=0.18, linewidth=0)
    axes.plot(games, [each.value for _, each in points], color=COLOURS[0], linewidth=1.8)
    axes.axhline(0.0, color="#7f7f7f", linewidth=1, linestyle="--")
    axes.set_ylim(axis.low, axis.high)
    axes.set_xlim(0, games[-1])
    axes.set_xlabel("games")
    axes.set_ylabel(unit)
    axes.grid(visible=True, color=GRID, linewidth=0.8)
    return _save(figure, folder)


def _empty(title: str, inches: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, inches), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(_plain(title), loc="left", fontsize="medium")
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _save(figure: Figure, folder: Path) -> list[Path]:
    # Letters that the font lacks become boxes; no warning is needed.
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing", category=UserWarning)
        return save(figure, folder, "elo")


def _plain(text: str) -> str:
    """Text that matplotlib draws literally: dollar signs would start a formula."""
    return "".join(letter if letter.isprintable() else "?" for letter in text).replace("$", r"\$")
