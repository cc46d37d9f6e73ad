"""PGN as real files write it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import plyground
from plyground.games.chess.notation import PGN
from plyground.notation import AnnotatedGame

read_game, read_games = PGN.read_game, PGN.read_games


def line(game: AnnotatedGame) -> str:
    return " ".join(node.notation for node in game.main_line())


CLUB_NIGHT = """\
[Event "Club night"]
[Site "Pécs"]
[Date "2019.03.??"]
[Round "3"]
[White "Kovács, Anna"]
[Black "Nagy, Béla"]
[Result "1-0"]
[WhiteElo "1873"]
[ECO "C41"]

{Played in the evening.} 1. e4 e5 2. Nf3 d6 3. d4 Bg4? {The pin costs time.} (3... exd4
4. Nxd4 (4. Qxd4 Nc6 5. Bb5 {and White
is comfortable}) 4... Nf6 $11) 4. dxe5 Bxf3 ; forced
5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 $1 Qe7 1-0
"""

ONLINE = """\
[Event "Rated Blitz game"]
[Site "https://example.org/abcd1234"]
[Result "0-1"]
[Variant "Standard"]
[TimeControl "180+2"]
[Termination "Normal"]

1. f3 { [%eval -0.4] [%clk 0:03:00] } 1... e5 { [%eval -0.3] [%clk 0:02:59] } 2. g4?? { (-0.3 → #-1) Blunder. \
[%eval #-1] [%clk 0:02:58] } 2... Qh4# { [%clk 0:02:58] } 0-1
"""


def test_annotated_club_game():
    game = read_game(CLUB_NIGHT)
    assert line(game) == "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7"
    assert list(game.headers)[:2] == ["Event", "Site"]
    assert game.headers["White"] == "Kovács, Anna"
    assert game.root.comment == "Played in the evening."
    pinned = list(game.main_line())[5]
    assert (pinned.nags, pinned.comment) == ([2], "The pin costs time.")
    instead = pinned.parent.variations[1] if pinned.parent else None
    assert instead is not None
    assert [node.notation for node in instead.main_line()] == ["Nxd4", "Nf6"]
    assert instead.variations[1].variations[0].variations[0].comment == "and White is comfortable"
    assert list(game.main_line())[7].comment == "forced"
    assert game.result == "1-0"


def test_online_game_with_clocks_and_evaluations():
    game = read_game(ONLINE)
    nodes = list(game.main_line())
    assert [node.clock_ms for node in nodes] == [180_000, 179_000, 178_000, 178_000]
    assert nodes[2].commands["eval"] == "#-1"
    assert nodes[2].remark == "(-0.3 → #-1) Blunder."
    assert game.record().outcome() == plyground.Result(plyground.Side.BLACK, "checkmate")


def test_several_games_to_a_text():
    games = list(read_games(CLUB_NIGHT + "\n" + ONLINE + "\n\n" + CLUB_NIGHT))
    assert [game.result for game in games] == ["1-0", "0-1", "1-0"]


def test_games_are_read_only_when_asked_for():
    file = io.StringIO("1. e4 *\n" * 100)
    next(read_games(file))
    assert file.tell() <= 2 * len("1. e4 *\n")


def test_games_without_tags_are_divided_by_their_results():
    assert [line(game) for game in read_games("1. e4 e5 1-0 1. d4 * 1. c4 c5 1/2-1/2")] == ["e4 e5", "d4", "c4 c5"]


def test_missing_result_ends_with_the_next_tag():
    games = list(read_games('[Event "a"]\n1. e4\n[Event "b"]\n1. d4'))
    assert [(line(game), game.result) for game in games] == [("e4", "*"), ("d4", "*")]


def test_result_tag_serves_where_the_moves_end_without_one():
    assert read_game('[Result "0-1"]\n1. e4').result == "0-1"
    assert read_game('[Result "0-1"]\n1. e4 1-0').result == "1-0"
    assert read_game('[Result "resigns"]\n1. e4').result == "*"


def test_tags_without_moves_are_games():
    games = list(read_games('[Event "a"]\n[White "x"]\n\n[Event "b"]\n\n*\n\n[Event "c"]\n'))
    assert [game.headers["Event"] for game in games] == ["a", "b", "c"]
    assert all(line(game) == "" for game in games)


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff", "% nothing\n", "; only a remark\n"])
def test_no_game_at_all(text: str):
    assert list(read_games(text)) == []
    with pytest.raises(plyground.InvalidRecord, match="There is no game in the text"):
        read_game(text)


def test_comment_before_the_tags_belongs_to_the_game_and_after_the_result_too():
    first, second = read_games('; from a book\n[Event "a"]\n1. e4 1-0 {time}\n{later} [Event "b"] 1. d4 *')
    assert (first.root.comment, first.end.comment) == ("from a book", "time")
    assert (second.root.comment, second.headers["Event"]) == ("later", "b")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("encoding", "mark"), [("utf-8", b""), ("utf-8-sig", b""), ("latin-1", b""), ("latin-1", b"\xef\xbb\xbf")]
)
def test_files_of_every_encoding_and_line_end(tmp_path: Path, newline: str, encoding: str, mark: bytes):
    path = tmp_path / "games.pgn"
    path.write_bytes(mark + (CLUB_NIGHT * 2).replace("\n", newline).encode(encoding))
    first, second = read_games(path)
    assert first.headers["White"] == second.headers["White"] == "Kovács, Anna"
    assert line(first) == line(second) == line(read_game(CLUB_NIGHT))


def test_undecodable_bytes_of_a_stream_do_no_harm():
    game = read_game(io.StringIO('[White "\udc80"]\n1. e4 {\udc80} *'))
    assert (game.headers["White"], game.end.comment) == ("\ufffd", "\ufffd")
    with pytest.raises(plyground.InvalidRecord, match="'e\ufffd' is not a move"):
        read_game("1. e\udc80 *")


def test_open_file_is_read_from_where_it_stands(tmp_path: Path):
    path = tmp_path / "games.pgn"
    path.write_text(CLUB_NIGHT, encoding="utf-8", newline="\r\n")
    with path.open(encoding="utf-8", newline="") as file:
        assert line(read_game(file)) == line(read_game(CLUB_NIGHT))


@pytest.mark.parametrize(
    ("fen", "word", "san"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "O-O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "o-o-o", "O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "0-0+", "O-O+"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8Q", "e8=Q"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8=Q", "e8=Q"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8/N+", "e8=N+"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7-e8Q", "e8=Q"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", "exd6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6e.p.", "exd6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6 e.p.", "exd6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5xd6", "exd6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6ep", "exd6"),
        ("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 2", "Ne3xd5!?", "Nxd5"),
        ("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 2", "N:d5", "Nxd5"),
        ("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 2", "Ne3-g4", "Ng4"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 2", "Ra8++", "Ra8+"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 2", "Ra8", "Ra8+"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 2", "Ra7+", "Ra7"),
    ],
)
def test_moves_as_people_write_them(fen: str, word: str, san: str):
    assert line(read_game(f'[FEN "{fen}"]\n1. {word} *')) == san


def test_numbers_are_not_needed_and_not_believed():
    assert line(read_game("e4 e5 7. Nf3 23... Nc6 *")) == "e4 e5 Nf3 Nc6"


def test_fen_tag_gives_the_start_with_or_without_set_up():
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 17"
    for tags in (f'[FEN "{fen}"]', f'[SetUp "1"]\n[FEN "{fen}"]'):
        game = read_game(tags + "\n17... Kd7 18. e4 *")
        assert game.start.fen == fen
        assert line(game) == "Kd7 e4"
    assert read_game('[FEN ""]\n1. e4 *').start.fen == plyground.game("chess").start().fen


@pytest.mark.parametrize("variant", ["Chess960", "chess 960", "Fischerandom", "Fischer Random", "FischerRandom"])
def test_chess960_by_its_many_names(variant: str):
    game = read_game(
        f'[Variant "{variant}"]\n[FEN "nrkqbbrn/pppppppp/8/8/8/8/PPPPPPPP/NRKQBBRN w KQkq - 0 1"]\n1. d3 d6 *'
    )
    assert game.game.name == "chess:960"


@pytest.mark.parametrize("variant", ["Standard", "From Position", "chess", ""])
def test_plain_chess_by_its_many_names(variant: str):
    assert read_game(f'[Variant "{variant}"]\n1. e4 *').game.name == "chess"


def test_comments_have_their_place_around_variations():
    game = read_game("1. e4 {after e4} (1. d4 {after d4}) ({before c4} 1. c4) {before e5} e5 (1... c5) {last} *")
    e4, d4, c4 = game.root.variations
    e5 = e4.variations[0]
    assert (e4.comment, d4.comment, c4.before, e5.before, e5.comment) == (
        "after e4", "after d4", "before c4", "before e5", "last",
    )  # fmt: skip


def test_annotations_before_any_move():
    game = read_game("$11 {level} 1. e4 ($6 1. a3) *")
    assert (game.root.nags, game.root.comment, game.root.variations[1].nags) == ([11], "level", [6])


def test_result_inside_a_variation_is_a_remark():
    game = read_game("1. e4 (1. d4 1-0) e5 0-1")
    assert (game.root.variations[1].comment, game.result) == ("1-0", "0-1")


def test_empty_variation_is_nothing():
    assert [len(node.variations) for node in read_game("1. e4 () e5 ( {only words} ) *").walk()] == [1, 1, 0]
    assert read_game("1. e4 ( {only words} ) *").end.comment == "only words"


def test_game_goes_on_past_positions_that_could_have_been_claimed():
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 60
    assert read_game(shuffle + "*").end.ply == 240
