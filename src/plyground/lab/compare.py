"""Comparison: contenders at several depths, on a set of positions or in games against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from itertools import combinations
from threading import Timer
from time import perf_counter
from typing import Any, TypeAlias

from plyground.drawing.text_table import seconds_text
from plyground.journal import Journal, RunProgress, no_progress
from plyground.lab.measure import Forecast, SearchTally, minimal_leaves, timed
from plyground.lab.positions import PositionSet
from plyground.lab.selfplay import Duel, play_duel
from plyground.lab.textbook_search import TextbookSearch, weights_setup
from plyground.search.limits import SearchStopped, StopFlag

OVERTIME = 2.0
"""A cell that was expected to fit into its limit is stopped after this multiple of it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one contender, or of a duel of two, at one depth, or why it was left out."""

    name: str
    depth: int
    seconds: float = 0.0
    tallies: Mapping[str, SearchTally] = field(default_factory=dict)
    duel: Duel | None = None
    values: tuple[int, ...] = ()
    skipped: str = ""

    @property
    def key(self) -> str:
        """Its key in a journal."""
        return cell_key(self.name, self.depth)

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Cell:
        """The opposite of `asdict`; other entries are ignored."""
        found = {item.name: plain[item.name] for item in fields(cls)}
        found["tallies"] = {name: SearchTally.from_dict(tally) for name, tally in plain["tallies"].items()}
        found["duel"] = None if plain["duel"] is None else Duel(**plain["duel"])
        return cls(**{**found, "values": tuple(plain["values"])})


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    """What to compare: searches of positions, or `games` for each pairing if that is not 0."""

    positions: PositionSet
    contenders: tuple[TextbookSearch, ...]
    depths: tuple[int, ...]
    games: int = 0
    limit_s: float = 60.0
    seed: int = 0
    evaluation: str | None = None
    """The evaluation of all contenders; None if each has its own."""
    tt_size: int | None = None

    @property
    def setup(self) -> dict[str, Any]:
        """What must be the same for a run to be resumed."""
        return {
            "game": self.positions.game.name,
            "positions": self.positions.digest,
            "games": self.games,
            "seed": self.seed,
            "evaluation": self.evaluation,
            "table_size": self.tt_size,
        } | weights_setup(self.contenders)

    def steps(self) -> list[Step]:
        """Every cell to measure, shallow depths first: its name, its depth and who takes part, alone or in pairs."""
        groups = list(combinations(self.contenders, 2 if self.games else 1))
        names = [" v ".join(contender.name for contender in members) for members in groups]
        return [(name, depth, members) for depth in self.depths for name, members in zip(names, groups, strict=True)]

    def finished_cells(self, journal: Journal) -> list[Cell]:
        """The cells that a journal has, in order."""
        found = (journal.read(cell_key(name, depth), Cell.from_dict) for name, depth, _ in self.steps())
        return [cell for cell in found if cell is not None]


Step: TypeAlias = tuple[str, int, tuple[TextbookSearch, ...]]


def cell_key(name: str, depth: int) -> str:
    """The key of a cell in a journal."""
    return f"{name} @ {depth}"


def compare(
    plan: ComparisonPlan, journal: Journal | None = None, on_progress: RunProgress = no_progress
) -> Iterator[Cell]:
    """Measures the cells one after the other; those that the journal has are not measured again, new ones are added.

    A cell that would take longer than the limit, judging by the growth of the last depths, is left out with all deeper
    ones.
    """
    steps = plan.steps()
    forecast = Forecast()
    began_s = perf_counter()
    for index, step in enumerate(steps):
        name, depth, _ = step
        cell = None if journal is None else journal.read(cell_key(name, depth), Cell.from_dict)
        # A cell that was left out is tried again, because the limit may have changed.
        if cell is None or cell.skipped:
            tell = _teller(on_progress, plan, forecast, steps[index:], began_s)
            cell = _measure(plan, step, forecast, tell)
            if journal is not None:
                journal.add(cell.key, asdict(cell))
        # Deeper cells take at least as long as one that had to be stopped.
        if cell.seconds > 0:
            forecast.learn(name, depth, cell.seconds)
        yield cell


def summary(cells: Sequence[Cell]) -> dict[tuple[str, int], SearchTally]:
    """The total of each contender at each depth."""
    found: dict[tuple[str, int], SearchTally] = {}
    for cell in cells:
        for name, tally in cell.tallies.items():
            found.setdefault((name, cell.depth), SearchTally(cell.depth)).merge(tally)
    return found


def _measure(plan: ComparisonPlan, step: Step, forecast: Forecast, tell: Callable[[float], object]) -> Cell:
    name, depth, members = step
    expected_s = forecast.seconds(name, depth)
    tell(0.0)
    if expected_s is not None and expected_s > plan.limit_s:
        return Cell(name, depth, skipped=f"skipped: ≈ {seconds_text(expected_s)}")
    stop = StopFlag()
    timer = Timer(plan.limit_s * OVERTIME, stop.request)
    timer.daemon = True
    timer.start()
    began_s = perf_counter()
    try:
        if plan.games:
            first, second = members
            duel, tallies = play_duel(plan.positions, first, second, depth, plan.games, plan.seed, stop, tell)
            return Cell(name, depth, perf_counter() - began_s, tallies, duel)
        tally, values = _search_all(plan.positions, members[0], depth, stop, tell)
        return Cell(name, depth, tally.seconds, {name: tally}, values=values)
    except SearchStopped:
        spent_s = perf_counter() - began_s
        return Cell(name, depth, spent_s, skipped=f"stopped: {seconds_text(spent_s)}")
    finally:
        timer.cancel()


def _search_all(
    positions: PositionSet, contender: TextbookSearch, depth: int, stop: StopFlag, tell: Callable[[float], object]
) -> tuple[SearchTally, tuple[int, ...]]:
    tally, values = SearchTally(depth), []
    for index, position in enumerate(positions):
        found, seconds = timed(contender, position, depth, stop)
        tally.add(found, seconds, minimal_leaves(position, depth))
        values.append(found.value)
        tell((index + 1) / len(positions))
    return tally, tuple(values)


def _teller(
    on_progress: RunProgress, plan: ComparisonPlan, forecast: Forecast, steps: Sequence[Step], began_s: float
) -> Callable[[float], object]:
    """Reports the progress of the first step, with a forecast for it and the others."""
    (name, depth, _), *rest = steps
    later_s = sum(_fitting(forecast.seconds(who, at), plan.limit_s) for who, at, _ in rest)
    own_s = _fitting(forecast.seconds(name, depth), plan.limit_s)

    def tell(part: float) -> None:
        left_s = later_s + (1 - part) * own_s
        spent_s = perf_counter() - began_s
        on_progress(f"{name}, depth {depth}", spent_s / max(spent_s + left_s, 1e-9), left_s)

    return tell


def _fitting(seconds: float | None, limit_s: float) -> float:
    """The time of a cell; 0 if it will be left out."""
    return 0.0 if seconds is None or seconds > limit_s else seconds
