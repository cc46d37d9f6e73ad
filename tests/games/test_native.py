"""Several native games at once: moves and positions that look alike but belong to different rules."""

from __future__ import annotations

import copy
import gc
import pickle
import resource
import subprocess
import sys

import pytest

import plyground
from plyground.errors import IllegalMove, InvalidRules
from plyground.games.chess import Chess
from plyground.games.draughts import Draughts, DraughtsRules
from plyground.games.mill import Mill
from plyground.games.mill.rules import MillRules
from plyground.protocol import Result, Side
from plyground.record import Record
from plyground.rules import GameRules


def test_a_move_of_another_board_is_not_legal_although_its_number_is() -> None:
    foreign = next(move for move in plyground.game("mill:five").start().legal_moves if str(move) == "c4")
    small = plyground.game("mill:three").start()
    assert foreign not in small.legal_moves
    with pytest.raises(IllegalMove, match=r"'c4' is not legal in this position\."):
        small.after(foreign)


def test_the_same_move_of_another_game_object_is_the_same_move() -> None:
    one, other = Mill("six"), Mill("six")
    move = next(iter(one.start().legal_moves))
    assert move in other.start().legal_moves
    assert other.start().after(move) == one.start().after(move)


def test_positions_by_different_own_rules_differ() -> None:
    text = "O*O*O***/********/@*@*@*** w m s 3 0 3 0 0 0 0 0 0 0 0 0 9"
    walking, flying = (Mill(rules=MillRules(fly_at=men)).from_fen(text) for men in (0, 4))
    assert walking != flying
    assert walking == Mill(rules=MillRules(fly_at=0)).from_fen(text)


def test_rules_that_are_not_the_presets_lose_its_name() -> None:
    assert Mill("nine", rules=MillRules(fly_at=0)).name == "mill:custom"
    assert Mill("nine", rules=MillRules()).name == "mill:nine"
    assert Draughts("english", rules=DraughtsRules("pool")).name == "draughts:custom"


def test_repr_of_a_position_by_own_rules_reads_back() -> None:
    position = Mill(rules=MillRules(men=7, custodian=frozenset({"sides", "moving"}))).start().after("d6")
    assert eval(repr(position), {"Mill": Mill, "MillRules": MillRules, "frozenset": frozenset}) == position


@pytest.mark.parametrize("game", [Mill(rules=MillRules(men=7)), Draughts(rules=DraughtsRules(flying_kings=False))])
def test_positions_and_records_by_own_rules_can_be_pickled(game: Mill | Draughts) -> None:
    record = Record(game.start())
    record.push(next(iter(record.position.legal_moves)))
    record.resign(Side.WHITE)
    again = pickle.loads(pickle.dumps(record))
    assert again.position == record.position
    assert again.outcome() == record.outcome()
    assert [str(move) for move in again.moves] == [str(move) for move in record.moves]


def test_a_side_given_by_name_is_that_side() -> None:
    assert Result("white", "resignation").score == "1-0"  # type: ignore[arg-type]
    rook = plyground.game("chess").from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    assert rook.can_win("white")  # type: ignore[arg-type]
    assert not rook.can_win(Side.BLACK)


def test_draughts_rules_with_more_men_than_a_capture_can_take_are_refused() -> None:
    with pytest.raises(InvalidRules, match="men_rows"):
        DraughtsRules("turkish", men_rows="3", empty_rows="0")


@pytest.mark.parametrize("rules", [MillRules, DraughtsRules])
def test_deeply_nested_rules_are_refused(rules: type[GameRules]) -> None:
    with pytest.raises(InvalidRules):
        rules.from_toml("x=" + "[" * 100_000)


def test_rules_of_wrong_kinds_are_refused_in_a_sentence() -> None:
    for gates in (None, "sides", [["sides"]], 3):
        with pytest.raises(InvalidRules, match="custodian"):
            MillRules(custodian=gates)  # type: ignore[arg-type]


def test_positions_outlive_their_games() -> None:
    position = Mill(rules=MillRules(men=5)).start()
    move = next(iter(position.legal_moves))
    gc.collect()
    assert str(position.after(move).side_to_move) == "black"
    assert str(move)


def test_more_threads_than_there_are_do_no_harm() -> None:
    program = (
        "import resource, plyground\n"
        "resource.setrlimit(resource.RLIMIT_AS, (700_000_000, 700_000_000))\n"
        "start = plyground.game('chess').start()\n"
        "print(sum(leaves for _, leaves in start.divide(5, threads=1000)))\n"
    )
    assert resource.RLIMIT_AS is not None
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "4865609\n"), done.stderr


@pytest.mark.parametrize("name", plyground.game_names())
def test_moves_can_be_pickled_and_copied(name: str) -> None:
    position = plyground.game(name).start()
    for move in position.legal_moves:
        for twin in (pickle.loads(pickle.dumps(move)), copy.deepcopy(move)):
            assert twin == move
            assert str(twin) == str(move)
            assert position.after(twin) == position.after(move)


def test_moves_by_custom_rules_can_be_pickled() -> None:
    game = Draughts(rules=DraughtsRules("english", flying_kings=True))
    position = game.from_fen("W:WK4:B8,15")
    assert [pickle.loads(pickle.dumps(move)) for move in position.legal_moves] == list(position.legal_moves)


def test_bytes_of_another_game_are_no_move() -> None:
    with pytest.raises(ValueError, match="not a move of this game"):
        Chess().move_from_bytes(b"too long to be a move")
