"""Importing plyground costs nothing that only some of its users need."""

import subprocess
import sys

HEAVY = ["numpy", "matplotlib", "litestar", "uvicorn", "starlette", "rich", "typer", "prompt_toolkit", "chess"]


def test_import_loads_no_optional_or_interface_library():
    program = f"import sys, plyground; print([name for name in {HEAVY} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"
