"""`read_games` and `write_game` know the notation of every game."""

import random

import pytest

import plyground
from plyground import Record, Result, Side, SimpleGame
from plyground.errors import InvalidRecord
from plyground.games.files import notation_of, read_games, write_game


def random_record(name: str) -> Record:
    record = Record(plyground.game(name).start())
    choices = random.Random(name)
    while record.outcome() is None and len(record) < 30:
        record.push(choices.choice(list(record.position.legal_moves)))
    return record


def moves(record: Record) -> list[str]:
    return [str(move) for move in record.moves]


@pytest.mark.parametrize("name", plyground.game_names())
def test_a_written_game_is_read_back_without_being_told_the_game(name):
    record = random_record(name)
    (read,) = read_games(write_game(record))
    assert moves(read.record()) == moves(record)
    # Russian draughts with a move limit has no game type.
    assert read.game is record.game or name == "draughts:russian-200"


@pytest.mark.parametrize("name", ["chess", "draughts:frisian", "mill:lasker", "connect-four"])
def test_a_file_is_read_by_its_suffix_by_its_tags_or_as_an_open_file(name, tmp_path):
    record = random_record(name)
    own, other = tmp_path / f"game{notation_of(record.game).suffix}", tmp_path / "game.txt"
    for path in (own, other):
        path.write_text(write_game(record), encoding="utf-8")
        assert [moves(read.record()) for read in read_games(path)] == [moves(record)]
        with path.open(encoding="utf-8") as file:
            assert [moves(read.record()) for read in read_games(file)] == [moves(record)]


def test_bare_moves_belong_to_the_game_that_is_given_or_else_to_chess():
    assert next(read_games("1. c3-d4 b6-c5 *", "draughts")).game.name == "draughts:russian"
    assert next(read_games("1. d d 2. c *", plyground.game("connect-four"))).end.ply == 3
    assert next(read_games("1. e4 e5 *")).game.name == "chess"


def test_tags_decide_against_the_game_that_is_given():
    assert next(read_games('[Game "connect-four"]\n\n1. d d *', "chess")).game.name == "connect-four"


def test_errors_are_handed_over():
    errors: list[InvalidRecord] = []
    games = list(read_games("1. Ke5 *\n\n1. e4 *", on_error=errors.append))
    assert len(errors) == 1
    assert [game.end.ply for game in games] == [1]


def test_a_tag_never_runs_a_file(tmp_path):
    file = tmp_path / "evil.py"
    file.write_text("raise SystemExit('it was run')")
    with pytest.raises(InvalidRecord, match="no game named"):
        next(read_games(f'[Game "{file}:Evil"]\n\n1. d *'))


class Nim(SimpleGame[tuple[Side, int]]):
    """Moves are bare numbers, which are move numbers in the files of other games."""

    name = "nim"

    def start_board(self):
        return (Side.WHITE, 12)

    def side_to_move(self, board):
        return board[0]

    def moves(self, board):
        return [str(count) for count in (1, 2, 3) if count <= board[1]]

    def after(self, board, move):
        return (board[0].other, board[1] - int(move))

    def result(self, board):
        return None if board[1] else Result(board[0].other, "took_last")


def test_moves_that_are_numbers_are_read_back():
    record = Record(Nim().start(), ["1", "2", "3", "1", "1", "1", "3"])
    game = next(read_games(write_game(record), Nim()))
    assert moves(game.record()) == moves(record)
    assert game.result == "1-0"


def test_a_number_that_is_no_legal_move_counts_moves():
    game = next(read_games("1. 3 3 4 3 5 3 *", Nim()))
    assert moves(game.record()) == ["3", "3", "3", "3"]
