"""The native generator compared with the naive model: random positions of any density, and games from the start."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.draughts.boards import PlainMove, game, plain, plain_moves, random_positions
from tests.games.draughts.naive import VARIANTS, NaiveDraughts

from plyground.games.native import NativePosition

NAIVE = {variant: NaiveDraughts(variant) for variant in VARIANTS}

MOST_PATHS = 16
"""How many click paths a move has at most."""


def naive_moves(variant: str, position: NativePosition) -> dict[PlainMove, set[tuple[str, ...]]]:
    model = NAIVE[variant]
    fen = ":".join(position.format_fen("algebraic").split(":")[:3])
    paths = model.paths(model.parse_fen(fen))
    return {PlainMove(move.start, move.end, move.captured, move.kind): ways for move, ways in paths.items()}


def in_order(path: tuple[str, ...]) -> list[tuple[str, int]]:
    """Paths are ordered by file, then rank."""
    return [(square[0], int(square[1:])) for square in path]


def assert_same(variant: str, position: NativePosition) -> None:
    expected = naive_moves(variant, position)
    assert plain_moves(position) == set(expected), position.fen
    for move in position.legal_moves:
        ways = sorted(expected[plain(position, move)], key=in_order)
        assert str(move).replace("-", ":").split(":") == list(ways[0]), position.fen
        paths = [tuple(path) for path in position.entry_paths(move)]
        assert paths == ways[:MOST_PATHS], position.fen
        for way in ways[:MOST_PATHS]:
            mark = ":" if plain(position, move).captured else "-"
            assert position.parse(mark.join(way)) == move


@st.composite
def positions(draw: st.DrawFn, variant: str) -> NativePosition:
    """Any position: few or many pieces, kings and men anywhere they may stand."""
    model = NAIVE[variant]
    squares = draw(st.permutations(sorted(model.coordinates)))
    most = min(12 if model.rules.size == 8 else 16, 8 if variant == "thai" else 16)
    whites = draw(st.integers(1, most))
    blacks = draw(st.integers(1, min(most, len(squares) - whites)))
    crowns = draw(st.lists(st.booleans(), min_size=whites + blacks, max_size=whites + blacks))
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for place, (square, crown) in enumerate(zip(squares, crowns, strict=False)):
        side = "W" if place < whites else "B"
        must = square in model.last_row["white" if side == "W" else "black"]
        sides[side].append(("K" if crown or must else "") + square)
    turn = draw(st.sampled_from("WB"))
    return game(variant).from_fen(f"{turn}:W{','.join(sides['W'])}:B{','.join(sides['B'])}")


@pytest.mark.parametrize("variant", VARIANTS)
def test_drawn_positions_have_the_moves_and_paths_of_the_naive_model(variant):
    @settings(max_examples=60, derandomize=True)
    @given(positions(variant))
    def check(position):
        assert_same(variant, position)

    check()


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_have_the_moves_of_the_naive_model(variant):
    walked_rules = [p for p in random_positions(variant, games=3, plies=100, seed=11) if ":M" not in p.fen]
    for position in walked_rules[::2]:
        assert_same(variant, position)
