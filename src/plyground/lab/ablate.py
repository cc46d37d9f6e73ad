"""Ablation: what each helper of a search is worth, by searching the same positions without it."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plyground import __version__
from plyground.drawing import plots
from plyground.drawing.tables import Column, Table, count_text, seconds_text, times_text
from plyground.lab.contender import Contender
from plyground.lab.measure import timed
from plyground.lab.positions import PositionSet

RESAMPLES = 2000
CONFIDENCE = 0.95
REPEATS = 3
"""Each position is searched so often; the shortest time counts, the nodes are always the same."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """The geometric mean of ratios over positions, with the interval that it lies in with 95 % confidence."""

    mean: float
    lower: float
    upper: float

    def __str__(self) -> str:
        return f"{times_text(self.mean)} ({self.lower:.3g}–{self.upper:.3g})"


def ratio_of(these: Sequence[float], those: Sequence[float], seed: int = 0) -> Ratio:
    """How many times as large these are as those, position by position; the interval is a bootstrap over positions.

    >>> ratio_of([2, 8], [1, 1]).mean
    4.0
    >>> print(ratio_of([3, 3, 3], [1, 1, 1]))
    3.00× (3–3)
    """
    logs = [math.log(max(this, 1e-9) / max(that, 1e-9)) for this, that in zip(these, those, strict=True)]
    chance = random.Random(seed)
    means = sorted(math.fsum(chance.choices(logs, k=len(logs))) / len(logs) for _ in range(RESAMPLES))
    tail = (1 - CONFIDENCE) / 2
    lower, upper = means[int(tail * RESAMPLES)], means[int((1 - tail) * RESAMPLES) - 1]
    return Ratio(round(math.exp(math.fsum(logs) / len(logs)), 12), math.exp(lower), math.exp(upper))


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search took on each position."""

    contender: Contender
    nodes: tuple[int, ...]
    seconds: tuple[float, ...]
    values: tuple[int, ...]


class Ablation:
    """What a base search took, and what it took without each of its helpers."""

    def __init__(self, positions: PositionSet, depth: int, base: Effort, others: Sequence[Effort]) -> None:
        self.positions = positions
        self.depth = depth
        self.base = base
        self.others = others

    @property
    def title(self) -> str:
        """What was measured on what."""
        where = f"{self.positions.game.title}, {len(self.positions)} positions ({self.positions.origin})"
        return f"{self.base.contender.name} at depth {self.depth}: {where}"

    def ratios(self, name: str) -> dict[str, Ratio]:
        """For each helper left out, how many times the base's `nodes` or `seconds` the search took."""
        base = getattr(self.base, name)
        return {effort.contender.name: ratio_of(getattr(effort, name), base) for effort in self.others}

    def table(self) -> Table:
        """A row for the base and one for each helper left out."""
        nodes, seconds = self.ratios("nodes"), self.ratios("seconds")
        rows = [self._row(effort, nodes, seconds) for effort in (self.base, *self.others)]
        columns = (
            Column("search", "Search", is_number=False),
            Column("mean_nodes", "Nodes", count_text),
            Column("mean_seconds", "Time", seconds_text),
            Column("nodes_text", f"Nodes ({CONFIDENCE:.0%} interval)"),
            Column("seconds_text", f"Time ({CONFIDENCE:.0%} interval)"),
            Column("other_values", "Other values"),
        )
        notes = (
            "Ratios to the base are geometric means over the positions; above 1× the helper saves work. "
            "Other values: positions whose value is not the base's.",
            f"Evaluation: {self.base.contender.evaluation}. Times are the shortest of {REPEATS}.",
        )
        return Table(self.title, columns, rows, notes=notes)

    def to_markdown(self) -> str:
        """The report as a page."""
        head = f"# What helpers are worth\n\nMade by Plyground {__version__}; times are processor time.\n"
        return f"{head}\n{self.table().to_markdown()}"

    def write(self, folder: Path) -> list[Path]:
        """Writes the page, CSV, JSON and the plots where matplotlib is installed."""
        folder.mkdir(parents=True, exist_ok=True)
        texts = {
            "report.md": self.to_markdown(),
            "summary.csv": self.table().to_csv(),
            "results.json": json.dumps(self.as_dict(), indent=1) + "\n",
        }
        paths = [folder / name for name in texts]
        for path, text in zip(paths, texts.values(), strict=True):
            path.write_text(text, encoding="utf-8")
        if plots.has_plots() and self.others:
            for name, title in (("nodes", "Nodes"), ("seconds", "Time")):
                found = {who: (one.mean, one.lower, one.upper) for who, one in self.ratios(name).items()}
                figure = plots.worth_figure(f"{title} of {self.title}", found)
                paths.extend(plots.save(figure, folder, "time" if name == "seconds" else name))
        return paths

    def as_dict(self) -> dict[str, Any]:
        """Everything in plain JSON types."""
        return {
            "version": __version__,
            "game": self.positions.game.name,
            "positions": [position.fen for position in self.positions],
            "origin": self.positions.origin,
            "depth": self.depth,
            "searches": [asdict(effort) for effort in (self.base, *self.others)],
            "nodes": {name: asdict(ratio) for name, ratio in self.ratios("nodes").items()},
            "seconds": {name: asdict(ratio) for name, ratio in self.ratios("seconds").items()},
        }

    def _row(self, effort: Effort, nodes: dict[str, Ratio], seconds: dict[str, Ratio]) -> dict[str, Any]:
        name, count = effort.contender.name, len(self.positions)
        row: dict[str, Any] = {
            "search": name,
            "mean_nodes": sum(effort.nodes) / count,
            "mean_seconds": sum(effort.seconds) / count,
            "nodes_text": str(nodes[name]) if name in nodes else None,
            "seconds_text": str(seconds[name]) if name in seconds else None,
            "other_values": sum(one != other for one, other in zip(effort.values, self.base.values, strict=True)),
        }
        for kind, ratios in (("nodes", nodes), ("seconds", seconds)):
            for part in ("mean", "lower", "upper"):
                row[f"{kind}_ratio_{part}"] = getattr(ratios[name], part) if name in ratios else None
        return row


def ablate(
    positions: PositionSet,
    base: Contender,
    without: Sequence[str],
    depth: int,
    *,
    repeats: int = REPEATS,
    on_progress: Callable[[int, int], object] | None = None,
) -> Ablation:
    """Searches every position with the base and without each helper, one right after the other.

    >>> import plyground
    >>> from plyground.lab.contender import contender
    >>> from plyground.lab.positions import start_position
    >>> chess = plyground.game("chess")
    >>> found = ablate(start_position(chess), contender("alphabeta+ordering", chess), ["ordering"], 4)
    >>> [effort.nodes for effort in (found.base, *found.others)]
    [(10204,), (10769,)]
    """
    contenders = (base, *(base.without(helper) for helper in without))
    measured: list[list[tuple[int, float, int]]] = [[] for _ in contenders]
    for place, position in enumerate(positions):
        for contender, kept in zip(contenders, measured, strict=True):
            runs = [timed(contender, position, depth) for _ in range(max(repeats, 1))]
            kept.append((runs[0][0].counters.nodes, min(seconds for _, seconds in runs), runs[0][0].value))
        if on_progress is not None:
            on_progress(place + 1, len(positions))
    efforts = []
    for contender, kept in zip(contenders, measured, strict=True):
        nodes, seconds, values = zip(*kept, strict=True)
        efforts.append(Effort(contender, nodes, seconds, values))
    return Ablation(positions, depth, efforts[0], efforts[1:])
