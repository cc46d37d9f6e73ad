"""The terminal game over plain lines: what a person types, and what the game answers."""

import io

import pytest
from rich.console import Console

import plyground
from plyground.games.simple import SimpleGame
from plyground.play.terminal import Setting, TerminalGame
from plyground.play.terminal_board import board_picture, captured, move_lines
from plyground.play.terminal_input import COMMANDS, MoveCompleter, PlainReader
from plyground.protocol import Geometry, Point, Result, Side
from plyground.record import Record

FOUR = plyground.game("connect-four")
CHESS = plyground.game("chess")


class Ring(SimpleGame[str]):
    """A lines board of three points; whoever fills the last one wins."""

    name = "ring"
    geometry = Geometry("lines", 3, 2, (Point("l", 0, 0), Point("r", 2, 0), Point("t", 1, 1)), lines=(("l", "r", "t"),))

    def start_board(self):
        return "..."

    def side_to_move(self, board):
        return Side.BLACK if board.count(".") % 2 == 0 else Side.WHITE

    def moves(self, board):
        return [point for point, held in zip("lrt", board, strict=True) if held == "."]

    def after(self, board, move):
        cell = "lrt".index(move)
        return board[:cell] + ("X" if self.side_to_move(board) is Side.WHITE else "O") + board[cell + 1 :]

    def result(self, board):
        return None if "." in board else Result(Side.WHITE, "board_full")


def sit_down(*lines, start=None, people="both", terminal=False, depth=1):
    """Types lines at a game and returns everything it printed."""
    out = io.StringIO()
    console = Console(
        file=out, width=100, highlight=False, force_terminal=terminal, color_system="truecolor" if terminal else None
    )
    reader = PlainReader(io.StringIO("".join(f"{line}\n" for line in lines)))
    setting = Setting(people=people, depth=depth, seconds=None)
    TerminalGame(start or CHESS.start(), setting, console=console, reader=reader).run()
    return out.getvalue()


def test_two_people_play_a_game_to_its_end():
    printed = sit_down("f3", "e5", "g4", "Qh4#")
    assert printed.endswith("Black wins by checkmate. 0-1\n")


def test_the_computer_answers():
    printed = sit_down("d", start=FOUR.start(), people="white")
    assert "Black plays " in printed


def test_the_computer_begins_when_the_person_is_black():
    printed = sit_down(people="black")
    assert printed.startswith("White plays ")
    assert printed.split("\n")[1].startswith("1 ")  # seen from Black's side


def test_computer_against_computer_plays_by_itself():
    printed = sit_down(start=Ring().start(), people="none")
    assert printed.endswith("White wins by a full board. 1-0\n")


@pytest.mark.parametrize("typed", ["e5", "zz", "Ke2", "\x1b[A", "0", "e2e4q", "play e4"])
def test_a_bad_line_is_answered_with_one_sentence(typed):
    answer = sit_down(typed).split("White to move.\n")[1].split("Goodbye")[0]
    assert answer.count("\n") == 1
    assert answer.endswith(".\n")
    assert "Traceback" not in answer


def test_an_empty_line_asks_again():
    assert sit_down("", "", "e4").count("to move.") == 2


def test_undo_takes_back_the_move_and_the_reply():
    printed = sit_down("e4", "undo", "fen", people="white")
    assert CHESS.start().fen in printed


def test_undo_takes_back_one_move_between_two_people():
    printed = sit_down("e4", "e5", "undo", "fen")
    assert CHESS.start().after("e4").fen in printed.splitlines()


def test_undo_at_the_start_says_that_there_is_nothing():
    assert "There is no move to take back." in sit_down("undo")


def test_hint_names_a_legal_move():
    printed = sit_down("hint", depth=2)
    notation = printed.split("Try ")[1].split(" ")[0]
    assert CHESS.start().parse(notation) in CHESS.start().legal_moves


def test_moves_lists_every_legal_move():
    printed = sit_down("moves")
    assert "20 legal moves: " in printed
    assert all(str(move) in printed for move in CHESS.start().legal_moves)


def test_flip_turns_the_board():
    assert "1 R N B K Q B N R" in sit_down("flip")


def test_resign_gives_the_game_to_the_other_side():
    assert "Black wins by resignation. 0-1" in sit_down("resign")


def test_new_starts_again():
    printed = sit_down("e4", "new", "fen")
    assert CHESS.start().fen in printed.splitlines()


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help_lists_every_command(word):
    printed = sit_down(word)
    assert all(f"{name} " in printed for name in COMMANDS)


def test_a_draw_between_people_needs_both():
    assert "Draw by agreement" in sit_down("draw", "yes")
    assert "Black declines the draw." in sit_down("draw", "no")


def test_the_computer_takes_a_draw_unless_it_is_better():
    down = CHESS.from_fen("4k3/8/8/8/8/8/4PPPP/3QK3 w - - 0 1")
    ahead = CHESS.from_fen("3qk3/4pppp/8/8/8/8/8/4K3 w - - 0 1")
    assert "Draw by agreement" in sit_down("draw", start=down, people="white")
    assert "Black declines the draw." in sit_down("draw", start=ahead, people="white")


def test_a_draw_that_can_be_claimed_is_claimed():
    shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
    assert "Draw by threefold repetition" in sit_down(*shuffle, "draw")


def test_leaving_says_how_to_come_back():
    printed = sit_down("e4", "quit")
    fen = CHESS.start().after("e4").fen
    assert printed.endswith(f"Goodbye. To go on from here:\n  plyground play chess --fen '{fen}' --side both\n")


def test_the_end_of_the_input_is_the_same_as_quitting():
    assert sit_down("e4") == sit_down("e4", "quit")


def test_a_legal_move_wins_over_a_command_of_the_same_name():
    class Named(Ring):
        name = "named"

        def moves(self, board):
            return ["undo"]

        def after(self, board, move):
            return "XXX"

    assert "White wins" in sit_down("undo", start=Named().start())


def test_a_colour_terminal_shows_glyphs_and_the_move_list():
    printed = sit_down("e4", "e5", terminal=True)
    assert "♞" in printed
    assert "1. e4  e5" in printed
    assert "White to move" in printed


def test_a_lines_board_is_drawn_with_lines():
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
    position = Ring().start().after("l")
    drawn = board_picture(console, position, position.view).plain
    assert "●" in drawn
    assert "─" in drawn


def test_without_colours_the_sides_are_told_apart_by_letters():
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", no_color=True)
    start = CHESS.start()
    assert board_picture(console, start, start.view).plain == str(start)


def test_a_game_without_a_board_shows_its_text():
    class Count(Ring):
        name = "count"
        geometry = Geometry("grid", 0, 0, ())

    start = Count().start()
    assert sit_down(start=start).splitlines()[0] == start.fen


def test_captured_counts_what_the_other_side_lost():
    record = Record(CHESS.start(), ["e4", "d5", "exd5", "Qxd5"])
    assert (captured(record, Side.WHITE), captured(record, Side.BLACK)) == ("p", "P")


def test_move_list_of_a_game_that_black_began():
    start = CHESS.start().after("e4")
    assert move_lines(Record(start, ["e5", "Nf3", "Nc6"])) == ["  1. ...  e5", "  2. Nf3  Nc6"]


def completions(typed, position=None):
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    completer = MoveCompleter(position or CHESS.start())
    return {
        found.text: found.display_meta_text for found in completer.get_completions(Document(typed), CompleteEvent())
    }


def test_completion_offers_notation_and_tokens_with_the_other_as_meaning():
    assert completions("N") == {"Na3": "b1a3", "Nc3": "b1c3", "Nf3": "g1f3", "Nh3": "g1h3", "new": COMMANDS["new"]}
    assert completions("e2") == {"e2e3": "e3", "e2e4": "e4"}
    assert completions("") == {}
