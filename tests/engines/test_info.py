"""What engines say about their searches."""

from __future__ import annotations

import pytest

import plyground
from plyground.engines.info import SearchInfo, parse_info, result_of_line
from plyground.search.score import MIN_WIN, loss_in, win_in

START = plyground.game("chess").start()
E4 = START.parse("e2e4")


def found(*lines, ponder=""):
    info = SearchInfo()
    for line in lines:
        info.add(line.encode())
    return info.result(START, E4, 500, ponder=ponder)


@pytest.mark.parametrize(
    ("said", "score"),
    [
        ("cp 35", 35),
        ("cp -120", -120),
        ("mate 1", win_in(1)),
        ("mate 3", win_in(5)),
        ("mate -1", loss_in(2)),
        ("mate 0", loss_in(0)),
        ("cp 99999999999", MIN_WIN - 1),
        ("mate 999999999", MIN_WIN),
        ("cp none", None),
        ("", None),
    ],
)
def test_score_is_ours(said, score):
    assert parse_info(f"info depth 3 score {said} nodes 5".encode()).score == score


def test_mate_of_ugi_is_counted_in_plies():
    assert parse_info(b"info score mate 3", mate_in_plies=True).score == win_in(3)
    assert parse_info(b"info score mate -4", mate_in_plies=True).score == loss_in(4)


def test_everything_in_a_line_is_read():
    info = parse_info(
        b"info depth 12 seldepth 20 multipv 2 score cp 7 upperbound wdl 20 970 10 nodes 99 nps 1000 hashfull 17 "
        b"tbhits 0 time 88 currmove e2e4 currmovenumber 1 pv e2e4 e7e5"
    )
    assert info.numbers == {
        "depth": 12,
        "seldepth": 20,
        "multipv": 2,
        "nodes": 99,
        "nps": 1000,
        "hashfull": 17,
        "time": 88,
    }
    assert (info.score, info.is_bound, info.wdl) == (7, True, (20, 970, 10))
    assert info.pv == ("e2e4", "e7e5")
    assert parse_info(b"info string depth 3 score cp 9").text == "depth 3 score cp 9"
    assert parse_info(b"info string depth 3 score cp 9").score is None


@pytest.mark.parametrize("line", [b"info", b"info depth", b"info depth x score cp", b"info wdl 1 2", b"info \xff pv"])
def test_broken_line_is_harmless(line):
    assert parse_info(line).score is None


def test_last_whole_score_of_the_best_line_counts():
    result = found(
        "info depth 8 multipv 1 score cp 10 nodes 100 pv e2e4 e7e5",
        "info depth 9 multipv 1 score cp 20 nodes 200 pv e2e4 c7c5",
        "info depth 9 multipv 2 score cp 15 nodes 210 pv d2d4",
        "info depth 10 score cp 90 lowerbound nodes 300 pv e2e4",
        "info depth 10 currmove d2d4 currmovenumber 2",
        "info depth 10 nodes 350 nps 700",
        "info string score cp 77 nodes 1",
    )
    assert (result.depth, result.value, result.nodes, result.time_ms) == (9, 20, 350, 500)
    assert [str(move) for move in result.line] == ["e2e4", "c7c5"]


def test_bound_counts_where_an_engine_says_nothing_else():
    result = found(
        "info depth 1 time 216 nodes 1447 nps 6706 score cp 15 lowerbound pv e2e4",
        "info depth 2 time 277 nodes 1885 nps 6796 score cp 17 upperbound",
    )
    assert (result.depth, result.value, result.nodes) == (1, 15, 1885)


def test_silent_engine_has_no_score():
    result = found()
    assert (result.score, result.depth, result.nodes) == (None, 0, 0)
    assert result.line == (E4,)


def test_line_ends_where_it_is_illegal_and_begins_with_the_move():
    assert [str(move) for move in found("info score cp 1 pv e2e4 e7e5 e1e8 d7d5").line] == ["e2e4", "e7e5"]
    assert found("info score cp 1 pv d2d4 d7d5").line == (E4,)


def test_reply_to_think_about():
    assert str(found(ponder="e7e5").ponder) == "e7e5"
    assert found(ponder="e2e4").ponder is None
    assert found().ponder is None


@pytest.mark.parametrize(
    "line",
    [
        b"info depth 3 score cp 10 lowerbound pv e2e4",
        b"info depth 3 score cp 10 pv e2e5",
        b"info depth 3 pv e2e4",
        b"info depth 3 score cp 10",
        b"bestmove e2e4 pv e2e4",
    ],
)
def test_line_without_a_move_and_its_score_is_not_told(line):
    assert result_of_line(START, line, 0, mate_in_plies=False) is None
