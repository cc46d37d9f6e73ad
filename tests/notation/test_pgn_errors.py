"""Errors in broken PGN files, and what can still be read of such a file."""

from __future__ import annotations

import pickle

import pytest

import plyground
from plyground.games.chess.notation import PGN
from plyground.notation import AnnotatedGame, InvalidFile

read_game, read_games = PGN.read_game, PGN.read_games

SENTENCES = [
    ("1. e4 {never", "Line 1, column 7: The comment that starts here is never closed. Add a '}'."),
    ("1. e4\n e5 }", "Line 2, column 5: This '}' closes no comment."),
    (
        '[Event "x"]\n[White Carlsen]\n1. e4',
        "Line 2, column 1: '[White Carlsen]' is not a tag. Write something like [White \"Judit Polgar\"].",
    ),
    ("1. e4 ] e5", "Line 1, column 7: This ']' closes no tag."),
    ("1. e4 $x e5", "Line 1, column 7: '$x' is not an annotation. Write a number such as $1."),
    (
        "1. e4 (1. d4 (1. c4) e5 1-0\n",
        "Line 1, column 7: The variation that starts here is never closed. Add a ')'.",
    ),
    ("1. e4 e5) 2. d4", "Line 1, column 9: This ')' closes no variation."),
    ("(1. e4)", "Line 1, column 1: A variation cannot start here because there is no move before it."),
    ("1. e4 ((1. d4))", "Line 1, column 8: A variation cannot start here because there is no move before it."),
    (
        '\n[Variant "Atomic"]\n1. e4',
        "Line 2, column 1: The variant 'Atomic' is unknown. Known variants are Standard, Chess960.",
    ),
    ("1. e4\n-- 2. d4", "Line 2, column 1: '--' passes the turn, which chess does not allow."),
    (
        "1. " + "N" * 50,
        f"Line 1, column 4: '{'N' * 40}...' is not a move of chess. Write something like Nf3.",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), SENTENCES)
def test_sentences(text: str, sentence: str):
    with pytest.raises(InvalidFile) as caught:
        list(read_games(text, strict=True))
    assert str(caught.value) == sentence
    assert f"Line {caught.value.line}, column {caught.value.column}" == sentence.partition(":")[0]


@pytest.mark.parametrize(
    ("before", "word", "kind"),
    [
        ("", "e5", plyground.IllegalMove),
        ("", "Ke2", plyground.IllegalMove),
        ("", "Nbd2xyz", plyground.InvalidMove),
        ("Nf3 a6 d4 a5", "Nd2", plyground.AmbiguousMove),
        ("f3 e5 g4 Qh4#", "a3", plyground.IllegalMove),
        ("f3 e5 g4 Qh4#", "Nc3", plyground.IllegalMove),
        ("e4 e5 Qh5 Nc6 Qxf7+", "--", plyground.InvalidMove),
    ],
)
def test_moves_that_cannot_be_played_say_why(before: str, word: str, kind: type[plyground.PlygroundError]):
    with pytest.raises(InvalidFile) as caught:
        read_game(f"{before}\n  {word} *")
    error = caught.value
    assert (error.line, error.column) == (2, 3)
    position = plyground.Record(plyground.game("chess").start(), before.split()).position
    with pytest.raises(kind) as underlying:
        position.parse(word)
    assert str(error) == f"Line 2, column 3: {underlying.value}"
    assert error.code == "file_move"
    assert getattr(error.arguments["reason"], "code", None) == underlying.value.code


def test_broken_fen_is_told_at_its_tag():
    with pytest.raises(InvalidFile) as caught:
        read_game('[Event "x"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *')
    with pytest.raises(plyground.InvalidPosition) as underlying:
        plyground.game("chess").from_fen("8/8/8/8/8/8/8/8 w - - 0 1")
    assert str(caught.value) == f"Line 2, column 1: {underlying.value}"
    assert caught.value.code == "file_tag"
    assert caught.value.partial is not None
    assert caught.value.partial.headers["Event"] == "x"


def test_games_before_an_error_are_all_given():
    text = "1. e4 e5 1-0\n\n1. d4 d5 0-1\n\n1. e4 e4 *\n\n1. c4 *"
    seen: list[AnnotatedGame] = []
    with pytest.raises(InvalidFile, match="Line 5, column 7: "):
        seen.extend(read_games(text))
    # list.extend keeps what came before the error.
    assert [game.result for game in seen] == ["1-0", "0-1"]


def test_what_could_be_read_of_the_broken_game_is_kept():
    with pytest.raises(InvalidFile) as caught:
        read_game('[White "A"]\n1. e4 {good} (1. d4 d5 2. c4 {Queen\'s} e9) 1... e5 *')
    partial = caught.value.partial
    assert partial is not None
    assert partial.headers == {"White": "A"}
    assert [node.notation for node in partial.walk()] == ["", "e4", "d4", "d5", "c4"]
    assert [node.comment for node in partial.walk()][-1] == "Queen's"


BROKEN = {
    "illegal move": '[Event "b"]\n[Site "?"]\n\n1. e4 e4 2. d4 {words [Event "no"]} (2. c4) 1-0',
    "broken annotation": '[Event "b"]\n\n1. e4 $x e5 1-0',
    "broken FEN": '[Event "b"]\n[FEN "x"]\n\n1. e4 e5 1-0',
    "broken FEN without moves": '[Event "b"]\n[FEN "x"]',
    "unknown variant": '[Event "b"]\n[Variant "Atomic"]\n\n1. e4 e5 1-0',
    "broken FEN without Event": '[White "b"]\n[FEN "x"]',
    "unclosed comment": '[Event "b"]\n\n1. e4 {never 1-0',
    "no result": '[Event "b"]\n\n1. e4 e4',
    "no tags": "1. e4 e4 1-0",
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_reading_goes_on_with_the_next_game(broken: str):
    good = '[Event "?"]\n[White "{}"]\n\n1. e4 {{good}} e5 *\n\n'
    errors: list[InvalidFile] = []
    games = list(read_games(good.format("a") + broken + "\n\n" + good.format("c"), on_error=errors.append))
    assert [game.headers["White"] for game in games] == ["a", "c"]
    assert len(errors) == 1


def test_reading_goes_on_after_an_unclosed_comment():
    errors: list[InvalidFile] = []
    text = '[Event "a"]\n1. e4 {oops e5 *\n\n[Event "b"]\n1. d4 *\n\n[Event "c"]\n1. c4 {again\n\n[Event "d"]\n1. a3 *'
    games = list(read_games(text, on_error=errors.append))
    assert [game.headers["Event"] for game in games] == ["b", "d"]
    assert [error.line for error in errors] == [2, 8]


def test_reading_goes_on_where_games_have_no_tags():
    errors: list[InvalidFile] = []
    games = list(read_games("1. e4 e4 2. d4 1-0 1. d4 * 1. e5 * 1. c4 1/2-1/2", on_error=errors.append))
    assert [game.result for game in games] == ["*", "1/2-1/2"]
    assert [error.column for error in errors] == [7, 31]


def test_errors_cross_processes():
    with pytest.raises(InvalidFile) as caught:
        read_game("1. e4 e4")
    again = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(again, InvalidFile)
    assert (str(again), again.line, again.column) == (str(caught.value), 1, 7)
