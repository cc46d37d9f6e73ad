"""`plyground lab` as people and scripts use it."""

import json
import signal
import subprocess
import sys

import pytest
from tests.waiting import PATIENCE_S, wait_until
from typer.testing import CliRunner

from plyground.cli.lab import lab
from plyground.drawing import plots
from plyground.errors import PlygroundError

RUNNER = CliRunner()


@pytest.fixture
def no_plots(monkeypatch):
    """Plots are drawn in one test; they take longer than all else."""
    monkeypatch.setattr(plots, "has_plots", lambda: False)


def lines(*arguments):
    finished = RUNNER.invoke(lab, arguments, env={"COLUMNS": "200"})
    assert finished.exit_code == 0, finished.output
    return finished.stdout.splitlines()


def test_positions_go_to_the_output_or_to_a_file(tmp_path):
    head, *fens = lines("positions", "draughts", "--count", "3", "--seed", "4")
    assert head.endswith("game=draughts:russian count=3 seed=4")
    assert len(fens) == 3
    path = tmp_path / "positions.txt"
    assert lines("positions", "draughts", "--count", "3", "--seed", "4", "--out", str(path)) == []
    assert path.read_text().splitlines() == [head, *fens]


def test_compare_prints_a_table_and_writes_a_report(tmp_path):
    out = tmp_path / "report"
    arguments = ("--algorithms", "minimax,alphabeta", "--depth", "1-2", "--count", "2", "--out", str(out))
    printed = lines("compare", "--game", "draughts", *arguments)
    assert printed[0] == "Russian draughts, 2 positions (seed=0)"
    assert sum(line.split()[:2] == ["2", "alphabeta"] for line in printed) == 1
    assert {"report.md", "cells.jsonl", "nodes.svg"} <= {path.name for path in out.iterdir()}


def test_compare_in_self_play_prints_a_table_for_each_pairing(tmp_path, no_plots):
    arguments = ("--algorithms", "random,bot:minimax-weak,bot:negascout-tt", "--depth", "2", "--out", str(tmp_path))
    printed = lines("compare", "--game", "draughts", "--selfplay", *arguments)
    assert [line for line in printed if line.startswith("A: ")] == [
        "A: random, B: bot:minimax-weak",
        "A: random, B: bot:negascout-tt",
        "A: bot:minimax-weak, B: bot:negascout-tt",
    ]
    assert (tmp_path / "pairings.csv").exists()


def test_ablate_prints_what_each_feature_is_worth(tmp_path, no_plots):
    arguments = ("--base", "bot:negascout-tt", "--without", "tt,killers", "--depth", "2", "--count", "3")
    printed = lines("ablate", "--game", "mill", *arguments, "--out", str(tmp_path))
    assert printed[0].startswith("bot:negascout-tt at depth 2: Nine men's morris, 3 positions")
    assert [line.split("  ")[0] for line in printed[3:6]] == ["bot:negascout-tt", "without tt", "without killers"]


def test_noise_prints_what_it_costs(tmp_path):
    arguments = ("--depth", "3", "--seeds", "2", "--out", str(tmp_path))
    printed = lines("noise", "--game", "draughts", *arguments)
    assert printed[0] == "Russian draughts, depth 3: what noise costs"
    assert [line.split()[0] for line in printed[3:10] if line] == ["piece-count"] * 3 + ["piece-row"] * 3
    assert lines("noise", "--game", "connect-four", *arguments)[3].startswith("default")


def test_reproduce_prints_the_published_numbers_beside_ours(tmp_path, no_plots):
    printed = lines("reproduce", "draughts-2021", "--deepest", "1", "--out", str(tmp_path))
    assert printed[0].startswith("# ")
    assert sum("Table 7: negascout-tt v negascout-tt" in line for line in printed) >= 1
    assert (tmp_path / "report.md").exists()


def test_trace_is_drawn(tmp_path):
    picture, path = tmp_path / "trace.svg", tmp_path / "trace.json"
    arguments = ("--game", "connect-four", "--depth", "2", "--svg", str(picture))
    assert lines("trace", *arguments) == []
    assert picture.read_text().startswith("<svg")
    lines("trace", *arguments, "--out", str(path))
    assert json.loads(path.read_text())["nodes"]
    finished = RUNNER.invoke(lab, ("trace", "--game", "chess", "--depth", "3", "--svg", str(picture)))
    assert finished.exit_code == 2
    assert "too many to draw" in finished.output


def test_trace_is_json(tmp_path):
    path = tmp_path / "trace.json"
    lines("trace", "--game", "chess", "--algorithm", "mtdf+tt", "--depth", "2", "--out", str(path))
    found = json.loads(path.read_text())
    assert (found["algorithm"], found["depth"]) == ("mtdf", 2)
    assert found["nodes"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("compare", "--algorithms", "foo"),
        ("compare", "--algorithms", "alphabeta+foo"),
        ("compare", "--algorithms", "random"),
        ("compare", "--algorithms", "alphabeta", "--selfplay"),
        ("compare", "--depth", "0-3"),
        ("compare", "--depth", "3-2"),
        ("ablate", "--base", "alphabeta"),
        ("trace", "--algorithm", "random"),
        ("noise", "--algorithms", "random"),
        ("noise", "--evaluations", "piece-colour"),
        ("positions", "nogame"),
    ],
)
def test_mistakes_are_refused_before_anything_is_measured(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    finished = RUNNER.invoke(lab, arguments)
    assert finished.exit_code == 2 or isinstance(finished.exception, PlygroundError)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted_ablation_reports_what_is_finished(tmp_path, no_plots):
    arguments = ["ablate", "--game", "draughts", "--without", "tt", "--out", str(tmp_path), "--depth"]
    command = [sys.executable, "-m", "plyground", "lab", *arguments, "9", "--count", "200"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    cells = tmp_path / "cells.jsonl"
    wait_until(lambda: cells.exists() and len(cells.read_text().splitlines()) >= 4)
    running.send_signal(signal.SIGINT)
    printed, complaints = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 130
    assert "of 200 are finished; add --resume to continue" in complaints
    assert "without tt" in printed


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted_comparison_keeps_its_cells_and_can_be_resumed(tmp_path, no_plots):
    arguments = ["compare", "--algorithms", "minimax", "--count", "3", "--out", str(tmp_path), "--depth"]
    command = [sys.executable, "-m", "plyground", "lab", *arguments, "1-30"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    cells = tmp_path / "cells.jsonl"
    wait_until(lambda: cells.exists() and len(cells.read_text().splitlines()) >= 4)
    running.send_signal(signal.SIGINT)
    printed, complaints = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 130
    assert "of 30 are finished; add --resume to continue" in complaints
    assert "minimax" in printed
    assert (tmp_path / "nodes.png").exists()
    finished = cells.read_text().splitlines()
    assert sum("minimax" in line for line in lines(*arguments, "1-4", "--resume")) >= 4
    assert cells.read_text().splitlines()[: len(finished)] == finished
