"""How our engine plays: levels and styles, textbook algorithms, books and endgame tables, and broken games."""

from __future__ import annotations

from pathlib import Path

import chess
import chess.syzygy
import pytest
from tests.database.test_polyglot import write_book
from tests.uci.gui import Gui, infos, value

import plyground
from plyground.play.levels import Level
from plyground.search.deepening import ALGORITHMS
from plyground.search.searcher import STYLES

SYZYGY = str(Path(__file__).parents[1] / "data" / "syzygy")
START = plyground.game("chess").start()
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


@pytest.fixture
def gui():
    driven = Gui()
    yield driven
    driven.close()


@pytest.mark.parametrize("level", [1, 8, 14, 20])
def test_level_looks_at_no_more_than_it_may(gui, level):
    best, said = gui.go("movetime 3600000", f"setoption name Level value {level}")
    assert best in START.legal_moves
    assert int(value(infos(said)[-1], "nodes")) <= Level.of(level).nodes
    assert int(value(infos(said)[-1], "depth")) <= Level.of(level).depth
    assert len({value(line, "multipv") for line in infos(said)}) == 1


def test_level_follows_from_a_rating(gui):
    gui.tell("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 100")
    _, said = gui.go("depth 9")
    assert int(value(infos(said)[-1], "nodes")) <= Level.of(1).nodes
    _, said = gui.go("depth 3", "setoption name UCI_Elo value 2850")
    assert value(infos(said)[-1], "depth") == "3"


def test_every_level_takes_a_win_that_is_there(gui):
    for level in (1, 5, 10):
        best, _ = gui.go("movetime 3600000", f"setoption name Level value {level}", f"position fen {MATE_IN_ONE}")
        assert best == "a1a8"


def test_weak_levels_play_the_same_move_each_time(gui):
    gui.tell("setoption name Level value 2")
    first = [gui.go("depth 5", "ucinewgame", "position startpos moves e2e4")[0] for _ in range(3)]
    assert len(set(first)) == 1


@pytest.mark.parametrize("style", STYLES)
def test_style_is_chosen(gui, style):
    best, _ = gui.go("depth 4", f"setoption name Style value {style}")
    assert best in START.legal_moves
    assert gui.count("info string") == 0


def test_style_that_a_game_does_not_have_is_not_used_and_the_search_says_so(gui):
    gui.tell("setoption name Style value solid", "setoption name UCI_Variant value connect-four")
    best, said = gui.go("depth 2")
    assert best != "(none)"
    assert "info string connect-four cannot be played in the style solid. Choose one of normal, lazy." in said


@pytest.mark.parametrize("algorithm", [*ALGORITHMS, "mcts"])
@pytest.mark.parametrize("game", ["chess", "mill", "connect-four"])
def test_algorithm_plays(algorithm, game):
    gui = Gui(f"Algorithm value {algorithm}", variant=game)
    best, said = gui.go("depth 2")
    assert best in plyground.game(game).start().legal_moves
    assert [value(line, "depth") for line in infos(said)] == ["1", "2"]
    gui.close()


@pytest.mark.parametrize("algorithm", ["negascout", "mcts"])
def test_algorithm_keeps_limits_and_can_be_stopped(gui, algorithm):
    gui.tell(f"setoption name Algorithm value {algorithm}")
    assert gui.go("movetime 30")[0] in START.legal_moves
    assert gui.go("wtime 500 btime 500 winc 5")[0] in START.legal_moves
    gui.go("nodes 500")
    gui.tell("go infinite", "isready")
    gui.ask("stop", "bestmove")
    gui.engine.wait()
    best, _ = gui.go("depth 3 searchmoves h2h4")
    assert best == "h2h4"
    assert gui.count("bestmove") == 5


def test_textbook_finds_mates_and_ranks_lines(gui):
    gui.tell(
        "setoption name Algorithm value alphabeta", "setoption name MultiPV value 3", f"position fen {MATE_IN_ONE}"
    )
    best, said = gui.go("depth 9")
    assert best == "a1a8"
    assert value(infos(said)[0], "score", 2) == "mate 1"
    assert [value(line, "multipv") for line in infos(said)[:3]] == ["1", "2", "3"]


def test_book_is_asked_where_it_is_switched_on(gui, tmp_path):
    file = write_book(tmp_path / "book.bin", {chess.STARTING_FEN: {"h2h4": 5, "a2a3": 0}})
    gui.tell(f"setoption name BookFile value {file}")
    assert gui.go("depth 1")[0] != "h2h4"
    gui.tell("setoption name OwnBook value true")
    assert {gui.go("movetime 3600000")[0] for _ in range(10)} == {"h2h4"}
    assert gui.go("depth 3", "position startpos moves e2e4")[0] in START.after("e2e4").legal_moves
    gui.tell("position startpos")
    gui.ask("go infinite", "info depth 2 ")
    gui.ask("stop", "bestmove")
    assert gui.go("depth 2 searchmoves e2e4")[0] == "e2e4"


def test_tables_choose_the_moves_and_the_score(gui):
    gui.tell(f"setoption name SyzygyPath value {SYZYGY}", "setoption name UCI_ShowWDL value true")
    only_the_king_wins = "3k4/8/3K4/3P4/8/8/8/8 w - - 0 1"
    best, said = gui.go("depth 1", f"position fen {only_the_king_wins}")
    board = chess.Board(only_the_king_wins)
    board.push_uci(best)
    with chess.syzygy.open_tablebase(SYZYGY) as oracle:
        assert oracle.probe_wdl(board) == -2
    (line, *_) = infos(said)
    assert value(line, "score", 2) == "cp 20000"
    assert value(line, "wdl", 3) == "1000 0 0"
    assert int(value(line, "tbhits")) > 0
    _, said = gui.go("depth 3", f"position fen {MATE_IN_ONE}")
    assert value(infos(said)[-1], "tbhits") == "0"
    _, said = gui.go("depth 3", "position fen k7/8/1K6/8/8/8/8/7R w - - 0 1")
    assert value(infos(said)[-1], "score", 2) == "mate 1"


BROKEN = """
from plyground.games.simple import SimpleGame
from plyground.protocol import Result, Side

class Broken(SimpleGame[int]):
    name = "broken"
    def start_board(self): return 0
    def side_to_move(self, board): return Side.BLACK if board % 2 else Side.WHITE
    def moves(self, board): return ["a", "b"]
    def after(self, board, move): return board + 1
    def result(self, board):
        if board > 3:
            raise RuntimeError("nobody told me how it ends")
        return None
"""


@pytest.mark.parametrize("limits", ["depth 9", "infinite", "movetime 3600000", "ponder wtime 60000"])
def test_game_that_fails_still_brings_one_move(tmp_path, limits):
    file = tmp_path / "broken.py"
    file.write_text(BROKEN, encoding="utf-8")
    gui = Gui(variant=f"{file}:Broken")
    gui.tell(f"go {limits}")
    assert "nobody told me how it ends" in gui.wait_for("info string")
    if gui.engine.hear("isready") and limits.startswith(("infinite", "ponder")):
        assert gui.count("bestmove") == 0
    gui.tell("stop")
    assert gui.wait_for("bestmove").split()[1] in ("a", "b")
    gui.tell("setoption name UCI_Variant value chess")
    gui.engine.wait()
    assert gui.go("depth 2")[0] in START.legal_moves
    assert gui.count("bestmove") == 2
    gui.close()


def test_broken_game_is_one_sentence(gui, tmp_path):
    file = tmp_path / "broken.py"
    file.write_text("import nothing_of_that_name", encoding="utf-8")
    gui.tell(f"setoption name UCI_Variant value {file}:Broken")
    assert "The game 'broken.py:Broken' could not be loaded: ModuleNotFoundError" in gui.said[-1]


def test_bench_ends_with_the_number_of_nodes_and_can_be_stopped(gui):
    gui.ask("bench 2", "Nodes/second")
    (nodes,) = (line for line in gui.said if line.startswith("Nodes searched  : "))
    at = len(gui.said)
    gui.tell("bench 2")
    gui.wait_for("Nodes/second", at)
    assert nodes in gui.said[at:]
    gui.tell("bench 99", "isready", "stop")
    gui.engine.wait()
    assert "info string the benchmark was stopped" in gui.said


@pytest.mark.parametrize("game", ["chess", "draughts", "mill", "connect-four"])
@pytest.mark.parametrize("level", [1, 6])
def test_weak_levels_play_whole_games(game, level):
    gui = Gui(f"Level value {level}", variant=game)
    record = plyground.Record(plyground.game(game).start())
    while not (record.outcome() or record.standing_draw()) and len(record) < 150:
        moves = " ".join(map(str, record.moves))
        best, _ = gui.go("nodes 300", f"position startpos moves {moves}" if moves else "position startpos")
        record.push(best)
    assert gui.count("info string") == 0
    gui.close()
