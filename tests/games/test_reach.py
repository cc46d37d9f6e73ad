"""The reach of pieces: every legal move is within it, in every game, so that every one can be a premove."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import plyground
from plyground.abilities import Ray, Reach, reach_of
from plyground.protocol import Entry, Geometry, Position


def landings(geometry: Geometry, origin: str, steps: tuple[Ray, ...]) -> Iterator[str]:
    """Where steps lead from a point."""
    at = {(point.x, point.y): point.name for point in geometry.points}
    x, y = next((point.x, point.y) for point in geometry.points if point.name == origin)
    for step in steps:
        if not step.origins or origin in step.origins:
            yield from (at[to] for n in range(1, step.far + 1) if (to := (x + n * step.dx, y + n * step.dy)) in at)


def along_lines(geometry: Geometry, origin: str, far: int) -> set[str]:
    """The points within so many steps along the lines."""
    found = {origin}
    for _ in range(far):
        found |= {name for line in geometry.lines if found & set(line) for name in line}
    return found - {origin}


def tokens(entry: Entry | str) -> Iterator[str]:
    """The moves below a branch."""
    if isinstance(entry, str):
        yield entry
    else:
        for branch in entry.values():
            yield from tokens(branch)


def is_within(position: Position, reach: Reach, origin: str, to: str) -> bool:
    geometry = position.game.geometry
    side = position.side_to_move
    men = sum(piece.startswith(side.value) for piece in position.pieces.values()) + position.hand.get(side, 0)
    return (
        men <= reach.fly_at
        or to in landings(geometry, origin, reach.steps + reach.jumps)
        or to in along_lines(geometry, origin, reach.along_lines)
    )


@pytest.mark.parametrize("name", [name for name in plyground.game_names() if reach_of(plyground.game(name))])
def test_every_legal_move_is_within_the_reach_of_its_piece(name: str) -> None:
    game = plyground.game(name)
    reach = reach_of(game)
    assert set(reach) <= set(game.symbols)
    random = Random(name)
    checked = 0
    for _ in range(4):
        position = game.start()
        for _ in range(60):
            if position.result is not None:
                break
            own = {point for point, piece in position.pieces.items() if piece.startswith(position.side_to_move.value)}
            for origin, branch in position.view.entry.items():
                if origin not in own or isinstance(branch, str):
                    continue
                piece = reach[position.pieces[origin]]
                assert not (piece.after_placing and position.hand.get(position.side_to_move))
                targets: dict[str, list[str]] = {}
                for to, next_ in branch.items():
                    for token in tokens(next_):
                        targets.setdefault(token, []).append(to)
                for token, ways in targets.items():
                    checked += 1
                    assert any(is_within(position, piece, origin, to) for to in ways), (position.fen, token)
            position = position.after(random.choice(list(position.legal_moves)))
    assert checked > 20


def test_a_game_that_does_not_say_has_no_reach() -> None:
    assert reach_of(plyground.game("connect-four")) == {}
