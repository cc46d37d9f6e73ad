"""Openings from files and at random, and the errors if there are none."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import plyground
from plyground.arena.match import Match
from plyground.arena.openings import random_openings, read_openings
from plyground.arena.tournament import JOURNAL, OpeningChoice
from plyground.errors import InvalidPosition, InvalidRecord
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher

CHESS = plyground.game("chess")


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_lines_are_positions_with_or_without_operations_and_a_byte_order_mark(tmp_path: Path):
    text = '\ufeff4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "x;y";\r\n\n# none\n4k3/8/8/8/8/8/8/4K2R b K - 0 1\n'
    openings = read_openings(written(tmp_path, "book.epd", text), CHESS)
    assert [one.name for one in openings] == ["line 1", "line 4"]
    assert [str(one.start.side_to_move) for one in openings] == ["white", "black"]


def test_games_give_their_first_plies_and_their_names(tmp_path: Path):
    text = '[ECO "B20"]\n\n1. e4 c5 2. Nf3 *\n\n[Event "x"]\n\n1. d4 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
    path = written(tmp_path, "book.pgn", text)
    assert [(one.name, one.moves) for one in read_openings(path, CHESS, 2)] == [
        ("B20", ("e2e4", "c7c5")),
        ("game 2", ("d2d4",)),
        ("game 3", ("f2f3", "e7e5")),
    ]
    assert [one.name for one in read_openings(path, CHESS)] == ["B20", "game 2"]


def test_a_game_that_cannot_be_read_is_told_with_its_file_and_place(tmp_path: Path):
    path = written(tmp_path, "book.pgn", "1. e4 e5 2. Ke8 *\n")
    with pytest.raises(InvalidRecord, match=r"book\.pgn: Line 1, column 13: 'Ke8' is not legal"):
        read_openings(path, CHESS)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("empty.epd", ""),
        ("empty.pgn", ""),
        ("over.fen", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1\n"),
        ("other.pdn", "1. c3-d4 *\n"),
    ],
)
def test_a_file_without_openings_is_refused(name: str, text: str, tmp_path: Path):
    with pytest.raises(InvalidPosition, match="has no chess openings"):
        read_openings(written(tmp_path, name, text), CHESS)


def test_more_random_plies_than_a_game_has_are_refused():
    with pytest.raises(InvalidPosition, match="every connect-four game is over"):
        next(random_openings(plyground.game("connect-four"), 60))


def test_random_openings_repeat_with_their_seed_and_never_among_themselves():
    first = list(islice(random_openings(CHESS, 4, seed=5), 20))
    assert first == list(islice(random_openings(CHESS, 4, seed=5), 20))
    assert len({one.record().position.key for one in first}) == 20
    assert first != list(islice(random_openings(CHESS, 4, seed=6), 20))


def test_random_openings_are_even_also_for_a_search_with_many_more_nodes():
    # A shallow search let through c3-b4 f6-g5 e3-d4 g5-h4 f2-e3 h4:f2, which is lost.
    game = plyground.game("draughts:russian")
    searcher = Searcher(game, hash_mb=16)
    for opening in islice(random_openings(game, 6, seed=7, within_cp=60), 20):
        searcher.clear()
        assert abs(searcher.analyse(opening.record(), Limits(nodes=200_000)).value) < 90, opening


def test_openings_that_cannot_be_read_leave_an_earlier_run_in_its_place(tmp_path: Path):
    (tmp_path / JOURNAL).write_text("{}\n")
    choice = OpeningChoice(written(tmp_path, "book.pgn", "1. e5 *\n"))
    with pytest.raises(InvalidRecord):
        Match("random", "random", openings=choice, folder=tmp_path)
    assert (tmp_path / JOURNAL).read_text() == "{}\n"
