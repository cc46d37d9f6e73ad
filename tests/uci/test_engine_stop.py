"""Whatever the engine is doing, `stop`, `isready` and `quit` are answered soon; each test was once a hang."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Event, Thread

import pytest
from tests.uci.gui import Gui
from tests.uci.siege import Siege
from tests.waiting import PATIENCE_S

import plyground
from plyground.search.deepening import ALGORITHMS
from plyground.search.limits import Limits, StopFlag
from plyground.search.searcher import Searcher
from plyground.uci import engine as uci_engine

PROGRAM = [str(Path(sys.executable).with_name("plyground-uci"))]
QUEENS = "KnR2qq1/2rq3B/2Q4q/1QN1q1RQ/Qr1q1Q2/2kq1q1B/1bb3Q1/QqQnNQ2 w - - 0 1"
"""So many captures that quiescence after a single move takes hours."""
KINGS = "B:WKa1:Ba9,Kf6,Kh8,Kd8,Kb8,Kf2,Ki9,Kh2,Ki5,Kg5,Ki7,Kc7,Kc5,Kg3,Kd2,Kd6,Kc3,Kg7,Ke5,Kb4"
"""After some moves a king has more than a thousand captures, which take a fifth of a second to list."""
KINGS_RULES = "lines=diagonal-captures-all removal=at-once landing=anywhere men_rows=4 size=10 priorities=none"


def test_stop_ends_a_first_depth_without_end():
    game, stop = plyground.game("chess"), StopFlag()
    stop.request()
    position = game.from_fen(QUEENS)
    result = Searcher(game, hash_mb=1).analyse(position, Limits(nodes=1_000_000), stop=stop)
    assert result.nodes < 20_000
    assert result.move in position.legal_moves


def test_stop_before_the_search_still_finishes_an_ordinary_first_depth():
    game, stop = plyground.game("chess"), StopFlag()
    stop.request()
    assert Searcher(game, hash_mb=1).analyse(game.start(), stop=stop).depth >= 1


@pytest.mark.parametrize("algorithm", ["playing", *ALGORITHMS, "mcts"])
def test_stop_brings_a_move_among_queens(algorithm, monkeypatch):
    monkeypatch.setattr("plyground.search.textbook.FIRST_MS", 10)
    gui = Gui(f"Algorithm value {algorithm}")
    gui.tell(f"position fen {QUEENS}", "go infinite", "stop")
    assert gui.wait_for("bestmove").split()[1] != "(none)"
    gui.close()


@pytest.mark.parametrize("algorithm", ["playing", "alphabeta"])
def test_time_limits_hold_among_queens(algorithm, monkeypatch):
    monkeypatch.setattr("plyground.search.textbook.FIRST_MS", 10)
    gui = Gui(f"Algorithm value {algorithm}", "MultiPV value 3")
    assert gui.go("movetime 1", f"position fen {QUEENS}")[0] != "(none)"
    gui.close()


def test_positions_whose_moves_take_long_to_list_are_searched_with_fewer_captures():
    gui = Gui(f"Rules value {KINGS_RULES}", variant="draughts")
    assert gui.go("nodes 8000", f"position fen {KINGS}")[0] != "(none)"
    gui.close()


def test_engine_among_queens_is_ready_and_quits(tmp_path):
    """The whole program, through a pipe: three searches in a row, each of which would never end."""
    with Siege(PROGRAM, tmp_path, PATIENCE_S) as siege:
        siege.tell(f"position fen {QUEENS}\n".encode(), *[b"go infinite\n", b"go depth 1\n", b"go ponder\n"] * 2)
        siege.settle()
        siege.finish()
        siege.leave()


def test_search_that_never_ends_leaves_the_engine_alive(monkeypatch):
    """A user's game may be in an endless loop: the next search is refused, and everything else goes on."""
    monkeypatch.setattr(uci_engine, "STUCK_S", 0.0)
    monkeypatch.setattr(uci_engine, "PATIENCE_S", 0.0)
    entered, released = Event(), Event()

    def endless(self, *_: object, **__: object):
        entered.set()
        released.wait(PATIENCE_S)
        raise RuntimeError("at last")

    monkeypatch.setattr("plyground.play.engine_player.EnginePlayer.search", endless)
    gui = Gui()
    gui.tell("go infinite")
    assert entered.wait(PATIENCE_S)
    assert gui.ask("isready", "readyok")
    assert gui.ask("go depth 1", "bestmove") == "bestmove (none)"
    assert any("has not ended" in said for said in gui.said)
    assert not gui.engine.hear("quit")
    assert not gui.engine.close()
    released.set()
    gui.engine.wait()
    assert gui.count("bestmove") == 2


def test_thread_that_cannot_start_costs_only_its_search(monkeypatch):
    gui = Gui()
    start = Thread.start
    monkeypatch.setattr(Thread, "start", lambda self: (_ for _ in ()).throw(RuntimeError("can't start new thread")))
    assert gui.ask("go depth 1", "bestmove") == "bestmove (none)"
    monkeypatch.setattr(Thread, "start", start)
    assert gui.go("depth 1 searchmoves e2e4")[0] == "e2e4"
    gui.close()


@pytest.mark.parametrize("option", ["BookFile", "HashFile", "Rules"])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_pipes_and_devices_are_no_files(option, kind, tmp_path):
    """Reading a pipe waits for a writer that may never come, and a device may have no end."""
    path = tmp_path / "pipe" if kind == "pipe" else Path("/dev/zero")
    if kind == "pipe":
        os.mkfifo(path)
    gui = Gui(variant="mill")
    gui.tell(f"setoption name {option} value {path}", "isready")
    assert f"info string {path} is not a file." in gui.said
    assert gui.said[-1] == "readyok"
    gui.close()
