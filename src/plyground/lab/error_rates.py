"""Error rates: how often players give away half a point or more, by exact values, over positions where they can."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

from plyground.abilities import HasPhases
from plyground.database.verdict import Outcome, Verdict, VerdictSource
from plyground.drawing import plots
from plyground.drawing.text_table import Column, TextTable, percent_text
from plyground.errors import InvalidPosition
from plyground.journal import Journal, RunProgress, no_progress, understood
from plyground.lab.experiment import ExperimentReport
from plyground.lab.positions import PositionSet, make_positions
from plyground.play.exact import known_moves
from plyground.play.player import Player
from plyground.play.spec import PlayerSpec
from plyground.protocol import Game, Position
from plyground.record import Record
from plyground.search.features import mix

Z = 1.959964
"""The quantile of the normal distribution for intervals with a confidence of 95 %."""
DISTANCES = (5, 15, 31)
"""Wins are grouped by their distance: up to each of these, and longer ones."""
MIN_DRAWN = 5
"""A rate over fewer decisions is in the tables, but not in the plots."""
DRY_BATCHES = 3
"""Sampling ends when this many batches in a row bring no new position."""
POINTS: Mapping[Outcome, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of some decisions were errors, with the interval of Wilson."""

    errors: int
    decisions: int

    @property
    def share(self) -> float:
        """The errors per decision."""
        return self.errors / self.decisions if self.decisions else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true rate lies with a confidence of 95 %; Wilson's interval holds for small counts too.

        >>> [round(bound, 4) for bound in Rate(0, 100).interval], [round(bound, 4) for bound in Rate(1, 10).interval]
        ([0.0, 0.037], [0.0179, 0.4042])
        """
        if not self.decisions:
            return 0.0, 1.0
        weight = Z * Z / self.decisions
        middle = (self.share + weight / 2) / (1 + weight)
        spread = (
            Z / (1 + weight) * math.sqrt(self.share * (1 - self.share) / self.decisions + weight / self.decisions / 4)
        )
        return middle - spread if self.errors else 0.0, middle + spread if self.errors < self.decisions else 1.0

    def __str__(self) -> str:
        low, high = self.interval
        return f"{percent_text(self.share)} ({100 * low:.1f} to {100 * high:.1f})" if self.decisions else ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A move of a player in a position where some moves give away value."""

    player: str
    phase: str
    men: int
    best: Outcome
    plies: int | None
    """How far away the end is with best play; None for draws, and where no distances are stored."""
    move: str
    played: Outcome

    @property
    def is_error(self) -> bool:
        """Whether the move gives away half a point or more."""
        return self.played != self.best

    @property
    def lost(self) -> float:
        """The points that the move gives away."""
        return POINTS[self.best] - POINTS[self.played]

    @property
    def distance(self) -> str:
        """What was to be kept: a draw, or a win of some distance."""
        if self.best == "draw" or self.plies is None:
            return self.best
        longest = next((most for most in DISTANCES if self.plies <= most), None)
        return f"win in over {DISTANCES[-1]}" if longest is None else f"win in up to {longest}"


GROUPINGS: Mapping[str, tuple[str, Callable[[Decision], str | int]]] = {
    "phase": ("Phase", lambda one: one.phase),
    "men": ("Men", lambda one: one.men),
    "distance": ("Distance", lambda one: one.distance),
}
"""How decisions are grouped: name -> title and group."""


class ErrorRates(ExperimentReport):
    """The decisions of all players, and their error rates by phase, men and distance."""

    heading = "How often players err"
    note = "values ignore draw counters and repetition"

    def __init__(self, positions: PositionSet, players: Sequence[str], decisions: Sequence[Decision]) -> None:
        self.positions = positions
        self.players = players
        self.decisions = decisions

    @property
    def title(self) -> str:
        """The game and the positions."""
        where = f"{len(self.positions)} positions ({self.positions.origin})"
        return f"{self.positions.game.title}, {where}"

    def rate(self, player: str, grouping: str = "", group: str | int = "") -> Rate:
        """The errors of a player, or only those of a group."""
        own = [one for one in self.decisions if one.player == player]
        if grouping:
            own = [one for one in own if GROUPINGS[grouping][1](one) == group]
        return Rate(sum(one.is_error for one in own), len(own))

    def groups(self, grouping: str) -> list[str | int]:
        """The groups that occur, in order."""
        found = {GROUPINGS[grouping][1](one) for one in self.decisions}
        order = ["placing", "moving", "flying", "draw", *(f"win in up to {most}" for most in DISTANCES)]
        return sorted(found, key=lambda group: (order.index(group) if group in order else len(order), group))

    def tables(self) -> list[TextTable]:
        return [*(self._table(grouping) for grouping in GROUPINGS), self._summary()]

    def csv_tables(self) -> dict[str, TextTable]:
        return {f"{name}.csv": self._table(name) for name in GROUPINGS} | {"summary.csv": self._summary()}

    def draw(self, folder: Path) -> list[Path]:
        players = [player for player in self.players if self.rate(player).decisions]
        overall = {player: (self.rate(player).share, *self.rate(player).interval) for player in players}
        paths = plots.save(plots.error_figure(f"Errors: {self.title}", overall), folder, "errors")
        series: dict[str, list[tuple[int, float, float, float]]] = {player: [] for player in players}
        for player, group in product(players, self.groups("men")):
            rate = self.rate(player, "men", group)
            if rate.decisions >= MIN_DRAWN:
                series[player].append((int(group), rate.share, *rate.interval))
        return [
            *paths,
            *plots.save(plots.rates_figure(f"Errors: {self.title}", "men", series), folder, "errors-by-men"),
        ]

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.positions.game.name,
            "origin": self.positions.origin,
            "players": {player: asdict(self.rate(player)) for player in self.players},
            "decisions": [asdict(one) for one in self.decisions],
        }

    def _table(self, grouping: str) -> TextTable:
        title = GROUPINGS[grouping][0]
        rows = []
        for group in self.groups(grouping):
            rates = {player: self.rate(player, grouping, group) for player in self.players}
            rows.append({"group": group, "positions": max(rate.decisions for rate in rates.values()), **rates})
        columns = (
            Column("group", title, is_number=grouping == "men"),
            Column("positions", "Positions"),
            *(Column(player, player) for player in self.players),
        )
        return TextTable(f"Errors by {title.lower()}: {self.title}", columns, rows)

    def _summary(self) -> TextTable:
        rows = []
        for player in self.players:
            rate, own = self.rate(player), [one for one in self.decisions if one.player == player]
            low, high = rate.interval
            rows.append(
                {
                    "player": player,
                    "decisions": rate.decisions,
                    "errors": rate.errors,
                    "rate": rate.share,
                    "low": low,
                    "high": high,
                    "lost": sum(one.lost for one in own) / len(own) if own else None,
                }
            )
        columns = (
            Column("player", "Player", is_number=False),
            Column("decisions", "Decisions"),
            Column("errors", "Errors"),
            Column("rate", "Rate", percent_text),
            Column("low", "From", percent_text),
            Column("high", "To", percent_text),
            Column("lost", "Points lost", lambda value: f"{value:.3f}"),
        )
        notes = (
            "A decision is a position in which some legal moves are worth less than others; an error is such a move. "
            "Intervals are Wilson's, with a confidence of 95 %. Points lost are per decision.",
        )
        return TextTable(self.title, columns, rows, notes=notes)


@dataclass(frozen=True, slots=True)
class ErrorPlan:
    """What to measure: the move of every player in every position."""

    positions: PositionSet
    players: Sequence[PlayerSpec]
    seed: int = 0

    @property
    def setup(self) -> dict[str, Any]:
        """What must be the same for a run to be resumed; further players may be added."""
        return {"game": self.positions.game.name, "positions": self.positions.digest, "seed": self.seed}

    def finished(self, journal: Journal) -> ErrorRates:
        """The rates over the decisions that are finished."""
        found = [
            understood(journal.path, journal.parts[key], _decision)
            for player in self.players
            for place in range(len(self.positions))
            if (key := _key(player, place)) in journal.parts
        ]
        return ErrorRates(self.positions, [player.name for player in self.players], found)


def measure_errors(
    plan: ErrorPlan, source: VerdictSource, journal: Journal, on_progress: RunProgress = no_progress
) -> ErrorRates:
    """Asks every player for its move in every position; what the journal has is not repeated.

    Each position is a new game to the players, so the order of the positions does not matter.
    """
    total = max(len(plan.players) * len(plan.positions), 1)
    for number, spec in enumerate(plan.players):
        player = spec.create()
        try:
            for place, position in enumerate(plan.positions):
                if _key(spec, place) not in journal.parts:
                    journal.add(_key(spec, place), asdict(_decided(spec.name, player, position, source, plan.seed)))
                done = number * len(plan.positions) + place + 1
                on_progress(f"{spec.name}, position {place + 1} of {len(plan.positions)}", done / total)
        finally:
            player.close()
    return plan.finished(journal)


def decisive_positions(
    game: Game, source: VerdictSource, count: int, seed: int = 0, *, on_progress: RunProgress = no_progress
) -> PositionSet:
    """Positions of games without big mistakes whose verdict is known and in which an error is possible.

    Raises `InvalidPosition` if no database covers any of them. A small game may have fewer than `count`.
    """
    found: dict[int, Position] = {}
    batch = dry = 0
    while len(found) < count and dry < DRY_BATCHES:
        before = len(found)
        for position in make_positions(game, count, mix(seed) + batch):
            if len(found) < count and is_decision(source, position):
                found[position.key] = position
        dry = dry + 1 if len(found) == before else 0
        batch += 1
        on_progress("making positions", len(found) / count)
    return known_positions(PositionSet(game, tuple(found.values()), f"seed={seed}"), source)


def known_positions(positions: PositionSet, source: VerdictSource) -> PositionSet:
    """Those in which an error is possible; raises `InvalidPosition` if there are none."""
    kept = tuple(position for position in positions if is_decision(source, position))
    if not kept:
        raise InvalidPosition("errors_none", game=positions.game.name, name=positions.game.name)
    return PositionSet(positions.game, kept, positions.origin)


def is_decision(source: VerdictSource, position: Position) -> bool:
    """Whether some legal moves are worth less than others."""
    return len({verdict.outcome for _, verdict in known_moves(source, position)}) > 1


def _decided(name: str, player: Player, position: Position, source: VerdictSource, seed: int) -> Decision:
    known = known_moves(source, position)
    player.new_game(position.game, seed)
    move = player.move(Record(position)).move
    best = known[0][1]
    played: Verdict = next(verdict for one, verdict in known if one == move)
    phase = position.game.phase(position) if isinstance(position.game, HasPhases) else "game"
    return Decision(name, phase, len(position.pieces), best.outcome, best.plies, str(move), played.outcome)


def _decision(line: Mapping[str, Any]) -> Decision:
    return Decision(**{name: line[name] for name in Decision.__dataclass_fields__})


def _key(player: PlayerSpec, place: int) -> str:
    return f"{player.spec} {place + 1}"
