"""Replays: games for a page that knows no rules, each ply given by the points that it changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from plyground.arena.played import PlayedGame, TimedMove
from plyground.notation.annotated import AnnotatedGame, Node
from plyground.protocol import Position, Side

MAX_GAMES = 500
"""A page with more games would be slow to open; the games file has them all."""

EMPTY = -1
"""Instead of a piece, where a ply left a point empty."""


def selection(played: Iterable[PlayedGame], most: int = MAX_GAMES) -> list[PlayedGame]:
    """The games of a page in order: all if there are few, otherwise every forfeit and then the first ones."""
    ordered = sorted(played, key=lambda game: game.number)
    chosen = sorted(ordered, key=lambda game: game.fault is None)[:most]
    return sorted(chosen, key=lambda game: game.number)


class Replays:
    """Games in plain JSON types, with points and pieces as numbers into lists.

    `as_dict` gives `points`, `pieces`, `starts` and `games`. A start is [point, piece, point, piece ...]. A game says
    where it starts, how many plies of its `moves` are its `opening`, and each move is a list: its notation, what it
    changed as [point, piece or -1, ...], its time and the mover's clock in milliseconds, the score from White's view
    as text, depth, nodes, the point of a king in check, and the men in hand of White and Black. Unknown values are
    null, and nulls at the end are left out.
    """

    def __init__(self, points: Sequence[str], played: Sequence[PlayedGame]) -> None:
        self._points = {name: place for place, name in enumerate(points)}
        self._pieces: dict[str, int] = {}
        self._starts: dict[tuple[int, ...], int] = {}
        self._games = [self._game(game) for game in played]
        self.pieces = tuple(self._pieces)
        """Every piece on the board in one of the games."""

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON types, as the class says."""
        return {
            "points": list(self._points),
            "pieces": list(self._pieces),
            "starts": [list(start) for start in self._starts],
            "games": self._games,
        }

    def _game(self, played: PlayedGame) -> dict[str, Any]:
        game = played.annotated({})
        start = tuple(self._changes({}, game.start.pieces))
        return {
            "number": played.number,
            "white": played.white,
            "black": played.black,
            "result": played.result.score,
            "ending": played.result.sentence,
            "fault": None if played.fault is None else played.fault.words,
            "openingName": played.opening.name,
            "start": self._starts.setdefault(start, len(self._starts)),
            "hand": _check_and_hand(game.start)[1],
            "opening": len(played.opening.moves),
            "opens": game.game.start().side_to_move.value,
            "first": game.start.side_to_move.value,
            "moves": self._moves(game, played),
        }

    def _moves(self, game: AnnotatedGame, played: PlayedGame) -> list[list[Any]]:
        moves = [*(None for _ in played.opening.moves), *played.moves]
        nodes = list(game.main_line())
        positions = [game.start, *(node.position for node in nodes)]
        return [self._move(*ply) for ply in zip(positions[:-1], nodes, moves, strict=True)]

    def _move(self, before: Position, node: Node, move: TimedMove | None) -> list[Any]:
        after = node.position
        plain: list[Any] = [node.notation, self._changes(before.pieces, after.pieces)]
        if move is not None:
            score = node.commands.get("eval", "").partition(",")[0] or None
            plain += [move.time_ms, move.clock_ms, score, move.depth, move.nodes]
        else:
            plain += [None] * 5
        check, hand = _check_and_hand(after)
        plain += [None if check is None else self._points[check], hand]
        while plain[-1] is None:
            plain.pop()
        return plain

    def _changes(self, before: Mapping[str, str], after: Mapping[str, str]) -> list[int]:
        """The points that differ, each followed by its piece now; points that are now empty come first."""
        changes = [number for point in before if point not in after for number in (self._points[point], EMPTY)]
        for point, piece in after.items():
            if before.get(point) != piece:
                changes += (self._points[point], self._pieces.setdefault(piece, len(self._pieces)))
        return changes


def _check_and_hand(position: Position) -> tuple[str | None, list[int] | None]:
    """The point of a king in check, and the men in hand of White and Black in games that have them."""
    return position.check, [position.hand.get(side, 0) for side in Side] if any(position.hand.values()) else None
