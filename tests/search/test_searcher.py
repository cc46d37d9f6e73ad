"""The playing search from Python: legal moves and correct results in every game, and a stop at any time."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S

import plyground
from plyground.errors import IllegalMove, InvalidRules, InvalidTT
from plyground.games.mill import Mill
from plyground.games.mill.rules import MillRules
from plyground.games.simple import SimpleGame
from plyground.protocol import Result, Side
from plyground.record import Record
from plyground.search import textbook
from plyground.search.deepening import solve
from plyground.search.limits import Limits, StopFlag
from plyground.search.score import Score, loss_in, win_in
from plyground.search.searcher import FEATURES, Searcher
from plyground.search.textbook import TEXTBOOK_ALGORITHMS, TextbookSearcher

TOY = Path(__file__).parents[1] / "games" / "toy.py"
GAMES = (
    "chess",
    "chess:960",
    "mill",
    "mill:twelve",
    "mill:lasker",
    "mill:morabaraba",
    "draughts",
    "draughts:english",
    "draughts:international",
    "connect-four",
)


@pytest.fixture
def chess():
    return plyground.game("chess")


@pytest.fixture
def searcher(chess):
    return Searcher(chess, hash_mb=1)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_by_legal_moves(name):
    record = Record(plyground.game(name).start())
    searcher = Searcher(record.game, hash_mb=1)
    for _ in range(8):
        report = searcher.play(record, Limits(nodes=300))
        position = record.position
        for move in report.line:
            position = position.after(move)
        assert report.nodes == 300
        record.push(report.move)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_calls_give_the_same_reports(name):
    start = plyground.game(name).start()
    reports = [Searcher(start.game, hash_mb=1).play(start, Limits(nodes=1000)) for _ in range(2)]
    first, second = ((report.score, report.depth, [str(move) for move in report.line]) for report in reports)
    assert first == second


def test_a_win_is_reported_with_its_distance(chess, searcher):
    report = searcher.play(chess.from_fen("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"), Limits(depth=6))
    assert report.score == Score(win_in(5), Side.WHITE)
    assert str(report.score) == "win in 5 plies"
    assert len(report.line) == 5


def test_search_without_time_reports_the_evaluation(chess, searcher):
    report = searcher.play(chess.from_fen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), Limits(nodes=1))
    assert report.depth == 0
    assert report.value > 500


def test_report_says_what_the_score_is_worth(chess, searcher):
    ahead = searcher.play(chess.from_fen("4k3/8/8/8/8/8/PPP5/Q3K3 w - - 0 1"), Limits(depth=2))
    assert sum(ahead.wdl) == 1000
    assert ahead.wdl[0] > 900
    mated = searcher.play(chess.from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Limits(depth=2))
    assert mated.wdl == (0, 0, 1000)


def test_a_finished_game_has_a_score_and_no_move(chess, searcher):
    report = searcher.play(chess.from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Limits(depth=3))
    assert report.value == loss_in(0)
    assert report.move is None
    assert report.lines == ()


def test_search_ends_when_the_mate_asked_for_is_found(chess, searcher):
    position = chess.from_fen("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
    report = searcher.play(position, Limits(mate=3))
    assert report.require_score().plies == 5


def test_only_chosen_moves_are_looked_at(chess, searcher):
    report = searcher.analyse(chess.start(), Limits(depth=3, moves=("a2a3", "h2h3")), lines=5)
    assert {str(ranked.line[0]) for ranked in report.lines} == {"a2a3", "h2h3"}


def test_chosen_move_must_be_legal(chess, searcher):
    with pytest.raises(IllegalMove):
        searcher.play(chess.start(), Limits(depth=1, moves=("e2e5",)))


def test_repetition_of_the_record_counts(chess, searcher):
    record = Record(chess.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
    for token in ("e1d1", "e8d8", "d1e1", "d8e8", "e1d1", "e8d8"):
        record.push(token)
    going_back = Limits(depth=4, moves=("d1e1",))
    assert searcher.play(record.position, going_back).value > 0
    assert searcher.play(record, going_back).value == 0


def test_reports_are_told_depth_by_depth(chess, searcher):
    depths = []
    searcher.analyse(chess.start(), Limits(depth=5), on_progress=lambda report: depths.append(report.depth))
    assert depths == [1, 2, 3, 4, 5]


def test_what_a_listener_raises_ends_the_search(chess, searcher):
    def complain(report):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        searcher.analyse(chess.start(), Limits(), on_progress=complain)
    assert searcher.play(chess.start(), Limits(depth=1)).depth == 1


def test_stop_from_another_thread_ends_an_endless_search(chess, searcher):
    stop, is_searching = StopFlag(), threading.Event()

    def stop_soon():
        is_searching.wait()
        stop.request()

    thread = threading.Thread(target=stop_soon)
    thread.start()
    result = searcher.analyse(chess.start(), on_progress=lambda _: is_searching.set(), stop=stop)
    thread.join()
    assert result.move is not None


@pytest.mark.parametrize("name", ["chess", "connect-four"])
def test_stop_before_the_search_starts_is_not_lost(name):
    game, stop = plyground.game(name), StopFlag()
    stop.request()
    result = Searcher(game, hash_mb=1).analyse(game.start(), stop=stop)
    assert result.depth >= 1
    assert result.move in game.start().legal_moves


def test_stop_ends_every_search_that_got_the_flag_and_no_other(chess, searcher):
    stop = StopFlag()
    stop.request()
    for _ in range(2):
        assert searcher.analyse(chess.start(), stop=stop).depth < 50
    assert searcher.play(chess.start(), Limits(depth=4)).depth == 4


def test_stop_ends_a_search_without_iterative_deepening(chess):
    stop = StopFlag()
    stop.request()
    searcher = Searcher(chess, hash_mb=1, without=("deepening",))
    assert searcher.analyse(chess.start(), Limits(depth=60), stop=stop).move is not None


def test_interrupt_ends_the_search(chess, searcher):
    is_searching = threading.Event()

    def interrupt():
        is_searching.wait()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        searcher.analyse(chess.start(), Limits(), on_progress=lambda _: is_searching.set())


def test_one_search_at_a_time(chess, searcher):
    with searcher.analysis(chess.start()), pytest.raises(InvalidRules, match="already searching"):
        searcher.play(chess.start(), Limits(depth=1))


def test_analysis_streams_until_its_limit(chess, searcher):
    with searcher.analysis(chess.start(), Limits(depth=4), lines=2) as analysis:
        depths = [report.depth for report in analysis]
    assert depths == [1, 2, 3, 4, 4]
    assert analysis.result.depth == 4
    assert len(analysis.result.lines) == 2


class Nim(SimpleGame[tuple[Side, int]]):
    """Who takes the last of the stones wins: one to three at a time, so multiples of four are lost."""

    name = "nim"

    def start_board(self):
        return (Side.WHITE, 9)

    def side_to_move(self, board):
        return board[0]

    def moves(self, board):
        return [str(taken) for taken in (1, 2, 3) if taken <= board[1]]

    def after(self, board, move):
        return (board[0].other, board[1] - int(move))

    def result(self, board):
        return None if board[1] else Result(board[0].other, "took_last")


class BrokenNim(Nim):
    def after(self, board, move):
        if board[1] < 4:
            raise RuntimeError("no stones")
        return super().after(board, move)


def test_game_written_in_python_is_solved():
    report = Searcher(Nim(), hash_mb=1).play(Nim().start(), Limits(depth=12))
    assert str(report.move) == "1"
    assert report.require_score().plies == 5


def test_game_written_in_python_without_pruning_has_the_value_of_minimax():
    without = ("null_move", "reductions", "pruning", "extensions", "quiescence", "aspiration")
    position = plyground.game(f"{TOY}:SmallMill").start()
    searcher = Searcher(position.game, hash_mb=1, without=without)
    for token in ("b2", "a1", "c3"):
        expected = solve(position, "minimax", 3).value
        assert searcher.play(position, Limits(depth=3)).value == expected
        position = position.after(token)


def test_error_of_a_game_written_in_python_is_raised_again():
    searcher = Searcher(BrokenNim(), hash_mb=1)
    with pytest.raises(RuntimeError, match="no stones"):
        searcher.play(BrokenNim().start(), Limits(depth=9))
    with (
        searcher.analysis(BrokenNim().start(), Limits(depth=9)) as analysis,
        pytest.raises(RuntimeError, match="no stones"),
    ):
        list(analysis)


def test_position_of_another_game_is_refused(searcher):
    with pytest.raises(InvalidRules, match="belongs to mill"):
        searcher.play(plyground.game("mill").start(), Limits(depth=1))


@pytest.mark.parametrize("feature", FEATURES)
def test_each_feature_can_be_left_out(chess, feature):
    position = chess.from_fen("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
    report = Searcher(chess, hash_mb=1, without=(feature,)).play(position, Limits(depth=7))
    assert report.value >= win_in(7)


def test_several_threads_share_a_limit_of_nodes(chess):
    searcher = Searcher(chess, hash_mb=1, threads=4)
    for _ in range(5):
        report = searcher.play(chess.start(), Limits(depth=60, nodes=10_007))
        assert report.nodes == 10_007
        assert report.depth >= 1


def test_several_threads_find_a_move(chess):
    report = Searcher(chess, hash_mb=1, threads=3).play(chess.start(), Limits(depth=6))
    assert report.depth >= 6
    assert report.move in chess.start().legal_moves


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"hash_mb": 0}, "hash_mb"),
        ({"threads": 0}, "threads"),
        ({"style": "wild"}, "style"),
        ({"without": ("luck",)}, "without"),
        ({"without": "null_move"}, "without is null_move. It must be a tuple of names"),
    ],
)
def test_impossible_options_are_refused(chess, options, named):
    with pytest.raises(InvalidRules, match=named):
        Searcher(chess, **options)


@pytest.mark.parametrize(
    "limits",
    [
        {"depth": 0},
        {"depth": 1.5},
        {"nodes": -1},
        {"time_ms": 0.5},
        {"clock_ms": -1},
        {"increment_ms": "1"},
        {"moves": "e2e4"},
    ],
)
def test_impossible_limits_are_refused(limits):
    with pytest.raises(InvalidRules, match=next(iter(limits))):
        Limits(**limits)


def test_seed_shuffles_only_the_order(chess):
    position = chess.from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    for seed in range(5):
        assert str(Searcher(chess, hash_mb=1, seed=seed).play(position, Limits(depth=3)).move) == "a1a8"


@pytest.mark.parametrize("name", ["chess", "mill", "draughts", "connect-four"])
def test_results_can_be_pickled_and_copied(name):
    game = plyground.game(name)
    results = [
        Searcher(game, hash_mb=1).analyse(game.start(), Limits(depth=3), lines=2),
        plyground.textbook_search("alphabeta", game).search(game.start(), 2),
    ]
    for result in results:
        for twin in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result), copy.copy(result)):
            assert twin == result
            assert game.start().after(twin.line[0]) == game.start().after(result.line[0])


def test_scores_are_ordered_and_have_two_sides():
    lost, even, won = Score(loss_in(4), Side.BLACK), Score(0, Side.BLACK), Score(win_in(3), Side.BLACK)
    assert lost < even < won
    assert won.of(Side.WHITE) == -won.value
    assert -won == Score(-won.value, Side.WHITE)
    assert str(lost) == "loss in 4 plies"


def test_table_can_be_saved_and_merged(chess, searcher, tmp_path):
    file = tmp_path / "chess.tt"
    report = searcher.play(chess.start(), Limits(depth=6))
    searcher.save_tt(file)
    fresh = Searcher(chess, hash_mb=2)
    assert fresh.merge_tt(file) == searcher.tt_statistics().used > 0
    assert fresh.tt_statistics().used > 0.9 * searcher.tt_statistics().used
    again = fresh.play(chess.start(), Limits(depth=6))
    assert again.nodes < report.nodes


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda data: b"XX" + data[2:], "tt_not_a_tt"),
        (lambda data: data[:8] + b"\x63" + data[9:], "tt_version"),
        (lambda data: data[:-20], "tt_damaged"),
        (lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:], "tt_damaged"),
        (lambda data: b"", "tt_not_a_tt"),
    ],
)
def test_damaged_table_is_refused_and_changes_nothing(chess, searcher, tmp_path, damage, code):
    file = tmp_path / "chess.tt"
    searcher.play(chess.start(), Limits(depth=3))
    searcher.save_tt(file)
    file.write_bytes(damage(file.read_bytes()))
    fresh = Searcher(chess, hash_mb=1)
    with pytest.raises(InvalidTT) as caught:
        fresh.merge_tt(file)
    assert caught.value.code == code
    assert fresh.tt_statistics().used == 0


def test_table_of_another_game_or_of_other_rules_is_refused(searcher, chess, tmp_path):
    file = tmp_path / "a.tt"
    searcher.save_tt(file)
    with pytest.raises(InvalidTT, match="is for chess, not for chess:960"):
        Searcher(plyground.game("chess:960"), hash_mb=1).merge_tt(file)
    seven, eight = (Mill(rules=MillRules(men=men)) for men in (7, 8))
    Searcher(seven, hash_mb=1).save_tt(file)
    with pytest.raises(InvalidTT, match="other rules"):
        Searcher(eight, hash_mb=1).merge_tt(file)
    with pytest.raises(InvalidTT, match="could not be read"):
        searcher.merge_tt(tmp_path / "absent")
    with pytest.raises(InvalidTT, match="could not be written"):
        searcher.save_tt(tmp_path)


def test_own_rules_are_told_apart():
    seven, eight = (Mill(rules=MillRules(men=men)) for men in (7, 8))
    with pytest.raises(InvalidRules, match="belongs to"):
        Searcher(seven, hash_mb=1).play(eight.start(), Limits(depth=1))


@pytest.mark.parametrize("algorithm", TEXTBOOK_ALGORITHMS)
def test_textbook_algorithms_can_be_asked_for(chess, algorithm):
    position = chess.from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    report = TextbookSearcher(algorithm).analyse(position, Limits(depth=2))
    assert str(report.move) == "a1a8" or algorithm == "mcts"
    assert report.nodes > 0


@pytest.mark.parametrize("algorithm", ["alphabeta", "mcts"])
def test_textbook_search_can_be_stopped(chess, algorithm):
    searcher, stop = TextbookSearcher(algorithm), StopFlag()
    result = searcher.analyse(chess.start(), on_progress=lambda _: stop.request(), stop=stop)
    assert (result.depth, result.move in chess.start().legal_moves) == (1, True)
    assert searcher.analyse(chess.start(), Limits(time_ms=10)).move is not None


def test_textbook_search_ranks_several_moves(chess):
    result = TextbookSearcher("alphabeta").analyse(chess.start(), Limits(depth=2), lines=3)
    assert len(result.lines) == 3
    assert result.lines[0].score == result.score
    assert sorted(result.lines, key=lambda line: line.score, reverse=True) == list(result.lines)


def test_unknown_algorithm_is_refused():
    with pytest.raises(InvalidRules, match="The algorithms are minimax"):
        TextbookSearcher("guessing")


def test_analysis_that_is_let_go_of_ends_and_frees_its_searcher(chess, searcher):
    for _ in searcher.analysis(chess.start(), Limits(time_ms=3_600_000)):
        break
    assert searcher.play(chess.start(), Limits(depth=2)).depth == 2


def test_program_ends_in_peace_while_an_analysis_runs():
    program = """
import plyground
from plyground.search.limits import Limits, StopFlag
from plyground.search.searcher import Searcher
chess = plyground.game("chess")
kept = Searcher(chess, hash_mb=1).analysis(chess.start(), Limits(time_ms=3_600_000))
next(iter(kept))
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_search_whose_thread_could_not_be_started_does_not_keep_the_searcher_busy(chess, monkeypatch):
    searcher = Searcher(chess, hash_mb=1)

    def fail(thread):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", fail)
        with pytest.raises(RuntimeError):
            searcher.analysis(chess.start())
    assert searcher.analyse(chess.start(), Limits(depth=1)).move is not None


class Pile:
    """Stones that can be watched."""

    def __init__(self, board):
        self.board = tuple(board)

    def __getitem__(self, place):
        return self.board[place]

    def __repr__(self):
        return repr(self.board)


class WatchedNim(Nim):
    """Counts how many of its positions exist at a time."""

    def __init__(self, preset: str = "") -> None:
        super().__init__(preset)
        self.alive: weakref.WeakSet[Pile] = weakref.WeakSet()
        self.most = 0

    def _watch(self, board):
        pile = Pile(board)
        self.alive.add(pile)
        self.most = max(self.most, len(self.alive))
        return pile

    def format_fen(self, board):
        return f"{board[0].value} {board[1]}"

    def start_board(self):
        return self._watch((Side.WHITE, 60))

    def after(self, board, move):
        return self._watch(super().after(board, move))


@pytest.mark.parametrize("algorithm", ["", "alphabeta", "negascout"])
def test_positions_of_a_python_game_are_let_go_when_the_search_has_left_them(algorithm):
    game = WatchedNim()
    if algorithm:
        nodes = textbook.solve(game.start(), algorithm, 10).counters.nodes
    else:
        nodes = Searcher(game, hash_mb=1).play(game.start(), Limits(nodes=3000)).nodes
    assert nodes > 500
    assert game.most < 100
