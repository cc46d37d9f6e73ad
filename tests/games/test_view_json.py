"""The native view, compared with one built in Python from pieces and click paths."""

import json
import random

import pytest

import plyground
from plyground.games.position import BoardPosition
from plyground.protocol import Result, Side
from plyground.record import Record

GAMES = [name for name in plyground.game_names() if hasattr(plyground.game(name).start(), "core")]
PLIES = 60


def plain_view(position):
    """The view in Python alone: the tree merged from the paths of each move."""
    view = position.view
    assert view.entry == (BoardPosition.merge_paths(position) if view.result is None else {})
    return view


@pytest.mark.parametrize("name", GAMES)
def test_written_view_is_the_view(name):
    random_ = random.Random(name)
    for _ in range(3):
        record, before = Record(plyground.game(name).start()), None
        while record.outcome() is None and len(record) < PLIES:
            position = record.position
            pieces = None if before is None else before.pieces
            expected = plain_view(position).within(pieces, None).as_dict()
            written = json.loads(position.view_json(before, None))
            assert written == expected
            # Dicts are equal in any order, but people and screen readers go through them in this one.
            assert [*written["pieces"]] == [*expected["pieces"]]
            assert [*written["entry"]] == [*expected["entry"]]
            assert json.loads(record.view_json()) == record.view.as_dict()
            before = position
            record.push(random_.choice(list(position.legal_moves)))
        assert json.loads(record.view_json()) == record.view.as_dict()


@pytest.mark.parametrize("name", ["chess", "draughts:russian", "mill:nine", "connect-four"])
@pytest.mark.parametrize("result", [Result(Side.BLACK, "resignation"), Result(None, "agreement"), None])
@pytest.mark.parametrize("is_open", [True, False])
def test_nothing_can_be_entered_after_the_end_or_before_the_game_is_open(name, result, is_open):
    record = Record(plyground.game(name).start())
    record.push(next(iter(record.position.legal_moves)))
    written = json.loads(record.view_json(result, is_open=is_open))
    assert bool(written["entry"]) == (is_open and result is None)
    ending = result and {"winner": result.winner and result.winner.value, "termination": result.termination}
    assert written["result"] == ending
    assert written["last"] == list(record.view.last) != []
