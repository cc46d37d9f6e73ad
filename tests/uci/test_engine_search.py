"""Our engine's searches: one move for each go, at the right time, within the limits, and the info on the way."""

from __future__ import annotations

import chess
import pytest
from tests.uci.gui import Gui, infos, pv, value

import plyground

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
CHECKMATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALEMATE = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"
LOST_NEXT = "6k1/5ppp/8/8/8/r7/1r6/7K w - - 0 1"
TWO_MOVES = "k7/8/8/8/8/8/1r6/K7 w - - 0 1"


@pytest.fixture
def gui():
    driven = Gui()
    yield driven
    driven.close()


def legal(fen=chess.STARTING_FEN):
    return {move.uci() for move in chess.Board(fen).legal_moves}


def test_depth_is_reached_and_said(gui):
    best, said = gui.go("depth 5")
    assert best in legal()
    assert [value(line, "depth") for line in infos(said)] == ["1", "2", "3", "4", "5"]
    assert gui.count("bestmove") == 1


def test_info_has_all_fields_and_the_line_comes_last(gui):
    _, said = gui.go("depth 4")
    names = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time", "pv"]
    for line in infos(said):
        at = [line.split().index(name) for name in names]
        assert at == sorted(at)
        assert "wdl" not in line.split()


def test_expected_reply_is_the_second_move_of_the_line(gui):
    gui.go("depth 5")
    _, best, _, reply = gui.said[-1].split()
    assert pv(infos(gui.said)[-1])[:2] == [best, reply]


@pytest.mark.parametrize("nodes", [1, 2, 100, 1000, 12345])
def test_nodes_are_exact(gui, nodes):
    _, said = gui.go(f"nodes {nodes}")
    assert value(infos(said)[-1], "nodes") == str(nodes)


def test_searches_are_the_same_each_time():
    def transcript():
        gui = Gui()
        gui.go("depth 7")
        gui.go("nodes 5000", "position startpos moves e2e4 c7c5")
        gui.go("depth 6", "setoption name UCI_Variant value draughts")
        gui.close()
        drop = {"nps", "time"}
        words = [line.split() for line in gui.said]
        return [[word for word, before in zip(line, ["", *line], strict=False) if before not in drop] for line in words]

    assert transcript() == transcript()


@pytest.mark.parametrize(
    "limits",
    [
        "wtime 1000 btime 1000 winc 10 binc 10",
        "wtime 1000",
        "btime 1000",
        "wtime 1",
        "wtime 0 btime 0",
        "wtime -50 btime 100",
        "wtime 60000 btime 60000 movestogo 1000",
        "wtime 300 btime 300 movestogo 1",
        "movetime 20",
        "movetime 0",
        "mate 1",
        "depth 99999999999999999999",
        "depth 0",
        "nodes 0",
        "p1time 500 p2time 500 p1inc 5 p2inc 5",
    ],
)
def test_every_limit_brings_one_move(gui, limits):
    best, _ = gui.go(limits, f"position fen {MATE_IN_ONE}")
    assert best == "a1a8" if "depth 0" not in limits and "nodes 0" not in limits else best in legal(MATE_IN_ONE)
    assert gui.count("bestmove") == 1
    assert gui.count("info string") == 0


@pytest.mark.parametrize(
    "limits", ["infinite", "ponder wtime 1000 btime 1000", "", "ponder", "ponder infinite", "depth"]
)
def test_endless_search_waits_for_stop(gui, limits):
    gui.tell(f"go {limits}")
    gui.wait_for("info depth 6 ")
    assert gui.count("bestmove") == 0
    gui.ask("stop", "bestmove")
    gui.tell("stop", "isready")
    assert gui.count("bestmove") == 1


@pytest.mark.parametrize("limits", ["infinite", "infinite depth 1", "ponder depth 1"])
@pytest.mark.parametrize("fen", [MATE_IN_ONE, CHECKMATE, STALEMATE, TWO_MOVES])
def test_finished_search_still_waits_for_stop(gui, limits, fen):
    gui.tell(f"position fen {fen}", f"go {limits}", "isready")
    assert gui.count("bestmove") == 0
    best = gui.ask("stop", "bestmove").split()[1]
    assert best in (legal(fen) or {"(none)"})


@pytest.mark.parametrize("limits", ["depth 1", "infinite", "movetime 50", "nodes 5"])
def test_stop_at_once_still_brings_a_move(gui, limits):
    for _ in range(10):
        gui.tell("ucinewgame")
        at = len(gui.said)
        gui.tell(f"go {limits}", "stop", "stop")
        assert gui.wait_for("bestmove", at).split()[1] in legal()
        gui.engine.wait()
    assert gui.count("bestmove") == 10


def test_ponderhit_lets_the_clock_run(gui):
    gui.tell("position startpos moves e2e4", "go ponder wtime 1000 btime 1000")
    gui.wait_for("info depth 5 ")
    assert gui.count("bestmove") == 0
    gui.ask("ponderhit", "bestmove")
    gui.tell("ponderhit", "stop", "isready")
    assert gui.count("bestmove") == 1


def test_ponderhit_at_once(gui):
    for count in range(1, 6):
        gui.tell("go ponder depth 3", "ponderhit")
        gui.engine.wait()
        assert gui.count("bestmove") == count


def test_ponderhit_of_an_infinite_search_waits_for_stop(gui):
    gui.tell("go ponder infinite", "ponderhit")
    gui.wait_for("info depth 5 ")
    assert gui.count("bestmove") == 0
    gui.ask("stop", "bestmove")


def test_pondering_gives_up_when_another_move_is_played(gui):
    gui.tell("go ponder wtime 500 btime 500")
    gui.ask("stop", "bestmove")
    best, _ = gui.go("depth 3", "position startpos moves e2e4 e7e5")
    assert best in {
        move.uci() for move in chess.Board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -").legal_moves
    }


def test_no_legal_move_is_said_so(gui):
    for fen in (CHECKMATE, STALEMATE):
        best, _ = gui.go("depth 3", f"position fen {fen}")
        assert best == "(none)"


@pytest.mark.parametrize(("fen", "uci", "ugi"), [(MATE_IN_ONE, "mate 1", "mate 1"), (LOST_NEXT, "mate -1", "mate -2")])
def test_proven_ends_count_moves_in_uci_and_plies_in_ugi(gui, fen, uci, ugi):
    for protocol, expected in (("uci", uci), ("ugi", ugi)):
        _, said = gui.go("depth 5", protocol, f"position fen {fen}")
        assert value(infos(said)[-1], "score", 2) == expected


def test_searchmoves_are_the_only_ones_looked_at(gui):
    best, said = gui.go("depth 4 searchmoves a2a3 h2h4")
    assert best in ("a2a3", "h2h4")
    assert {pv(line)[0] for line in infos(said)} <= {"a2a3", "h2h4"}
    best, _ = gui.go("searchmoves h2h4 depth 3")
    assert best == "h2h4"


def test_searchmoves_that_cannot_be_played_are_left_out(gui):
    best, said = gui.go("depth 2 searchmoves e2e5 b1c3 nonsense")
    assert best == "b1c3"
    assert sum(line.startswith("info string '") for line in said) == 2


def test_words_that_make_no_sense_are_left_out_with_a_sentence(gui):
    best, said = gui.go("hurry depth 2 nodes many")
    assert best in legal()
    assert said[0].startswith("info string There is no go parameter 'hurry'. The parameters are ")
    assert said[1] == "info string The go parameter 'nodes' needs a whole number, not 'many'."


def test_several_lines_are_ranked(gui):
    _, said = gui.go("depth 5", "setoption name MultiPV value 4")
    last = infos(said)[-4:]
    assert [value(line, "multipv") for line in last] == ["1", "2", "3", "4"]
    assert len({pv(line)[0] for line in last}) == 4
    scores = [int(value(line, "score", 2).split()[1]) for line in last]
    assert scores == sorted(scores, reverse=True)


def test_more_lines_than_moves_are_all_moves(gui):
    _, said = gui.go("depth 3", "setoption name MultiPV value 500", f"position fen {TWO_MOVES}")
    assert {pv(line)[0] for line in infos(said)} == legal(TWO_MOVES)


def test_isready_is_answered_while_searching(gui):
    gui.tell("go infinite")
    gui.wait_for("info depth 3 ")
    gui.tell("isready")
    gui.wait_for("readyok")
    assert gui.count("bestmove") == 0
    gui.ask("stop", "bestmove")


def test_go_while_searching_ends_the_search_before_it(gui):
    gui.tell("go infinite", "go infinite", "go depth 2")
    gui.engine.wait()
    assert gui.count("bestmove") == 3


def test_position_while_searching_is_for_the_next_search(gui):
    gui.tell("go infinite", f"position fen {MATE_IN_ONE}")
    assert gui.ask("stop", "bestmove").split()[1] in legal()
    gui.engine.wait()
    assert gui.go("depth 3")[0] == "a1a8"


def test_options_while_searching_are_for_the_next_search(gui):
    gui.tell("go infinite", "setoption name Hash value 2", "setoption name Clear Hash", "ucinewgame")
    gui.tell("setoption name UCI_Variant value mill", "setoption name Threads value 2", "isready")
    assert gui.count("bestmove") == 0
    assert gui.ask("stop", "bestmove").split()[1] in legal()
    gui.engine.wait()
    best, _ = gui.go("depth 3")
    assert best in plyground.game("mill").start().legal_moves


def test_moves_that_were_played_decide_repetitions(gui):
    fen = "6k1/8/8/8/8/8/1Q6/K7 w - - 0 1"
    there_and_back = "b2b4 g8h7 b4b2 h7g8"
    fresh = f"position fen {fen} moves {there_and_back}"
    _, said = gui.go("depth 4 searchmoves b2b4", fresh)
    assert value(infos(said)[-1], "score", 2) != "cp 0"
    again = f"position fen {fen} moves {there_and_back} b2b4 g8h7 b4b2"
    gui.tell("ucinewgame")
    _, said = gui.go("depth 1 searchmoves h7g8", again)
    assert value(infos(said)[-1], "score", 2) == "cp 0"
    assert pv(infos(said)[-1]) == ["h7g8"]


@pytest.mark.parametrize(
    "fen",
    [
        MATE_IN_ONE,
        "8/8/8/8/8/5k2/6q1/7K w - - 0 1",
        "8/8/4k3/8/8/3QK3/8/8 w - - 90 70",
        "6k1/8/8/8/8/8/1Q6/K7 w - - 0 1",
    ],
)
def test_lines_never_go_past_the_end_of_the_game(gui, fen):
    _, said = gui.go("depth 9", f"position fen {fen}")
    for line in infos(said):
        board = chess.Board(fen)
        for token in pv(line):
            assert not board.is_game_over(), line
            assert not board.is_repetition(3), line
            assert not board.is_fifty_moves(), line
            board.push_uci(token)


def test_chances_are_shown_when_asked_for(gui):
    _, said = gui.go("depth 3", "setoption name UCI_ShowWDL value true")
    for line in infos(said):
        assert sum(map(int, value(line, "wdl", 3).split())) == 1000
    _, said = gui.go("depth 3", f"position fen {MATE_IN_ONE}")
    assert value(infos(said)[-1], "wdl", 3) == "1000 0 0"


@pytest.mark.parametrize("game", ["chess", "draughts", "draughts:english", "mill", "mill:morabaraba", "connect-four"])
def test_every_game_is_played_to_its_end(game):
    gui = Gui(variant=game)
    record = plyground.Record(plyground.game(game).start())
    while not (record.outcome() or record.standing_draw()) and len(record) < 60:
        moves = " ".join(map(str, record.moves))
        best, _ = gui.go("nodes 60", f"position startpos moves {moves}" if moves else "position startpos")
        record.push(best)
    assert gui.count("info string") == 0
    assert gui.count("bestmove") == len(record)
    gui.close()
