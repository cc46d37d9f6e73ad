"""Noise: the cost for a search when equal values are made different at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from plyground.drawing.text_table import Column, TextTable, count_text
from plyground.journal import RunProgress, no_progress
from plyground.lab.experiment import ExperimentReport
from plyground.lab.measure import CONFIDENCE, Ratio, ratio_of
from plyground.lab.textbook_search import TextbookSearch
from plyground.protocol import Position
from plyground.search.features import NOISE


@dataclass(frozen=True, slots=True)
class NoiseEffort:
    """The work of one search without noise, and with the noise of each seed."""

    contender: TextbookSearch
    nodes: int
    re_searches: int
    noisy_nodes: tuple[int, ...]
    noisy_re_searches: tuple[int, ...]

    @property
    def ratio(self) -> Ratio:
        """The nodes with noise as a multiple of those without, over the seeds."""
        return ratio_of(self.noisy_nodes, [self.nodes] * len(self.noisy_nodes))


class NoiseReport(ExperimentReport):
    """The cost of noise for several searches of one position."""

    heading = "What noise costs"

    def __init__(self, position: Position, depth: int, efforts: Sequence[NoiseEffort]) -> None:
        self.position = position
        self.depth = depth
        self.efforts = efforts
        self.note = f"the position is `{position.fen}`"

    def tables(self) -> list[TextTable]:
        columns = (
            Column("evaluation", "Evaluation", is_number=False),
            Column("search", "Search", is_number=False),
            Column("nodes", "Nodes", count_text),
            Column("noisy_nodes", "With noise", count_text),
            Column("ratio_text", f"Ratio ({CONFIDENCE:.0%} interval)"),
            Column("re_searches", "Re-searches", count_text),
            Column("noisy_re_searches", "With noise", count_text),
        )
        seeds = len(self.efforts[0].noisy_nodes) if self.efforts else 0
        notes = (
            f"With noise: means over {seeds} seeds; the ratio is their geometric mean. "
            "Noise multiplies the evaluation by 256 and adds a byte that depends on the seed and the position.",
        )
        title = f"{self.position.game.title}, depth {self.depth}: what noise costs"
        rows = [self._row(effort) for effort in self.efforts]
        return [TextTable(title, columns, rows, "evaluation", notes, keys=2)]

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.position.game.name,
            "position": self.position.fen,
            "depth": self.depth,
            "searches": [{**asdict(effort), "ratio": asdict(effort.ratio)} for effort in self.efforts],
        }

    def _row(self, effort: NoiseEffort) -> dict[str, Any]:
        ratio = effort.ratio
        return {
            "evaluation": effort.contender.evaluation,
            "search": effort.contender.name,
            "nodes": effort.nodes,
            "noisy_nodes": fmean(effort.noisy_nodes),
            "ratio_text": str(ratio),
            "re_searches": effort.re_searches,
            "noisy_re_searches": fmean(effort.noisy_re_searches),
            **{f"ratio_{part}": getattr(ratio, part) for part in ("mean", "lower", "upper")},
        }


def measure_noise(
    position: Position,
    contenders: Sequence[TextbookSearch],
    depth: int,
    seeds: int,
    on_progress: RunProgress = no_progress,
) -> NoiseReport:
    """Searches a position with each contender without noise, and with the noise of the seeds 0, 1, 2 ...

    >>> import plyground
    >>> from plyground.lab.textbook_search import textbook_search
    >>> draughts = plyground.game("draughts")
    >>> report = measure_noise(draughts.start(), [textbook_search("mtdf+tt+piece-count", draughts)], 4, seeds=3)
    >>> [(effort.nodes, effort.noisy_nodes) for effort in report.efforts]
    [(164, (815, 537, 1045))]
    """
    efforts = []
    for place, contender in enumerate(contenders):
        quiet = contender.evaluated_by(contender.features.evaluation.removesuffix(NOISE))
        noisy = quiet.evaluated_by(quiet.features.evaluation + NOISE)
        counters = quiet.search(position, depth).counters
        found = [noisy.seeded(seed).search(position, depth).counters for seed in range(seeds)]
        nodes, re_searches = tuple(one.nodes for one in found), tuple(one.re_searches for one in found)
        efforts.append(NoiseEffort(quiet, counters.nodes, counters.re_searches, nodes, re_searches))
        on_progress(f"search {place + 1} of {len(contenders)}", (place + 1) / len(contenders))
    return NoiseReport(position, depth, efforts)
