"""Game review: grades that a person would agree with."""

from __future__ import annotations

import pytest

import plyground
from plyground.notation import pgn
from plyground.play.grades import Grade, grade, points
from plyground.play.review import annotated, review
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.score import win_in
from plyground.search.searcher import Searcher

CHESS = plyground.game("chess")
LIMITS = Limits(depth=6)


def reviewed(*moves: str) -> tuple[Record, list[Grade]]:
    record = Record(CHESS.start(), moves)
    return record, [one.grade for one in review(record, LIMITS, searcher=Searcher(CHESS, hash_mb=4)).moves]


def test_points_run_from_nothing_to_all():
    assert points(0) == 0.5
    assert points(-300) + points(300) == pytest.approx(1)
    assert points(win_in(5)) == 1


def test_giving_a_mate_away_is_a_blunder_and_mating_is_best():
    _, grades = reviewed("f3", "e5", "g4", "Qh4#")
    assert grades[2] is Grade.BLUNDER
    assert grades[3] is Grade.BEST


def test_good_opening_moves_are_not_blamed():
    _, grades = reviewed("e4", "e5", "Nf3", "Nc6")
    assert not {Grade.MISTAKE, Grade.BLUNDER} & set(grades)


def test_an_only_move_is_neither_praised_nor_blamed():
    record = Record(CHESS.from_fen("k7/8/1K6/8/8/8/8/7R b - - 0 1"), ["Kb8"])
    assert [one.grade for one in review(record, LIMITS, searcher=Searcher(CHESS, hash_mb=1)).moves] == [Grade.FORCED]


def test_stalemating_a_lost_king_throws_the_win_away():
    record = Record(CHESS.from_fen("k7/8/8/2Q5/8/8/8/7K w - - 0 1"), ["Qc7"])
    assert [one.grade for one in review(record, LIMITS, searcher=Searcher(CHESS, hash_mb=1)).moves] == [Grade.BLUNDER]


def test_the_better_line_stands_in_the_file():
    record = Record(CHESS.start(), ["f3", "e5", "g4", "Qh4#"])
    graded = review(record, LIMITS, searcher=Searcher(CHESS, hash_mb=4)).moves
    text = pgn.write_game(annotated(record, graded))
    again = pgn.read_game(text)
    blunder = list(again.main_line())[2]
    assert blunder.nags == [4]
    assert blunder.parent is not None
    assert len(blunder.parent.variations) == 2
    assert str(blunder.parent.variations[1].move) == graded[2].line[0]


def test_thresholds_follow_what_is_lost():
    assert grade(100, 95, is_best=False)[0] is Grade.GOOD
    assert grade(100, 30, is_best=False)[0] is Grade.INACCURACY
    assert grade(0, -500, is_best=False)[0] is Grade.BLUNDER
    assert grade(win_in(3), win_in(9), is_best=False)[0] is Grade.GOOD
