"""Played games, as lines of a journal and as annotated games, and the standings after them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from plyground import locale
from plyground.arena.elo import GameCounts, PairCounts
from plyground.arena.openings import Opening
from plyground.arena.schedule import GameTask
from plyground.journal import understood
from plyground.notation import AnnotatedGame
from plyground.play.review import eval_text
from plyground.protocol import Game, Result, Side
from plyground.record import Record
from plyground.search.score import Score

POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
"""What a result is worth to White."""


class TimedMove(NamedTuple):
    """A move, its time, the mover's clock after it, and the player's score, depth and nodes."""

    token: str
    time_ms: int
    clock_ms: int | None = None
    score: int | None = None
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A player's fault: its side, code and text, and the name of the saved log."""

    side: Side
    code: str
    words: str
    log: str | None = None


@dataclass(frozen=True, slots=True)
class PlayedGame(GameTask):
    """A finished game of a match or tournament."""

    result: Result
    moves: tuple[TimedMove, ...]
    fault: Fault | None = None

    @property
    def white_points(self) -> float:
        """1, 1/2 or 0."""
        return POINTS[self.result.score]

    def points(self, name: str) -> float:
        """The points of one of the two players."""
        return self.white_points if name == self.white else 1.0 - self.white_points

    @property
    def culprit(self) -> str | None:
        """The player that forfeited the game, if one did."""
        return None if self.fault is None else self.name(self.fault.side)

    def record(self) -> Record:
        """The game as a record, including the opening's moves."""
        return Record(self.opening.start, (*self.opening.moves, *(move.token for move in self.moves)))

    def annotated(self, headers: Mapping[str, str]) -> AnnotatedGame:
        """The game with clock, time, score and depth of each move in comments; scores are from White's view."""
        tags = {
            **headers,
            "Round": str(self.number),
            "White": self.white,
            "Black": self.black,
            "Opening": self.opening.name,
            "Termination": locale.words(self.result.termination),
        }
        game = AnnotatedGame(self.opening.start, tags, self.result.score)
        node = game.root
        for token in self.opening.moves:
            node = node.add(token)
        for move in self.moves:
            side = node.position.side_to_move
            node = node.add(move.token)
            node.clock_ms = move.clock_ms
            node.set_command("emt", f"{move.time_ms / 1000:.3f}")
            score = None if move.score is None else Score(move.score, side)
            if score is not None and score.plies != 1:
                depth = "" if move.depth is None else f",{move.depth}"
                node.set_command("eval", eval_text(score, gone=1) + depth)
        if self.fault is not None:
            node.comment = f"{node.comment} {self.fault.words}".strip()
        return game

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON types; the moves are lists in the order of `TimedMove`."""
        return {
            "number": self.number,
            "pair": self.pair,
            "white": self.white,
            "black": self.black,
            "opening": self.opening.as_dict(),
            "result": self.result.score,
            "termination": self.result.termination,
            "fault": self.fault and asdict(self.fault),
            "moves": list(self.moves),
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any], game: Game) -> PlayedGame:
        """The opposite of `as_dict`."""
        winner = {"1-0": Side.WHITE, "0-1": Side.BLACK}.get(plain["result"])
        fault = plain["fault"] and Fault(**plain["fault"] | {"side": Side(plain["fault"]["side"])})
        return cls(
            plain["number"],
            plain["pair"],
            plain["white"],
            plain["black"],
            Opening.from_dict(plain["opening"], game),
            Result(winner, plain["termination"]),
            tuple(TimedMove(*move) for move in plain["moves"]),
            fault,
        )


def played_games(path: Path, parts: Mapping[str, Mapping[str, Any]], game: Game) -> list[PlayedGame]:
    """The games in the journal of a run; raises `InvalidRecord` for invalid lines."""
    return [understood(path, part, lambda plain: PlayedGame.from_dict(plain, game)) for part in parts.values()]


class Standings:
    """The state of a match or tournament after some games."""

    def __init__(self, names: tuple[str, ...], played: Sequence[PlayedGame]) -> None:
        self.names = names
        self.played = played
        self._points: dict[tuple[str, str], list[float]] = defaultdict(list)
        for game in played:
            for name, other in ((game.white, game.black), (game.black, game.white)):
                self._points[name, other].append(game.points(name))

    def tally(self, name: str, other: str | None = None) -> GameCounts:
        """What a player scored against another one, or against all; forfeits are included."""
        mine = (points for (one, two), points in self._points.items() if one == name and other in (None, two))
        return GameCounts.of(chain.from_iterable(mine))

    def ranking(self) -> list[str]:
        """The players by their share of the points, the best first."""
        tallies = {name: self.tally(name) for name in self.names}
        return sorted(self.names, key=lambda name: -tallies[name].score if tallies[name].games else 0.0)

    @cached_property
    def forfeits(self) -> Counter[str]:
        """How many games each player that forfeited any lost, or drew, by its own fault."""
        return Counter(game.culprit for game in self.played if game.culprit is not None)

    def pair_counts(self, name: str, other: str) -> PairCounts:
        """The pairs of games of two players, from the first one's view."""
        return PairCounts.of(finished_pairs(self.played, name, other))


def finished_pairs(played: Iterable[PlayedGame], name: str, other: str) -> list[float]:
    """What a player scored in each pair against another of which both games are finished: 0 to 2 points."""
    points: dict[int, list[float]] = {}
    for game in played:
        if {game.white, game.black} == {name, other}:
            points.setdefault(game.pair, []).append(game.points(name))
    return [sum(two) for two in points.values() if len(two) == 2]
