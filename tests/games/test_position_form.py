"""Forms: what a position editor fills in can be read from and written as the text of every game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground
from plyground.abilities import form_of
from plyground.errors import InvalidPosition, PlygroundError
from plyground.games.registry import game_names
from plyground.games.simple import SimpleGame
from plyground.position_form import Draft
from plyground.protocol import Result, Side

GAMES = game_names()


def form(name):
    found = form_of(plyground.game(name))
    assert found is not None
    return found


def late_position(name, seed):
    """Where a random game gets to."""
    random = Random(seed)
    position = plyground.game(name).start()
    for _ in range(random.randrange(60)):
        moves = list(position.legal_moves)
        if not moves:
            break
        position = position.after(random.choice(moves))
    return position


@settings(max_examples=60)
@given(st.sampled_from(GAMES), st.integers(0, 2**32))
def test_every_position_survives_its_form(name, seed):
    text = late_position(name, seed).fen
    assert form(name).write(form(name).read(text)) == text


@settings(max_examples=60)
@given(st.sampled_from(GAMES), st.integers(0, 2**32))
def test_form_shows_the_pieces_and_the_hands(name, seed):
    position = late_position(name, seed)
    draft = form(name).read(position.fen)
    assert dict(draft.pieces) == dict(position.pieces)
    if form(name).has_turn:
        assert draft.turn is position.side_to_move
    for side, count in position.hand.items():
        assert draft.fields[f"hand.{side.value}"] == count


@st.composite
def drafts(draw):
    name = draw(st.sampled_from(GAMES))
    sheet, points = form(name), [point.name for point in plyground.game(name).geometry.points]
    pieces = draw(st.dictionaries(st.sampled_from(points), st.sampled_from(sheet.pieces)))
    values = {
        field.key: draw(
            st.booleans()
            if field.kind == "flag"
            else st.sampled_from(field.names)
            if field.kind == "choice"
            else st.integers(field.low, field.high)
        )
        for field in sheet.fields
    }
    turn = draw(st.sampled_from(list(Side))) if sheet.has_turn else Side.WHITE
    return name, Draft(pieces, turn, values)


@settings(max_examples=100)
@given(drafts())
def test_every_draft_survives_its_text_and_is_judged(case):
    name, draft = case
    text = form(name).write(draft)
    assert form(name).read(text) == draft
    try:
        position = plyground.game(name).from_fen(text)
    except InvalidPosition:
        return
    assert dict(position.pieces) == dict(draft.pieces)


@settings(max_examples=60)
@given(st.sampled_from(GAMES), st.text(max_size=80), st.integers(0, 2**32))
def test_any_text_is_read_or_refused(name, noise, seed):
    text = late_position(name, seed).fen
    cut = seed % (len(text) + 1)
    for wrong in (noise, text[:cut] + noise + text[cut:]):
        try:
            form(name).write(form(name).read(wrong))
        except PlygroundError:
            continue


def test_chess960_keeps_a_castling_rook_that_is_not_the_outermost():
    text = "rk2r2r/8/8/8/8/8/8/RK2R2R w Ee - 0 1"
    draft = form("chess:960").read(text)
    assert draft.fields["castling_short.white"] == "E"
    assert plyground.game("chess:960").from_fen(form("chess:960").write(draft)).fen == text


def test_marked_men_belong_only_to_rules_that_mark():
    marking = [name for name in GAMES if name.startswith("mill") and "marked man" in form(name).pieces]
    assert 0 < len(marking) < sum(name.startswith("mill") for name in GAMES)


class Nim(SimpleGame[tuple[Side, int]]):
    """A game whose board is no picture."""

    name = "nim"

    def start_board(self):
        return (Side.WHITE, 7)

    def side_to_move(self, board):
        return board[0]

    def moves(self, board):
        return [str(n) for n in (1, 2, 3) if n <= board[1]]

    def after(self, board, move):
        return (board[0].other, board[1] - int(move))

    def result(self, board):
        return None if board[1] else Result(board[0].other, "took_last")


def test_game_without_a_picture_has_no_form():
    assert form_of(Nim()) is None


@pytest.mark.parametrize("name", ["chess", "mill", "draughts", "connect-four"])
def test_text_of_another_game_is_refused(name):
    other = plyground.game("draughts" if name != "draughts" else "chess").start().fen
    with pytest.raises(InvalidPosition):
        form(name).read(other)
