"""Prints requirements that pyproject.toml states: `build`, or the name of an extra."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path


def requirements(name: str) -> list[str]:
    """The requirements of the build system or of one extra."""
    pyproject = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    if name == "build":
        found: list[str] = pyproject["build-system"]["requires"]
    else:
        found = pyproject["project"]["optional-dependencies"][name]
    return found


if __name__ == "__main__":
    for group in sys.argv[1:]:
        print(*requirements(group), sep="\n")
