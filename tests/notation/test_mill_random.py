"""Mill records with random trees, rules and damage: what is written is read back, also in the style of others."""

from __future__ import annotations

import random
import re
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground
from plyground.errors import InvalidRules
from plyground.games.mill import Mill
from plyground.games.mill.notation import MILL
from plyground.games.mill.rules import OPTIONS, PRESETS, MillRules
from plyground.notation import AnnotatedGame, InvalidFile
from plyground.notation.movetext import plain_comment
from plyground.protocol import PASS, Game

read_game, read_games, write_game, write_games = MILL.read_game, MILL.read_games, MILL.write_game, MILL.write_games

OWN_RULES = [
    MillRules(mill_action_while_placing="opponent-removes", men=6),
    MillRules(mill_action_while_placing="hand-then-again", removals_per_move="per-mill", men=12),
    MillRules(mill_action_while_placing="mark", board="three-ring-diagonal", men=12, take_from_mills="always"),
    MillRules(board="two-ring", men=8, full_board="second-and-first-remove", blocked="both-remove", fly_at=0),
    MillRules(board="two-ring-centre", men=7, move_while_placing=True, blocked="removes-and-moves"),
    MillRules(
        custodian=frozenset({"sides", "spokes", "placing", "moving"}),
        intervention=frozenset({"sides", "spokes", "placing", "moving"}),
        leap=frozenset({"sides", "spokes", "moving"}),
        removals_per_move="per-mill",
    ),
]
NAMES = [*(f"mill:{preset}" for preset in PRESETS), *map(str, range(len(OWN_RULES)))]


def game_of(name: str) -> Game:
    """A game by its name, or by its place among the rules above; hypothesis would never free game objects."""
    return Mill(rules=OWN_RULES[int(name)]) if name.isdigit() else plyground.game(name)


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="}"), max_size=20).map(plain_comment)
remarks = st.one_of(st.just(""), words, st.sampled_from(["[%clk 0:01:02.5]", "xb4 % ( $1 ;", "pass"]))
nags = st.lists(st.integers(0, 255), max_size=2)
branches = st.lists(st.tuples(st.integers(0, 999), st.integers(0, 99), remarks, nags), max_size=12)


def random_record(game: Game, seed: int, plies: int) -> plyground.Record:
    rng, record = random.Random(seed), plyground.Record(game.start())
    while len(record) < plies and record.outcome() is None:
        record.push(rng.choice(list(record.position.legal_moves)))
    return record


@st.composite
def annotated_games(draw: st.DrawFn) -> AnnotatedGame:
    """A random game, begun somewhere in its middle, with branches and remarks at random places."""
    record = random_record(
        game_of(draw(st.sampled_from(NAMES))), draw(st.integers(0, 10_000)), draw(st.integers(0, 120))
    )
    begin = draw(st.integers(0, len(record)))
    game = AnnotatedGame(record.positions[begin], {"White": draw(words) or "?"}, draw(st.sampled_from(["1-0", "*"])))
    nodes = [game.root]
    for move in record.moves[begin:]:
        nodes.append(nodes[-1].add(move))
    for place, choice, comment, marks in draw(branches):
        above = nodes[place % len(nodes)]
        moves = list(above.position.legal_moves)
        if moves:
            nodes.append(above.add(moves[choice % len(moves)]))
            nodes[-1].comment, nodes[-1].nags = comment, marks
    return game


def shape(game: AnnotatedGame) -> list[tuple[object, ...]]:
    return [(n.ply, str(n.move), n.position.fen, n.comment, n.nags, len(n.variations)) for n in game.walk()]


@settings(max_examples=150)
@given(annotated_games(), st.sampled_from([20, 80, None]))
def test_trees_written_are_trees_read(game: AnnotatedGame, columns: int | None):
    text = write_game(game, columns=columns)
    again = read_game(text)
    assert shape(again) == shape(game)
    assert (again.game.name, again.result) == (game.game.name, game.result)
    assert isinstance(game.game, Mill)
    assert isinstance(again.game, Mill)
    assert again.game.rules == game.game.rules
    assert write_game(again, columns=columns) == text


@pytest.mark.parametrize("name", NAMES)
def test_removals_as_words_of_their_own_and_passes_left_out_are_the_same_game(name: str):
    kinds: set[str] = set()
    for seed in range(6):
        record = random_record(game_of(name), seed, 150)
        tokens = [str(move) for move in record.moves]
        while tokens and tokens[-1] == PASS:
            tokens.pop()
        kinds |= {PASS if token == PASS else "x" if token.startswith("x") else "" for token in tokens}
        tags = write_game(AnnotatedGame(record.start)).partition("\n\n")[0]
        theirs = " ".join(re.sub(r"(?<=.)x", " x", token) for token in tokens if token != PASS)
        assert [str(node.move) for node in read_game(f"{tags}\n\n{theirs} *").main_line()] == tokens
    if name in ("mill:da-san-qi", "mill:nerenchi", "mill:el-filja"):
        assert PASS in kinds
    if name == "mill:el-filja":
        assert "x" in kinds


def test_many_games_by_all_rules_in_one_file(tmp_path: Path):
    games = [AnnotatedGame.from_record(random_record(game_of(name), 5, 400)) for name in NAMES]
    path = tmp_path / "family.mill"
    write_games(path, games)
    again = list(read_games(path))
    assert [shape(game) for game in again] == [shape(game) for game in games]
    assert [game.result for game in again] == [game.result for game in games]
    assert {game.result for game in games} >= {"1-0", "0-1"}


@st.composite
def any_rules(draw: st.DrawFn) -> MillRules | None:
    """Rules with random options; None where they cannot be combined."""
    chosen = draw(st.lists(st.sampled_from(OPTIONS), max_size=6, unique=True))
    values = {option.name: draw(st.integers(option.low, option.high)) for option in chosen}
    numbers = [values.get(option.name, option.read(option.default)) for option in OPTIONS]
    try:
        return MillRules.from_values(numbers)
    except InvalidRules:
        return None


@given(any_rules())
def test_any_rules_fit_in_one_line(rules: MillRules | None):
    if rules is not None:
        line = rules.to_line()
        assert "\n" not in line
        assert MillRules.from_line(line) == rules


SEED = """\
[Event "First"]
[Game "mill:el-filja"]

1. d6 f4 {comment} 2. d7! (2. a1 a4 (2... b4 $5) 3. g1) 2... f2 ; rest
3. d5 {[%clk 0:01:00]} a1 1-0

[Event "Second \\"quoted\\""]
[Rules "men=7 mill_action_while_placing=opponent-removes"]
[FEN "********/O*@@****/O******* w p p 2 5 2 5 0 0 0 0 0 0 0 0 3"]

3. d5 xf4 4. pass a1 1/2-1/2

[Event "Third"]

1. d6 f4 2. d7 f2 3. d5 xf4 *
"""
signs = st.sampled_from([*'{}()[]";%$!?*x\\\n\r=-', "1-0", "pass", " xf4", "men=", "+"])
damage = st.lists(
    st.tuples(st.integers(0, len(SEED)), st.integers(0, 12), st.one_of(st.text(max_size=3), signs)),
    min_size=1,
    max_size=6,
)


@settings(max_examples=300)
@given(damage)
def test_damaged_files_raise_nothing_else_and_lose_no_game_before(cuts: list[tuple[int, int, str]]):
    text = SEED
    for at, length, insert in cuts:
        text = text[:at] + insert + text[at + length :]
    order: list[object] = []
    for game in read_games(text, on_error=order.append):
        order.append(game)
        assert [str(node.move) for node in read_game(write_game(game)).walk()] == [str(n.move) for n in game.walk()]
    errors = [error for error in order if isinstance(error, InvalidFile)]
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for error in errors:
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
    strict: list[AnnotatedGame] = []
    with pytest.raises(InvalidFile) if errors else nullcontext() as caught:
        strict.extend(read_games(text))
    assert len(strict) == (order.index(errors[0]) if errors else len(order))
    assert caught is None or str(caught.value) == str(errors[0])


@settings(max_examples=200)
@given(st.text(st.sampled_from("{}()[] \n1.d6xf4-a7p*"), max_size=120))
def test_any_text_is_read_or_refused(text: str):
    errors: list[InvalidFile] = []
    list(read_games(text, on_error=errors.append))
    assert all(str(error) for error in errors)


def test_long_hostile_lines_are_refused_at_once():
    closing = "1. d6 f4 2. d7 f2 3. d5 "
    for unit in ("xf4 ", "xf4", "pass ", "x", "d5 ", "xf4 xf2 "):
        errors: list[InvalidFile] = []
        list(read_games(closing + unit * 50_000, on_error=errors.append))
        assert len(errors) == 1
        assert len(str(errors[0])) < 200
