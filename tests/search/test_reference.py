"""The reference search: equal to plain minimax, quick wins first, and stoppable at any node."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random

import pytest

import plyground
from plyground.games.connect_four import ConnectFour
from plyground.protocol import PASS, Position, Side
from plyground.record import Record
from plyground.search import node
from plyground.search.deepening import search
from plyground.search.features import Features
from plyground.search.node import Line, Ordering, Search
from plyground.search.reference import alphabeta
from plyground.search.result import SearchResult
from plyground.search.score import DRAWN, INFINITY, WIN, is_decisive, loss_in, win_in

PLAIN = Features(forcing_first=True)

CONNECT_FOUR = ConnectFour()
TOY = plyground.game(f"{Path(__file__).parents[1] / 'games' / 'toy.py'}:SmallMill")


def minimax(position: Position, depth: int, ply: int = 0) -> int:
    """The definition, without any cut-off: the best for white, from white's side."""
    result = position.result
    if result is not None:
        return 0 if result.winner is None else (WIN - ply) * (1 if result.winner is Side.WHITE else -1)
    white = position.side_to_move is Side.WHITE
    if depth == 0:
        return position.evaluation if white else -position.evaluation
    values = [minimax(position.after(move), depth - 1, ply + 1) for move in position.legal_moves]
    return max(values) if white else min(values)


def for_mover(position: Position, depth: int) -> int:
    value = minimax(position, depth)
    return value if position.side_to_move is Side.WHITE else -value


def value_and_line(position: Position, depth: int, alpha: int = -INFINITY, beta: int = INFINITY) -> tuple[int, Line]:
    context = Search(PLAIN)
    return alphabeta(context, position, depth, alpha, beta), context.line


def random_positions(game, number: int, plies: int) -> list[Position]:
    random = Random(7)
    found: list[Position] = []
    while len(found) < number:
        position = game.start()
        for _ in range(random.randrange(plies)):
            if position.result is None:
                position = position.after(random.choice(list(position.legal_moves)))
        found.append(position)
    return found


POSITIONS = [*random_positions(CONNECT_FOUR, 15, 36), *random_positions(TOY, 25, 20)]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.fen)
def test_value_and_line_are_those_of_minimax(position):
    for depth in range(5):
        value, line = value_and_line(position, depth)
        assert value == for_mover(position, depth)
        assert follow(position, line, depth) == value


def follow(position: Position, line: tuple[object, ...], depth: int) -> int:
    """The value at the end of the line, for the side that began it."""
    sign = 1
    for move in line:
        position, sign, depth = position.after(str(move)), -sign, depth - 1
    if position.result is None:
        assert depth == 0
        return sign * position.evaluation
    if position.result.winner is None:
        return 0
    return sign * (win_in(len(line)) if position.result.winner is position.side_to_move else loss_in(len(line)))


@pytest.mark.parametrize("position", POSITIONS[::2], ids=lambda position: position.fen)
def test_any_window_keeps_its_promise(position):
    true = for_mover(position, 3)
    for alpha, beta in ((-50, 50), (0, 1), (true, true + 1), (true - 1, true), (true - 1, true + 1), (500, 600)):
        value, _ = value_and_line(position, 3, alpha, beta)
        if value <= alpha:
            assert true <= value
        elif value >= beta:
            assert true >= value
        else:
            assert value == true


def test_window_saves_work():
    position = CONNECT_FOUR.start()
    full, narrow = Search(), Search()
    alphabeta(full, position, 4, -INFINITY, INFINITY)
    alphabeta(narrow, position, 4, 0, 1)
    assert narrow.counters.nodes < full.counters.nodes < sum(7**ply for ply in range(5))


def test_win_is_found_and_the_quickest_taken():
    # White fills the d column; a win in one ply beats all later ones.
    position = Record(CONNECT_FOUR.start(), "dadbdc").position
    result = search(position, 6)
    assert (result.value, result.line, result.depth, result.is_final) == (win_in(1), ("d",), 1, True)


def test_win_in_three_plies_is_found():
    # Two in the middle of an open bottom row: white makes three, and both ends are free.
    position = Record(CONNECT_FOUR.start(), "cceg").position
    result = search(position, 6)
    assert (result.value, result.line[0]) == (win_in(3), "d")


def test_loss_is_put_off_as_long_as_possible():
    position = Record(CONNECT_FOUR.start(), "ccegd").position
    result = search(position, 6)
    assert result.value == loss_in(2)
    assert is_decisive(result.value)


def test_finished_game_has_its_score_and_no_line():
    won = Record(CONNECT_FOUR.start(), "abababa").position
    assert (search(won, 3).value, search(won, 3).line) == (loss_in(0), ())
    full = CONNECT_FOUR.from_fen("XXOOXXOOOXXOOX" * 3)
    assert search(full, 3).value == DRAWN


def test_forced_pass_is_part_of_the_line():
    position = Record(TOY.start(), ["a1", "a2", "b1", "b2", "c1", "xa2"]).position
    result = search(position, 3)
    assert result.line[0] == PASS
    assert result.value == for_mover(position, 3)


def test_whole_tree_ends_the_search():
    position = CONNECT_FOUR.from_fen("".join(["XOXOXOX", "XOXOXOX", "OXOXOXO", "OXOXOXO", "XOXOXOX", "......."]))
    result = search(position, 40)
    assert result.is_final
    assert result.depth <= 7
    assert result.value == for_mover(position, 7)


def test_search_is_the_same_each_time():
    position = Record(CONNECT_FOUR.start(), "dc").position
    assert search(position, 5) == search(position, 5)


def test_each_depth_is_reported():
    results: list[SearchResult] = []
    last = search(CONNECT_FOUR.start(), 4, on_progress=results.append)
    assert [result.depth for result in results] == [1, 2, 3, 4]
    assert results[-1] == last
    assert all(result.value == for_mover(CONNECT_FOUR.start(), result.depth) for result in results)


class StopAfter:
    """A stop flag that is requested after a number of nodes."""

    def __init__(self, nodes):
        self._nodes, self._visits = nodes, count()

    @property
    def is_requested(self):
        return next(self._visits) >= self._nodes


@pytest.mark.parametrize("nodes", [0, 1, 7, 8, 9, 60, 500])
def test_stop_keeps_the_last_finished_depth(nodes):
    result = search(CONNECT_FOUR.start(), stop=StopAfter(nodes))  # type: ignore[arg-type]
    assert result.nodes == nodes
    assert result.line[0] in CONNECT_FOUR.start().legal_moves
    if result.depth:
        finished = search(CONNECT_FOUR.start(), result.depth)
        assert (result.score, result.line) == (finished.score, finished.line)


def test_time_ends_the_search(monkeypatch):
    looks = count()
    monkeypatch.setattr(node, "monotonic", lambda: next(looks) / 100)
    result = search(CONNECT_FOUR.start(), time_ms=5_000)
    assert result.depth >= 1
    assert result.nodes < 500
    assert search(CONNECT_FOUR.start(), time_ms=0).line == ("a",)


def test_search_without_any_limit_is_refused():
    with pytest.raises(TypeError, match="depth, time_ms or stop"):
        search(CONNECT_FOUR.start())


def test_table_move_and_forcing_moves_come_first():
    position = Record(TOY.start(), ["a1", "a2", "b1", "b2"]).position
    assert list(position.forcing_moves) == ["c1"]
    ordering = Ordering(Features(forcing_first=True, tt_move=True))
    assert ordering.ordered(position, 0, None)[0] == "c1"
    assert ordering.ordered(position, 0, "c3")[:2] == ["c3", "c1"]
    assert sorted(map(str, ordering.ordered(position, 0, "c3"))) == sorted(map(str, position.legal_moves))
    assert ordering.ordered(position, 0, "no-move")[0] == "c1"


def test_ply_keeps_three_killers_and_forgets_the_oldest():
    """As in the Finnish note on a chess program; see also `KILLERS` in the native search."""
    position, ordering = CONNECT_FOUR.start(), Ordering(Features(killers=True))
    for move in ("b", "c", "d", "c", "e"):
        ordering.cut_off(move, depth=2, ply=3)
    assert [str(move) for move in ordering.ordered(position, 3, None)][:4] == ["e", "d", "c", "a"]
    assert [str(move) for move in ordering.ordered(position, 4, None)][:2] == ["a", "b"]


def test_repeated_position_counts_as_drawn():
    start = TOY.from_fen("('XX.X.O.OO',white,'move',(0,0))")
    record = Record(start, ["b1-c1", "b3-a3", "c1-b1"])
    back = record.position.after("a3-b3")
    context = Search(key_history=[earlier.key for earlier in record.positions])
    assert alphabeta(context, back, 1, -INFINITY, INFINITY, ply=1) == DRAWN


def test_record_lets_the_loser_repeat():
    start = TOY.from_fen("('XX.X.O.OO',white,'move',(0,0))")
    record = Record(start, ["b1-c1", "b3-a3", "c1-b1"])
    assert search(record.position, 3, record=record).value >= DRAWN


def test_infinity_is_beyond_every_score():
    assert win_in(0) < INFINITY
    assert is_decisive(win_in(100))
    assert not is_decisive(5_000)
