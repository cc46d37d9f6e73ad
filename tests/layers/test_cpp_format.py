"""The C++ format check accepts our tree and refuses planted violations."""

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROJECT / "tools/format_cpp.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_our_tree_is_formatted():
    outcome = run("--check", PROJECT / "cpp", PROJECT / "tools")
    assert (outcome.returncode, outcome.stdout, outcome.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        ("int  f( ){return 1 ;}\n", "planted.cpp: not formatted"),
        ("int f() {\n  return 1;\n}\n", "planted.cpp: not formatted"),
        (f'const char* TEXT =\n    R"({"x" * 120})";\n', "planted.cpp:2: 130 characters, more than 120"),
    ],
)
def test_badly_formatted_file_is_refused(tmp_path, code, verdict):
    (tmp_path / "clean.hpp").write_text("int f();\n", encoding="utf-8")
    (tmp_path / "planted.cpp").write_text(code, encoding="utf-8")
    outcome = run("--check", tmp_path)
    assert outcome.returncode == 1
    [line] = outcome.stdout.splitlines()
    assert verdict in line


def test_formatting_repairs_a_file(tmp_path):
    planted = tmp_path / "planted.cpp"
    planted.write_text("int  f( ){return 1 ;}\n", encoding="utf-8")
    assert run(tmp_path).returncode == 0
    assert planted.read_text(encoding="utf-8") == "int f() { return 1; }\n"
    assert run("--check", tmp_path).returncode == 0


def test_make_check_runs_the_format_check():
    outcome = subprocess.run(["make", "-n", "check"], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert "tools/format_cpp.py --check cpp tools" in outcome.stdout
