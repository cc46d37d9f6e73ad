"""Published experiments: the numbers of other people's tables, as printed, to compare with our own."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from plyground.errors import InvalidRules

EXPERIMENTS = ("draughts-2021",)
"""The experiments that can be reproduced."""


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds for one move."""

    mean: float
    maximum: float


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One pairing: White's depth, White's result (+1, 0 or -1), and the times of both sides."""

    depth: int
    result: int
    white: Times
    black: Times


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """White's bot at several depths against Black's at one."""

    number: int
    white: str
    black: str
    black_depth: int
    rows: tuple[PublishedRow, ...]


@dataclass(frozen=True, slots=True)
class AgainstRandom:
    """A bot against random moves; the published result is a sentence."""

    white: str
    depth: int
    published: str


@dataclass(frozen=True, slots=True)
class PublishedExperiment:
    """A published experiment; `figures` are the tables whose times its figures show."""

    name: str
    title: str
    game: str
    machine: str
    tables: tuple[PublishedTable, ...]
    against_random: tuple[AgainstRandom, ...]
    figures: tuple[int, ...]

    def table(self, number: int) -> PublishedTable:
        """The table with a number."""
        return next(table for table in self.tables if table.number == number)


def experiment(name: str) -> PublishedExperiment:
    """The published experiment with a name.

    >>> experiment("draughts-2021").table(4).rows[-1]
    PublishedRow(depth=10, result=1, white=Times(mean=208, maximum=973), black=Times(mean=70, maximum=289))
    """
    if name not in EXPERIMENTS:
        raise InvalidRules("unknown_experiment", name=name, known=", ".join(EXPERIMENTS))
    text = (files("plyground.lab") / "data" / f"{name.replace('-', '_')}.toml").read_text(encoding="utf-8")
    numbers = tomllib.loads(text)
    return PublishedExperiment(
        **numbers
        | {
            "tables": tuple(PublishedTable(**table | {"rows": _rows(table["rows"])}) for table in numbers["tables"]),
            "against_random": tuple(AgainstRandom(**match) for match in numbers["against_random"]),
            "figures": tuple(numbers["figures"]),
        }
    )


def _rows(rows: list[list[float]]) -> tuple[PublishedRow, ...]:
    return tuple(
        PublishedRow(int(depth), int(result), Times(mean, maximum), Times(mean_2, maximum_2))
        for depth, result, mean, maximum, mean_2, maximum_2 in rows
    )
