"""Position sets: the same for a seed, balanced, from all phases, written and read back."""

import pytest

import plyground
from plyground.errors import InvalidPosition
from plyground.lab.positions import MARGIN_CP, make_positions, read_positions, start_position
from plyground.search.textbook import solve

DRAUGHTS = plyground.game("draughts")


def men(position):
    return len(position.pieces)


@pytest.fixture(scope="module")
def sample():
    return make_positions(DRAUGHTS, 30, seed=1)


def test_same_seed_makes_the_same_set_and_another_seed_another(sample):
    assert make_positions(DRAUGHTS, 30, seed=1).to_text() == sample.to_text()
    assert make_positions(DRAUGHTS, 30, seed=2).digest != sample.digest


def test_a_smaller_set_is_the_beginning_of_a_larger_one(sample):
    assert make_positions(DRAUGHTS, 7, seed=1).positions == sample.positions[:7]


def test_positions_are_distinct_and_offer_a_choice(sample):
    assert len({position.key for position in sample}) == len(sample) == 30
    assert all(position.result is None and len(position.legal_moves) > 1 for position in sample)


def test_positions_are_about_even(sample):
    assert all(abs(solve(position, "alphabeta", 3).value) <= MARGIN_CP for position in sample)


def test_openings_middle_games_and_endings_take_turns(sample):
    opening, middle, ending = (sum(map(men, sample.positions[phase::3])) for phase in range(3))
    assert opening > middle > ending


@pytest.mark.parametrize("name", ["mill", "chess", "chess:960", "connect-four", "draughts:international"])
def test_every_game_has_positions(name):
    game = plyground.game(name)
    made = make_positions(game, 3)
    assert len(made) == 3
    assert [game.from_fen(position.fen).fen for position in made] == [position.fen for position in made]


def test_written_set_names_its_origin_and_reads_back(sample, tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text(sample.to_text())
    head = path.read_text().splitlines()[0]
    assert head == f"# plyground {plyground.__version__} positions: game=draughts:russian count=30 seed=1"
    assert read_positions(path, DRAUGHTS).digest == sample.digest


def test_unreadable_line_is_named(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text(f"# a comment\n\n{DRAUGHTS.start().fen}\nnonsense\n")
    with pytest.raises(InvalidPosition, match=r"Line 4 of .*positions\.txt"):
        read_positions(path, DRAUGHTS)


def test_file_without_positions_is_refused(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text("# nothing\n")
    with pytest.raises(InvalidPosition, match="no position"):
        read_positions(path, DRAUGHTS)


def test_game_file_gives_the_last_position_of_each_game(tmp_path):
    path = tmp_path / "openings.pgn"
    path.write_text('[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 *\n\n[White "C"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
    found = read_positions(path, plyground.game("chess"))
    assert [position.fen.split()[0] for position in found] == [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR",
    ]


def test_start_position_is_a_set_of_one():
    assert [position.fen for position in start_position(DRAUGHTS)] == [DRAUGHTS.start().fen]
