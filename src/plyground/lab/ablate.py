"""Ablation: what each feature of a search is worth, by searching the same positions without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import takewhile
from pathlib import Path
from statistics import fmean
from typing import Any

from plyground.drawing import plots
from plyground.drawing.text_table import Column, TextTable, count_text, seconds_text
from plyground.journal import Journal, RunProgress, no_progress
from plyground.lab.experiment import ExperimentReport
from plyground.lab.measure import CONFIDENCE, Ratio, ratio_of, timed
from plyground.lab.positions import PositionSet
from plyground.lab.textbook_search import TextbookSearch, weights_setup
from plyground.protocol import Position

MEASURED = {"nodes", "seconds", "value"}
"""What is recorded of a search."""
REPEATS = 3
"""How often each position is searched; the shortest time counts, and the nodes are always the same."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The work of a search on each position."""

    contender: TextbookSearch
    nodes: tuple[int, ...]
    seconds: tuple[float, ...]
    values: tuple[int, ...]


class Ablation(ExperimentReport):
    """The work of a base search, and of the same search without each of its features."""

    heading = "What features are worth"

    def __init__(self, positions: PositionSet, depth: int, base: Effort, others: Sequence[Effort]) -> None:
        self.positions = positions
        self.depth = depth
        self.base = base
        self.others = others

    @property
    def title(self) -> str:
        """The search and the positions."""
        where = f"{self.positions.game.title}, {len(self.positions)} positions ({self.positions.origin})"
        return f"{self.base.contender.name} at depth {self.depth}: {where}"

    def ratios(self, name: str) -> dict[str, Ratio]:
        """For each feature, the `nodes` or `seconds` without it as a multiple of the base's."""
        base = getattr(self.base, name)
        return {effort.contender.name: ratio_of(getattr(effort, name), base) for effort in self.others}

    def tables(self) -> list[TextTable]:
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
            "Ratios to the base are geometric means over the positions; above 1× the feature saves work. "
            "Other values: positions whose value is not the base's.",
            f"Evaluation: {self.base.contender.evaluation}. Times are the shortest of {REPEATS}.",
        )
        return [TextTable(self.title, columns, rows, notes=notes)]

    def draw(self, folder: Path) -> list[Path]:
        paths: list[Path] = []
        for name, title in (("nodes", "Nodes"), ("seconds", "Time")) if self.others else ():
            found = {who: (one.mean, one.lower, one.upper) for who, one in self.ratios(name).items()}
            figure = plots.worth_figure(f"{title} of {self.title}", found)
            paths.extend(plots.save(figure, folder, "time" if name == "seconds" else name))
        return paths

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.positions.game.name,
            "positions": [position.fen for position in self.positions],
            "origin": self.positions.origin,
            "depth": self.depth,
            "searches": [asdict(effort) for effort in (self.base, *self.others)],
            "nodes": {name: asdict(ratio) for name, ratio in self.ratios("nodes").items()},
            "seconds": {name: asdict(ratio) for name, ratio in self.ratios("seconds").items()},
        }

    def _row(self, effort: Effort, nodes: dict[str, Ratio], seconds: dict[str, Ratio]) -> dict[str, Any]:
        row: dict[str, Any] = {
            "search": effort.contender.name,
            "mean_nodes": fmean(effort.nodes),
            "mean_seconds": fmean(effort.seconds),
            "other_values": sum(one != other for one, other in zip(effort.values, self.base.values, strict=True)),
        }
        for kind, ratios in (("nodes", nodes), ("seconds", seconds)):
            ratio = ratios.get(effort.contender.name)
            row[f"{kind}_text"] = None if ratio is None else str(ratio)
            row |= {f"{kind}_ratio_{part}": getattr(ratio, part, None) for part in ("mean", "lower", "upper")}
        return row


@dataclass(frozen=True, slots=True)
class AblationPlan:
    """What to measure: a search of every position, and the same search without each of some features."""

    positions: PositionSet
    base: TextbookSearch
    without: Sequence[str]
    depth: int

    @property
    def contenders(self) -> tuple[TextbookSearch, ...]:
        """The base, and the searches without a feature; raises `InvalidRules` if the base does not have one."""
        return (self.base, *(self.base.without(feature) for feature in self.without))

    @property
    def setup(self) -> dict[str, Any]:
        """What must be the same for a run to be resumed."""
        return {
            "game": self.positions.game.name,
            "positions": self.positions.digest,
            "base": self.base.name,
            "evaluation": self.base.evaluation,
            "table_size": self.base.features.tt_size,
            "seed": self.base.features.seed,
            "depth": self.depth,
        } | weights_setup([self.base])

    def is_whole(self, part: Mapping[str, Any]) -> bool:
        """Whether every search of a position was recorded."""
        cells = [part.get(contender.name) for contender in self.contenders]
        return all(isinstance(cell, Mapping) and cell.keys() >= MEASURED for cell in cells)

    def finished(self, parts: Mapping[str, Mapping[str, Any]]) -> Ablation:
        """The ablation on the positions that are finished, from the first one on."""
        found = (parts.get(_key(place), {}) for place in range(1, len(self.positions) + 1))
        measured = list(takewhile(self.is_whole, found))
        efforts = []
        for contender in self.contenders:
            cells = [part[contender.name] for part in measured]
            nodes, seconds, values = (tuple(cell[what] for cell in cells) for what in ("nodes", "seconds", "value"))
            efforts.append(Effort(contender, nodes, seconds, values))
        done = replace(self.positions, positions=self.positions.positions[: len(measured)])
        return Ablation(done, self.depth, efforts[0], efforts[1:])


def ablate(
    plan: AblationPlan,
    *,
    repeats: int = REPEATS,
    journal: Journal | None = None,
    on_progress: RunProgress = no_progress,
) -> Ablation:
    """Searches every position with the base and without each feature.

    Positions that the journal has are not searched again; each new one is added as soon as it is finished.

    >>> import plyground
    >>> from plyground.lab.textbook_search import textbook_search
    >>> from plyground.lab.positions import start_position
    >>> chess = plyground.game("chess")
    >>> base = textbook_search("alphabeta+ordering", chess)
    >>> found = ablate(AblationPlan(start_position(chess), base, ["ordering"], 4))
    >>> [effort.nodes for effort in (found.base, *found.others)]
    [(10204,), (10769,)]
    """
    contenders = plan.contenders
    parts: dict[str, dict[str, Any]] = {} if journal is None else journal.parts
    for place, position in enumerate(plan.positions, 1):
        if not plan.is_whole(parts.get(_key(place), {})):
            measured = {one.name: _measure(one, position, plan.depth, repeats) for one in contenders}
            if journal is not None:
                journal.add(_key(place), measured)
            parts[_key(place)] = measured
        on_progress(f"position {place} of {len(plan.positions)}", place / len(plan.positions))
    return plan.finished(parts)


def _key(place: int) -> str:
    return f"position {place}"


def _measure(contender: TextbookSearch, position: Position, depth: int, repeats: int) -> dict[str, Any]:
    runs = [timed(contender, position, depth) for _ in range(max(repeats, 1))]
    found, _ = runs[0]
    return {"nodes": found.counters.nodes, "seconds": min(seconds for _, seconds in runs), "value": found.value}
