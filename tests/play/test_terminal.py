"""The terminal game over plain lines: what a person types, and what the game answers."""

import io
import re

import pytest
from rich.console import Console

import plyground
from plyground.abilities import Rating
from plyground.games.simple import SimpleGame
from plyground.play import levels
from plyground.play.clock import TimeControl
from plyground.play.decisions import ScoreHistory
from plyground.play.engine_player import EnginePlayer
from plyground.play.levels import Level
from plyground.play.terminal import Setting, TerminalGame
from plyground.play.terminal_board import NEITHER, board_picture
from plyground.play.terminal_input import COMMANDS, PlainReader
from plyground.protocol import PASS, Geometry, Point, Result, Side

FOUR = plyground.game("connect-four")
CHESS = plyground.game("chess")


class Ring(SimpleGame[str]):
    """A lines board of three points; the player who fills the last one wins."""

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


def sit_down(*lines, start=None, people="both", terminal=False, depth=1, **options):
    """Types lines at a game and returns everything it printed."""
    out = io.StringIO()
    console = Console(
        file=out, width=100, highlight=False, force_terminal=terminal, color_system="truecolor" if terminal else None
    )
    reader = PlainReader(io.StringIO("".join(f"{line}\n" for line in lines)))
    setting = Setting(people=people, depth=depth, **options)
    TerminalGame(start or CHESS.start(), setting, console=console, reader=reader).run()
    return out.getvalue()


def test_two_people_play_a_game_to_its_end():
    printed = sit_down("f3", "e5", "g4", "Qh4#")
    assert printed.endswith("Black wins. White is checkmated. 0-1\n")


def test_the_computer_answers():
    printed = sit_down("d", start=FOUR.start(), people="white")
    assert "Black plays " in printed


def test_the_computer_begins_when_the_person_is_black():
    printed = sit_down(people="black")
    assert printed.startswith("White plays ")
    assert printed.split("\n")[1].startswith("1 ")  # seen from Black's side


def test_only_a_checkered_board_is_turned_for_black():
    assert sit_down(start=FOUR.start(), people="black").split("\n")[1].startswith("6 ")
    assert sit_down("flip", start=FOUR.start(), people="black").count("\n1 ") == 2


def test_computer_against_computer_plays_by_itself():
    printed = sit_down(start=Ring().start(), people="none")
    assert printed.endswith("White wins. The board is full. 1-0\n")


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


def test_redo_plays_the_move_and_the_reply_again():
    printed = sit_down("e4", "fen", "undo", "redo", "fen", people="white")
    after, again = (line for line in printed.splitlines() if line.endswith(" w KQkq - 0 2"))
    assert after == again


def test_redo_goes_step_by_step_between_two_people_until_another_move_is_played():
    lines = sit_down("e4", "e5", "undo", "undo", "redo", "fen", "d5", "redo", "fen").splitlines()
    assert CHESS.start().after("e4").fen in lines
    assert "There is no move to play again." in lines
    assert CHESS.start().after("e4").after("d5").fen in lines


def test_playing_the_move_that_was_taken_back_keeps_the_rest():
    lines = sit_down("e4", "e5", "undo", "undo", "e4", "redo", "fen").splitlines()
    assert CHESS.start().after("e4").after("e5").fen in lines


@pytest.mark.parametrize(
    ("name", "moves", "suffix"),
    [
        ("chess", ("e4", "e5"), ".pgn"),
        ("draughts:international", ("32-28", "18-23"), ".pdn"),
        ("mill", ("d6", "f4"), ".mill"),
        ("connect-four", ("d", "c"), ".game"),
    ],
)
def test_a_game_is_saved_and_loaded_in_its_own_notation(tmp_path, name, moves, suffix):
    start = plyground.game(name).start()
    printed = sit_down(*moves, f"save {tmp_path / 'my game'}", "fen", start=start)
    path = tmp_path / f"my game{suffix}"
    assert f"Saved as {path}." in printed
    assert [str(move) for move in plyground.read_game(path).record().moves] == [
        str(move) for move in plyground.Record(start, moves).moves
    ]
    fen = plyground.Record(start, moves).position.fen
    loaded = sit_down(f"load {path}", "fen", "undo", start=start)
    assert fen in loaded.splitlines()
    assert "Loaded person - person, *." in loaded


def test_a_file_that_was_not_written_here_is_not_overwritten(tmp_path):
    path = tmp_path / "mine.pgn"
    path.write_text("precious")
    assert f"{path} exists already. Choose another name." in sit_down("e4", f"save {path}")
    assert path.read_text() == "precious"
    other = tmp_path / "other.pgn"
    sit_down("e4", f"save {other}", "e5", f"save {other}")
    assert len(plyground.read_game(other).record()) == 2


def test_a_game_is_chosen_by_its_number_and_the_computer_answers_in_it(tmp_path):
    path = tmp_path / "two.pgn"
    path.write_text('[White "Ann"]\n\n1. e4 *\n\n[White "Bob"]\n\n1. d4 d5 2. c4 1-0\n')
    printed = sit_down(f"load {path} 2", "fen", people="white", start=CHESS.start())
    assert "Loaded Bob - ?, 1-0." in printed
    assert re.search(r"Black plays \S+\.", printed)
    assert " w KQkq " in printed


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("save", "There is no file name. Type, for example, `save my-game.pgn`."),
        ("load", "There is no file name. Type, for example, `load my-game.pgn`."),
        ("load {folder}", "{folder} is not a file. Name a file with games."),
        ("load {folder}/nothing.pgn", "{folder}/nothing.pgn: No such file or directory."),
        ("load {folder}/one.pgn 2", "The file has no game number 2."),
        ("load {folder}/bad.pgn", "Line 1, column 4: 'e5' is not legal. No white pawn can move to e5."),
        ("load {folder}/other.pdn", "The game in {folder}/other.pdn is draughts:international, not chess. "),
        ("save {folder}/no/such.pgn", "{folder}/no/such.pgn: No such file or directory."),
    ],
)
def test_a_file_that_cannot_be_used_is_explained_and_changes_nothing(tmp_path, typed, answer):
    (tmp_path / "one.pgn").write_text("1. e4 *\n")
    (tmp_path / "bad.pgn").write_text("1. e5 *\n")
    (tmp_path / "other.pdn").write_text('[GameType "20"]\n1. 32-28 *\n')
    printed = sit_down("e4", typed.format(folder=tmp_path), "fen")
    assert answer.format(folder=tmp_path) in printed
    assert CHESS.start().after("e4").fen in printed.splitlines()


def test_hint_names_a_legal_move():
    printed = sit_down("hint", depth=2)
    notation = printed.split("Try ")[1].split(" ")[0]
    assert CHESS.start().parse(notation) in CHESS.start().legal_moves


def test_hint_and_panel_mean_white_whoever_is_to_move():
    mate_in_one = CHESS.from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    won = CHESS.from_fen("3qk3/8/8/8/8/8/8/4K3 b - - 0 1")
    assert "Try Ra8# (a1a8): White wins in 1 at depth " in sit_down("hint", start=mate_in_one)
    hint = sit_down("hint", start=won, people="black", terminal=True)
    assert re.search(r"Evaluation: -\d+\.\d\d for White \(depth 1\)", hint)
    assert re.search(r"Try .+: -\d+\.\d\d for White at depth 1\.", hint)


def test_moves_lists_every_legal_move():
    printed = sit_down("moves")
    assert "20 legal moves: " in printed
    assert all(str(move) in printed for move in CHESS.start().legal_moves)


def test_flip_turns_the_board():
    assert "1 R N B K Q B N R" in sit_down("flip")


def test_resign_gives_the_game_to_the_other_side():
    assert "Black wins. White resigned. 0-1" in sit_down("resign")


def test_new_starts_again():
    printed = sit_down("e4", "new", "fen")
    assert CHESS.start().fen in printed.splitlines()


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help_lists_every_command(word):
    printed = sit_down(word)
    assert all(f"{name} " in printed for name in COMMANDS)


def test_help_shows_a_move_that_goes_to_the_middle():
    assert "d4 or d2d4  play that move" in sit_down("help")
    assert "d        play that move" in sit_down("help", start=FOUR.start())


def test_a_draw_between_people_needs_both():
    assert "Draw. The players agreed to a draw." in sit_down("draw", "yes")
    assert "Black declines the draw." in sit_down("draw", "no")


def test_the_computer_takes_a_draw_unless_it_is_better():
    down = CHESS.from_fen("4k3/8/8/8/8/8/4PPPP/3QK3 w - - 0 1")
    ahead = CHESS.from_fen("3qk3/4pppp/8/8/8/8/8/4K3 w - - 0 1")
    assert "Draw. The players agreed to a draw." in sit_down("draw", start=down, people="white")
    assert "Black declines the draw." in sit_down("draw", start=ahead, people="white")


@pytest.mark.parametrize("name", ["chess", "connect-four", "mill", "draughts"])
def test_the_computer_does_not_agree_to_a_draw_before_the_game_has_begun(name):
    printed = sit_down("draw", start=plyground.game(name).start(), people="white")
    assert "Black declines the draw: it is too early for that." in printed


def test_a_draw_that_can_be_claimed_is_claimed():
    shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
    assert "Draw. The position has occurred three times." in sit_down(*shuffle, "draw")


def test_leaving_says_how_to_come_back():
    printed = sit_down("e4", "quit")
    fen = CHESS.start().after("e4").fen
    command = f"plyground play chess --fen '{fen}' --side both --depth 1"
    assert printed.endswith(f"Goodbye. To continue from here:\n  {command}\n")


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


def test_empty_squares_show_the_numbers_by_which_moves_are_written():
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
    start = plyground.game("draughts:international").start()
    drawn = board_picture(console, start, start.view).plain
    assert [word for word in drawn.split() if word.isdigit() and int(word) > 20 and int(word) <= 30] == [
        str(number) for number in range(21, 31)
    ]


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


def test_a_marked_man_looks_like_nobodys():
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
    position = plyground.game("mill:zhi-qi").start()
    for move in ("d6", "d5", "f6", "d3", "b6xd5"):
        position = position.after(move)
    drawn = board_picture(console, position, position.view)
    marks = [span.style for span in drawn.spans if drawn.plain[span.start : span.end] == "X"]
    assert len(marks) == 1
    assert f"{NEITHER} on" in str(marks[0])


def test_a_mill_without_its_removal_is_answered_with_the_choices():
    typed = ["d6", "d5", "f6", "d3", "b6"]
    printed = sit_down(*typed, start=plyground.game("mill").start())
    assert "'b6' removes a man. Say which: b6xd5 or b6xd3.\n" in printed


def test_a_turn_of_removals_alone_is_told_in_words():
    full = plyground.game("mill:el-filja").from_fen("@@@O@@@@/OO@@O@@O/OOOOOOO@ w m r 12 0 12 0 1 1 0 0 0 0 0 0 13 f:w")
    printed = sit_down("xd5", start=full)
    assert "White to move; a man must be removed." in printed


class TakesTwo(Ring):
    """The same side moves again and again; the other side passes."""

    name = "takes-two"

    def start_board(self):
        return "...", 0

    def side_to_move(self, board):
        return Side.BLACK if board[1] % 2 else Side.WHITE

    def moves(self, board):
        return [PASS] if board[1] % 2 else super().moves(board[0])

    def after(self, board, move):
        points, ply = board
        cell = -1 if move == PASS else "lrt".index(move)
        return "".join("X" if at == cell else held for at, held in enumerate(points)), ply + 1

    def result(self, board):
        return super().result(board[0])

    def pieces(self, board):
        return {point: "white man" for point, held in zip("lrt", board[0], strict=True) if held == "X"}


@pytest.mark.parametrize("terminal", [False, True])
def test_everything_since_the_last_choice_is_told(terminal):
    printed = sit_down(start=TakesTwo().start(), people="black", terminal=terminal)
    told = re.findall(r"White plays \w|Black must pass", printed)
    assert [words.split()[1] for words in told[-5:]] == ["plays", "must", "plays", "must", "plays"]
    assert len(set(told)) == 4


def test_draughts_says_that_capture_is_obligatory():
    position = plyground.game("draughts").from_fen("W:Wc3,Kh4:Bd4,f6")
    assert "White to move; capture is obligatory." in sit_down(start=position)


def test_a_level_and_a_clock_stand_beside_the_board():
    out = io.StringIO()
    console = Console(file=out, width=100, highlight=False, force_terminal=True, color_system="truecolor")
    setting = Setting(people="white", level=3, clock=TimeControl.parse("300+2"), seed=1)
    TerminalGame(CHESS.start(), setting, console=console, reader=PlainReader(io.StringIO("e4\n"))).run()
    assert "computer 3" in out.getvalue()
    assert "5:0" in out.getvalue()


def test_who_needs_too_long_loses_on_time(monkeypatch):
    now_s = 0.0
    monkeypatch.setattr("plyground.play.terminal.monotonic", lambda: now_s)

    class Slow:
        def read(self, prompt, position):
            nonlocal now_s
            now_s += 60.001
            return "e4"

    out = io.StringIO()
    setting = Setting(people="both", clock=TimeControl.parse("60"))
    TerminalGame(CHESS.start(), setting, console=Console(file=out, width=100), reader=Slow()).run()
    assert "Black wins. White ran out of time." in out.getvalue()


def test_hint_says_why_and_what_is_threatened():
    printed = sit_down("e4", "e5", "Bc4", "Nc6", "Qh5", "hint", depth=6)
    assert "Threatens to win a queen" in printed or "Stops the threat Qxf7#" in printed
    assert "White threatens Qxf7#. Wins at once. Black is checkmated." in printed


def test_analyse_shows_lines_with_reasons():
    printed = sit_down("analyse", start=CHESS.from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), depth=4)
    assert "1. White wins in 1: Ra8#" in printed
    assert "Ra8#: Wins at once. Black is checkmated." in printed


def test_why_explains_the_last_own_move_or_a_named_one():
    printed = sit_down("f3", "e5", "why", "why g4", "why Qh8", depth=5)
    assert "\nf3 (" in printed
    assert "g4 (blunder): Black wins in 1." in printed
    assert "Lets the opponent win in 1 move. White is checkmated." in printed
    assert "'Qh8' is not legal" in printed


def test_why_without_a_move_says_so():
    assert "You have not moved yet. Name a move, for example: why e4" in sit_down("why")


def test_moves_are_numbered_by_the_side_that_opens_the_game():
    english = plyground.game("draughts:english").start()
    printed = sit_down("11-16", "21-17", "7-11", "25-21", "16-19", "review", start=english, depth=5)
    assert re.findall(r"^([0-9.]+ [0-9-]+), ", printed, re.MULTILINE) == ["2. 7-11", "2... 25-21", "3. 16-19"]


def test_review_grades_the_game_so_far():
    printed = sit_down("review", "f3", "e5", "g4", "review", depth=5)
    assert "There is no move to review." in printed
    assert "2. g4, blunder: Lets the opponent win in 1 move. White is checkmated. Better: " in printed
    assert "White played with an accuracy of " in printed


def test_measured_level_is_shown_with_its_rating(monkeypatch):
    measured = Rating(812, 780, 850, "level 1 = 0")
    monkeypatch.setattr(levels, "rating_of", lambda game, level: measured if game is CHESS else None)
    out = io.StringIO()
    console = Console(file=out, width=110, highlight=False, force_terminal=True)
    reader = PlainReader(io.StringIO(""))
    TerminalGame(CHESS.start(), Setting(people="white", level=5), console=console, reader=reader).run()
    assert "computer 5, 812 ± 38 Elo" in out.getvalue()
    assert Level.of(5).rating(FOUR) is None


def test_computer_that_sees_itself_lost_resigns(monkeypatch):
    monkeypatch.setattr(ScoreHistory, "should_resign", property(lambda self: True))
    assert "White wins. Black resigned. 1-0" in sit_down("e4", people="white")


def test_computer_that_may_not_resign_plays_on(monkeypatch):
    monkeypatch.setattr(ScoreHistory, "should_resign", property(lambda self: True))
    printed = sit_down("e4", people="white", no_resigning=True)
    assert "Black plays " in printed
    assert "resigned" not in printed


def test_the_computer_searches_with_the_threads_it_is_given():
    computer = Setting(threads=2).computer(CHESS)
    assert isinstance(computer, EnginePlayer)
    assert computer.threads == 2
