"""The public API: what `import plyground` gives, and what it costs."""

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plyground
from plyground import abilities, errors

PROJECT = Path(__file__).parents[1]
PACKAGE = Path(plyground.__file__).parent
PUBLIC: list[str] = vars(plyground)["__all__"]
HEAVY = ["numpy", "matplotlib", "uvicorn", "starlette", "rich", "typer", "prompt_toolkit", "chess"]


def modules_after(program: str) -> set[str]:
    """The modules that are loaded after a program has run in a fresh interpreter."""
    command = [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_import_loads_no_optional_or_interface_library():
    assert not modules_after("import plyground") & set(HEAVY)


def test_import_loads_none_of_our_own_modules():
    assert {name for name in modules_after("import plyground") if name.startswith("plyground.")} == set()


def test_all_of_the_api_loads_no_optional_or_interface_library():
    assert not modules_after("from plyground import *") & set(HEAVY)


def test_a_game_is_played_without_optional_or_interface_libraries():
    program = "import plyground; plyground.Record(plyground.game('chess').start(), ['e4']).outcome()"
    loaded = modules_after(program)
    assert not loaded & {*HEAVY, "plyground.search", "plyground.play", "plyground.server"}


def stub_homes() -> dict[str, str]:
    """The names that type checkers and editors see, with the modules they come from."""
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    imports = [one for one in stub.body if isinstance(one, ast.ImportFrom)]
    return {alias.name: str(one.module) for one in imports for alias in one.names}


def test_dir_all_and_the_stub_list_the_same_names():
    assert dir(plyground) == sorted(PUBLIC)
    assert set(PUBLIC) == {*stub_homes(), "__version__"}
    assert len(set(PUBLIC)) == len(PUBLIC)


def test_the_reference_describes_the_same_names():
    text = (PROJECT / "docs/reference.md").read_text(encoding="utf-8")
    described = re.findall(r"^### (\w+)\n\n.+?\n\n```python\n>>> ", text, re.MULTILINE | re.DOTALL)
    assert sorted(described) == sorted({*PUBLIC} - {"__version__"})


@pytest.mark.parametrize(("name", "home"), stub_homes().items())
def test_a_public_name_is_what_the_stub_says(name, home):
    assert getattr(plyground, name) is getattr(importlib.import_module(home), name)


def test_every_error_is_public():
    found = (
        value for value in vars(errors).values() if isinstance(value, type) and value.__module__ == "plyground.errors"
    )
    assert {error.__name__ for error in found if issubclass(error, Exception)} <= set(PUBLIC)


def test_every_ability_is_public():
    found = (value for value in vars(abilities).values() if isinstance(value, type))
    assert {value.__name__ for value in found if value.__module__ == "plyground.abilities"} <= set(PUBLIC)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'plyground' has no attribute 'nonsense'"):
        plyground.nonsense  # type: ignore[attr-defined]  # noqa: B018


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
    submodules = {path.stem for path in init.parent.glob("*.py") if path != init} | {
        path.parent.name for path in init.parent.glob("*/*.py")
    }
    assert not bound_names(init.read_text(encoding="utf-8")) & (submodules - {"__init__"})


def test_a_submodule_can_be_imported_under_another_name():
    import plyground.games.chess as chess

    assert chess is importlib.import_module("plyground.games.chess")
