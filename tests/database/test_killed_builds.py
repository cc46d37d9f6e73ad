"""A build that is killed at any moment, as often as you like, ends with the files of an uninterrupted one."""

import random
import subprocess
import sys
from pathlib import Path

import pytest


def command(folder: Path, men: int) -> list[str]:
    options = ["--men", str(men), "--distances", "--threads", "2", "--folder", str(folder)]
    return [sys.executable, "-m", "plyground", "db", "build", "mill", *options]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def build_with_kills(folder: Path, men: int, kills: int, longest_s: float) -> None:
    dice = random.Random(1)
    for _ in range(kills):
        with subprocess.Popen(command(folder, men), stdout=subprocess.DEVNULL) as process:
            try:
                process.wait(dice.uniform(0, longest_s))
            except subprocess.TimeoutExpired:
                process.kill()
    subprocess.run(command(folder, men), check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize(
    ("men", "kills", "longest_s"), [(7, 6, 1.5), pytest.param(11, 20, 30.0, marks=pytest.mark.bench)]
)
def test_killed_build_continues_and_ends_with_the_same_files(tmp_path, men, kills, longest_s):
    subprocess.run(command(tmp_path / "whole", men), check=True, stdout=subprocess.DEVNULL)
    build_with_kills(tmp_path / "killed", men, kills, longest_s)
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")
