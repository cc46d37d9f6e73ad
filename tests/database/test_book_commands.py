"""`plyground book`, and how `plyground play` uses books and lessons."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S, wait_until

import plyground
from plyground.database.files import book_path, lessons_path
from plyground.database.own_book import BookEntry, OwnBook, move_number, write_book

CHESS = plyground.game("chess")
MATED_NEXT = "7k/8/8/P7/8/1r6/r7/7K w - - 0 1"
"""Whatever White plays, Rb1 mates."""


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))


def plyground_says(*arguments: str, typed: str = "", status: int = 0) -> str:
    command = [sys.executable, "-m", "plyground", *arguments]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def chess_book(tmp_path):
    path = tmp_path / "chess.book"
    write_book(path, CHESS, [BookEntry(CHESS.start().key, move_number(move), 3, 12) for move in ("h2h4", "a2a4")])
    return path


def test_book_is_built_shown_and_played_from(tmp_path):
    said = plyground_says("book", "build", "connect-four", "--games", "2", "--plies", "3", "--nodes", "50")
    assert f"from 2 games of Connect Four in {tmp_path / 'data' / 'books'}" in said
    game = plyground.game("connect-four")
    known = {str(each.move) for each in OwnBook(book_path(game)).moves(game.start()) if each.weight}
    shown = plyground_says("book", "show", "connect-four")
    assert known <= set(shown.split())
    unknown = "XO.X......O......X......O................."
    assert "has no moves for this position" in plyground_says("book", "show", "connect-four", "--fen", unknown)
    played = plyground_says("play", "connect-four", "--side", "black", "--depth", "1", typed="quit\n")
    assert any(f"plays {move}." in played for move in known)


def test_book_that_is_there_is_kept(chess_book):
    said = plyground_says("book", "build", "chess", "--out", str(chess_book), status=2)
    assert said.startswith("plyground: There is already a book in")
    assert len(said.splitlines()) == 1


def test_building_is_broken_off_by_ctrl_c_and_resumed(tmp_path):
    path = tmp_path / "mill.book"
    command = ("book", "build", "mill", "--plies", "4", "--nodes", "400", "--out", str(path))
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", *command, "--games", "100000"], stderr=subprocess.PIPE, text=True
    ) as building:
        journal = Path(f"{path}.games")
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 3)
        building.send_signal(signal.SIGINT)
        _, said = building.communicate(timeout=PATIENCE_S)
    assert building.returncode == 130
    assert "--resume continues" in said
    games = journal.read_bytes().count(b"\n") - 1
    before = len(OwnBook(path))
    more = plyground_says(*command, "--games", str(games + 2), "--resume")
    assert f"from {games + 2} games" in more
    assert len(OwnBook(path)) >= before


def test_book_is_shown_by_weight_for_any_position(chess_book):
    shown = plyground_says("book", "show", "chess", "--file", str(chess_book))
    rows = sorted(line.split() for line in shown.splitlines() if "%" in line)
    assert rows[0] == ["a4", "a2a4", "3", "50.0", "%", "+0.12", "A00", "Ware", "Opening"]
    assert rows[1] == ["h4", "h2h4", "3", "50.0", "%", "+0.12", "A00", "Kadas", "Opening"]


def test_books_are_merged(chess_book, tmp_path):
    out = tmp_path / "both.book"
    plyground_says("book", "merge", "chess", str(chess_book), str(chess_book), "--out", str(out))
    assert {str(each.move): each.weight for each in OwnBook(out).moves(CHESS.start())} == {"h2h4": 6, "a2a4": 6}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("book", "show", "mill", "--file", "BOOK"), "is for chess, not for mill:nine"),
        (("book", "merge", "mill", "BOOK", "--out", "x"), "is for chess, not for mill:nine"),
        (("book", "show", "mill:lasker"), "There is no book for mill:lasker"),
        (("play", "mill", "--book", "BOOK"), "is for chess, not for mill:nine"),
        (("play", "chess", "--book", "BOOK", "--no-book"), "not both"),
        (("book", "show", "chess", "--file", "nowhere"), "could not be read: No such file"),
    ],
)
def test_foreign_or_missing_book_is_one_sentence(chess_book, arguments, expected):
    said = plyground_says(*(str(chess_book) if word == "BOOK" else word for word in arguments), status=2)
    assert expected in said
    assert len(said.splitlines()) == 1


def test_book_is_played_from_unless_told_otherwise(chess_book):
    book_path(CHESS).parent.mkdir(parents=True)
    chess_book.rename(book_path(CHESS))
    command = ("play", "chess", "--side", "black", "--depth", "1")
    played = plyground_says(*command, typed="quit\n")
    assert "plays h4." in played or "plays a4." in played
    without = plyground_says(*command, "--no-book", typed="quit\n")
    assert "plays h4." not in without
    assert "plays a4." not in without
    assert "--no-book" in without.splitlines()[-1]


def test_lost_game_is_remembered_unless_told_otherwise():
    command = ("play", "chess", "--fen", MATED_NEXT, "--side", "black", "--depth", "2")
    assert "remember" not in plyground_says(*command, "--no-learn", typed="Rb1\n")
    assert not lessons_path(CHESS).exists()
    assert "White will remember 1. " in plyground_says(*command, typed="Rb1\n")
    assert lessons_path(CHESS).exists()
    shown = plyground_says("book", "lessons", "chess", "--fen", MATED_NEXT)
    assert "1 time" in shown
    # The move, and the endgame it led to.
    assert "2 lessons forgotten" in plyground_says("book", "lessons", "chess", "--forget")
    assert not lessons_path(CHESS).exists()


def test_lesson_that_cannot_be_kept_is_said():
    lessons_path(CHESS).with_suffix(".lock").mkdir(parents=True)
    command = ("play", "chess", "--fen", MATED_NEXT, "--side", "black", "--depth", "2")
    assert "could not be saved: Is a directory." in plyground_says(*command, typed="Rb1\n")
