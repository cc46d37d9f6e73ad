"""Tokens of game files: their kinds and places."""

from __future__ import annotations

import pytest

from plyground.games.chess.notation import PGN
from plyground.notation.movetext import Kind, Token, Tokens


def tokens(text: str) -> list[Token]:
    return list(Tokens(text.splitlines(keepends=True), PGN.results))


def shapes(text: str) -> list[tuple[str, str]]:
    return [(token.kind.value, token.text) for token in tokens(text)]


def places(text: str) -> list[tuple[int, int]]:
    return [(token.line, token.column) for token in tokens(text)]


def test_every_token_knows_its_line_and_column():
    assert places('[A "b"]\n\n 1.e4 {x\ny} e5!?\n(1... c5) *') == [
        (1, 1), (3, 2), (3, 4), (3, 7), (4, 4), (4, 6), (5, 1), (5, 2), (5, 7), (5, 9), (5, 11),
    ]  # fmt: skip


def test_byte_order_mark_of_each_glued_file_shifts_no_column():
    assert places('\ufeff[A "b"]\n*\n\ufeff[A "b"]') == [(1, 1), (2, 1), (3, 1)]


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ('[White "Carlsen"]', "White", "Carlsen"),
        ('[ White   "Carlsen" ]', "White", "Carlsen"),
        (r'[Event "The \"Immortal\" Game"]', "Event", 'The "Immortal" Game'),
        ('[Event "The "Immortal" Game"]', "Event", 'The "Immortal" Game'),
        (r'[Site "C:\\games"]', "Site", r"C:\games"),
        (r'[Site "C:\games"]', "Site", r"C:\games"),
        ('[Site "C:\\"]', "Site", "C:\\"),
        ('[Empty ""]', "Empty", ""),
        ('[Brackets "[a] ]"]', "Brackets", "[a] ]"),
    ],
)
def test_tag_values_with_quotes_and_backslashes(text: str, name: str, value: str):
    (token,) = tokens(text)
    assert (token.kind, token.name, token.text) == (Kind.TAG, name, value)


@pytest.mark.parametrize("text", ['[White"Carlsen"]', "[White Carlsen]", '[White "Carlsen]', '[White Carlsen" ]'])
def test_tags_with_missing_quotes_are_guessed(text: str):
    stray, tag = tokens(text)
    assert (stray.kind, stray.name, stray.text) == (Kind.STRAY, "tag_unreadable", text)
    assert (tag.kind, tag.name, tag.text) == (Kind.TAG, "White", "Carlsen")


def test_several_tags_may_share_a_line():
    assert [token.name for token in tokens('[A "1"][B "2"] [C "3"]')] == ["A", "B", "C"]


def test_comments_do_not_nest():
    assert shapes("{a {b} c") == [("comment", "a {b"), ("word", "c")]
    assert shapes("{a {b} c {d}") == [("comment", "a {b"), ("word", "c"), ("comment", "d")]


def test_comments_in_a_comment_are_kept_in_parentheses():
    assert shapes("{a {b} c {d\n{e}} f} e4") == [("stray", "{"), ("comment", "a (b) c (d (e)) f"), ("word", "e4")]


def test_comment_over_lines_is_one_line_of_words():
    assert shapes("{ one\r\n\r\n  two\tthree } e4") == [("comment", "one two three"), ("word", "e4")]


def test_semicolon_comments_end_with_the_line():
    assert shapes("e4 ; good {really}\ne5") == [("word", "e4"), ("comment", "good {really}"), ("word", "e5")]


def test_percent_in_the_first_column_hides_the_line():
    assert shapes("%1. d4 {\n e4\n %") == [("word", "e4"), ("word", "%")]


@pytest.mark.parametrize("text", ["1. e4", "1.e4", "1 e4", "1 . e4", "1... e4", "1...e4", "1. ... e4", "1…e4"])
def test_numbers_in_every_dress_are_not_moves(text: str):
    kinds = [token.kind for token in tokens(text)]
    assert set(kinds[:-1]) == {Kind.NUMBER}
    assert kinds[-1] is Kind.WORD


def test_castling_with_zeros_is_a_word_and_not_a_result():
    assert shapes("1.0-0 0-0-0 0-1") == [("number", "1."), ("word", "0-0"), ("word", "0-0-0"), ("result", "0-1")]


def test_annotations_glued_to_moves_and_parentheses():
    assert shapes("(e4!?)$14 Nf3+!! =") == [
        ("open", "("), ("word", "e4"), ("nag", "5"), ("close", ")"), ("nag", "14"),
        ("word", "Nf3+"), ("nag", "3"), ("nag", "10"),
    ]  # fmt: skip


def test_results_are_given_in_one_spelling():
    assert [text for _, text in shapes("1-0 0-1 1/2-1/2 1/2 ½-½ * e4*")] == [
        "1-0", "0-1", "1/2-1/2", "1/2-1/2", "1/2-1/2", "*", "e4", "*",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind", "code"),
    [
        ("e4 } e5", Kind.STRAY, "comment_stray_end"),
        ("e4 ] e5", Kind.STRAY, "tag_stray_end"),
        ("e4 [ e5", Kind.STRAY, "tag_unreadable"),
        ("e4 <br> e5", Kind.STRAY, "markup"),
        ("e4 </font> e5", Kind.STRAY, "markup"),
        ("e4 $ e5", Kind.FAULT, "nag_unreadable"),
        ("e4 $1234 e5", Kind.FAULT, "nag_unreadable"),
        ("e4 $x e5", Kind.FAULT, "nag_unreadable"),
    ],
)
def test_what_makes_no_sense_is_reported_and_reading_goes_on(text: str, kind: Kind, code: str):
    first, fault, last = tokens(text)
    assert (fault.kind, fault.name, fault.column) == (kind, code, 4)
    assert (first.text, last.text) == ("e4", "e5")


def test_lines_swallowed_by_an_unclosed_comment_are_read_again():
    assert [(token.name or token.text, token.line) for token in tokens('e4 {oops\n[Event "x"]\nd4 {again\nd5')] == [
        ("e4", 1), ("comment_unclosed", 1), ("Event", 2), ("d4", 3), ("comment_unclosed", 3), ("d5", 4),
    ]  # fmt: skip


def test_many_unclosed_comments_are_read_in_one_pass():
    faults = [token for token in tokens("{ a\n" * 50_000) if token.kind is Kind.FAULT]
    assert len(faults) == 50_000


def test_markup_glued_to_words_is_cut_off():
    assert shapes("e4<br>e5 <=") == [("word", "e4"), ("stray", "<br>"), ("word", "e5"), ("word", "<=")]


def test_first_token_after_a_blank_line_says_so():
    assert [token.after_blank for token in tokens("e4 e5\n\nNf3 Nc6\nBb5 {a\n\nb} a6")] == [
        False, False, True, False, False, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("following", ['[Event "next"]\n\n1. d4 {good} *', "1. d4 {good} *"])
def test_comment_that_runs_into_the_next_game_is_unclosed(following: str):
    names = [token.name or token.text for token in tokens(f"1. e4 {{never e5\nclosed *\n\n{following}")]
    assert names[:3] == ["1.", "e4", "comment_unclosed"]
    assert names[-3:] == ["d4", "good", "*"]


def test_paragraphs_of_a_comment_stay_one_comment():
    assert shapes("e4 {one\n\n1. two\n\n[three]} e5") == [
        ("word", "e4"), ("comment", "one 1. two [three]"), ("word", "e5"),
    ]  # fmt: skip
