"""Journals: what is finished stays finished, and belongs to one run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from plyground.errors import InvalidRecord
from plyground.journal import Journal, read_journal

SETUP = {"players": {"A": "random", "B": "minimax"}, "openings": {"seed": 1, "plies": 6}}


def filled(path: Path, *keys: str, resume: bool = False) -> None:
    with Journal(path, SETUP, resume=resume) as journal:
        for key in keys:
            journal.add(key, {"value": key})


def test_parts_are_there_again_in_their_order(tmp_path: Path):
    path = tmp_path / "games.jsonl"
    filled(path, "1", "3")
    filled(path, "2", resume=True)
    found = read_journal(path)
    assert found is not None
    assert found[0] == SETUP
    assert list(found[1]) == ["1", "3", "2"]


def test_players_in_another_order_are_another_run(tmp_path: Path):
    path = tmp_path / "games.jsonl"
    filled(path, "1")
    swapped = SETUP | {"players": {"B": "minimax", "A": "random"}}
    with pytest.raises(InvalidRecord, match="players"):
        Journal(path, swapped, resume=True)


def test_the_setting_that_differs_is_named_alone(tmp_path: Path):
    path = tmp_path / "games.jsonl"
    filled(path, "1")
    with pytest.raises(InvalidRecord, match=r"Its openings\.seed is 1, not 2"):
        Journal(path, SETUP | {"openings": {"seed": 2, "plies": 6}}, resume=True)


def test_no_earlier_run_is_ever_overwritten(tmp_path: Path):
    path = tmp_path / "games.jsonl"
    for key in ("1", "2", "3"):
        filled(path, key)
    kept = {file.name: list((read_journal(file) or ({}, {}))[1]) for file in tmp_path.iterdir()}
    assert kept == {"games.jsonl": ["3"], "games.previous.jsonl": ["1"], "games.previous-2.jsonl": ["2"]}


@pytest.mark.parametrize("text", [b"5\n", b"[1]\n", b"\0\0\0\0", b"no journal\n", b'{"cut": '])
def test_what_is_no_journal_is_put_aside(text: bytes, tmp_path: Path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(text)
    assert read_journal(path) is None
    filled(path, "1", resume=True)
    assert (tmp_path / "games.previous.jsonl").read_bytes() == text
    assert list((read_journal(path) or ({}, {}))[1]) == ["1"]


@pytest.mark.parametrize("damage", [b"\xff\xfe", b"{}", b"[]", b'{"key": 5}', b'{"key": "2"', b""])
def test_a_damaged_line_costs_nothing_of_what_follows_it(damage: bytes, tmp_path: Path):
    path = tmp_path / "games.jsonl"
    filled(path, "1", "2", "3")
    lines = path.read_bytes().splitlines()
    lines[2] = damage
    path.write_bytes(b"\n".join(lines) + b"\n")
    before = path.read_bytes()
    with pytest.raises(InvalidRecord, match="Line 3 of"):
        Journal(path, SETUP, resume=True)
    with pytest.raises(InvalidRecord, match="Line 3 of"):
        read_journal(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("end", [b'{"key": "4", "val', b"\0\0\0", b"\xff\n", b'{"key": "4"\n', b"\n\n"])
def test_a_last_line_that_was_cut_short_counts_for_nothing(end: bytes, tmp_path: Path):
    path = tmp_path / "games.jsonl"
    filled(path, "1", "2")
    with path.open("ab") as file:
        file.write(end)
    filled(path, "3", resume=True)
    assert list((read_journal(path) or ({}, {}))[1]) == ["1", "2", "3"]


@pytest.mark.parametrize("resume", [False, True])
def test_a_run_in_another_process_keeps_its_journal_to_itself(resume: bool, tmp_path: Path):
    path = tmp_path / "games.jsonl"
    other = (
        "import sys; from pathlib import Path; from plyground.journal import Journal\n"
        f"journal = Journal(Path(sys.argv[1]), {SETUP!r}); print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", other, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "open\n"
        with pytest.raises(InvalidRecord, match="Another run"):
            Journal(path, SETUP, resume=resume)
        assert [file.name for file in tmp_path.iterdir()] == [path.name]
        running.communicate()
    filled(path, "1", resume=True)
