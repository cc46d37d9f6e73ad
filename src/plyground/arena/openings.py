"""Openings: the positions where games of a match start, from a file or at random, each played twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from plyground.errors import InvalidPosition, InvalidRecord
from plyground.games.files import notation_of_file, read_position_lines
from plyground.games.native import NativeGame
from plyground.notation import AnnotatedGame
from plyground.protocol import Game, Position
from plyground.record import Record
from plyground.search.features import Features, mix
from plyground.search.limits import Limits
from plyground.search.result import SearchResult
from plyground.search.searcher import Searcher
from plyground.search.textbook import solve

BALANCE_CP = 80
"""How far from equal a random opening may be."""
BALANCE_DEPTH = 3
"""How deep a quick search looks that rejects most random openings."""
BALANCE_NODES, PYTHON_NODES = 20_000, 2_000
"""How many nodes our engine searches to judge the others, and in a game written in Python, where a node costs more."""
PATIENCE = 200
"""How many random openings in a row may be out of balance before the bound is doubled."""
MAX_DOUBLINGS = 8


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game starts: a position, and moves that are played before the players' first move."""

    name: str
    start: Position
    moves: tuple[str, ...] = ()

    def record(self) -> Record:
        """A record with the opening's moves played."""
        return Record(self.start, self.moves)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON types."""
        return {"name": self.name, "fen": self.start.fen, "moves": list(self.moves)}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any], game: Game) -> Opening:
        """The opposite of `as_dict`."""
        return cls(plain["name"], game.from_fen(plain["fen"]), tuple(plain["moves"]))


def usual_start(game: Game) -> Opening:
    """The start of the game, nothing played."""
    return Opening("start", game.start())


def random_openings(
    game: Game, plies: int, seed: int = 0, *, within_cp: int = BALANCE_CP, depth: int = BALANCE_DEPTH
) -> Iterator[Opening]:
    """Different openings of random plies, each about even for both sides; the same seed gives the same openings.

    Our engine judges them: a shallow search does not see that a man is lost on the next move but one.

    A small game may run out of even ones; then the bound is widened, and finally the iterator ends. Raises
    `InvalidPosition` if there is none at all.

    >>> import plyground
    >>> first, second = islice(random_openings(plyground.game("draughts"), 6, seed=1), 2)
    >>> len(first.moves), first.name, first.moves != second.moves
    (6, 'random 1', True)
    """
    seen: set[int] = set()
    number = failures = found = 0
    judge = _Judge(game, depth)
    while failures < PATIENCE * MAX_DOUBLINGS:
        number += 1
        opening = _walk(game, plies, mix(seed) ^ mix(number))
        if opening is None or opening.position.key in seen:
            failures += 1
            continue
        bound = within_cp << failures // PATIENCE
        if not judge.is_even(opening, bound):
            failures += 1
            continue
        failures = 0
        found += 1
        seen.add(opening.position.key)
        yield Opening(f"random {found}", opening.start, tuple(map(str, opening.moves)))
    if not found:
        raise InvalidPosition("openings_random", plies=plies, game=game.name)


class _Judge:
    """Decides whether an opening is even, first quickly, then with our engine."""

    def __init__(self, game: Game, depth: int) -> None:
        self._searcher = Searcher(game, hash_mb=16)
        self._limits = Limits(nodes=BALANCE_NODES if isinstance(game, NativeGame) else PYTHON_NODES)
        self._depth = depth

    def is_even(self, opening: Record, within_cp: int) -> bool:
        """Whether neither side is ahead by more, to the eyes of the side to move and of its opponent a move later."""
        quick = solve(opening.position, "alphabeta", self._depth, Features(forcing_first=True))
        if abs(quick.value) > within_cp:
            return False
        own = self._judge(opening)
        if abs(own.value) > within_cp or own.move is None:
            return False
        reply = opening.copy()
        reply.push(own.move)
        return reply.outcome() is None and abs(self._judge(reply).value) <= within_cp

    def _judge(self, record: Record) -> SearchResult:
        # The verdict must not depend on the openings judged before.
        self._searcher.clear()
        return self._searcher.analyse(record, self._limits)


def read_openings(path: Path, game: Game, plies: int | None = None) -> list[Opening]:
    """The openings of a file: games of a PGN, PDN or mill record, or one FEN or EPD per line.

    Of a game the first `plies` are played, or all. Blank lines and those that begin with `#` are comments; finished
    games and those of another kind are skipped. Raises `InvalidPosition` for a line that is no position and if
    there is no opening, `InvalidRecord` for games that cannot be read.
    """
    notation = notation_of_file(path)
    try:
        found = (
            _from_lines(path, game) if notation is None else _from_games(notation.read_games(path, game), game, plies)
        )
        openings = list(found)
    except InvalidRecord as error:
        raise InvalidRecord("openings_file", path=path, reason=error) from error
    if not openings:
        raise InvalidPosition("openings_none", path=path, game=game.name)
    return openings


def _walk(game: Game, plies: int, seed: int) -> Record | None:
    """A random walk; None if the game ended."""
    record = Record(game.start(mix(seed) % game.starts if game.starts > 1 else None))
    for ply in range(plies):
        moves = list(record.position.legal_moves)
        record.push(moves[mix(seed + ply) % len(moves)])
        if record.outcome() is not None:
            return None
    return record


def _from_lines(path: Path, game: Game) -> Iterator[Opening]:
    for number, position in read_position_lines(path, game):
        if position.result is None:
            yield Opening(f"line {number}", position)


def _from_games(games: Iterator[AnnotatedGame], game: Game, plies: int | None) -> Iterator[Opening]:
    for number, played in enumerate(games, 1):
        if played.game.name != game.name:
            continue
        moves = tuple(map(str, islice(played.record().moves, plies)))
        name = next((played.headers[tag] for tag in ("Opening", "ECO") if played.headers.get(tag)), f"game {number}")
        opening = Opening(name, played.start, moves)
        if opening.record().outcome() is None:
            yield opening
