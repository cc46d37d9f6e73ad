"""`plyground arena` as people type it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S, cpu_s, processes_in, wait_until
from typer.testing import CliRunner

from plyground.cli.program import app
from plyground.games.draughts.notation import PDN

QUICK = ["--game", "draughts", "--tc", "depth=2", "--concurrency", "0"]


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["arena", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_match_leaves_games_and_a_report(tmp_path: Path):
    said = run("match", "alphabeta:depth=2", "random", *QUICK, "--games", "4", "--out", str(tmp_path))
    assert said.startswith("alphabeta:depth=2 scored 100.0 % (+4 =0 -0) against random: Elo")
    games = list(PDN.read_games(tmp_path / "games.pdn"))
    assert [game.headers["Round"] for game in games] == ["1", "2", "3", "4"]
    assert {"report.md", "report.html", "games.jsonl"} <= {path.name for path in tmp_path.iterdir()}
    assert all("emt" in node.commands for node in list(games[0].main_line())[6:])


def test_a_tournament_is_rated_with_random_at_zero(tmp_path: Path):
    said = run(
        "tournament", "random", "alphabeta:depth=2", "minimax:depth=1", *QUICK, "--games", "2", "--out", str(tmp_path)
    )
    assert "Crosstable" in said or "crosstable" in said.lower()
    assert "scale of random = 0" in said


def test_a_report_can_be_made_anew_from_the_journal_alone(tmp_path: Path):
    run("match", "alphabeta:depth=2", "random", *QUICK, "--games", "2", "--out", str(tmp_path))
    for name in ("report.md", "report.html", "games.pdn"):
        (tmp_path / name).unlink()
    said = run("report", str(tmp_path))
    assert "scored 100.0 %" in said
    assert "scale of random = 0" in said
    assert (tmp_path / "report.html").exists()


def test_a_sequential_test_ends_a_match_early(tmp_path: Path):
    words = [
        "match",
        "alphabeta:depth=3",
        "random",
        *QUICK,
        "--games",
        "400",
        "--sprt",
        "0,100",
        "--out",
        str(tmp_path),
    ]
    run(*words)
    assert 4 < len((tmp_path / "games.jsonl").read_text().splitlines()) < 200


def test_openings_come_from_a_file(tmp_path: Path):
    book = tmp_path / "openings.txt"
    book.write_text("# three kings\nW:WKa1,Kc1,Ke1:BKh8\n")
    run(
        "match",
        "alphabeta:depth=2",
        "random",
        *QUICK,
        "--games",
        "2",
        "--openings",
        str(book),
        "--out",
        str(tmp_path / "o"),
    )
    lines = (tmp_path / "o" / "games.jsonl").read_text().splitlines()
    assert {json.loads(line)["opening"]["name"] for line in lines[1:]} == {"line 2"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["match", "alphabet", "random"], "There is no player 'alphabet'"),
        (["match", "random", "uci:"], "there is no program to start"),
        (["match", "random", "uci:x option.Hash"], "is not option.NAME=VALUE"),
        (["match", "random", "random", "--tc", "soon"], "The time control 'soon' is invalid"),
        (["match", "random", "random", "--sprt", "5"], "--sprt '5' is unreadable"),
        (["match", "random", "random", "--sprt", "5,0"], "smaller number first"),
        (["tournament", "random"], "at least two players"),
        (["tournament", "random", "minimax", "--anchor", "x"], "--anchor 'x' is unreadable"),
        (["tournament", "random", "minimax", "--anchor", "random=nan"], "'random=nan' is unreadable"),
        (["tournament", "random", "minimax", "--anchor", "x=3"], "'x', which does not play"),
        (["match", "random", "uci:/nowhere/engine"], "there is no program '/nowhere/engine'"),
        (["report", "/nowhere"], "has no arena games"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words: list[str], sentence: str, tmp_path: Path):
    where = [] if words[0] == "report" else ["--out", str(tmp_path)]
    command = [sys.executable, "-m", "plyground", "arena", *words, *where]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path: Path):
    words = [
        "match",
        "alphabeta:depth=3",
        "minimax:depth=3",
        "--game",
        "draughts",
        "--tc",
        "depth=3",
        "--games",
        "2000",
    ]
    command = [sys.executable, "-m", "plyground", "arena", *words, "--concurrency", "1", "--out", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        journal = tmp_path / "games.jsonl"
        wait_until(lambda: journal.exists() and len(journal.read_bytes().splitlines()) >= 5)
        os.kill(running.pid, signal.SIGINT)
        _, complained = running.communicate()
    assert running.returncode == 130
    assert "--resume continues" in complained
    assert "Traceback" not in complained
    assert (tmp_path / "report.html").exists()


STARTED_S = 1.0
"""More than a worker needs to start, in seconds of processor time."""


def _hear(is_background: bool) -> None:
    """Signals as a shell leaves them to its jobs, whatever these tests were started by."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN if is_background else signal.SIG_DFL)


@pytest.mark.parametrize("is_background", [False, True])
@pytest.mark.parametrize("signals", [(signal.SIGINT, signal.SIGINT), (signal.SIGTERM,), (signal.SIGHUP,)])
def test_impatience_and_other_ways_to_be_told_to_end_leave_no_process_behind(
    signals: tuple[signal.Signals, ...], is_background: bool, tmp_path: Path
):
    """A shell starts a background job deaf to Ctrl-C."""
    words = ["match", "minimax:depth=9", "minimax:depth=9", "--games", "4", "--tc", "depth=9", "--concurrency", "2"]
    command = [sys.executable, "-m", "plyground", "arena", *words, "--out", str(tmp_path)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=partial(_hear, is_background),
    ) as running:
        # Both workers search by the time they have used more of the processor than it takes to start.
        wait_until(lambda: sum(cpu_s(process) > STARTED_S for process in processes_in(running.pid)) >= 2)
        for number in signals:
            os.killpg(running.pid, number)
        # Ends when nobody holds the other end any more, workers included; a single move would take them hours.
        _, complained = running.communicate(timeout=PATIENCE_S)
    assert running.returncode in (130, -signal.SIGINT)
    assert "interrupted" in complained
    assert "Traceback" not in complained
