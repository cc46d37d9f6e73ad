"""The textbook written twice: the native form visits the same nodes as the Python form, and all algorithms agree."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.waiting import PATIENCE_S, cpu_s, wait_until

import plyground
from plyground.games.mill import Mill
from plyground.games.mill.rules import MillRules
from plyground.protocol import PASS, Position, Side
from plyground.search import deepening, textbook
from plyground.search.deepening import ALGORITHMS
from plyground.search.features import ALL_FEATURES, Features
from plyground.search.limits import SearchStopped, StopFlag
from plyground.search.score import is_decisive

TOY = plyground.game(f"{Path(__file__).parents[1] / 'games' / 'toy.py'}:SmallMill")
PASSING = Mill(rules=MillRules(board="three-plain", men=4, mill_action_while_placing="hand-then-again"))

GAMES = {
    "chess": (plyground.game("chess"), 3),
    "chess:960": (plyground.game("chess:960"), 2),
    "mill:nine": (plyground.game("mill:nine"), 3),
    "mill:three": (plyground.game("mill:three"), 4),
    "mill:da-san-qi": (plyground.game("mill:da-san-qi"), 2),
    "passing mill": (PASSING, 4),
    "draughts:russian": (plyground.game("draughts:russian"), 4),
    "draughts:international": (plyground.game("draughts:international"), 3),
    "draughts:turkish": (plyground.game("draughts:turkish"), 3),
    "connect-four": (plyground.game("connect-four"), 4),
    "toy": (TOY, 4),
}

FEATURES = {
    "nothing": Features(),
    "table, depth preferred": Features(tt="depth-preferred", tt_size=256, tt_move=True),
    "table, always": Features(tt="always", tt_size=256),
    "table, two tiers": Features(tt="two-tier", tt_size=256, tt_move=True),
    "large table": Features(tt="two-tier", tt_size=1 << 14, tt_move=True, forcing_first=True),
    "killers": Features(killers=True),
    "history": Features(history=True),
    "forcing first": Features(forcing_first=True),
    "quiescence": Features(quiescence=True),
    "noise": Features(evaluation="+noise", seed=42),
    "everything": ALL_FEATURES,
}


def positions(name: str, number: int) -> list[Position]:
    """Positions of random games, their ends included."""
    game, _ = GAMES[name]
    random = Random(name)
    found: list[Position] = []
    while len(found) < number:
        position: Position = game.start()
        for _ in range(random.randrange(40)):
            if position.result is None:
                position = position.after(random.choice(list(position.legal_moves)))
        found.append(position)
    return found


def assert_equal(position: Position, algorithm: str, depth: int, features: Features, iterated: bool) -> None:
    ours = deepening.solve(position, algorithm, depth, features, iterated=iterated)
    native = textbook.solve(position, algorithm, depth, features, iterated=iterated)
    where = f"{position!r} {algorithm} {depth} {features}"
    assert native.counters == ours.counters, where
    assert native.value == ours.value, where
    assert [str(move) for move in native.line] == [str(move) for move in ours.line], where
    assert native.nodes_by_depth == ours.nodes_by_depth, where


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_native_and_python_visit_the_same_nodes(name: str, algorithm: str) -> None:
    depth = GAMES[name][1] - (algorithm in ("minimax", "negamax", "sss"))
    for place, (label, features) in enumerate(FEATURES.items()):
        position = positions(name, len(FEATURES))[place]
        assert_equal(position, algorithm, depth, features, iterated=label in ("everything", "large table"))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("label", [label for label, features in FEATURES.items() if not features.quiescence])
def test_all_algorithms_find_the_value_of_minimax(name: str, label: str) -> None:
    # With quiescence the last ply looks through its window, so values outside it may differ.
    features = FEATURES[label]
    depth = GAMES[name][1]
    for position in positions(name, 3):
        expected = textbook.solve(position, "minimax", depth, features).value
        for algorithm in ALGORITHMS:
            found = textbook.solve(position, algorithm, depth, features)
            if algorithm == "bns":
                assert found.value <= expected
                if found.line:
                    after = textbook.solve(position.after(found.line[0]), "minimax", depth - 1, features)
                    assert -after.value >= found.value or is_decisive(found.value)
            else:
                assert found.value == expected, (algorithm, position)


@pytest.mark.parametrize("algorithm", ["alphabeta", "negascout", "aspiration", "mtdf", "sss"])
@pytest.mark.parametrize("name", GAMES)
def test_first_move_of_the_line_has_the_value(name: str, algorithm: str) -> None:
    depth = GAMES[name][1]
    for position in positions(name, 4):
        found = textbook.solve(position, algorithm, depth)
        if found.line:
            assert -textbook.solve(position.after(found.line[0]), "minimax", depth - 1).value == pytest.approx(
                found.value, abs=depth if is_decisive(found.value) else 0
            )


def test_named_evaluations_and_noise_are_the_same_in_both_forms() -> None:
    start = plyground.game("draughts").start()
    for evaluation in ("piece-count", "piece-row", "piece-count+noise", "piece-row+noise"):
        for seed in (0, 7):
            assert_equal(start, "negascout", 5, Features(evaluation=evaluation, seed=seed), iterated=False)


def test_null_windows_at_decisive_scores_agree() -> None:
    mate_in_two = plyground.game("chess").from_fen("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
    for algorithm in ("mtdf", "sss", "negascout", "bns"):
        for features in (Features(), Features(tt="two-tier", tt_move=True)):
            assert_equal(mate_in_two, algorithm, 3, features, iterated=False)
    assert is_decisive(textbook.solve(mate_in_two, "mtdf", 3).value)


def test_forced_passes_are_searched_as_moves() -> None:
    def after_passes(position: Position) -> Position | None:
        return position if [str(move) for move in position.legal_moves] == [PASS] else None

    random = Random(3)
    found = 0
    for _ in range(40):
        position: Position = PASSING.start()
        while position.result is None and after_passes(position) is None:
            position = position.after(random.choice(list(position.legal_moves)))
        if position.result is None:
            found += 1
            assert_equal(position, "alphabeta", 4, ALL_FEATURES, iterated=True)
    assert found > 5


def test_stop_flag_ends_a_native_search_and_the_gil_is_free_meanwhile() -> None:
    stop = StopFlag()

    def count() -> None:
        for _ in range(100):
            time.sleep(0.001)
        stop.request()

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(SearchStopped):
        textbook.solve(plyground.game("chess").start(), "minimax", 40, stop=stop)
    thread.join()


def test_requested_stop_is_obeyed_at_the_first_node() -> None:
    stop = StopFlag()
    stop.request()
    with pytest.raises(SearchStopped):
        textbook.solve(plyground.game("chess").start(), "alphabeta", 4, stop=stop)


def test_exception_in_a_python_game_ends_the_search_and_is_raised_again() -> None:
    class Failing(type(plyground.game("connect-four"))):  # type: ignore[misc]
        def evaluate(self, board: str) -> int:
            if board.count("X") > 2:
                raise RuntimeError("the author's mistake")
            return 0

    with pytest.raises(RuntimeError, match="the author's mistake"):
        textbook.solve(Failing().start(), "alphabeta", 5)


def test_unknown_names_are_refused_in_a_sentence() -> None:
    start = plyground.game("chess").start()
    with pytest.raises(plyground.InvalidRules, match="no search algorithm 'alphabet'"):
        textbook.solve(start, "alphabet", 2)
    with pytest.raises(plyground.InvalidRules, match="chess has no evaluation 'piece-count'"):
        textbook.solve(start, "alphabeta", 2, Features(evaluation="piece-count"))


def test_course_work_bars_for_russian_draughts() -> None:
    """Depth 8 from the start without noise: what alpha-beta, ordering, NegaScout and MTD(f) are worth."""
    start = plyground.game("draughts").start()
    ordered = Features(forcing_first=True, killers=True, history=True)
    with_table = Features(tt="two-tier", tt_move=True, forcing_first=True, killers=True, history=True)
    for evaluation in ("piece-count", "piece-row"):

        def nodes(algorithm: str, features: Features, evaluation: str = evaluation) -> int:
            plain = {field: getattr(features, field) for field in Features.__slots__}
            return textbook.solve(start, algorithm, 8, Features(**plain | {"evaluation": evaluation})).counters.nodes

        everything = nodes("minimax", Features())
        assert nodes("alphabeta", Features()) < 0.03 * everything
        assert nodes("alphabeta", ordered) < 0.015 * everything
        assert nodes("negascout", with_table) < nodes("alphabeta", ordered)
        if evaluation == "piece-count":
            assert nodes("mtdf", with_table) <= 1.15 * nodes("negascout", with_table)


def test_ctrl_c_ends_a_native_search() -> None:
    program = (
        "import plyground\n"
        "from plyground.search import textbook\n"
        "print('searching', flush=True)\n"
        "textbook.solve(plyground.game('chess').start(), 'minimax', 40)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "searching\n"
    begun_s = cpu_s(process.pid)
    wait_until(lambda: cpu_s(process.pid) > begun_s + 0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE_S)
    assert errors.rstrip().endswith("KeyboardInterrupt")


@pytest.mark.parametrize("depth", [-1, 201, 10**20, 1.5])
@pytest.mark.parametrize("solve", [textbook.solve, deepening.solve])
def test_depths_that_do_not_exist_are_refused(solve: Callable[..., object], depth: int) -> None:
    with pytest.raises(plyground.InvalidRules, match="must be a whole number from 0 to 200"):
        solve(plyground.game("chess").start(), "alphabeta", depth)


@pytest.mark.parametrize("name", ["mill:nine", "mill:mul-mulan", "draughts:english", "chess"])
def test_the_deepest_search_fits_on_the_stack(name: str) -> None:
    stop = StopFlag()
    threading.Timer(0.3, stop.request).start()
    with pytest.raises(SearchStopped):
        textbook.solve(plyground.game(name).start(), "alphabeta", 200, ALL_FEATURES, stop=stop)


class Stuck:
    """A position that breaks the contract: no moves, and no result."""

    side_to_move = Side.WHITE
    legal_moves: tuple[str, ...] = ()
    forcing_moves: tuple[str, ...] = ()
    result = None
    key = 1
    evaluation = 0
    game = plyground.game("chess")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_position_without_moves_and_result_is_refused(algorithm: str) -> None:
    with pytest.raises(ValueError, match="no legal moves and no result"):
        textbook.solve(Stuck(), algorithm, 2)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no legal moves and no result"):
        textbook.mcts(Stuck(), 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [0.5, None, 2**40, 20_000_000])
def test_evaluation_that_is_no_score_is_refused(value: object) -> None:
    class Odd(type(plyground.game("connect-four"))):  # type: ignore[misc]
        def evaluate(self, board: str) -> object:
            return value

    with pytest.raises(TypeError, match="an evaluation must be an int"):
        textbook.solve(Odd().start(), "alphabeta", 2)
