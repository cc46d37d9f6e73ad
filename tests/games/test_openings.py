"""The names of openings: every line is legal, names no position twice, and is found however it was reached."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import plyground
from plyground.abilities import HasOpenings, NamedOpening, opening_of
from plyground.games.chess import Chess
from plyground.games.draughts import Draughts

FILES = {"chess": Chess.openings_path, "draughts:russian": Draughts.openings_path}


def lines(path: Path) -> list[list[str]]:
    text = path.read_text(encoding="utf-8")
    return [line.split("|") for line in text.splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_legal_and_names_another_position(name: str) -> None:
    game, path = plyground.game(name), FILES[name]
    assert path is not None
    assert isinstance(game, HasOpenings)
    listed, keys = lines(path), set()
    for code, title, moves in listed:
        assert bool(re.fullmatch("[A-E][0-9]{2}", code)) == (name == "chess")
        record = plyground.Record(game.start(), moves.split())
        assert record.position.key not in keys, title
        keys.add(record.position.key)
        assert opening_of(record.positions) == NamedOpening(code, title, len(record))
    assert len(game.openings) == len(listed)


def test_chess_codes_are_in_order_and_there_are_enough() -> None:
    codes = [code for code, *_ in lines(Chess.openings_path)]
    assert codes == sorted(codes)
    assert len(codes) > 250


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("e4 e5 Nf3 Nc6 Bb5", "C60 Ruy Lopez"),
        ("Nf3 e6 e4 c5 d4 cxd4 Nxd4 Nc6", "B44 Sicilian Defence, Taimanov Variation"),
        ("d4 Nf6 c4 e6 Nc3 Bb4 h3", "E20 Nimzo-Indian Defence"),
        ("c4 e6 d4 d5", "D30 Queen's Gambit Declined"),
    ],
)
def test_opening_is_found_by_transposition_and_stays_until_a_better_name(moves: str, name: str) -> None:
    assert str(opening_of(plyground.Record(Chess().start(), moves.split()).positions)) == name


def test_games_without_names_have_none() -> None:
    for name in ("chess:960", "mill", "draughts:international", "connect-four"):
        assert opening_of(plyground.Record(plyground.game(name).start()).positions) is None
