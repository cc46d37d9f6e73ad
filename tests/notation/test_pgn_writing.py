"""PGN as we write it: the export format."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import plyground
from plyground.games.chess.notation import PGN
from plyground.notation import AnnotatedGame

read_game, read_games, write_game, write_games = PGN.read_game, PGN.read_games, PGN.write_game, PGN.write_games


def movetext(text: str, columns: int | None = 80) -> str:
    return write_game(read_game(text), columns=columns).partition("\n\n")[2].rstrip("\n")


def test_roster_comes_first_and_in_order():
    game = read_game('[ECO "C20"]\n[Black "B"]\n[White "A"]\n[Event "E"]\n\n*')
    assert [line.split()[0][1:] for line in write_game(game).splitlines()[:-2]] == [
        "Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO",
    ]  # fmt: skip


def test_result_tag_says_what_the_game_says():
    game = read_game('[Result "1-0"]\n1. e4 0-1')
    assert '[Result "0-1"]' in write_game(game)


def test_tag_values_are_escaped_and_stay_on_their_line():
    game = AnnotatedGame(plyground.game("chess").start(), {"Event": 'a "b" \\ c\nd'})
    text = write_game(game)
    assert text.splitlines()[0] == r'[Event "a \"b\" \\ c d"]'
    assert read_game(text).headers["Event"] == 'a "b" \\ c d'


@pytest.mark.parametrize("name", ["", "two words", 'quo"te', "a]"])
def test_impossible_tag_names_are_refused(name: str):
    game = AnnotatedGame(plyground.game("chess").start(), {name: "x"})
    with pytest.raises(plyground.InvalidRecord) as caught:
        write_game(game)
    assert str(caught.value) == f"'{name}' is not a valid tag name. Use letters, digits and underscores."


def test_numbers_are_stated_again_after_comments_and_variations():
    assert movetext("1.e4 e5 2.Nf3 {natural} Nc6 (2...d6) 3.Bb5 (3.Bc4 Bc5 {Italian}) a6 $1 4.Ba4 *") == (
        "1. e4 e5 2. Nf3 {natural} 2... Nc6 (2... d6) 3. Bb5 (3. Bc4 Bc5 {Italian})\n3... a6 $1 4. Ba4 *"
    )


def test_numbers_begin_where_the_position_says():
    assert movetext('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 17"]\nKd7 e4 Kd6 *') == "17... Kd7 18. e4 Kd6 *"


def test_comments_with_closing_braces_are_made_safe():
    game = read_game("1. e4 *")
    game.end.comment = "a {set} of }"
    text = write_game(game)
    assert "{a (set) of )}" in text
    assert read_game(text).end.comment == "a (set) of )"


def test_lines_are_shorter_than_the_columns():
    game = read_game("1. e4 {" + "seven letters [%clk 0:00:01] %percent [Event ( " * 40 + "} e5 *")
    for columns in (20, 40, 80):
        written = write_game(game, columns=columns)
        assert read_game(written).root.variations[0].comment == game.root.variations[0].comment
        lines = written.partition("\n\n")[2].splitlines()
        assert max(map(len, lines)) < max(columns, 35)
        assert not any(line.startswith(("%", "[Event")) for line in lines)
    assert len(write_game(game, columns=None).partition("\n\n")[2].splitlines()) == 1


def test_set_up_positions_are_written_with_their_tags():
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 17"
    text = write_game(AnnotatedGame(plyground.game("chess").from_fen(fen)))
    assert f'[SetUp "1"]\n[FEN "{fen}"]' in text
    assert read_game(text).start.fen == fen


def test_usual_start_needs_no_tags():
    start = plyground.game("chess").start()
    game = AnnotatedGame(start, {"SetUp": "1", "FEN": start.fen, "Variant": "Chess960"})
    assert "FEN" not in write_game(game)
    assert "Variant" not in write_game(game)


def test_chess960_is_written_as_such():
    start = plyground.game("chess:960").from_fen("nrkqbbrn/pppppppp/8/8/8/8/PPPPPPPP/NRKQBBRN w GBgb - 0 1")
    game = AnnotatedGame(start, {"Variant": "Fischerandom"})
    again = read_game(write_game(game))
    assert (again.game.name, again.start.fen) == ("chess:960", start.fen)
    assert again.headers["Variant"] == "Fischerandom"
    assert read_game(write_game(AnnotatedGame(start))).headers["Variant"] == "Chess960"


def test_other_games_are_not_chess():
    game = AnnotatedGame(plyground.game("connect-four").start())
    with pytest.raises(plyground.InvalidRecord, match="This belongs to connect-four, not to chess"):
        write_game(game)


def test_several_games_to_a_file(tmp_path: Path):
    games = list(read_games('[White "Ő"] 1. e4 1-0 [White "b"] 1. d4 0-1 [White "c"] *'))
    path, buffer = tmp_path / "games.pgn", io.StringIO()
    write_games(path, games)
    write_games(buffer, games)
    assert path.read_bytes().decode("utf-8") == buffer.getvalue()
    again = list(read_games(path))
    assert [(game.headers["White"], game.result) for game in again] == [("Ő", "1-0"), ("b", "0-1"), ("c", "*")]
    assert [write_game(game) for game in again] == [write_game(game) for game in games]
