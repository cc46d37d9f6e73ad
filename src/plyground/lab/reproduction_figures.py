"""The figures of a reproduced experiment: times against depth, as published and ours, on the same axes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from plyground.drawing.plots import COLOURS, MARKERS, save

Curve = Mapping[int, float]
"""Depth -> time for a move in milliseconds."""


def draw_figure(number: int, which: str, curves: Mapping[str, tuple[Curve, Curve]], folder: Path) -> list[Path]:
    """Draws a figure into a folder, in every format: for each label the published curve and ours."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4.5), layout="constrained")
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    for (label, pair), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        for axes, curve in zip(panels, pair, strict=True):
            axes.plot(list(curve), list(curve.values()), label=label, color=colour, marker=marker, markersize=5)
    for axes, title in zip(panels, ("published", "ours"), strict=True):
        axes.set_title(f"Figure {number}, {title}", loc="left", fontsize="medium")
        axes.set(xlabel="depth, plies", yscale="log")
        axes.grid(visible=True, which="major", color="#dddddd", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel(f"{which} time for a move, ms")
    panels[0].legend(frameon=False, fontsize="small")
    return save(figure, folder, f"figure-{number}")
