"""Files are written whole or not at all, whatever the disk does; every command says which file it could not write."""

from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S

import plyground
from plyground.engines.transcript import SAID_BY_ENGINE, Transcript
from plyground.journal import Journal, read_journal
from plyground.writing import replacing, write_text

PROGRAM = [sys.executable, "-m", "plyground"]


def run(
    *words: str, folder: Path, most_bytes: int | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The program; no file may become larger than `most_bytes`, as on a disk that is full."""

    def limit() -> None:
        if most_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    return subprocess.run(
        [*PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        preexec_fn=limit, env=os.environ | {"PLYGROUND_DATA": str(folder / "data"), **environment},
    )  # fmt: skip


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_error_leaves_the_old_file(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")

    def write_half() -> None:
        with replacing(path) as file:
            file.write(b"new")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_half()
    assert contents(tmp_path) == {"file": b"old"}


def test_error_of_the_disk_names_the_file(tmp_path, monkeypatch):
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    path = tmp_path / "file"
    with pytest.raises(OSError, match="No space left on device") as raised:
        write_text(path, "new")
    assert raised.value.filename == str(path)
    assert contents(tmp_path) == {}


def test_file_behind_a_link_is_replaced_with_its_permissions(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o600)
    link.symlink_to(path)
    write_text(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_device_is_written_to():
    write_text(Path("/dev/null"), "gone")
    with pytest.raises(OSError, match="No space left on device"):
        write_text(Path("/dev/full"), "x")


COMMANDS = {
    "old.svg": ("show", "chess", "--svg", "old.svg"),
    "old.toml": ("rules", "mill", "--save", "old.toml"),
    "old.fen": ("lab", "positions", "mill", "--count", "10", "--out", "old.fen"),
    "old.json": ("lab", "trace", "--depth", "2", "--out", "old.json"),
    "old.pgn": ("analyse", "chess", "--file", "game.pgn", "--depth", "1", "--out", "old.pgn"),
    "old.tt": ("tt", "save", "chess", "old.tt", "--depth", "3"),
    "old.book": ("book", "build", "connect-four", "--games", "1", "--nodes", "50", "--out", "old.book", "--replace"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_full_disk_costs_no_file_and_is_one_sentence(name, tmp_path):
    """A limit on the size of files stands for the full disk: everything written fails after some bytes."""
    record = plyground.Record(plyground.game("chess").start(), ["e2e4", "e7e5"])
    (tmp_path / "game.pgn").write_text(plyground.write_game(record) * 20)
    if name != "old.tt":
        (tmp_path / name).write_bytes(b"precious")
    before = contents(tmp_path)
    ended = run(*COMMANDS[name], folder=tmp_path, most_bytes=64)
    assert ended.returncode == 2, ended
    assert ended.stderr.startswith("plyground: ")
    assert ended.stderr.count("\n") == 1
    assert name in ended.stderr
    after = contents(tmp_path)
    assert {path: text for path, text in after.items() if path in before} == before
    assert not [path for path in after if path.startswith(".")]


def test_match_on_a_full_disk_resumes_later(tmp_path):
    words = ("arena", "match", "random", "random:seed=1", "--game", "connect-four", "--games", "6", "--out", "match")
    ended = run(*words, folder=tmp_path, most_bytes=3_000)
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1].startswith("plyground: match/games.jsonl: File too large")
    assert "Traceback" not in ended.stderr
    ended = run(*words, "--resume", folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    found = read_journal(tmp_path / "match" / "games.jsonl")
    assert found is not None
    assert len(found[1]) == 6


def test_full_standard_output_is_one_sentence(tmp_path):
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [*PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S, check=False
        )
    assert (ended.returncode, ended.stderr) == (2, "plyground: [Errno 28] No space left on device\n")


@pytest.mark.skipif(os.geteuid() == 0 and not os.path.exists("/usr/bin/setpriv"), reason="root may write everywhere")
@pytest.mark.parametrize("name", [*COMMANDS, "match"])
def test_read_only_folder_is_one_sentence(name, tmp_path):
    record = plyground.Record(plyground.game("chess").start(), ["e2e4"])
    (tmp_path / "game.pgn").write_text(plyground.write_game(record))
    words = COMMANDS.get(
        name, ("arena", "match", "random", "random:seed=1", "--game", "connect-four", "--out", "match")
    )
    tmp_path.chmod(0o555)
    # Not even root may write without this capability.
    drop = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"] if os.geteuid() == 0 else []
    ended = subprocess.run(
        [*drop, *PROGRAM, *words], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        env=os.environ | {"PLYGROUND_DATA": str(tmp_path / "data")},
    )  # fmt: skip
    tmp_path.chmod(0o755)
    assert ended.returncode == 2, ended
    assert "Permission denied" in ended.stderr or "cannot be written" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert [*contents(tmp_path)] == ["game.pgn"]


def test_journal_names_its_file_and_loses_nothing_on_a_full_disk(tmp_path, monkeypatch):
    path = tmp_path / "journal"
    with Journal(path, {"what": "test"}) as journal:
        journal.add("1", {})
        monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space left")))
        with pytest.raises(OSError, match="No space left") as raised:
            journal.add("2", {})
        monkeypatch.undo()
    assert raised.value.filename == str(path)
    with Journal(path, {"what": "test"}, resume=True) as journal:
        assert "1" in journal.parts


def test_damaged_value_in_a_journal_is_found(tmp_path):
    path = tmp_path / "journal"
    with Journal(path, {"what": "test"}) as journal:
        for key in "123":
            journal.add(key, {"value": 5})
    path.write_bytes(path.read_bytes().replace(b'"value": 5', b'"value": 7', 1))
    with pytest.raises(plyground.InvalidRecord, match=r"Line 2 of .* is damaged"):
        read_journal(path)


def test_journal_of_an_earlier_version_has_no_checksums(tmp_path):
    path = tmp_path / "journal"
    path.write_text('{"what": "test"}\n{"key": "1"}\n')
    with Journal(path, {"what": "test"}, resume=True) as journal:
        journal.add("2", {})
    found = read_journal(path)
    assert found is not None
    assert [*found[1]] == ["1", "2"]


def test_log_that_cannot_be_written_is_given_up():
    transcript = Transcript(Path("/dev/full"), head_bytes=10**6)
    for _ in range(1_000):
        transcript.note(SAID_BY_ENGINE, b"info " * 20)
    transcript.flush()
    transcript.save()
    transcript.close()
    assert len(transcript.latest) == 20
