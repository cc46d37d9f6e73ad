"""Transposition tables in files: `plyground tt`, and searches that begin with what is known."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.waiting import PATIENCE_S
from typer.testing import CliRunner

import plyground
from plyground.cli.program import app
from plyground.database import tt_files
from plyground.database.tt_files import open_tt, roomy_mb, save_tt, warm
from plyground.errors import InvalidRules, InvalidTT
from plyground.games.mill import Mill
from plyground.games.mill.rules import MillRules
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher

CHESS = plyground.game("chess")
FINE_70 = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
"""Lasker and Reichhelm's study, in which a table helps more than anything else."""


def says(*arguments: str, status: int = 0) -> str:
    command = [sys.executable, "-m", "plyground", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def kept(tmp_path):
    """A table of a search of the study, sixteen plies deep."""
    searcher = Searcher(CHESS, hash_mb=16)
    warm(searcher, [Record(CHESS.from_fen(FINE_70))], Limits(depth=16))
    path = tmp_path / "fine.tt"
    assert save_tt(searcher, path) == searcher.tt_statistics().used > 0
    return path


@pytest.mark.parametrize("name", ["chess", "draughts", "mill", "mill:morabaraba", "connect-four"])
def test_table_is_kept_and_known_again_in_every_game(name, tmp_path):
    game = plyground.game(name)
    searcher = Searcher(game, hash_mb=16)
    searcher.analyse(game.start(), Limits(depth=4))
    used = save_tt(searcher, tmp_path / "a.tt")
    assert open_tt(game, [tmp_path / "a.tt"]).tt_statistics().used == used


def test_search_with_a_kept_table_looks_at_less(kept):
    position, limits = CHESS.from_fen(FINE_70), Limits(depth=16)
    cold = Searcher(CHESS, hash_mb=16).analyse(position, limits)
    warmed = open_tt(CHESS, [kept]).analyse(position, limits)
    assert warmed.nodes < cold.nodes


def test_games_are_searched_from_their_end(tmp_path):
    record = Record(CHESS.start(), ("f2f3", "e7e5", "g2g4", "d8h4"))
    heard: list[tuple[str, float]] = []
    searcher = Searcher(CHESS, hash_mb=1)
    warm(searcher, [record], Limits(depth=1), lambda what, done, left_s=None: heard.append((what, done)))
    assert heard == [(f"game 1 of 1, {done} of 5 positions", done / 5) for done in range(1, 6)]
    assert len(record) == 4
    report = searcher.analyse(Record(CHESS.start(), ("f2f3", "e7e5", "g2g4")), Limits(depth=1))
    assert report.require_score().plies == 1


def test_foreign_game_rules_and_version_are_refused(kept, tmp_path):
    with pytest.raises(InvalidTT, match="is for chess, not for mill:nine"):
        open_tt(plyground.game("mill"), [kept])
    seven, eight = Mill(rules=MillRules(men=7)), Mill(rules=MillRules(men=8))
    save_tt(Searcher(seven, hash_mb=1), tmp_path / "seven.tt")
    open_tt(seven, [tmp_path / "seven.tt"])
    with pytest.raises(InvalidTT, match="for other rules of mill:custom"):
        open_tt(eight, [tmp_path / "seven.tt"])
    content = bytearray(kept.read_bytes())
    content[8] += 1
    kept.write_bytes(content)
    with pytest.raises(InvalidTT, match=r"has version \d+\. This program reads version"):
        open_tt(CHESS, [kept])


def test_table_that_cannot_be_written_leaves_the_old_one(kept, monkeypatch):
    before = kept.read_bytes()

    def fail(path):
        raise InvalidTT("tt_unwritable", path=path)

    searcher = Searcher(CHESS, hash_mb=1)
    monkeypatch.setattr(searcher, "save_tt", fail)
    with pytest.raises(InvalidTT, match="could not be written"):
        save_tt(searcher, kept)
    assert kept.read_bytes() == before
    assert [file.name for file in kept.parent.iterdir()] == [kept.name]


def test_place_that_does_not_exist_is_one_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(InvalidTT, match="The hash table could not be written to"):
        save_tt(Searcher(CHESS, hash_mb=1), tmp_path / "file" / "a.tt")


def test_folder_is_no_place_for_a_table(tmp_path):
    with pytest.raises(InvalidTT, match="The hash table could not be written to"):
        save_tt(Searcher(CHESS, hash_mb=1), tmp_path)


def test_table_for_which_there_is_no_room_is_one_sentence(monkeypatch):
    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr("plyground.search.searcher._core.searcher", fail)
    with pytest.raises(InvalidRules, match="not enough memory for a 9 MB hash table"):
        open_tt(CHESS, [], hash_mb=9)


def test_saved_shown_and_loaded_counts_agree(tmp_path):
    searcher = Searcher(CHESS, hash_mb=1)
    searcher.analyse(CHESS.start(), Limits(nodes=200_000))
    saved = save_tt(searcher, tmp_path / "full.tt")
    # Of a full table, a table of the same size has no room for everything.
    assert open_tt(CHESS, [tmp_path / "full.tt"], hash_mb=1).tt_statistics().used < saved
    assert searcher.tt_file_statistics(tmp_path / "full.tt").used == saved
    for command, options in (("show", ()), ("load", ("--nodes", "100", "--hash", "1"))):
        done = CliRunner().invoke(app, ["tt", command, "chess", str(tmp_path / "full.tt"), *options])
        assert str(saved) in done.output.replace(",", "")


def test_there_is_room_for_files(tmp_path):
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(40 << 20)
    assert roomy_mb([large]) == 128
    assert roomy_mb([tmp_path / "none"]) == 16


def test_records_of_another_game_are_refused(tmp_path):
    with pytest.raises(InvalidRules, match="The searcher plays chess"):
        warm(Searcher(CHESS, hash_mb=1), [Record(plyground.game("mill").start())], Limits(depth=1))


def test_commands_save_add_show_load_and_merge(tmp_path):
    path, games = str(tmp_path / "a.tt"), tmp_path / "games.pgn"
    games.write_text('[Event "?"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "?"]\n\n1. d4 d5 *\n')
    first = says("tt", "save", "chess", path, "--file", str(games), "--depth", "3")
    second = says("tt", "save", "chess", path, "--fen", FINE_70, "--depth", "8")
    count = [int(said.split()[0]) for said in (first, second)]
    assert 0 < count[0] < count[1]
    shown = says("tt", "show", "chess", path)
    assert "exact" in shown
    assert "mean depth" in shown
    loaded = says("tt", "load", "chess", path, "--fen", FINE_70, "--depth", "8").splitlines()
    assert loaded[0] == f"{count[1]} entries from {path}"
    assert loaded[-1].startswith("depth 8, ")
    says("tt", "save", "chess", str(tmp_path / "b.tt"), "--nodes", "2000")
    merged = says("tt", "merge", "chess", path, str(tmp_path / "b.tt"), "--out", str(tmp_path / "c.tt"))
    assert int(merged.split()[0]) > count[1]
    analysed = says("analyse", "chess", "--fen", FINE_70, "--tt", path, "--depth", "8")
    assert "Kb1" in analysed


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("show", "mill", "TABLE"), "is for chess, not for mill:nine"),
        (("save", "mill", "TABLE", "--depth", "1"), "is for chess, not for mill:nine"),
        (("load", "chess", "nowhere"), "The hash table file nowhere could not be read"),
        (("save", "chess", "TABLE", "--file", "TABLE", "--fen", FINE_70), "leave out --fen"),
        (("save", "chess", "TABLE", "--seconds", "nan"), "'--seconds'"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(kept, arguments, expected):
    before = kept.read_bytes()
    said = says("tt", *(str(kept) if word == "TABLE" else word for word in arguments), status=2)
    assert expected in said
    assert len(said.splitlines()) == 1
    assert kept.read_bytes() == before


def test_ctrl_c_keeps_what_was_found(tmp_path, monkeypatch):
    def interrupted(searcher, records, limits, on_progress=None):
        searcher.analyse(records[0], Limits(depth=3))
        raise KeyboardInterrupt

    monkeypatch.setattr(tt_files, "warm", interrupted)
    path = tmp_path / "a.tt"
    done = CliRunner().invoke(app, ["tt", "save", "chess", str(path)])
    assert done.exit_code == 130
    assert int(done.output.split()[0]) == open_tt(CHESS, [path]).tt_statistics().used > 0
