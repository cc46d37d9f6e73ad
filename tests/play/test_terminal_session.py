"""The terminal game at a real terminal: prompt, completion, Ctrl-C."""

import os
import signal
import sys

import pexpect
import pytest
from tests.waiting import PATIENCE_S


@pytest.fixture
def sit_down():
    """Starts `plyground play` on its own terminal."""
    sessions = []

    def start(*arguments):
        environment = {**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", "LANG": "C.UTF-8"}
        environment.pop("NO_COLOR", None)
        session = pexpect.spawn(
            sys.executable,
            ["-m", "plyground", "play", *arguments],
            env=environment,
            dimensions=(40, 110),
            encoding="utf-8",
            timeout=PATIENCE_S,
        )
        sessions.append(session)
        return session

    yield start
    for session in sessions:
        # Not `close(force=True)`, which gives a killed process a tenth of a second.
        session.kill(signal.SIGKILL)
        session.wait()
        session.close()


def test_completion_a_move_and_leaving(sit_down):
    game = sit_down("chess", "--depth", "1")
    game.expect("♜")
    game.expect("White to move:")
    game.send("Nf")
    game.expect("g1f3")
    game.send("\t\r")
    game.expect("Black plays")
    game.expect("White to move:")
    game.sendcontrol("c")
    game.expect("Goodbye. To continue from here:")
    game.expect("plyground play chess --fen '")
    game.expect(pexpect.EOF)
    game.wait()
    assert game.exitstatus == 0


def test_ctrl_d_at_the_prompt_leaves(sit_down):
    game = sit_down("connect-four")
    game.expect("White to move:")
    game.sendcontrol("d")
    game.expect("Goodbye")
    game.expect(pexpect.EOF)


def test_ctrl_c_makes_the_computer_play_its_best_move_so_far(sit_down):
    game = sit_down("chess", "--seconds", "3600", "--no-book")
    game.expect("White to move:")
    game.send("e4\r")
    game.expect("Black is thinking")
    game.expect(r"depth \d")
    game.sendcontrol("c")
    game.expect("Black plays")
    game.expect("White to move:")


def test_a_finished_game_offers_a_review_and_another(sit_down):
    game = sit_down("chess", "--side", "both", "--depth", "4")
    for move in ("f3", "e5", "g4", "Qh4"):
        game.expect("to move:")
        game.send(f"{move}\r")
    game.expect("Black wins. White is checkmated.")
    game.expect("Another game")
    game.send("review\r")
    game.expect("2. g4, blunder: Lets the opponent win in 1 move. White is checkmated.")
    game.expect("Black played with an accuracy of")
    game.expect("Another game")
    game.send("yes\r")
    game.expect("White to move:")


def test_a_mistake_is_one_sentence_and_the_prompt_again(sit_down):
    game = sit_down("chess")
    game.expect("White to move:")
    game.send("e5\r")
    game.expect("not legal")
    game.expect("White to move:")
