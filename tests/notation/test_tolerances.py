"""What other programs write against the notation: it is read with a warning, and refused by strict readers."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.arena.openings import read_openings
from plyground.games.chess.letters import LANGUAGES
from plyground.games.chess.notation import PGN
from plyground.games.draughts.notation import PDN
from plyground.notation import InvalidFile
from plyground.notation.annotated import NULL_MOVE
from plyground.notation.notation import Notation
from plyground.server.services.files import import_text
from plyground.server.wire.http import ImportQuery
from plyground.server.workers.job import JobContext

TOLERANCES: dict[str, Any] = {
    "null move": (
        PGN,
        "1. e4 -- 2. d4 *",
        "1. e4 -- 2. d4 *",
        "1, 7: '--' passes the turn, which chess does not allow.",
    ),
    "null move as Z0": (PGN, "1. Z0 e5 *", "1. -- e5 *", "1, 4: 'Z0' passes the turn, which chess does not allow."),
    "null move of UCI": (
        PGN,
        "1. 0000 e5 *",
        "1. -- e5 *",
        "1, 4: '0000' passes the turn, which chess does not allow.",
    ),
    "null move in a variation": (
        PGN,
        "1. e4 e5 (1... -- 2. d4) *",
        "1. e4 e5 (1... -- 2. d4) *",
        "1, 16: '--' passes the turn, which chess does not allow.",
    ),
    "stale castling rights": (
        PGN,
        '[FEN "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"]\n\n1. O-O O-O-O *',
        "1. O-O O-O-O *",
        "1, 1: The castling rights are read as 'Kq': The castling right 'Q' is impossible. "
        "White has no rook there to castle with.",
    ),
    "stale castling rights of a king": (
        PGN,
        '[FEN "4k3/8/8/8/8/8/8/5K1R w K - 0 1"]\n\n1. Kg1 *',
        "1. Kg1 *",
        "1, 1: The castling rights are read as '-': The castling right 'K' is impossible. "
        "White's king cannot castle from f1.",
    ),
    "figurine": (PGN, "1. ♘f3 *", "1. Nf3 *", "1, 4: '♘f3' is read as Nf3."),
    "black figurine": (PGN, "1. e4 ♞\ufe0ec6 *", "1. e4 Nc6 *", "1, 7: '♞\ufe0ec6' is read as Nc6."),
    "figurine of a pawn": (PGN, "1. ♙e4 *", "1. e4 *", "1, 4: '♙e4' is read as e4."),
    "German": (PGN, '[Language "de"]\n1. Sf3 *', "1. Nf3 *", "2, 4: 'Sf3' is read as Nf3."),
    "Spanish": (
        PGN,
        '[Language "Spanish"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n1. Rd1 *',
        "1. Kd1 *",
        "3, 4: 'Rd1' is read as Kd1.",
    ),
    "Russian": (PGN, '[Language "ru-RU"]\n1. e4 e5 2. Крe2 *', "1. e4 e5 2. Ke2 *", "2, 13: 'Крe2' is read as Ke2."),
    "German promotion": (
        PGN,
        '[Language "German"]\n[FEN "8/P6k/8/8/8/8/8/4K3 w - - 0 1"]\n1. a8=D *',
        "1. a8=Q *",
        "3, 4: 'a8=D' is read as a8=Q.",
    ),
    "markup": (PGN, "1. e4<br>e5 *", "1. e4 e5 *", "1, 6: '<br>' is markup, which has no place here."),
    "stray brace": (PGN, "1. e4 } e5 *", "1. e4 e5 *", "1, 7: This '}' closes no comment."),
    "stray bracket": (PGN, "1. e4 ] e5 *", "1. e4 e5 *", "1, 7: This ']' closes no tag."),
    "stray parenthesis": (PGN, "1. e4) e5 *", "1. e4 e5 *", "1, 6: This ')' closes no variation."),
    "text in brackets": (
        PGN,
        "1. e4 [best by test] e5 *",
        "1. e4 {best by test} 1... e5 *",
        "1, 7: '[best by test]' is not a tag. Write something like [White \"Judit Polgar\"].",
    ),
    "tag without quotes": (
        PGN,
        "[White Carlsen]\n\n1. e4 *",
        "1. e4 *",
        "1, 1: '[White Carlsen]' is not a tag. Write something like [White \"Judit Polgar\"].",
    ),
    "double parentheses": (
        PGN,
        "1. e4 ((1. d4 d5)) e5 *",
        "1. e4 (1. d4 d5) 1... e5 *",
        "1, 8: A variation cannot start here because there is no move before it.",
    ),
    "parentheses around everything": (
        PGN,
        "(1. e4 e5) *",
        "1. e4 e5 *",
        "1, 1: A variation cannot start here because there is no move before it.",
    ),
    "unclosed variation": (
        PGN,
        "1. e4 (1. d4 d5 1-0",
        "1. e4 (1. d4 d5) 1-0",
        "1, 7: The variation that starts here is never closed. Add a ')'.",
    ),
    "nested comment": (
        PGN,
        "1. e4 {a {b}\nc} e5 *",
        "1. e4 {a (b) c} 1... e5 *",
        "1, 7: The comment that starts here contains others. Comments cannot be nested.",
    ),
    "capture sign for a step": (PDN, '[GameType "21"] 1. 10x14 *', "1. 10-14 *", "1, 20: '10x14' is read as 10-14."),
    "step sign for a capture": (
        PDN,
        '[GameType "21"] 1. 11-15 22-18 2. 15-22 *',
        "1. 11-15 22-18 2. 15x22 *",
        "1, 35: '15-22' is read as 15x22.",
    ),
    "blank in a move": (
        PDN,
        '[GameType "21"][FEN "B:W32:B1"] 1. 1- 6 *',
        "1. 1-6 *",
        "1, 36: '1- 6' is read as 1-6.",
    ),
    "blank before the separator": (
        PDN,
        '[GameType "20"] 1.32-28 17-22 2.28 x17 11 x22 *',
        "1. 32-28 17-22 2. 28x17 11x22 *",
        "1, 33: '28 x17' is read as 28x17.",
        "1, 40: '11 x22' is read as 11x22.",
    ),
    "blanks around the separator": (
        PDN,
        '[GameType "21"] 1. 11 - 15 *',
        "1. 11-15 *",
        "1, 20: '11 - 15' is read as 11-15.",
    ),
    "leading zero": (PDN, '[GameType "21"][FEN "B:W32:B6"] 1. 06-09 *', "1. 6-9 *", "1, 36: '06-09' is read as 6-9."),
    "null move in draughts": (
        PDN,
        "1. c3-d4 -- 2. d4-c5 *",
        "1. c3-d4 -- 2. d4-c5 *",
        "1, 10: '--' passes the turn, which draughts:russian does not allow.",
    ),
}


@pytest.mark.parametrize("case", TOLERANCES.values(), ids=TOLERANCES)
def test_tolerance_is_a_warning(case: Any):
    notation, text, written, *warnings = case
    (game,) = notation.read_games(text)
    assert movetext(notation, game) == written
    sentences = [f"Line {warning.replace(',', ', column', 1)}" for warning in warnings]
    assert [str(each) for each in game.warnings] == sentences
    with pytest.raises(InvalidFile) as caught:
        list(notation.read_games(text, strict=True))
    assert str(caught.value) == sentences[0]


def movetext(notation: Notation, game: plyground.AnnotatedGame) -> str:
    return notation.write_game(game, columns=None).split("\n\n")[1].strip()


@pytest.mark.parametrize(
    ("text", "movetexts"),
    [
        ("1. e4 e5 2. Nf3\n\n1. d4 d5\n\n1. c4", ["1. e4 e5 2. Nf3 *", "1. d4 d5 *", "1. c4 *"]),
        ("e4 e5\n\nd4 d5", ["1. e4 e5 *", "1. d4 d5 *"]),
        ("1. e4 e5\n\n2. Nf3\n\nNc6", ["1. e4 e5 2. Nf3 Nc6 *"]),
        ("1. e4\n\n1... e5", ["1. e4 e5 *"]),
        ("1. e4 (1. d4 1-0\n\n1. c4 *", ["1. e4 (1. d4) 1-0", "1. c4 *"]),
    ],
)
def test_games_without_tags_are_separated_by_blank_lines(text: str, movetexts: list[str]):
    games = list(PGN.read_games(text))
    assert [movetext(PGN, game) for game in games] == movetexts
    ends = [str(each) for game in games[:-1] for each in game.warnings[-1:]]
    assert all(end.endswith("Another game starts here, but the one before it has no result. Write * if it is unknown.")
               for end in ends)  # fmt: skip
    if ends:
        with pytest.raises(InvalidFile):
            list(PGN.read_games(text, strict=True))


def test_what_is_no_move_after_a_blank_line_breaks_only_the_next_game():
    errors: list[InvalidFile] = []
    text = '[White "a"]\n\n1. e4 e5\n\nEvent "broken"]\n[White "b"]\n\n1. d4 *'
    games = list(PGN.read_games(text, on_error=errors.append))
    assert [(game.headers["White"], movetext(PGN, game)) for game in games] == [("a", "1. e4 e5 *"), ("b", "1. d4 *")]
    assert [error.line for error in errors] == [5]


def test_null_move_is_impossible_in_check():
    with pytest.raises(InvalidFile, match="Line 1, column 23: "):
        PGN.read_game("1. f3 e5 2. h3 Qh4 3. -- *")


def test_null_moves_end_the_record_and_survive_copies():
    game = PGN.read_game("1. e4 -- 2. d4 (2. Nf3 -- 3. Ng5 {far}) d5 *")
    assert len(game.record()) == 1
    assert [node.move is NULL_MOVE for node in game.main_line()] == [False, True, False, False]
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert movetext(PGN, twin) == movetext(PGN, game) == "1. e4 -- 2. d4 (2. Nf3 -- 3. Ng5 {far}) 2... d5 *"


def test_null_move_passes_the_turn_and_counts_as_a_move():
    game = PGN.read_game("1. e4 -- *")
    assert game.end.position.fen == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def test_page_gets_lines_with_null_moves_as_comments():
    query = ImportQuery(text="1. e4 e5 (1... -- 2. d4) 2. Nf3 -- 3. Ng5 *", game="chess")
    (game,) = import_text(query, JobContext(print)).games
    assert [(node.notation, node.comment) for node in game.tree] == [
        ("e4", "(-- d4)"), ("e5", ""), ("Nf3", "(-- Ng5)"),
    ]  # fmt: skip


def test_openings_end_before_a_null_move(tmp_path: Path):
    path = tmp_path / "openings.pgn"
    path.write_text("1. e4 e5 2. -- d5 *")
    (opening,) = read_openings(path, plyground.game("chess"))
    assert opening.moves == ("e2e4", "e7e5")


def test_language_of_the_comments_does_not_change_the_moves():
    game = PGN.read_game('[Language "es"]\n1. Nf3 d5 2. d4 Nc6 3. Bf4 Rb8 *')
    assert not game.warnings
    assert movetext(PGN, game) == "1. Nf3 d5 2. d4 Nc6 3. Bf4 Rb8 *"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_games_in_any_language_are_read(language: str):
    theirs = {ours: letter for letter, ours in LANGUAGES[language].items()} | {"P": ""}
    english = ["Nf3", "Nf6", "d4", "d5", "Bf4", "Bf5", "Nc3", "Nc6", "Qd3", "Qd6", "Rb1", "Rb8", "Kd1", "Kd8"]
    words = [theirs[move[0]] + move[1:] if move[0] in theirs else move for move in english]
    game = PGN.read_game(f'[Language "{language}"]\n\n{" ".join(words)} *')
    assert [node.notation for node in game.main_line()] == english


def test_files_without_anything_unusual_have_no_warnings():
    text = PGN.write_game(PGN.read_game("1. e4 {a { b} e5 (1... c5 $1) 2. Nf3 *"))
    assert not PGN.read_game(text).warnings
    assert movetext(PGN, PGN.read_game(text, strict=True)) == "1. e4 {a { b} 1... e5 (1... c5 $1) 2. Nf3 *"


def test_warnings_are_limited():
    assert len(PGN.read_game("1. e4 " + "] " * 5000 + "*").warnings) == 1000
