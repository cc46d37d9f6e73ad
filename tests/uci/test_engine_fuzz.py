"""Random commands in any order: our engine never crashes, hangs or answers twice."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.uci.gui import Gui

from plyground.uci.commands import parse_go
from plyground.uci.options import OPTIONS

MOVES = [
    *("e2e4", "e7e5", "g1f3", "b8c6", "e1g1", "e7e8q", "a7a8z", "0000", "pass", "\x00", "é"),
    *("d6", "f4", "d6-d5xb4", "xb4", "c3-d4", "c3:e5:g7", "d"),
]
FENS = [
    "startpos",
    "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "fen k7/2Q5/1K6/8/8/8/8/8 b - -",
    "fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "fen W:We3,g3,h4,a5:Bc5,e5,g5,g7",
    "fen ********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1",
    "fen",
    "nowhere",
]
VARIANTS = ["chess", "mill", "draughts", "connect-four", "chess:960", "mill:lasker", "mill:custom", "backgammon", ""]
LIMITS = [
    *("infinite", "ponder", "depth 3", "depth 60", "nodes 500", "nodes 0", "movetime 1", "movetime 100000", "mate 2"),
    *("wtime 100 btime 100", "wtime 0", "winc 5", "movestogo 1", "searchmoves e2e4 d6 d", "searchmoves", "perft 2"),
    *("depth", "depth -5", "depth x", "wtime 99999999999999999999999", "nodes 1e5", "p1time 50", "faster"),
]
SPINS = {"hash": ["1", "2", "0", "-1", "many"], "threads": ["1", "2", "0", "x"]}

word = st.text(max_size=12)
moves = st.lists(st.sampled_from(MOVES), max_size=6).map(" ".join)
option = st.sampled_from([each.name for each in OPTIONS.values()]).flatmap(
    lambda name: st.tuples(
        st.just(name),
        st.sampled_from(SPINS[name.lower()])
        if name.lower() in SPINS
        else st.sampled_from(["true", "1", "mcts", "<empty>"]),
    )
)
line = st.one_of(
    st.sampled_from(
        ["uci", "ugi", "isready", "ucinewgame", "stop", "stop", "stop", "ponderhit", "d", "eval", "bench 1"]
    ),
    st.sampled_from(["query gameover", "query p1turn", "query result", "query", "debug on", "go perft 3", "position"]),
    st.lists(st.sampled_from(LIMITS), max_size=3).map(lambda limits: "go " + " ".join(limits)),
    st.tuples(st.sampled_from(FENS), moves).map(lambda parts: f"position {parts[0]} moves {parts[1]}"),
    st.sampled_from(VARIANTS).map(lambda name: f"setoption name UCI_Variant value {name}"),
    option.map(lambda pair: f"setoption name {pair[0]} value {pair[1]}"),
    st.lists(word, max_size=4).map(" ".join),
)
truncated = st.tuples(line, st.integers(0, 40)).map(lambda pair: pair[0][: pair[1]])


@pytest.fixture(autouse=True, scope="module")
def empty_folder(tmp_path_factory):
    """Where tables are saved that a fuzz asks for."""
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("fuzz"))
    yield
    os.chdir(before)


def is_search(text: str) -> bool:
    words = text.split()
    return words[:1] == ["go"] and parse_go(words[1:]).perft is None


def hammer(lines: list[str]) -> None:
    """Sends everything at once, then stop: one answer per search, and it still plays chess."""
    gui = Gui()
    gui.tell(*lines)
    gui.tell("stop", "isready")
    gui.engine.wait()
    assert "readyok" in gui.said
    assert gui.count("bestmove") == sum(map(is_search, lines))
    assert all("\n" not in said for said in gui.said)
    gui.tell("ucinewgame", "setoption name Algorithm value playing", "setoption name Level value 0")
    gui.tell("setoption name UCI_Chess960 value false", "setoption name UCI_Variant value chess", "position startpos")
    assert gui.go("depth 2 searchmoves e2e4")[0] == "e2e4"
    gui.close()


commands = st.lists(st.one_of(line, truncated).filter(lambda text: text.split()[:1] != ["quit"]), max_size=25)


@settings(max_examples=50)
@given(commands)
def test_any_commands_in_any_order(lines):
    hammer(lines)


@pytest.mark.bench
@settings(max_examples=3_000)
@given(commands)
def test_many_more_commands_in_any_order(lines):
    hammer(lines)


@pytest.mark.parametrize("seed", range(5))
def test_storm_of_searches_and_stops(seed):
    dice = random.Random(seed)
    burst = ["go infinite", "stop", "go depth 2", "go ponder wtime 50 btime 50", "ponderhit", "isready", "go nodes 300"]
    hammer([dice.choice(burst) for _ in range(150)])


def test_stop_storm_brings_one_move():
    hammer(["go infinite", *["stop"] * 500])


@pytest.mark.parametrize("seed", range(3))
def test_positions_and_options_while_searching(seed):
    dice = random.Random(seed)
    lines = ["go infinite"]
    for _ in range(60):
        lines.append(f"position {dice.choice(FENS)} moves {dice.choice(MOVES)}")
        lines.append(f"setoption name UCI_Variant value {dice.choice(VARIANTS)}")
        lines.append(dice.choice(["isready", "ucinewgame", "setoption name Clear Hash", "d", "eval", "go infinite"]))
    hammer(lines)


def test_long_list_of_moves_is_read():
    gui = Gui()
    shuffle = "g1f3 g8f6 f3g1 f6g8 " * 30
    best, _ = gui.go("depth 2", f"position startpos moves {shuffle}")
    assert best != "(none)"
    gui.tell("position startpos moves " + "g1f3 " * 200_000)
    assert gui.said[-1].startswith("info string")
    gui.close()
