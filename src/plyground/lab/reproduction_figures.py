"""The figures of a reproduced experiment: times against depth, as published and ours, on the same axes."""

from __future__ import annotations

from pathlib import Path

from plyground.lab.plots import COLOURS, MARKERS, save
from plyground.lab.reproduction import Reproduction, Which


def draw_figure(reproduction: Reproduction, number: int, which: Which, folder: Path) -> list[Path]:
    """Draws a figure into a folder, in every format."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4.5), layout="constrained")
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    tables = [reproduction.experiment.table(table) for table in reproduction.experiment.figures]
    for table, colour, marker in zip(tables, COLOURS, MARKERS, strict=False):
        for axes, curve in zip(panels, reproduction.curves(table, which), strict=True):
            label = f"{table.white} (table {table.number})"
            axes.plot(list(curve), list(curve.values()), label=label, color=colour, marker=marker, markersize=5)
    for axes, title in zip(panels, ("published", "ours"), strict=True):
        axes.set_title(f"Figure {number}, {title}", loc="left", fontsize="medium")
        axes.set(xlabel="depth, plies", yscale="log")
        axes.grid(visible=True, which="major", color="#dddddd", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel(f"{which} time for a move, ms")
    panels[0].legend(frameon=False, fontsize="small")
    return save(figure, folder, f"figure-{number}")
