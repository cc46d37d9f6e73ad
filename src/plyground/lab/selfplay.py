"""Self-play: games between two searches, with the time and the counters of every move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from plyground.lab.measure import SearchTally, minimal_leaves, timed
from plyground.lab.positions import PositionSet
from plyground.lab.textbook_search import TextbookSearch
from plyground.play.classic import RandomPlayer
from plyground.play.player import forced_pass
from plyground.protocol import Move, Side
from plyground.record import Record
from plyground.search.limits import StopFlag

MAX_PLIES = 400
"""A longer game counts as a draw."""


@dataclass(slots=True)
class Duel:
    """Games between two searches at one depth: the results of the first one, and the plies played."""

    first: str
    second: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    plies: int = 0

    @property
    def score(self) -> str:
        """Wins, draws and losses of the first one."""
        return f"+{self.wins} ={self.draws} -{self.losses}"


def play_duel(
    openings: PositionSet,
    first: TextbookSearch,
    second: TextbookSearch,
    depth: int,
    games: int,
    seed: int = 0,
    stop: StopFlag | None = None,
    tell: Callable[[float], object] = lambda part: None,
) -> tuple[Duel, dict[str, SearchTally]]:
    """Plays games between two searches that swap colours; every second game has another opening and other noise."""
    duel = Duel(first.name, second.name)
    tallies = {one.name: SearchTally(depth) for one in (first, second) if not one.is_random}
    for number in range(games):
        record = Record(openings.positions[number // 2 % len(openings)])
        colours = (first, second) if number % 2 == 0 else (second, first)
        players = {side: one.seeded(seed + number // 2) for side, one in zip(Side, colours, strict=True)}
        while record.outcome(claim_draw=True) is None and len(record) < MAX_PLIES:
            record.push(_choose(players[record.position.side_to_move], record, depth, tallies, stop))
            tell((number + len(record) / MAX_PLIES) / games)
        result = record.outcome(claim_draw=True)
        winner = None if result is None or result.winner is None else players[result.winner].name
        duel.wins += winner == first.name
        duel.losses += winner == second.name
        duel.draws += winner is None
        duel.plies += len(record)
    return duel, tallies


def _choose(
    player: TextbookSearch, record: Record, depth: int, tallies: Mapping[str, SearchTally], stop: StopFlag | None
) -> Move:
    position = record.position
    move = forced_pass(position)
    if move is not None:
        return move
    if player.is_random:
        return RandomPlayer(player.features.seed).move(record).line[0]
    found, seconds = timed(player, position, depth, stop)
    tallies[player.name].add(found, seconds, minimal_leaves(position, depth))
    return found.line[0]
