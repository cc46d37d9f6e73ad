"""Positions and moves as draughts programs exchange them, against pictures and transcripts of other programs."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground
from plyground.errors import AmbiguousMove, IllegalMove, InvalidPosition, UnknownGame
from plyground.games.draughts.exchange import Exchange, NumberedMove

INTERNATIONAL = plyground.game("draughts:international")
NAMES = [name for name in plyground.game_names() if name.startswith("draughts:")]


def test_the_examples_of_the_hub_protocol_are_read() -> None:
    # From the description of the protocol that comes with Scan 3.
    exchange = Exchange(INTERNATIONAL)
    start = exchange.parse_position("Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww")
    assert start.fen == INTERNATIONAL.start().fen
    position = exchange.parse_position("BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee")
    assert position.fen == "B:WK4,K5,25,35,36:BK38,K48"
    for text in ("38-15", "5-41", "48-26"):
        position = position.after(exchange.parse_move(position, text))
    pieces = {exchange.numbers[point]: piece for point, piece in position.pieces.items()}
    assert position.side_to_move.value == "white"
    assert (pieces[15], pieces[41], pieces[26]) == ("black king", "white king", "black king")


def test_a_line_of_scan_is_followed() -> None:
    exchange, position = Exchange(INTERNATIONAL), INTERNATIONAL.start()
    line = (
        "32-28 17-22 28x17x22 12x21x17 33-28 7-12 39-33 19-23 28x19x23 14x23x19 44-39 9-14 50-44 4-9 34-29 23x34x29 "
        "39x30x34 21-26 44-39 11-17 31-27 6-11 37-31 26x37x31 41x32x37 20-24 30x19x24 13x24x19"
    )
    for text in line.split():
        move = exchange.parse_move(position, text)
        assert str(exchange.number_move(position, move)) == text
        position = position.after(move)


def test_squares_of_russian_draughts_count_from_the_top_left() -> None:
    numbers = Exchange(plyground.game("draughts:russian")).numbers
    assert (numbers["b8"], numbers["h8"], numbers["a7"], numbers["a1"], numbers["g1"]) == (1, 4, 5, 29, 32)


@pytest.mark.parametrize("name", NAMES)
def test_every_position_and_move_of_random_games_survives_the_exchange(name: str) -> None:
    game = plyground.game(name)
    exchange, chance = Exchange(game), random.Random(name)
    for _ in range(3):
        position = game.start()
        for _ in range(80):
            if position.result is not None:
                break
            text = exchange.format_position(position)
            again = exchange.parse_position(text)
            assert (again.pieces, again.side_to_move) == (position.pieces, position.side_to_move)
            assert exchange.parse_position(exchange.format_position(position, "z"), "z").pieces == position.pieces
            for move in position.legal_moves:
                numbered = exchange.number_move(position, move)
                found = exchange.find_move(position, numbered)
                assert position.after(found).pieces == position.after(move).pieces
                assert NumberedMove.parse(str(numbered)) == numbered
            position = position.after(chance.choice(list(position.legal_moves)))


@pytest.mark.parametrize(
    "text", ["", "W", "W" + "e" * 49, "W" + "e" * 51, "X" + "e" * 50, "Wz" + "e" * 49, "W" + "é" * 50, "w" + "e" * 50]
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(InvalidPosition):
        Exchange(INTERNATIONAL).parse_position(text)


@pytest.mark.parametrize("text", ["", "32", "32-27x", "32-17", "1-2-3", "99-1", "28x19x23", "x" * 9999, "٣٢-٢٨"])
def test_a_text_that_is_no_legal_move_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove):
        Exchange(INTERNATIONAL).parse_move(INTERNATIONAL.start(), text)


def test_a_capture_without_its_men_is_accepted_only_if_it_is_clear() -> None:
    exchange = Exchange(INTERNATIONAL)
    clear = INTERNATIONAL.from_fen("W:W28:B23")
    assert exchange.parse_move(clear, "28x19") == exchange.parse_move(clear, "28x19x23")
    either = INTERNATIONAL.from_fen("W:WK35:B12,27,33,40")
    with pytest.raises(AmbiguousMove, match="35x3x12x27x40"):
        exchange.parse_move(either, "35x3")
    assert exchange.number_move(either, exchange.parse_move(either, "35x3x40x12x33")).captured == {12, 33, 40}


@given(st.text(max_size=60) | st.text(alphabet="WBwbe", min_size=51, max_size=51))
def test_any_text_is_a_position_that_is_written_back_or_refused(text: str) -> None:
    exchange = Exchange(INTERNATIONAL)
    try:
        position = exchange.parse_position(text)
    except InvalidPosition:
        return
    assert exchange.format_position(position) == text


def test_only_draughts_is_exchanged() -> None:
    with pytest.raises(UnknownGame, match="is not draughts"):
        Exchange(plyground.game("chess"))
