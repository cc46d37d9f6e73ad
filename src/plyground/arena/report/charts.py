"""Charts of ratings with their intervals and of Elo during a match: as HTML of any width, and as plots in files."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from plyground.arena.elo import Interval
from plyground.drawing.plots import COLOURS, GRID, empty_figure, plot_intervals, save

MAX_TICKS = 7
ROW_INCHES = 0.38


class Axis:
    """A range around some values with round ticks, and the place of a value on it in percent."""

    def __init__(self, values: Sequence[float]) -> None:
        known = [value for value in values if math.isfinite(value)] or [0.0]
        low, high = min(known), max(known)
        margin = (high - low) * 0.04 or 10.0
        low, high = low - margin, high + margin
        step = _round_step((high - low) / MAX_TICKS)
        self.low, self.high = low, high
        self.ticks = [step * place for place in range(math.ceil(low / step), math.floor(high / step) + 1)]

    def place(self, value: float) -> float:
        """0 at the lower end, 100 at the upper; values outside are put at the nearer end."""
        share = (value - self.low) / (self.high - self.low) if math.isfinite(value) else math.copysign(2.0, value)
        return round(100 * min(max(share, 0.0), 1.0), 2)


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 ... that is not less."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * 0.999)


def _signed(elo: float) -> str:
    return f"{elo:+.0f}" if round(elo) else "0"


def shown_bounds(intervals: Iterable[Interval]) -> list[float]:
    """The values that an axis has to show: Elo, and its bounds unless they dwarf it."""
    intervals = list(intervals)
    values = [each.elo for each in intervals]
    room = max(1.5 * (max(values) - min(values)), 400.0)
    bounds = [bound for each in intervals for bound in (each.low, each.high)]
    return values + [min(max(bound, min(values) - room), max(values) + room) for bound in bounds]


def interval_chart(intervals: Mapping[str, Interval], unit: str) -> str:
    """A line for each interval with a dot on its value."""
    axis = Axis(shown_bounds(intervals.values()))
    rows = [
        f'<div class="chart-name">{escape(name)}</div><div class="chart-track">'
        f'<i class="chart-bar" style="left:{axis.place(each.low)}%;right:{100 - axis.place(each.high):.2f}%"></i>'
        f'<i class="chart-dot" style="left:{axis.place(each.elo)}%"></i></div>'
        for name, each in intervals.items()
    ]
    ticks = "".join(f'<i style="left:{axis.place(tick)}%"><span>{tick:.0f}</span></i>' for tick in axis.ticks)
    scale = f'<div class="chart-name chart-unit">{escape(unit)}</div><div class="chart-track chart-scale">{ticks}</div>'
    return f'<div class="chart intervals" role="img" aria-label="{escape(unit)}">{"".join(rows)}{scale}</div>'


def progress_axis(points: Sequence[tuple[int, Interval]]) -> Axis:
    """An axis for the second half of the points; the wide intervals of the first games may exceed it."""
    last, _ = points[-1]
    return Axis([0.0, *shown_bounds(each for games, each in points if 2 * games >= last)])


def progress_chart(points: Sequence[tuple[int, Interval]], unit: str) -> str:
    """Elo with its interval, by the number of games."""
    last, axis = points[-1][0], progress_axis(points)

    def line(name: str) -> list[str]:
        return [f"{100 * games / last:.2f} {100 - axis.place(getattr(each, name)):.2f}" for games, each in points]

    upper, lower, middle = line("high"), line("low"), line("elo")
    zero = f'<path class="zero" d="M0 {100 - axis.place(0)}H100"/>' if axis.low < 0 < axis.high else ""
    picture = (
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{zero}'
        f'<path class="band" d="M{"L".join(upper)}L{"L".join(reversed(lower))}Z"/>'
        f'<path class="value" d="M{"L".join(middle)}"/></svg>'
    )
    heights = "".join(
        f'<i style="top:{100 - axis.place(tick)}%"><span>{_signed(tick)}</span></i>' for tick in axis.ticks
    )
    counts = [tick for tick in Axis([0, last]).ticks if 0 <= tick <= last]
    widths = "".join(f'<span style="left:{100 * count / last:.2f}%">{count:,.0f}</span>' for count in counts)
    return (
        f'<div class="chart progress" role="img" aria-label="{escape(unit)}"><div class="chart-heights">{heights}</div>'
        f'<div class="chart-plot">{picture}</div><div class="chart-widths">{widths}</div>'
        f'<div class="chart-unit">{escape(unit)}</div></div>'
    )


def save_ratings(title: str, unit: str, ratings: Mapping[str, Interval], folder: Path) -> list[Path]:
    """Plots ratings with their intervals, the best on top; returns the files."""
    figure, axes = empty_figure(title, max(2.4, 1.4 + ROW_INCHES * len(ratings)))
    axis = Axis(shown_bounds(ratings.values()))
    bounds = {name: (each.elo, max(each.low, axis.low), min(each.high, axis.high)) for name, each in ratings.items()}
    plot_intervals(axes, bounds)
    axes.set_xlim(axis.low, axis.high)
    axes.set_xlabel(unit)
    axes.grid(visible=True, axis="x", color=GRID, linewidth=0.8)
    return save(figure, folder, "elo")


def save_progress(title: str, unit: str, points: Sequence[tuple[int, Interval]], folder: Path) -> list[Path]:
    """Plots Elo with its interval by the number of games; returns the files."""
    figure, axes = empty_figure(title, 4.5)
    axis = progress_axis(points)
    games = [count for count, _ in points]
    lows = [max(each.low, axis.low) for _, each in points]
    highs = [min(each.high, axis.high) for _, each in points]
    axes.fill_between(games, lows, highs, color=COLOURS[0], alpha=0.18, linewidth=0)
    axes.plot(games, [each.elo for _, each in points], color=COLOURS[0], linewidth=1.8)
    axes.axhline(0.0, color="#7f7f7f", linewidth=1, linestyle="--")
    axes.set_ylim(axis.low, axis.high)
    axes.set_xlim(0, games[-1])
    axes.set_xlabel("games")
    axes.set_ylabel(unit)
    axes.grid(visible=True, color=GRID, linewidth=0.8)
    return save(figure, folder, "elo")
