"""Books from self-play: reproducible, resumable, and made of moves that the engine would play."""

from __future__ import annotations

import json

import pytest

import plyground
from plyground.database import book_building
from plyground.database.book_building import BookPlan, build_book, games_path, play_game
from plyground.database.own_book import OwnBook
from plyground.errors import InvalidBook, InvalidRecord

MILL = plyground.game("mill")


def small(name: str = "mill", plies: int = 4, nodes: int = 200, seed: int = 0) -> BookPlan:
    return BookPlan(plyground.game(name), plies, nodes, seed)


@pytest.mark.parametrize("name", ["chess", "chess:960", "draughts", "mill", "connect-four"])
def test_book_is_built_in_every_game(name, tmp_path):
    plan = small(name, nodes=60)
    built = build_book(plan, 2, tmp_path / "a.book")
    assert (built.games, built.is_interrupted) == (2, False)
    book = OwnBook(tmp_path / "a.book")
    book.check(plan.game)
    assert 4 <= len(book) == built.entries <= 8


def test_weights_are_the_points_that_moves_made(tmp_path):
    plan = small(plies=1)
    build_book(plan, 6, tmp_path / "a.book")
    expected: dict[str, int] = {}
    for number in range(6):
        game = play_game(plan, number)
        points = {"white": 2, None: 1, "black": 0}[game["winner"]]
        expected[game["moves"][0]] = expected.get(game["moves"][0], 0) + points
    found = {str(each.move): each.weight for each in OwnBook(tmp_path / "a.book").moves(MILL.start())}
    assert found == expected


def test_same_seed_builds_the_same_book_and_another_one_another(tmp_path):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        build_book(small(seed=seed), 4, tmp_path / name)
    a, b, c = ((tmp_path / name).read_bytes() for name in "abc")
    assert a == b != c


def test_book_that_was_broken_off_and_resumed_is_the_same(tmp_path, monkeypatch):
    build_book(small(), 5, tmp_path / "whole.book")
    played: list[int] = []

    def interrupted(plan, number, searcher=None):
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(number)
        return play_game(plan, number, searcher)

    monkeypatch.setattr(book_building, "play_game", interrupted)
    built = build_book(small(), 5, tmp_path / "part.book")
    assert built.is_interrupted
    assert built.games == 2
    assert len(OwnBook(tmp_path / "part.book")) == built.entries
    monkeypatch.undo()
    heard: list[tuple[str, float]] = []

    def hear(what: str, done: float, left_s: float | None = None) -> None:
        heard.append((what, done))

    build_book(small(), 5, tmp_path / "part.book", resume=True, on_progress=hear)
    assert heard == [("game 3 of 5", 0.6), ("game 4 of 5", 0.8), ("game 5 of 5", 1.0)]
    assert (tmp_path / "part.book").read_bytes() == (tmp_path / "whole.book").read_bytes()


def test_nothing_is_written_before_a_game_is_finished(tmp_path, monkeypatch):
    monkeypatch.setattr(book_building, "play_game", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    built = build_book(small(), 5, tmp_path / "a.book")
    assert (built.games, built.entries, built.is_interrupted) == (0, 0, True)
    assert not (tmp_path / "a.book").exists()


def test_book_that_is_there_is_not_lost(tmp_path):
    build_book(small(), 2, tmp_path / "a.book")
    before = (tmp_path / "a.book").read_bytes()
    with pytest.raises(InvalidBook, match=r"There is already a book in"):
        build_book(small(seed=3), 2, tmp_path / "a.book")
    with pytest.raises(InvalidRecord, match="Its seed is 0, not 3"):
        build_book(small(seed=3), 2, tmp_path / "a.book", resume=True)
    games_path(tmp_path / "a.book").unlink()
    with pytest.raises(InvalidBook, match=r"There is already a book in"):
        build_book(small(), 2, tmp_path / "a.book", resume=True)
    assert (tmp_path / "a.book").read_bytes() == before
    build_book(small(seed=3), 2, tmp_path / "a.book", replace=True)
    assert (tmp_path / "a.book").read_bytes() != before


def test_openings_are_varied_among_moves_that_look_about_equal(tmp_path):
    games = [play_game(small(plies=3), number) for number in range(8)]
    assert len({tuple(game["moves"]) for game in games}) > 2
    assert json.loads(json.dumps(games)) == games


def test_only_move_makes_no_entry(tmp_path, monkeypatch):
    """In draughts the first exchange is forced; a book has nothing to say about it."""
    plan = small("draughts", plies=10)
    build_book(plan, 3, tmp_path / "a.book")
    book, forced = OwnBook(tmp_path / "a.book"), 0
    for number in range(3):
        position = plan.game.start()
        for token in play_game(plan, number)["moves"]:
            forced += len(position.legal_moves) == 1
            assert bool(book.moves(position)) == (len(position.legal_moves) > 1)
            position = position.after(token)
    assert forced
