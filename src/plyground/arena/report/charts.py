"""Charts for a page: ratings with their intervals, and Elo as a match went on; plain HTML for any width."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from plyground.arena.elo import Interval

MAX_TICKS = 7


class Axis:
    """An axis with round numbers; values are placed on it in percent."""

    def __init__(self, values: Sequence[float]) -> None:
        known = [value for value in values if math.isfinite(value)] or [0.0]
        low, high = min(known), max(known)
        margin = (high - low) * 0.04 or 10.0
        low, high = low - margin, high + margin
        step = _round_step((high - low) / MAX_TICKS)
        self.low, self.high = low, high
        self.ticks = [step * place for place in range(math.ceil(low / step), math.floor(high / step) + 1)]

    def place(self, value: float) -> float:
        """0 at the lower end, 100 at the upper; values outside are clamped."""
        share = (value - self.low) / (self.high - self.low) if math.isfinite(value) else math.copysign(2.0, value)
        return round(100 * min(max(share, 0.0), 1.0), 2)


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 ... that is at least this."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * 0.999)


def _signed(elo: float) -> str:
    return f"{elo:+.0f}" if round(elo) else "0"


def shown_bounds(intervals: Iterable[Interval]) -> list[float]:
    """The values an axis must cover, and their bounds unless these dwarf the values."""
    intervals = list(intervals)
    values = [each.value for each in intervals]
    room = max(1.5 * (max(values) - min(values)), 400.0)
    bounds = [bound for each in intervals for bound in (each.low, each.high)]
    return values + [min(max(bound, min(values) - room), max(values) + room) for bound in bounds]


def interval_chart(intervals: Mapping[str, Interval], unit: str) -> str:
    """One line for each interval, a dot on its value."""
    axis = Axis(shown_bounds(intervals.values()))
    rows = [
        f'<div class="chart-name">{escape(name)}</div><div class="chart-track">'
        f'<i class="chart-bar" style="left:{axis.place(each.low)}%;right:{100 - axis.place(each.high):.2f}%"></i>'
        f'<i class="chart-dot" style="left:{axis.place(each.value)}%"></i></div>'
        for name, each in intervals.items()
    ]
    ticks = "".join(f'<i style="left:{axis.place(tick)}%"><span>{tick:.0f}</span></i>' for tick in axis.ticks)
    scale = f'<div class="chart-name chart-unit">{escape(unit)}</div><div class="chart-track chart-scale">{ticks}</div>'
    return f'<div class="chart intervals" role="img" aria-label="{escape(unit)}">{"".join(rows)}{scale}</div>'


def progress_axis(points: Sequence[tuple[int, Interval]]) -> Axis:
    """An axis for the second half of the games; the first few, which prove nothing, may leave it."""
    last, _ = points[-1]
    return Axis([0.0, *shown_bounds(each for games, each in points if 2 * games >= last)])


def progress_chart(points: Sequence[tuple[int, Interval]], unit: str) -> str:
    """A value with its interval over the number of games."""
    last, axis = points[-1][0], progress_axis(points)

    def line(name: str) -> list[str]:
        return [f"{100 * games / last:.2f} {100 - axis.place(getattr(each, name)):.2f}" for games, each in points]

    upper, lower, middle = line("high"), line("low"), line("value")
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
