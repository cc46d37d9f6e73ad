"""The panel of the terminal game: what it shows, and where it finds room."""

import io

import pytest
from rich.console import Console
from rich.text import Text

import plyground
from plyground.play.terminal_board import BLACK, LIGHT, WHITE, board_picture
from plyground.play.terminal_screen import Panels, captured, move_lines, player_lines, screen
from plyground.protocol import Side
from plyground.record import Record

CHESS = plyground.game("chess")
PLAYERS = {Side.WHITE: "you", Side.BLACK: "computer"}
EVALUATION = "Evaluation: +0.35 for White (depth 4)"


def shown(record, width, height, evaluation="", players=None):
    """The lines of a screen of that size."""
    console = Console(file=io.StringIO(), width=width, height=height, force_terminal=True, color_system="truecolor")
    picture = board_picture(console, record.position, record.view)
    with console.capture() as capture:
        console.print(screen(console, picture, record, Panels(players or PLAYERS, evaluation)))
    return [line.rstrip() for line in Text.from_ansi(capture.get()).plain.split("\n")]


def knights(plies):
    """A game in which the knights go out and back."""
    return Record(CHESS.start(), [("Nf3", "Nf6", "Ng1", "Ng8")[ply % 4] for ply in range(plies)])


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("plies", [0, 1, 8])
def test_the_panel_is_as_wide_from_the_first_screen_on(width, plies):
    lines = shown(knights(plies), width, 24, EVALUATION if plies else "")
    assert {len(line) for line in lines if line.endswith(("│", "╮", "╯"))} == {73}
    assert any("Black  computer " in line for line in lines)
    assert "…" not in "".join(lines)


def test_each_player_has_one_line():
    both = dict.fromkeys(Side, "person")
    lines = shown(knights(1), 80, 24, players=both)
    assert any("▸  ●  Black  person" in line for line in lines)


def test_a_narrow_terminal_has_the_panel_below_and_whole_board_rows():
    lines = shown(knights(8), 40, 30, EVALUATION)
    assert [line[0] for line in lines[:8]] == list("87654321")
    assert all("│" not in line for line in lines[:9])
    assert lines[9].startswith("╭")
    assert max(map(len, lines)) <= 40


def test_the_latest_moves_fill_the_height_that_there_is():
    in_a_small_terminal = "\n".join(shown(knights(40), 80, 24, EVALUATION))
    assert [f" {number}. " in in_a_small_terminal for number in (14, 15, 20)] == [False, True, True]
    in_a_large_terminal = shown(knights(40), 100, 60, EVALUATION)
    assert len(in_a_large_terminal) <= 17


def test_side_marks_have_the_colours_of_the_pieces_on_the_ground_of_the_board():
    black, white = player_lines(Record(CHESS.start()), Panels(PLAYERS), plain=False)
    assert [str(line.spans[0].style) for line in (black, white)] == [f"{BLACK} on {LIGHT}", f"{WHITE} on {LIGHT}"]


def test_without_colours_the_sides_are_marked_with_their_letters():
    black, white = player_lines(Record(plyground.game("mill").start()), Panels(PLAYERS), plain=True)
    assert (black.plain, white.plain) == ("  @ Black  computer  9 in hand", "> O White  you       9 in hand")


def test_captured_counts_what_the_other_side_lost():
    record = Record(CHESS.start(), ["e4", "d5", "exd5", "Qxd5"])
    assert (captured(record, Side.WHITE), captured(record, Side.BLACK)) == ({"black pawn": 1}, {"white pawn": 1})


def test_captured_pieces_have_the_symbols_of_the_board():
    record = Record(CHESS.start(), ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qxd2", "Qxd2"])
    coloured = [line.plain for line in player_lines(record, Panels(PLAYERS), plain=False)]
    assert [line.endswith(taken) for line, taken in zip(coloured, (" ♟♟ ", " ♟♛ "), strict=True)] == [True, True]
    plain = [line.plain for line in player_lines(record, Panels(PLAYERS), plain=True)]
    assert [line.split()[-1] for line in plain] == ["PP", "pq"]


def test_many_captured_pieces_are_counted():
    record = Record(plyground.game("draughts").start())
    while record.outcome() is None:
        record.push(min(record.position.legal_moves, key=str))
    assert captured(record, Side.WHITE) == {"black man": 10, "black king": 2}
    lines = [line.plain for line in player_lines(record, Panels(PLAYERS), plain=False)]
    assert lines[1].endswith("  10● 2♚ ")


def test_move_list_of_a_game_that_black_began():
    start = CHESS.start().after("e4")
    assert move_lines(Record(start, ["e5", "Nf3", "Nc6"])) == ["  1. ...  e5", "  2. Nf3  Nc6"]
