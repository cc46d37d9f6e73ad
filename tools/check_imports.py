"""Checks who imports whom in Python: `check_imports.py [FOLDER]` runs import-linter on the package in the folder.

import-linter sees only modules written in Python and would take an import of the compiled `_core` for an import of
the whole package. So it is shown a copy in which `_core` is an empty Python module.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
_LIBRARIES = ("purelib", "platlib")


def main(source: Path) -> int:
    """Runs import-linter with the contracts of pyproject.toml; its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "plyground"
        shutil.copytree(source / "plyground", package, ignore=shutil.ignore_patterns("__pycache__", "*.pyi", "*.so"))
        (package / "_core.py").touch()
        shutil.copy(PROJECT / "pyproject.toml", folder)
        # Without `site` (-S) there is no editable install, which would be found before the copy.
        run_lint = "from importlinter.cli import lint_imports_command as run; run()"
        outcome = subprocess.run(
            [sys.executable, "-S", "-c", run_lint, "--no-cache", "--no-logo"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([folder, *{*map(sysconfig.get_path, _LIBRARIES)}])},
            capture_output=True,
            text=True,
            check=False,
        )
    if outcome.returncode:
        print(outcome.stdout, outcome.stderr, sep="\n", file=sys.stderr)
    return outcome.returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT / "src"))
