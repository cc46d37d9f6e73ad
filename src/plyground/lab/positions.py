"""Sets of balanced positions: openings, middle games and endings in equal parts, reproducible by seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from plyground import __version__
from plyground.errors import InvalidPosition
from plyground.games.files import notation_of_file, read_position_lines
from plyground.journal import RunProgress, no_progress
from plyground.protocol import Game, Position
from plyground.search.features import Features, mix
from plyground.search.textbook import solve

MAX_PLIES = 120
"""The length of a random game."""
MARGIN_CP = 150
"""How uneven a position may be."""
WALK_DEPTH = 2
FILTER_DEPTH = 3
"""The depths of the searches that check a move before it is played, and a position before it is taken."""
TRIES = 6
"""How often a move that loses more than the margin is replaced by another."""
PATIENCE = 40
"""The margin is doubled after this many games without a new position, at most `DOUBLINGS` times."""
DOUBLINGS = 5


@dataclass(frozen=True, slots=True)
class PositionSet:
    """Positions for measurements, and their origin."""

    game: Game
    positions: tuple[Position, ...]
    origin: str

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    @property
    def digest(self) -> str:
        """Sixteen digits that identify the set."""
        number = 0
        for position in self.positions:
            number = mix(number ^ position.key)
        return f"{number:016x}"

    def to_text(self) -> str:
        """One position per line, after a comment that says how to create the set again."""
        head = f"# plyground {__version__} positions: game={self.game.name} count={len(self)} {self.origin}"
        return "\n".join((head, *(position.fen for position in self.positions), ""))


def make_positions(game: Game, count: int, seed: int = 0, *, on_progress: RunProgress = no_progress) -> PositionSet:
    """Balanced positions with a choice of moves: an opening, a middle game and an ending in turn.

    They come from random games without big mistakes, divided into thirds. A small game may have fewer positions.

    >>> import plyground
    >>> sample = make_positions(plyground.game("draughts"), 6, seed=1)
    >>> len(sample), len({position.key for position in sample})
    (6, 6)
    """
    found: list[Position] = []
    seen: set[int] = set()
    failures = number = 0
    while len(found) < count and failures < PATIENCE * DOUBLINGS:
        margin = MARGIN_CP << failures // PATIENCE
        position = _pick(game, mix(seed) ^ mix(number), len(found) % 3, margin, seen)
        number += 1
        if position is None:
            failures += 1
            continue
        failures = 0
        seen.add(position.key)
        found.append(position)
        on_progress("making positions", len(found) / count)
    return PositionSet(game, tuple(found), f"seed={seed}")


def start_position(game: Game) -> PositionSet:
    """Only the start of the game."""
    return PositionSet(game, (game.start(),), "start")


def read_positions(path: Path, game: Game) -> PositionSet:
    """The positions of a file, one per line, or the final positions of the games in a PGN, PDN or mill file.

    Blank lines and lines that start with `#` are ignored; raises `InvalidPosition`.
    """
    notation = notation_of_file(path)
    if notation is None:
        positions: Iterable[Position] = (position for _, position in read_position_lines(path, game))
    else:
        ends = (played.end.position for played in notation.read_games(path, game))
        positions = (position for position in ends if position.game.name == game.name)
    searchable = tuple(position for position in positions if position.result is None)
    if not searchable:
        raise InvalidPosition("positions_none", path=path)
    return PositionSet(game, searchable, f"file={path.name}")


def _pick(game: Game, seed: int, third: int, margin: int, seen: set[int]) -> Position | None:
    """A new, balanced position with a choice of moves from one third of a random game; None if there is none."""
    played = _play(game, seed, margin)
    begin, end = (len(played) * part // 3 for part in (third, third + 1))
    choices = played[begin:end]
    for attempt in range(len(choices)):
        # In random order, so that no part of the third is preferred.
        position = choices.pop(mix(seed + attempt) % len(choices))
        if position.key not in seen and len(position.legal_moves) > 1 and abs(_value(position, FILTER_DEPTH)) <= margin:
            return position
    return None


def _play(game: Game, seed: int, margin: int) -> list[Position]:
    """The positions of a random game, without the final one."""
    number = mix(seed) % game.starts if game.starts > 1 else None
    position: Position = game.start(number)
    played: list[Position] = []
    while position.result is None and len(played) < MAX_PLIES:
        played.append(position)
        moves = list(position.legal_moves)
        for attempt in range(TRIES):
            after = position.after(moves[mix(seed ^ mix(len(played) * TRIES + attempt)) % len(moves)])
            if len(moves) == 1 or (after.result is None and _value(after, WALK_DEPTH) <= margin):
                break
        position = after
    return played


def _value(position: Position, depth: int) -> int:
    return solve(position, "alphabeta", depth, Features(forcing_first=True)).value
