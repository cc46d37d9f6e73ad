"""The longest possible lists of turns; mill_bounds_test.cpp proves that none is longer."""

from __future__ import annotations

import random
import runpy
from pathlib import Path
from typing import Any

import pytest

from plyground.games.mill import Mill
from plyground.games.mill.rules import MillRules
from plyground.games.native import NativePosition

BESIDE = runpy.run_path(str(Path(__file__).with_name("test_against_naive.py")))
naive: Any = BESIDE["naive"]
naive_rules: Any = BESIDE["naive_rules"]

MOST_TURNS = 968
MOST_PLAIN_TURNS = 191
"""The lengths of the lists in sinks.hpp."""

GATES = frozenset({"sides", "spokes", "diagonals", "placing", "moving"})
WIDEST = MillRules(
    board="three-ring-diagonal",
    men=12,
    fly_at=4,
    take_from_mills="always",
    removals_per_move="per-mill",
    move_while_placing=True,
    custodian=GATES,
    intervention=GATES,
    leap=GATES,
)
PLAIN = {
    "nine": MillRules(),
    "twelve": MillRules(board="three-ring-diagonal", men=12),
    "lasker": MillRules(men=10, move_while_placing=True),
    "wide": MillRules(board="three-ring-diagonal", men=12, move_while_placing=True, take_from_mills="always"),
}


def position_of(rules: MillRules, men: str) -> NativePosition:
    """White to move with these men on the board and one man in hand, if the rules allow one."""
    white, black = men.count("O"), men.count("@")
    board = "/".join(men[ring : ring + 8] for ring in range(0, 24, 8))
    hand = min(1, rules.men - white)
    phase = "p p" if hand else "m s"
    return Mill(rules=rules).from_fen(f"{board} w {phase} {white} {hand} {black} 0 0 0 0 0 0 0 0 0 1")


def climb(rules: MillRules, seed: int, steps: int) -> NativePosition:
    """Changes single points as long as that makes the list of turns no shorter."""
    rng = random.Random(seed)
    men = list("*" * 24)
    best = position_of(rules, "".join(men))
    for _ in range(steps):
        changed = men.copy()
        for _ in range(rng.choice((1, 1, 2, 3))):
            one, two = rng.randrange(24), rng.randrange(24)
            if rng.random() < 0.5:
                changed[one], changed[two] = changed[two], changed[one]
            else:
                changed[one] = rng.choice("*O@")
        if changed.count("O") > rules.men or changed.count("@") > rules.men:
            continue
        position = position_of(rules, "".join(changed))
        if len(position.legal_moves) >= len(best.legal_moves):
            men, best = changed, position
    return best


def compare_with_naive(position: NativePosition, rules: MillRules) -> None:
    hand = position.hand.values()
    state = naive.State(
        men=frozenset((point, piece.split()[0]) for point, piece in position.pieces.items()),
        **dict(zip(("hand_white", "hand_black"), hand, strict=True)),
    )
    tokens = [str(move) for move in position.legal_moves]
    assert len(tokens) == len(position.legal_moves) == len(set(tokens))
    assert set(tokens) == set(naive.NaiveMill(naive_rules(rules)).moves(state)), position.fen


@pytest.mark.parametrize("seed", range(3))
def test_lists_found_by_climbing_are_no_longer_than_the_longest(seed):
    longest = climb(WIDEST, seed, steps=3_000)
    assert 500 < len(longest.legal_moves) <= MOST_TURNS
    compare_with_naive(longest, WIDEST)


def test_longest_list_there_is_has_every_turn(draw):
    position = draw(WIDEST, """
        7 @-----@-----O
        6 | O---O---. |
        5 | | @-@-O | |
        4 @-O-@   @-O-@
        3 | | O-@-@ | |
        2 | .---O---O |
        1 O-----@-----@
          a b c d e f g
        """, hand=(1, 0))  # fmt: skip
    assert len(position.legal_moves) == MOST_TURNS
    compare_with_naive(position, WIDEST)


def test_longest_list_with_one_removal_a_turn_has_every_turn(draw):
    position = draw(PLAIN["wide"], """
        7 .-----O-----O
        6 | O---.---O |
        5 | | @-O-. | |
        4 @-@-@   O-.-O
        3 | | @-@-O | |
        2 | @---@---O |
        1 @-----@-----.
          a b c d e f g
        """, hand=(1, 0))  # fmt: skip
    assert len(position.legal_moves) == MOST_PLAIN_TURNS
    compare_with_naive(position, PLAIN["wide"])


@pytest.mark.parametrize("name", PLAIN)
def test_plain_lists_found_by_climbing_are_no_longer_than_the_longest(name):
    longest = climb(PLAIN[name], 0, steps=3_000)
    assert 50 < len(longest.legal_moves) <= MOST_PLAIN_TURNS
    compare_with_naive(longest, PLAIN[name])


def test_three_mills_against_twelve_men_give_every_set_of_three(draw):
    position = draw(WIDEST, """
        7 O-----@-----@
        6 | .---O---O |
        5 | | O-@-@ | |
        4 @-O-@   @-@-@
        3 | | @-.-. | |
        2 | O---.---@ |
        1 .-----.-----@
          a b c d e f g
        """, hand=(6, 0))  # fmt: skip
    three = {token for token in map(str, position.legal_moves) if token.startswith("b6x") and token.count("x") == 3}
    assert len(three) == 220
    compare_with_naive(position, WIDEST)


def test_protected_men_do_not_make_choosing_explode(draw):
    """Twelve black men in mills that share points: each removal changes which of the others are free."""
    rules = MillRules(board="three-ring-diagonal", men=12, removals_per_move="per-mill", move_while_placing=True)
    position = draw(rules, """
        7 O-----.-----.
        6 | .---O---O |
        5 | | O-.-. | |
        4 .-O-.   @-@-@
        3 | | @-@-@ | |
        2 | O---@---@ |
        1 @-----@-----@
          a b c d e f g
        """, hand=(6, 1))  # fmt: skip
    assert len(position.legal_moves) > 100
    compare_with_naive(position, rules)
