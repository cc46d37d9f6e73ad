"""Plots: figures as PNG and SVG files, drawn without a display; matplotlib is loaded only when one is drawn."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.writing import replacing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("png", "svg")
MARKERS = "osD^vPX*<>"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5b3a8e", "#7f7f7f", "#1b1b1b", "#a6761d")
"""Colours that colour-blind people can distinguish (Okabe and Ito), and a few more."""
GRID = "#dddddd"


def has_plots() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def growth_figure(title: str, unit: str, series: Mapping[str, Sequence[tuple[int, float]]]) -> Figure:
    """Growth with depth on a logarithmic axis: name -> (depth, value) pairs."""
    figure, axes = empty_figure(title)
    for place, (name, points) in enumerate(series.items()):
        shown = [(depth, value) for depth, value in points if value > 0]
        axes.plot(
            [depth for depth, _ in shown],
            [value for _, value in shown],
            label=name,
            marker=MARKERS[place % len(MARKERS)],
            color=COLOURS[place % len(COLOURS)],
            markersize=5,
            linewidth=1.6,
        )
    axes.set_yscale("log")
    axes.set_xticks(sorted({depth for points in series.values() for depth, _ in points}))
    axes.set_xlabel("depth, plies")
    axes.set_ylabel(unit)
    axes.grid(visible=True, which="major", color=GRID, linewidth=0.8)
    axes.legend(frameon=False, fontsize="small")
    return figure


def worth_figure(title: str, ratios: Mapping[str, tuple[float, float, float]]) -> Figure:
    """The cost of leaving something out: name -> (ratio, lower, upper), as points with intervals around a line at 1."""
    figure, axes = empty_figure(title)
    plot_intervals(axes, ratios)
    axes.axvline(1.0, color="#7f7f7f", linewidth=1, linestyle="--")
    axes.set_xscale("log")
    _label_ratios(axes, [bound for ratio in ratios.values() for bound in ratio])
    axes.set_xlabel("times the base; 1 = no difference")
    axes.grid(visible=True, axis="x", which="both", color=GRID, linewidth=0.8)
    return figure


def plot_intervals(axes: Axes, intervals: Mapping[str, tuple[float, float, float]]) -> None:
    """Draws a dot and a line for each (value, lower, upper), from top to bottom, with the names on the axis."""
    names = list(intervals)[::-1]
    for height, name in enumerate(names):
        value, lower, upper = intervals[name]
        axes.plot([lower, upper], [height, height], color=COLOURS[0], linewidth=2)
        axes.plot([value], [height], color=COLOURS[0], marker="o")
    axes.set_yticks(range(len(names)), [_plain(name) for name in names])
    axes.set_ylim(-0.6, len(names) - 0.4)


def error_figure(title: str, rates: Mapping[str, tuple[float, float, float]]) -> Figure:
    """Rates from 0 to 1: name -> (rate, lower, upper), as points with intervals."""
    from matplotlib.ticker import PercentFormatter

    figure, axes = empty_figure(title, 1.5 + 0.35 * len(rates))
    plot_intervals(axes, rates)
    axes.set_xlim(left=0)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.set_xlabel("errors per decision")
    axes.grid(visible=True, axis="x", color=GRID, linewidth=0.8)
    return figure


def rates_figure(title: str, unit: str, series: Mapping[str, Sequence[tuple[int, float, float, float]]]) -> Figure:
    """Rates over a number: name -> (number, rate, lower, upper), as lines with intervals."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    figure, axes = empty_figure(title)
    for place, (name, points) in enumerate(series.items()):
        colour, marker = COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)]
        # Next to each other, so that no interval hides another.
        aside = 0.6 * (place / max(len(series) - 1, 1) - 0.5)
        numbers, rates = [point[0] + aside for point in points], [point[1] for point in points]
        axes.plot(numbers, rates, label=_plain(name), marker=marker, color=colour, markersize=5, linewidth=0.8)
        axes.vlines(numbers, [point[2] for point in points], [point[3] for point in points], color=colour, alpha=0.4)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(unit)
    axes.set_ylabel("errors per decision")
    axes.grid(visible=True, axis="y", color=GRID, linewidth=0.8)
    figure.legend(loc="outside right upper", frameon=False, fontsize="small")
    return figure


def course_figure(title: str, course: Sequence[tuple[float, str | None]]) -> Figure:
    """The course of a game: White's expected points after each move, 0 to 1, and the mark of a bad move."""
    from matplotlib.ticker import MaxNLocator

    figure, axes = empty_figure(title)
    plies = range(1, len(course) + 1)
    expected = [value for value, _ in course]
    axes.fill_between(plies, expected, 0.5, color=COLOURS[0], alpha=0.2, linewidth=0)
    axes.plot(plies, expected, color=COLOURS[0], linewidth=1.6)
    axes.axhline(0.5, color="#7f7f7f", linewidth=1, linestyle="--")
    for place, mark in enumerate(dict.fromkeys(mark for _, mark in course if mark)):
        marked = [(ply, value) for ply, (value, name) in zip(plies, course, strict=True) if name == mark]
        colour, shape = COLOURS[(place + 1) % len(COLOURS)], MARKERS[place % len(MARKERS)]
        axes.plot(*zip(*marked, strict=True), linestyle="", marker=shape, color=colour, label=mark)
    if any(mark for _, mark in course):
        axes.legend(frameon=False, fontsize="small")
    axes.set_ylim(0, 1)
    axes.set_xlim(0.5, len(course) + 0.5)
    axes.set_xlabel("ply")
    axes.set_ylabel("points White can expect")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(visible=True, axis="y", color=GRID, linewidth=0.8)
    return figure


def save(figure: Figure, folder: Path, name: str) -> list[Path]:
    """Writes a figure in every format; the same figure is the same file each time."""
    paths = [folder / f"{name}.{suffix}" for suffix in FORMATS]
    for path in paths:
        save_as(figure, path, path.suffix[1:])
    return paths


def save_as(figure: Figure, path: Path, suffix: str = "svg") -> None:
    """Writes a figure to one file; the same figure is the same file each time."""
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": path.stem}), warnings.catch_warnings():
        # A name may contain letters that the font lacks; they become boxes.
        warnings.filterwarnings("ignore", message="Glyph .* missing", category=UserWarning)
        with replacing(path) as file:
            figure.savefig(file, format=suffix, dpi=150, metadata={"Date": None} if suffix == "svg" else None)


def empty_figure(title: str, inches: float = 5) -> tuple[Figure, Axes]:
    """A figure of this height with a title and nothing else."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, inches), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(_plain(title), loc="left", fontsize="medium")
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _plain(text: str) -> str:
    """Text that is drawn literally: a dollar would begin a formula, and some characters cannot be printed."""
    return "".join(letter if letter.isprintable() else "?" for letter in text).replace("$", r"\$")


def _label_ratios(axes: Axes, bounds: Sequence[float]) -> None:
    """Labels the axis with round numbers; a narrow range contains no power of ten."""
    from matplotlib.ticker import NullFormatter, NullLocator

    steps = [0.1, 0.2, 0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000]
    low, high = min((*bounds, 1.0)) / 1.15, max((*bounds, 1.0)) * 1.15
    shown = [step for step in steps if low <= step <= high]
    if high / low > 4:
        shown = [step for step in shown if step not in (0.7, 0.8, 0.9, 1.1, 1.2)]
    axes.set_xlim(low, high)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xticks(shown, [f"{step:g}" for step in shown])
