"""The report of a comparison: its tables and plots, printed or written to a folder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground.drawing import plots
from plyground.drawing.text_table import Column, Row, TextTable, count_text, percent_text, seconds_text, times_text
from plyground.lab.compare import Cell, ComparisonPlan, summary
from plyground.lab.experiment import ExperimentReport
from plyground.lab.measure import SearchTally

BASELINE = "minimax"

SUMMARY = (
    Column("depth", "Depth"),
    Column("algorithm", "Algorithm", is_number=False),
    Column("mean_seconds", "Mean time", seconds_text),
    Column("max_seconds", "Max time", seconds_text),
    Column("nodes", "Nodes", count_text),
    Column("cutoff_rate", "Cut-offs", percent_text),
    Column("first_move_cutoff_rate", "on 1st", percent_text),
    Column("hit_rate", "TT hits", percent_text),
    Column("branching", "EBF", count_text),
    Column("speedup", "Speed-up", times_text),
    Column("times_minimal", "Minimal", times_text),
)

DUEL = (
    Column("depth", "Depth"),
    Column("result", "Result", is_number=False),
    Column("plies", "Plies"),
    *(
        Column(f"{who}_{name}", f"{title} {'AB'[place]}", text)
        for place, who in enumerate(("first", "second"))
        for name, title, text in (
            ("mean_seconds", "Mean time", seconds_text),
            ("max_seconds", "Max time", seconds_text),
            ("nodes", "Nodes", count_text),
        )
    ),
)

LEGEND = (
    "Times and nodes are per search. Cut-offs: interior nodes that ended with one; on 1st: cut-offs by the first move "
    "tried. TT hits: probes that found the position. EBF: effective branching factor, the depth-th root of the nodes. "
    "Speed-up: mean time of minimax at this depth over this one. Minimal: leaves visited, as a multiple of "
    "b^⌈d/2⌉ + b^⌊d/2⌋ − 1."
)


class Comparison(ExperimentReport):
    """The results of a comparison, finished or not."""

    def __init__(self, plan: ComparisonPlan, cells: Sequence[Cell]) -> None:
        self.plan = plan
        self.cells = cells

    @property
    def title(self) -> str:
        """The game and the positions."""
        count = len(self.plan.positions)
        of = f"{count} position{'s' if count != 1 else ''} ({self.plan.positions.origin})"
        what = f"{self.plan.games} games a pairing from {of}" if self.plan.games else of
        return f"{self.plan.positions.game.title}, {what}"

    @property
    def heading(self) -> str:
        return f"Comparison: {self.title}"

    @cached_property
    def _tallies(self) -> dict[tuple[str, int], SearchTally]:
        return summary(self.cells)

    @cached_property
    def summary(self) -> TextTable:
        """Every contender at every depth."""
        evaluations = {
            contender.name: contender.evaluation for contender in self.plan.contenders if not contender.is_random
        }
        rows = [self._summary_row(name, tally) for (name, _), tally in self._tallies.items()]
        skipped = [] if self.plan.games else [cell for cell in self.cells if cell.skipped]
        rows += [{"depth": cell.depth, "algorithm": cell.name, "skipped": cell.skipped} for cell in skipped]
        order = list(evaluations)
        rows.sort(key=lambda row: (row["depth"], order.index(row["algorithm"])))
        said = ", ".join(f"{name}: {evaluation}" for name, evaluation in evaluations.items())
        if len(set(evaluations.values())) == 1:
            said = next(iter(evaluations.values()))
        return TextTable(self.title, SUMMARY, rows, "depth", self._notes(said), keys=2)

    def duels(self) -> list[TextTable]:
        """One table for each pairing, a row for each depth."""
        rows: dict[str, list[Row]] = defaultdict(list)
        for cell in self.cells if self.plan.games else ():
            rows[cell.name].append(_duel_row(cell))
        return [TextTable(f"A: {name.replace(' v ', ', B: ')}", DUEL, found) for name, found in rows.items()]

    def tables(self) -> list[TextTable]:
        return [*self.duels(), self.summary]

    def csv_tables(self) -> dict[str, TextTable]:
        tables = {"summary.csv": self.summary}
        if self.plan.games:
            every = [{"pairing": cell.name, **_duel_row(cell)} for cell in self.cells]
            tables["pairings.csv"] = TextTable("", DUEL, every)
        return tables

    def draw(self, folder: Path) -> list[Path]:
        paths: list[Path] = []
        for name, title, unit, of in (
            ("mean-time", "Mean time of a search", "seconds", "mean_seconds"),
            ("max-time", "Longest search", "seconds", "max_seconds"),
            ("nodes", "Nodes of a search", "nodes", "mean_nodes"),
        ):
            figure = plots.growth_figure(f"{title}: {self.title}", unit, self._series(of))
            paths.extend(plots.save(figure, folder, name))
        return paths

    def as_dict(self) -> dict[str, Any]:
        return {
            **self.plan.setup,
            "origin": self.plan.positions.origin,
            "limit_s": self.plan.limit_s,
            "contenders": [asdict(contender) for contender in self.plan.contenders],
            "summary": list(self.summary.rows),
            "cells": [asdict(cell) for cell in self.cells],
        }

    def _series(self, name: str) -> dict[str, list[tuple[int, float]]]:
        series: dict[str, list[tuple[int, float]]] = {one.name: [] for one in self.plan.contenders if not one.is_random}
        for (who, depth), tally in self._tallies.items():
            series[who].append((depth, getattr(tally, name)))
        return series

    def _summary_row(self, name: str, tally: SearchTally) -> dict[str, Any]:
        baseline, speedup = self._tallies.get((BASELINE, tally.depth)), None
        if baseline is not None and tally.mean_seconds > 0:
            speedup = baseline.mean_seconds / tally.mean_seconds
        has_cutoffs, has_table = tally.counters.cutoffs > 0, tally.counters.probes > 0
        return {
            "depth": tally.depth,
            "algorithm": name,
            "searches": tally.searches,
            "mean_seconds": tally.mean_seconds,
            "max_seconds": tally.max_seconds,
            "nodes": tally.mean_nodes,
            "cutoff_rate": tally.cutoff_rate if has_cutoffs else None,
            "first_move_cutoff_rate": tally.counters.first_move_cutoff_rate if has_cutoffs else None,
            "hit_rate": tally.counters.hit_rate if has_table else None,
            "branching": tally.branching,
            "speedup": speedup,
            "times_minimal": tally.times_minimal,
            "skipped": "",
        }

    def _notes(self, evaluation: str) -> list[str]:
        notes = [LEGEND, f"Evaluation: {evaluation}."]
        skipped = [f"{cell.key} ({cell.skipped.partition(': ')[2]})" for cell in self.cells if cell.skipped]
        if skipped:
            notes.append(f"Skipped because of the limit of {self.plan.limit_s:g} s: {', '.join(skipped)}.")
        return notes + self._disagreements()

    def _disagreements(self) -> list[str]:
        """Contenders with the same evaluation that found different values, which is impossible without quiescence."""
        exact = {
            one.name: one.evaluation
            for one in self.plan.contenders
            if not one.features.quiescence and one.algorithm != "bns"
        }
        notes, first = [], dict[tuple[str, int], Cell]()
        for cell in self.cells:
            if cell.skipped or cell.name not in exact or self.plan.games:
                continue
            reference = first.setdefault((exact[cell.name], cell.depth), cell)
            differing = sum(one != other for one, other in zip(cell.values, reference.values, strict=True))
            if differing:
                said = f"{cell.name} and {reference.name} disagree at depth {cell.depth} on the value of"
                notes.append(f"{said} {differing} of {len(cell.values)} positions.")
        return notes


def _duel_row(cell: Cell) -> Row:
    duel = cell.duel
    if duel is None:
        return {"depth": cell.depth, "skipped": cell.skipped}
    row: dict[str, Any] = {"depth": cell.depth, "result": duel.score, "plies": duel.plies}
    for who, name in (("first", duel.first), ("second", duel.second)):
        # `random` has no tally.
        tally = cell.tallies.get(name)
        for column, of in (("mean_seconds", "mean_seconds"), ("max_seconds", "max_seconds"), ("nodes", "mean_nodes")):
            row[f"{who}_{column}"] = None if tally is None else getattr(tally, of)
    return row
