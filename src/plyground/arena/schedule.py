"""Schedules: who meets whom, in pairs of games from one opening with sides reversed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from plyground.arena.openings import Opening
from plyground.protocol import Side


class Format(StrEnum):
    """The format of a tournament: everyone against everyone, or the first against all others."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game to play: who has which side, and from which opening; it can be sent to other processes."""

    number: int
    pair: int
    white: str
    black: str
    opening: Opening

    def name(self, side: Side) -> str:
        """Who plays a side."""
        return self.white if side is Side.WHITE else self.black


def pairings(names: Sequence[str], form: Format) -> list[tuple[str, str]]:
    """Who meets whom.

    >>> pairings(["A", "B", "C"], Format.ROUND_ROBIN)
    [('A', 'B'), ('A', 'C'), ('B', 'C')]
    >>> pairings(["A", "B", "C"], Format.GAUNTLET)
    [('A', 'B'), ('A', 'C')]
    """
    if form is Format.GAUNTLET:
        return [(names[0], name) for name in names[1:]]
    return list(combinations(names, 2))


def tasks(meetings: Sequence[tuple[str, str]], games: int, openings: Iterator[Opening]) -> Iterator[GameTask]:
    """All games in order: every meeting in turn plays a pair, each pair of games from one opening, sides reversed.

    All meetings use the same openings in the same order, for fairness. `games` is the number of games of each
    meeting; an odd number leaves the last pair unfinished. The openings repeat when they run out.

    >>> from plyground import game
    >>> from plyground.arena.openings import usual_start
    >>> start = usual_start(game("chess"))
    >>> [(task.number, task.pair, task.white, task.black) for task in tasks([("A", "B")], 3, iter([start]))]
    [(1, 1, 'A', 'B'), (2, 1, 'B', 'A'), (3, 2, 'A', 'B')]
    """
    used: list[Opening] = []
    number = pair = 0
    for first in range(0, games, 2):
        opening = next(openings, None)
        if opening is None:
            opening = used[(first // 2) % len(used)]
        else:
            used.append(opening)
        for one, other in meetings:
            pair += 1
            for white, black in ((one, other), (other, one))[: games - first]:
                number += 1
                yield GameTask(number, pair, white, black, opening)
