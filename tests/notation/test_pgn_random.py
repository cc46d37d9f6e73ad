"""PGN with random trees and random damage: what is written is read back, and only `InvalidFile` is raised."""

from __future__ import annotations

import random
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground
from plyground.games.chess.notation import PGN
from plyground.notation import AnnotatedGame, InvalidFile, Node
from plyground.notation.movetext import plain_comment

read_game, read_games, write_game, write_games = PGN.read_game, PGN.read_games, PGN.write_game, PGN.write_games

CHESS = plyground.game("chess")
STARTS = [
    CHESS.start().fen,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 33",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
]

words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="}"), max_size=30).map(plain_comment)
remarks = st.one_of(
    st.just(""), words, st.sampled_from(["[%clk 0:01:02.5]", "a [%eval #-3] b", "% [Event ( ) $1 ;", "{"])
)
nags = st.lists(st.integers(0, 255), max_size=2)
steps = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99), remarks, remarks, nags), max_size=25)


@st.composite
def annotated_games(draw: st.DrawFn) -> AnnotatedGame:
    """A tree grown move by move from nodes picked at random, often the newest one."""
    headers = draw(st.dictionaries(st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True), words, max_size=4))
    for tag in ("Result", "FEN", "SetUp", "Variant"):
        headers.pop(tag, None)
    result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]))
    game = AnnotatedGame(CHESS.from_fen(draw(st.sampled_from(STARTS))), headers, result)
    game.root.comment = draw(remarks)
    nodes = [game.root]
    befores: list[str] = []
    for parent, number, comment, before, marks in draw(steps):
        above = nodes[-1 - parent] if parent < len(nodes) else nodes[-1]
        moves = list(above.position.legal_moves)
        if moves:
            node = above.add(moves[number % len(moves)])
            node.comment, node.nags = comment, marks
            nodes.append(node)
            befores.append(before)
    for node, before in zip(nodes[1:], befores, strict=True):
        node.before = before if has_place_for_comment_before(node) else ""
    return game


def has_place_for_comment_before(node: Node) -> bool:
    """Whether a comment before the move stands apart from the comment after the move before it."""
    parent = node.parent
    assert parent is not None
    above = parent.parent
    follows_variations = above is not None and above.variations[0] is parent and len(above.variations) > 1
    return parent.variations[0] is not node or follows_variations


def shape(game: AnnotatedGame) -> list[tuple[object, ...]]:
    return [(n.ply, str(n.move), n.position.fen, n.before, n.comment, n.nags, len(n.variations)) for n in game.walk()]


@settings(max_examples=100)
@given(annotated_games(), st.sampled_from([20, 80, None]))
def test_trees_written_are_trees_read(game: AnnotatedGame, columns: int | None):
    text = write_game(game, columns=columns)
    again = read_game(text)
    assert shape(again) == shape(game)
    assert again.result == game.result
    assert {tag: again.headers[tag] for tag, value in game.headers.items() if value} == {
        tag: value for tag, value in game.headers.items() if value
    }
    assert write_game(again, columns=columns) == text


SEED = """\
[Event "First"]
[Result "1-0"]

1. e4 e5 {comment} 2. Nf3! (2. Bc4 Nf6 (2... Bc5 $5) 3. d3) 2... Nc6 ; rest
3. Bb5 {[%clk 0:01:00]} a6 1-0

[Event "Second \\"quoted\\""]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]
[SetUp "1"]

1. O-O-O {a
b} 1... O-O 1/2-1/2

[Event "Third"]

%escape
1. d4 d5 *
"""
damage = st.lists(
    st.tuples(
        st.integers(0, len(SEED)),
        st.integers(0, 12),
        st.one_of(
            st.text(max_size=3), st.sampled_from([*'{}()[]";%$!?*\\\n\r\ufeff', "1-0", "--", "0-0", '[Event "', "$$"])
        ),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=300)
@given(damage)
def test_damaged_files_raise_nothing_else_and_lose_no_game_before(cuts: list[tuple[int, int, str]]):
    text = SEED
    for at, length, insert in cuts:
        text = text[:at] + insert + text[at + length :]
    errors: list[InvalidFile] = []
    order: list[object] = []

    def note(error: InvalidFile) -> None:
        errors.append(error)
        order.append(error)

    for game in read_games(text, on_error=note):
        order.append(game)
        assert read_game(write_game(game)).result == game.result
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for error in errors:
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
        assert str(error).startswith("Line ")
    before = order.index(errors[0]) if errors else len(order)
    strict: list[AnnotatedGame] = []
    with pytest.raises(InvalidFile) if errors else nullcontext() as caught:
        strict.extend(read_games(text))
    assert len(strict) == before
    assert caught is None or str(caught.value) == str(errors[0])


@settings(max_examples=200)
@given(st.text(st.sampled_from('{}()[]";%$!?*\\\n 1.e4d5Nf3-0/ABab'), max_size=200))
def test_any_text_is_read_or_refused(text: str):
    assert all(str(error) for error in errors_of(text))


def errors_of(text: str) -> list[InvalidFile]:
    errors: list[InvalidFile] = []
    list(read_games(text, on_error=errors.append))
    return errors


def test_games_of_twenty_thousand_plies():
    game = AnnotatedGame(CHESS.start())
    node = game.root
    for _ in range(5_000):
        for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
            node = node.add(san)
    again = read_game(write_game(game))
    assert again.end.ply == 20_000
    assert len(again.record()) == 20_000


def test_variations_ten_thousand_deep():
    depth = 10_000
    game = AnnotatedGame(CHESS.start())
    node = game.root
    for number in range(depth):
        san = ("Nf3", "Nf6", "Ng1", "Ng8")[number % 4]
        node.add(san)
        node = node.add(san)
    text = write_game(game)
    assert text.endswith(")" * depth + "\n*\n")
    assert shape(read_game(text)) == shape(game)


def test_alternatives_nested_in_alternatives_are_all_alternatives():
    depth = 10_000
    game = read_game("1. Nf3 " + "(1. Nf3 " * depth + ")" * depth + " Nf6 *")
    assert len(game.root.variations) == depth + 1
    assert game.end.ply == 2


def test_long_hostile_lines_take_linear_time():
    # In quadratic time they would take hours.
    size = 100_000
    hostile = ["{", "[", "(", ")", "e.", '"', "$", "ep.", "!", "[A ", '[A "x"', "1.", '\\"']
    for text in [unit * size for unit in hostile] + ['[A "' + '" ' * size]:
        errors_of(text)
        errors_of("1. e4 " + text + "X")


def test_many_random_games_in_one_file(tmp_path: Path):
    rng = random.Random(7)
    games: list[AnnotatedGame] = []
    for _ in range(200):
        record = plyground.Record(CHESS.start())
        for _ in range(rng.randrange(40)):
            moves = list(record.position.legal_moves)
            if not moves:
                break
            record.push(rng.choice(moves))
        games.append(AnnotatedGame.from_record(record, {"Round": str(len(games))}))
    path = tmp_path / "many.pgn"
    write_games(path, games)
    assert [shape(game) for game in read_games(path)] == [shape(game) for game in games]
