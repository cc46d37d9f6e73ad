"""The command line as people and scripts use it: output, errors, exit status."""

import os
import subprocess
import sys
from xml.etree import ElementTree

import pexpect
import pytest

COMMAND = [sys.executable, "-m", "plyground"]
ENVIRONMENT = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


def run(*arguments, typed=""):
    return subprocess.run(
        [*COMMAND, *arguments], input=typed, capture_output=True, text=True, timeout=60, env=ENVIRONMENT, check=False
    )


def lines(*arguments, typed=""):
    finished = run(*arguments, typed=typed)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.splitlines()


def complaint(*arguments):
    """The one line on standard error of a command that must fail."""
    finished = run(*arguments)
    assert finished.returncode == 2
    assert finished.stdout == ""
    (line,) = finished.stderr.splitlines()
    assert line.startswith("plyground: ")
    return line


def test_bare_command_prints_help():
    printed = "\n".join(lines())
    assert "Usage: plyground" in printed
    assert all(command in printed for command in ("play", "show", "perft", "games", "bench"))


def test_version():
    import plyground

    assert lines("--version") == [f"plyground {plyground.__version__}"]


def test_perft_prints_the_count_alone_on_standard_output():
    assert lines("perft", "chess", "--depth", "3") == ["8902"]


def test_perft_divide_lists_moves_then_a_blank_line_then_the_count():
    *moves, blank, count = lines("perft", "chess", "--depth", "2", "--divide")
    assert (len(moves), blank, count) == (20, "", "400")
    assert "e2e4: 20" in moves


def test_perft_of_depth_zero_is_one():
    assert lines("perft", "chess", "--depth", "0") == ["1"]


def test_perft_with_threads_counts_the_same():
    assert lines("perft", "chess", "--depth", "4", "--threads", "3") == ["197281"]


def test_perft_takes_a_position():
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert lines("perft", "chess", "--depth", "2", "--fen", kiwipete) == ["2039"]


def test_show_prints_board_text_turn_and_count():
    shown = lines("show", "chess")
    assert shown[0] == "8 r n b q k b n r"
    assert shown[-3:] == ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "White to move", "20 legal moves"]


def test_show_says_how_a_finished_game_ended():
    mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    assert lines("show", "chess", "--fen", mate)[-2:] == ["Black wins by checkmate", "0 legal moves"]


def test_show_lists_moves_in_both_spellings():
    assert "g1f3  Nf3" in lines("show", "chess", "--moves")


def test_show_writes_a_picture(tmp_path):
    target = tmp_path / "board.svg"
    assert lines("show", "connect-four", "--svg", str(target)) == []
    assert ElementTree.parse(target).getroot().tag.endswith("svg")
    assert "\n".join(lines("show", "connect-four", "--svg", "-")) + "\n" == target.read_text(encoding="utf-8")


def test_show_takes_the_number_of_a_start_position():
    assert "bbqnnrkr/pppppppp" in "".join(lines("show", "chess:960", "--start", "0"))


def test_games_lists_names_and_titles():
    listed = [line.split(maxsplit=1) for line in lines("games")]
    assert ["chess", "Chess"] in listed
    assert ["connect-four", "Connect Four"] in listed


def test_bench_ends_with_the_number_of_leaves():
    assert lines("bench", "connect-four")[-1] == str(7**6)


def test_play_reads_moves_from_a_pipe():
    printed = lines("play", "chess", "--side", "both", typed="f3\ne5\ng4\nQh4\n")
    assert printed[-1] == "Black wins by checkmate. 0-1"


def test_play_says_how_to_resume():
    printed = lines("play", "connect-four", "--depth", "1", typed="d\n")
    assert printed[-1].strip().startswith("plyground play connect-four --fen ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("perft", "ches"), "did you mean 'chess'?"),
        (("perft", "chess:nope"), "chess has no preset 'nope'"),
        (("perft", "chess", "--fen", "not a fen"), "position"),
        (("show", "chess", "--fen", ""), "empty"),
        (("perft", "chess", "--depth", "-1"), "--depth"),
        (("perft", "chess", "--depth", "1000000000000"), "--depth"),
        (("perft", "chess", "--depth", "many"), "--depth"),
        (("perft", "chess", "--threads", "-1"), "--threads"),
        (("perft", "chess", "--threads", "99999"), "--threads"),
        (("play", "chess", "--seconds", "nan"), "--seconds"),
        (("play", "chess", "--seconds", "-3"), "--seconds"),
        (("play", "chess", "--depth", "0"), "--depth"),
        (("play", "chess", "--side", "green"), "--side"),
        (("show", "chess:960", "--start", "960"), "0 to 959"),
        (("show", "chess", "--start", "0", "--fen", "8"), "--fen or --start"),
        (("show", "chess", "--svg", "no/such/folder/board.svg"), "board.svg"),
        (("show", "chess", "--frobnicate"), "--frobnicate"),
        (("dance",), "dance"),
    ],
)
def test_mistakes_are_one_line_and_exit_status_two(arguments, words):
    assert words in complaint(*arguments)


def test_a_reader_that_leaves_early_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    finished = subprocess.run(
        [*COMMAND, "show", "chess", "--moves"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(writing)
    assert finished.stderr == ""


def test_a_long_count_shows_progress_and_ctrl_c_ends_it_with_one_line():
    counting = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], "perft", "chess", "--depth", "12"], encoding="utf-8", timeout=30
    )
    counting.expect(r"\d+ %  [\d,]+ leaves  [\d,]+ leaves/s")
    counting.sendintr()
    counting.expect("plyground: interrupted")
    counting.expect(pexpect.EOF)
    counting.close()
    assert "Traceback" not in counting.before
    assert counting.exitstatus == 130
