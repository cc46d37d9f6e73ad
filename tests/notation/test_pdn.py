"""PDN: tags, squares, results and comments read and written; errors are reported with their place."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

import plyground
from plyground.errors import InvalidRecord, PlygroundError
from plyground.games.draughts import Draughts, DraughtsRules
from plyground.games.draughts.notation import PDN, TYPES, game_type
from plyground.notation import InvalidFile
from plyground.notation.annotated import AnnotatedGame

read_game, read_games, write_game, write_games = PDN.read_game, PDN.read_games, PDN.write_game, PDN.write_games

STANDARD = {
    "international": "20,W,10,10,N2,0",
    "english": "21,B,8,8,N1,0",
    "italian": "22,W,8,8,N2,1",
    "pool": "23,B,8,8,N1,0",
    "spanish": "24,W,8,8,N1,1",
    "russian": "25,W,8,8,A0,0",
    "brazilian": "26,W,8,8,A0,0",
    "portuguese": "28,W,8,8,N1,1",
    "czech": "29,W,8,8,A0,0",
    "turkish": "30,W,8,8,A0,0",
    "thai": "31,B,8,8,N2,0",
    "frisian": "40,W,10,10,N2,0",
}
"""The table of the PDN 3.0 standard."""

COMPLETE = """\
[Event "Friendly"]
[Site "?"]
[Date "2024.05.01"]
[Round "1"]
[White "Me"]
[Black "You"]
[Result "1-0"]
[GameType "25,W,8,8,A0,0"]
[Opening "Cross"]

{An opening.} 1. c3-d4 d6-c5 $1 (1... f6-g5 {also played} 2. g3-h4) 2. b2-c3
f6-g5 {wild} 3. c3-b4 1-0
"""


@pytest.mark.parametrize("variant", STANDARD)
def test_game_types_are_those_of_the_standard(variant):
    game = plyground.game(f"draughts:{variant}")
    assert game_type(game) == STANDARD[variant]
    assert TYPES[int(STANDARD[variant].partition(",")[0])] == game.name
    assert read_game(f'[GameType "{STANDARD[variant]}"] *').game is game


def test_complete_game_reads_back_as_it_was_written():
    game = read_game(COMPLETE)
    assert game.root.comment == "An opening."
    assert [str(node.move) for node in game.main_line()] == ["c3-d4", "d6-c5", "b2-c3", "f6-g5", "c3-b4"]
    assert [str(node.move) for node in game.root.variations[0].variations] == ["d6-c5", "f6-g5"]
    assert write_game(game) == COMPLETE


def test_numbers_and_names_are_read_whatever_the_tag_prefers():
    names = read_game('[GameType "25"] 1. c3-d4 b6-c5 2. d4:b6 a7:c5 *')
    numbers = read_game('[GameType "25,W,8,8,N0,0"] 1. 22-18 9-14 2. 18x9 5x14 *')
    assert [node.move for node in names.main_line()] == [node.move for node in numbers.main_line()]


def test_results_of_both_kinds_are_understood_and_written_as_each_game_does():
    for text, result in (("2-0", "1-0"), ("0-2", "0-1"), ("1-1", "1/2-1/2"), ("1-0", "1-0"), ("0-0", "*")):
        assert read_game(f'[GameType "20"] 1. 32-28 {text}').result == result
    written = write_game(read_game('[GameType "20"] 1. 32-28 1-0'))
    assert written.endswith("1. 32-28 2-0\n")
    assert '[Result "2-0"]' in written
    assert read_game(written).result == "1-0"


def test_black_opens_with_number_one_where_black_opens():
    game = read_game('[GameType "21"] 1. 11-15 23-19 2. 8-11 22-17 *')
    assert write_game(game).endswith("1. 11-15 23-19 2. 8-11 22-17 *\n")


def test_game_from_a_position_keeps_its_position_and_numbers():
    game = read_game('[GameType "25"] [FEN "B:WKa1:BKh6,b8:H0:F12"] 12... b8-a7 13. a1-b2 *')
    written = write_game(game)
    assert '[SetUp "1"]\n[FEN "B:WKa1:Bb8,Kh6:F12"]' in written
    assert "12... b8-a7 13. a1-b2 *" in written
    assert read_game(written).start == game.start


def test_tag_may_say_that_the_other_side_opens():
    assert read_game('[GameType "23,W,8,8,A0,0"] 1. c3-d4 *').start.side_to_move == "white"
    assert read_game('[GameType "23"] 1. 11-15 *').start.side_to_move == "black"


def test_game_without_a_type_is_russian_or_what_the_caller_says():
    assert read_game("1. c3-d4 *").game.name == "draughts:russian"
    assert read_game("1. 32-28 *", game=plyground.game("draughts:international")).game.name == "draughts:international"


def test_games_that_share_a_number_are_told_apart_by_their_rules():
    text = write_game(read_game("1. c3-d4 *", game=plyground.game("draughts:russian-200")))
    assert '[GameType "25,W,8,8,A0,0"]\n[Rules "draws=none move_limit=200"]' in text
    assert read_game(text).game.name == "draughts:russian-200"


@pytest.mark.parametrize(
    "rules",
    [
        DraughtsRules(flying_kings="no", priorities="most-pieces,by-king"),
        DraughtsRules("international", king_steps=3),
        DraughtsRules("english", pdn_type=77),
        DraughtsRules(pdn_type=0, lines="orthogonal", men_rows=2, empty_rows=1),
    ],
)
def test_rules_of_ones_own_are_kept_with_the_game(rules):
    game = Draughts(rules=rules)
    record = plyground.Record(game.start())
    for _ in range(6):
        record.push(next(iter(record.position.legal_moves)))
    read = read_game(write_game(AnnotatedGame.from_record(record)))
    assert isinstance(read.game, Draughts)
    assert (read.game.name, read.game.rules) == ("draughts:custom", rules)
    assert [str(node.move) for node in read.main_line()] == [str(move) for move in record.moves]
    assert read_game(write_game(read)).game is read.game


@pytest.mark.parametrize(
    "rules", ["flying_kings=perhaps", "flying_kings", "wings=2", "=", "preset=none", "size=8 size=9"]
)
def test_rules_that_make_no_sense_are_refused_at_their_tag(rules):
    with pytest.raises(InvalidFile) as wrong:
        read_game(f'[GameType "25"] [Rules "{rules}"] 1. c3-d4 *')
    assert (wrong.value.line, wrong.value.code) == (1, "file_tag")


def test_ambiguous_capture_is_written_with_its_path():
    fen = "W:WKd8:Bc5,b4,b2,c7"
    game = read_game(f'[FEN "{fen}"] 1. d8:b6:d4:a1 1-0')
    assert "1. d8:b6:d4:a1 1-0" in write_game(game)


def test_games_are_written_to_files_and_streams(tmp_path: Path):
    games = [read_game("1. c3-d4 *"), read_game('[GameType "20"] 1. 32-28 18-23 *')]
    stream = StringIO()
    write_games(stream, games)
    write_games(tmp_path / "games.pdn", games)
    assert (tmp_path / "games.pdn").read_text(encoding="utf-8") == stream.getvalue()
    assert [game.game.name for game in read_games(tmp_path / "games.pdn")] == [game.game.name for game in games]


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "reason"),
    [
        ("1. c3-d4 d6-c5\n2. b2-c3 e7-e5 *", "file_move", 2, 10, "piece_cannot_go"),
        ("1. c3-d4 b6-c5 2. g3-h4 *", "file_move", 1, 19, "capture_obligatory"),
        ("1. c3-d4 Nf6 *", "file_move", 1, 10, "move_unreadable"),
        ('[White "Me"]\n[GameType "99"]\n1. c3-d4 *', "file_tag", 2, 1, "variant_unknown"),
        ('[GameType "chess"] *', "file_tag", 1, 1, "variant_unknown"),
        ('[FEN "W:Wa2:Bb8"]\n*', "file_tag", 1, 1, "draughts_fen_square"),
        ("1. c3-d4 {never closed", "file_syntax", 1, 10, "comment_unclosed"),
        ("1. c3-d4 (1. e3-f4 *", "file_syntax", 1, 10, "variation_unclosed"),
        ("1. c3-d4 ) *", "file_syntax", 1, 10, "variation_stray_end"),
        ("(1. c3-d4) *", "file_syntax", 1, 1, "variation_too_early"),
    ],
)
def test_what_is_wrong_is_reported_with_line_and_column(text, code, line, column, reason):
    with pytest.raises(InvalidFile) as caught:
        list(read_games(text, strict=True))
    error = caught.value
    assert (error.code, error.line, error.column) == (code, line, column)
    why = error.arguments["reason"]
    assert isinstance(why, PlygroundError)
    assert why.code == reason
    assert str(error).startswith(f"Line {line}, column {column}: ")


def test_nothing_is_lost_of_the_games_around_a_broken_one():
    text = '1. c3-d4 d6-c5 *\n\n1. c3-d4 c3-c4 1-0\n\n[White "Last"]\n1. e3-f4 *\n'
    errors: list[InvalidFile] = []
    games = list(read_games(text, on_error=errors.append))
    assert [game.end.ply for game in games] == [2, 1]
    assert games[1].headers == {"White": "Last"}
    assert [(error.line, error.column) for error in errors] == [(3, 10)]
    assert errors[0].partial is not None
    assert errors[0].partial.end.ply == 1
    before = read_games(text)
    assert next(before).end.ply == 2
    with pytest.raises(InvalidFile):
        next(before)


def test_only_draughts_is_written():
    from plyground.notation.annotated import AnnotatedGame

    with pytest.raises(InvalidRecord):
        write_game(AnnotatedGame(plyground.game("chess").start()))
    with pytest.raises(InvalidRecord):
        read_game("")
