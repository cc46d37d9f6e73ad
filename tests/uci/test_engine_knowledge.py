"""What our engine knows before it searches: our own books, and transposition tables in files."""

from __future__ import annotations

import pytest
from tests.uci.gui import Gui, infos, value

import plyground
from plyground.database.files import book_path
from plyground.database.own_book import BookEntry, move_number, write_book

CHESS = plyground.game("chess")
START = CHESS.start()


@pytest.fixture
def gui():
    driven = Gui()
    yield driven
    driven.close()


def test_own_book_is_played_in_every_game_by_its_weights(tmp_path):
    mill = plyground.game("mill")
    write_book(tmp_path / "mill.book", mill, [BookEntry(mill.start().key, move_number("a1"), 1, 0)])
    gui = Gui("OwnBook value true", f"BookFile value {tmp_path / 'mill.book'}", variant="mill")
    best, said = gui.go("movetime 3600000")
    assert best == "a1"
    assert "info string book" in said
    gui.close()


def test_book_is_the_one_that_was_built_where_none_is_given(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    write_book(book_path(CHESS), CHESS, [BookEntry(START.key, move_number("a2a4"), 1, 0)])
    gui = Gui()
    assert gui.go("depth 1")[0] != "a2a4"
    gui.tell("setoption name OwnBook value true")
    assert gui.go("movetime 3600000")[0] == "a2a4"
    gui.close()


def test_book_of_another_game_is_said_once_and_not_used(gui, tmp_path):
    write_book(tmp_path / "a.book", CHESS, [BookEntry(START.key, move_number("a2a4"), 1, 0)])
    gui.tell("setoption name OwnBook value true", f"setoption name BookFile value {tmp_path / 'a.book'}")
    gui.tell("setoption name UCI_Variant value mill")
    for _ in range(2):
        assert gui.go("depth 1")[0] in plyground.game("mill").start().legal_moves
    assert gui.count("info string The book") == 1
    assert "is for chess, not for mill:nine" in "".join(gui.said)
    gui.tell("setoption name UCI_Variant value chess")
    assert gui.go("movetime 3600000")[0] == "a2a4"


def test_seed_decides_which_of_the_book_moves_is_played(tmp_path):
    rows = sorted(BookEntry(START.key, move_number(move), 1, 0) for move in START.legal_moves)
    write_book(tmp_path / "a.book", CHESS, rows)
    played = []
    for seed in (1, 1, 2, 3, 4, 5):
        gui = Gui("OwnBook value true", f"BookFile value {tmp_path / 'a.book'}", f"Seed value {seed}")
        played.append(gui.go("depth 1")[0])
        gui.close()
    assert played[0] == played[1]
    assert len(set(played)) > 2
    gui = Gui("OwnBook value true", f"BookFile value {tmp_path / 'a.book'}")
    assert len({gui.go("depth 1")[0] for _ in range(40)}) > 5
    gui.close()


def test_table_is_saved_and_each_game_begins_with_it(gui, tmp_path):
    gui.tell("setoption name Hash value 16")
    fine_70 = "position fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
    _, said = gui.go("depth 20", fine_70)
    cold = int(value(infos(said)[-1], "nodes"))
    gui.tell("setoption name Save Hash")
    assert "Set HashFile first" in gui.said[-1]
    gui.tell(f"setoption name HashFile value {tmp_path / 'a.tt'}", "setoption name Save Hash", "ucinewgame")
    _, said = gui.go("depth 20", fine_70)
    assert int(value(infos(said)[-1], "nodes")) < cold
    gui.tell("setoption name Clear Hash")
    _, said = gui.go("depth 20", fine_70)
    assert int(value(infos(said)[-1], "nodes")) == cold


def test_table_of_another_game_is_said_and_not_used(gui, tmp_path):
    gui.go("depth 2")
    gui.tell(f"setoption name HashFile value {tmp_path / 'a.tt'}", "setoption name Save Hash")
    gui.tell("setoption name UCI_Variant value mill")
    best, said = gui.go("depth 2")
    assert best in plyground.game("mill").start().legal_moves
    assert any("is for chess, not for mill:nine" in line for line in said)


def test_table_is_not_saved_while_searching(gui, tmp_path):
    gui.tell(f"setoption name HashFile value {tmp_path / 'a.tt'}")
    gui.ask("go infinite", "info depth 3 ")
    gui.tell("setoption name Save Hash")
    assert any("already searching" in line for line in gui.said)
    gui.ask("stop", "bestmove")
    assert not (tmp_path / "a.tt").exists()
