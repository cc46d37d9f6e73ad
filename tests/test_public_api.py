"""The public API: what `import plyground` gives, and what it costs."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import plyground

PACKAGE = Path(plyground.__file__).parent
HEAVY = ["numpy", "matplotlib", "litestar", "uvicorn", "starlette", "rich", "typer", "prompt_toolkit", "chess"]


def modules_after(program: str) -> set[str]:
    """The modules that are loaded after a program has run in a fresh interpreter."""
    command = [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_import_loads_no_optional_or_interface_library():
    assert not modules_after("import plyground") & set(HEAVY)


def bound_names(source: str) -> set[str]:
    """The names that the top level of a module defines or imports."""
    names: set[str] = set()
    for statement in ast.walk(ast.parse(source)):
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            names.add(statement.name)
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in statement.names)
        elif isinstance(statement, ast.Assign):
            names.update(target.id for target in statement.targets if isinstance(target, ast.Name))
    return names


@pytest.mark.parametrize("init", sorted(PACKAGE.rglob("__init__.py")), ids=lambda path: path.parent.name)
def test_no_name_of_a_package_hides_a_submodule(init):
    submodules = {path.stem for path in init.parent.glob("*.py")} | {
        path.parent.name for path in init.parent.glob("*/*.py")
    }
    assert not bound_names(init.read_text(encoding="utf-8")) & submodules


def test_a_submodule_can_be_imported_under_another_name():
    import plyground.games.chess as chess

    assert chess is importlib.import_module("plyground.games.chess")
