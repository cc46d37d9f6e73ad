"""Formats C++ with clang-format: `format_cpp.py [--check] FOLDER...` rewrites the files below each folder.

With `--check` nothing is written: one line per violation, and exit status 1 if there is any. Line length is checked
separately, because clang-format leaves a line alone that it cannot break, like a raw string.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
STYLE = PROJECT / ".clang-format"
SUFFIXES = {".hpp", ".cpp"}
"""Generated tables end in .inc and keep the layout of the program that wrote them."""


def source_files(folders: list[Path]) -> list[Path]:
    """The C++ files below the folders."""
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in SUFFIXES)


def clang_format(files: list[Path], *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the clang-format of this environment with the project's style."""
    program = str(Path(sys.executable).with_name("clang-format"))
    command = [program, f"--style=file:{STYLE}", *options, *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def badly_formatted(files: list[Path]) -> list[str]:
    """One line for each file that clang-format would change."""
    outcome = clang_format(files, "--dry-run", "--Werror", "--ferror-limit=1")
    if outcome.returncode == 0:
        return []
    found = re.findall(r"^(.+?):\d+:\d+: error: code should be clang-formatted", outcome.stderr, re.MULTILINE)
    return [f"{path}: not formatted; run `make format`" for path in dict.fromkeys(found)] or [outcome.stderr.strip()]


def long_lines(files: list[Path]) -> list[str]:
    """One line for each line of code beyond the column limit of the style."""
    limit = int(re.findall(r"^ColumnLimit: (\d+)", STYLE.read_text(encoding="utf-8"), re.MULTILINE)[0])
    return [
        f"{path}:{number}: {len(line)} characters, more than {limit}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > limit
    ]


def main() -> int:
    """Formats or checks the files; 1 if the check finds violations or clang-format fails."""
    parser = argparse.ArgumentParser(description="Formats C++ with clang-format.")
    parser.add_argument("--check", action="store_true", help="only report what is badly formatted")
    parser.add_argument("folders", nargs="+", type=Path)
    arguments = parser.parse_args()
    files = source_files(arguments.folders)
    if arguments.check:
        violations = [*badly_formatted(files), *long_lines(files)]
    else:
        outcome = clang_format(files, "-i")
        violations = [outcome.stderr.strip()] if outcome.returncode else []
    for line in violations:
        print(line)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
