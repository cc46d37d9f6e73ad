"""Game review: grades that a person would agree with."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest

import plyground
from plyground.games.chess.notation import PGN
from plyground.games.simple import SimpleGame
from plyground.play.grades import NAGS, Grade, grade, points
from plyground.play.hints import Reason, hints
from plyground.play.review import GradedMove, Review, annotate, annotated, graded_moves, review
from plyground.protocol import Result, Side
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
    text = PGN.write_game(annotated(record, graded))
    again = PGN.read_game(text)
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


class Nim(SimpleGame[tuple[Side, int]]):
    """Take one to three; the player who takes the last one wins."""

    name = "nim-of-seven"

    def start_board(self):
        return (Side.WHITE, 7)

    def side_to_move(self, board):
        return board[0]

    def moves(self, board):
        return [str(number) for number in (1, 2, 3) if number <= board[1]]

    def after(self, board, move):
        return (board[0].other, board[1] - int(move))

    def result(self, board):
        return None if board[1] else Result(board[0].other, "took_last")


@pytest.mark.parametrize(
    ("game", "moves", "blunder"),
    [
        (plyground.game("mill"), "a7 d2 d7 c3", 3),
        (plyground.game("draughts"), "c3-d4 d6-c5 e3-f4", 2),
        (plyground.game("connect-four"), "d a d a d g d", 5),
        (Nim(), "1 2", 0),
    ],
    ids=["mill", "draughts", "connect-four", "nim"],
)
def test_blunders_of_any_game_are_found_and_explained(game, moves, blunder):
    record = Record(game.start(), moves.split())
    found = review(record, LIMITS, searcher=Searcher(game, hash_mb=1)).moves[blunder]
    assert found.grade in (Grade.MISTAKE, Grade.BLUNDER)
    assert found.reasons
    assert found.line[0] != found.move


def test_game_of_the_users_own_gets_hints_with_reasons():
    best = hints(Record(Nim().start()), LIMITS).moves[0]
    assert best.move == "3"
    assert best.reasons[0] == Reason("wins_by", {"plies": 3, "moves": 2, "termination": "took_last", "winner": "white"})


def test_review_is_plain_and_tells_of_each_move():
    record = Record(CHESS.start(), ["f3", "e5", "g4", "Qh4#"])
    told: list[GradedMove] = []
    found = review(record, LIMITS, on_move=told.append)
    assert tuple(told) == found.moves
    assert pickle.loads(pickle.dumps(found)) == found
    assert json.loads(json.dumps(found.as_dict()))["moves"][2]["reasons"][0]["code"] == "allows_win_by"
    assert found.is_complete
    assert found.counts(Side.WHITE)[Grade.BLUNDER] == 1


def test_accuracy_is_full_for_best_moves_and_low_for_blunders():
    record = Record(CHESS.start(), ["f3", "e5", "g4", "Qh4#"])
    found = review(record, LIMITS)
    white, black = (found.accuracy(side) for side in Side)
    assert white is not None
    assert black is not None
    assert 0 <= white < 70 < black <= 100


def test_side_without_a_choice_has_no_accuracy():
    record = Record(CHESS.from_fen("k7/8/1K6/8/8/8/8/7R b - - 0 1"), ["Kb8"])
    assert review(record, LIMITS).accuracy(Side.BLACK) is None


def test_breaking_off_keeps_what_is_done():
    record = Record(CHESS.start(), ["e4", "e5", "Nf3", "Nc6"])
    moves = graded_moves(record, Limits(depth=2))
    kept = Review((next(moves), next(moves)), len(record))
    assert not kept.is_complete
    assert [move.notation for move in kept.moves] == ["e4", "e5"]


def test_what_people_wrote_stays_in_the_file():
    game = PGN.read_game("1. f3 $5 {A joke} e5 2. g4 $2 {why not} (2. e4 {sound}) Qh4# 0-1")
    graded = review(game.record(), LIMITS).moves
    annotate(game, graded)
    annotate(game, graded)
    nodes = list(game.main_line())
    assert nodes[2].nags == [4]
    assert nodes[2].comment.count("why not") == 1
    assert nodes[2].comment.count("Blunder") == 1
    assert "sound" in PGN.write_game(game)


def test_second_review_replaces_what_the_first_one_said():
    game = PGN.read_game("1. f3 e5 2. g4 {why not} Qh4# 0-1")
    first = review(game.record(), LIMITS).moves
    annotate(game, first)
    annotate(game, [replace(move, grade=Grade.MISTAKE) if move.grade in NAGS else move for move in first])
    blamed = list(game.main_line())[2]
    assert blamed.nags == [2]
    assert blamed.comment.startswith("(Mistake. ")
    assert "Blunder" not in blamed.comment
    annotate(game, [replace(move, grade=Grade.GOOD) for move in first])
    assert blamed.nags == []
    assert blamed.comment.startswith("why not")


def test_scores_in_a_file_mean_the_position_after_the_move():
    game = PGN.read_game("1. f3 e5 2. g4 Qh4# 0-1")
    annotate(game, review(game.record(), LIMITS).moves)
    written = PGN.write_game(game, columns=None)
    assert "[%eval #-1]} (" in written
    assert "Qh4# 0-1" in written
