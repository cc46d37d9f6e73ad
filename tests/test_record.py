"""Record: a game as it is played, taken back, copied and ended."""

from __future__ import annotations

from random import Random

import chess
import pytest

import plyground
from plyground.errors import IllegalMove, InvalidMove, InvalidRecord
from plyground.games.chess import Chess
from plyground.games.connect_four import ConnectFour
from plyground.protocol import Result, Side
from plyground.record import Record

CHESS = Chess()
MATE = ["f3", "e5", "g4", "Qh4#"]
SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"]


def test_new_record_is_at_its_start():
    record = Record(CHESS.start())
    assert len(record) == 0
    assert record.moves == ()
    assert record.positions == (record.start,) == (record.position,)
    assert record.game is CHESS
    assert record.repetitions() == 1
    assert record.outcome() is None


def test_moves_may_be_given_as_notation_tokens_or_moves():
    record = Record(CHESS.start(), ["e4", "e7e5", CHESS.start().parse("g1f3")])
    assert [str(move) for move in record.moves] == ["e2e4", "e7e5", "g1f3"]
    assert len(record) == 3
    assert len(record.positions) == 4
    assert record.position.fen == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


@pytest.mark.parametrize("text", ["e6", "nonsense", "O-O", "", "e1e3"])
def test_refused_move_changes_nothing(text):
    record = Record(CHESS.start(), ["e4", "c5"])
    before = (record.moves, record.positions, record.repetitions())
    with pytest.raises((IllegalMove, InvalidMove)):
        record.push(text)
    assert (record.moves, record.positions, record.repetitions()) == before


def test_refused_move_object_changes_nothing():
    record, stale = Record(CHESS.start(), ["e4", "c5"]), CHESS.start().parse("e4")
    with pytest.raises(IllegalMove):
        record.push(stale)
    assert len(record) == 2
    assert len(record.positions) == 3


def test_pop_returns_moves_in_reverse():
    record = Record(CHESS.start(), ["e4", "e5"])
    assert [str(record.pop()), str(record.pop())] == ["e7e5", "e2e4"]
    assert record.position == record.start


def test_pop_of_nothing_is_refused():
    with pytest.raises(InvalidRecord) as caught:
        Record(CHESS.start()).pop()
    assert (caught.value.code, str(caught.value)) == ("record_empty", "There is no move to take back.")


def test_pop_forgets_repetitions():
    record = Record(CHESS.start(), SHUFFLE * 2)
    assert record.repetitions() == 3
    for _ in range(4):
        record.pop()
    assert record.repetitions() == 2
    for _ in range(4):
        record.pop()
    assert record.repetitions() == 1


def test_repetitions_are_counted_only_since_the_last_capture_or_pawn_move():
    record = Record(CHESS.start(), [*SHUFFLE, "e4", "e5", *SHUFFLE])
    assert record.repetitions() == 2


def test_repetitions_agree_with_python_chess_however_moves_are_taken_back():
    random, board, record = Random(5), chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), None
    record = Record(CHESS.from_fen(board.fen()))
    for _ in range(2_000):
        if len(record) and (random.random() < 0.3 or record.outcome() is not None):
            assert str(record.pop()) == board.pop().uci()
        else:
            move = random.choice(list(board.legal_moves))
            record.push(move.uci())
            board.push(move)
        count = record.repetitions()
        assert board.is_repetition(count)
        assert not board.is_repetition(count + 1)


def test_copy_is_independent():
    record = Record(CHESS.start(), SHUFFLE)
    twin = record.copy()
    twin.push("e4")
    assert len(record) == 4
    assert (record.repetitions(), twin.repetitions()) == (2, 1)
    twin.pop()
    twin.resign(Side.WHITE)
    assert record.outcome() is None
    assert twin.copy().outcome() == Result(Side.BLACK, "resignation")


def test_copy_goes_on_counting_repetitions():
    twin = Record(CHESS.start(), SHUFFLE).copy()
    for move in SHUFFLE:
        twin.push(move)
    assert twin.repetitions() == 3


def test_repr_makes_the_record_again():
    record = Record(CHESS.start(), ["e4", "e5"])
    assert repr(record) == f"Record({record.start!r}, ['e2e4', 'e7e5'])"
    again = eval(repr(record), {"plyground": plyground, "Record": Record})
    assert again.moves == record.moves
    assert again.position == record.position


def test_text_is_the_board_now():
    record = Record(CHESS.start(), ["e4"])
    assert str(record) == str(record.position)


def test_mate_ends_the_record():
    record = Record(CHESS.start(), MATE)
    assert record.outcome() == record.outcome(claim_draw=True) == Result(Side.BLACK, "checkmate")
    assert record.claims() == ()
    with pytest.raises(IllegalMove, match=r"^'a3' cannot be played because the game is over\.$"):
        record.push("a3")


@pytest.mark.parametrize("end", ["agree_draw", "claim_draw", "resign", "flag"])
def test_game_that_is_over_cannot_be_ended_again(end):
    record = Record(CHESS.start(), MATE)
    arguments = [Side.WHITE] if end in ("resign", "flag") else []
    with pytest.raises(InvalidRecord) as caught:
        getattr(record, end)(*arguments)
    if end == "claim_draw":
        assert str(caught.value) == "There is no draw to claim now."
    else:
        assert caught.value.code == "record_over"
        assert str(caught.value) == "The game is over, so no more moves can be played."


def test_no_move_after_the_players_ended_the_game():
    record = Record(CHESS.start(), ["e4"])
    assert record.agree_draw() == record.outcome() == Result(None, "agreement")
    with pytest.raises(IllegalMove) as caught:
        record.push("e5")
    assert str(caught.value) == "The game is over, so no more moves can be played."
    with pytest.raises(InvalidRecord, match="The game is over"):
        record.resign(Side.WHITE)
    assert record.claims() == ()


def test_moves_may_be_played_past_an_automatic_draw():
    record = Record(CHESS.start(), SHUFFLE * 4)
    assert record.outcome() == Result(None, "fivefold_repetition")
    record.push("e4")
    assert record.outcome() is None


def test_claimed_draw_ends_the_game_and_taking_back_resumes_it():
    record = Record(CHESS.start(), SHUFFLE * 2)
    assert record.claim_draw() == Result(None, "threefold_repetition")
    with pytest.raises(IllegalMove):
        record.push("e4")
    record.pop()
    record.push("Ng8")
    assert record.outcome() is None


def test_both_claims_are_listed():
    record = Record(CHESS.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 92 90"), ["Ra2", "Kd8", "Ra1", "Ke8"] * 2)
    assert record.claims() == ("fifty_moves", "threefold_repetition")
    assert record.outcome(claim_draw=True) == Result(None, "fifty_moves")


def test_game_without_repetition_rule_never_draws_by_it():
    record = Record(ConnectFour().start(), ["a", "b"])
    assert record.repetitions() == 1
    assert record.claims() == ()
    assert record.outcome(claim_draw=True) is None


def test_view_shows_the_last_move_and_the_result():
    record = Record(CHESS.start(), ["e4", "d5", "exd5"])
    assert record.view.last == ("e4", "d5")
    assert Record(CHESS.start()).view.last == ()
    record.resign(Side.BLACK)
    assert record.view.result == Result(Side.WHITE, "resignation")
    assert record.view.entry == {}


def test_view_of_an_automatic_draw_offers_no_move():
    assert Record(CHESS.start(), SHUFFLE * 4).view.entry == {}


def test_view_of_en_passant_touches_three_points():
    record = Record(CHESS.start(), ["e4", "a6", "e5", "d5", "exd6"])
    assert set(record.view.last) == {"e5", "d5", "d6"}
