"""The page's style check accepts a well-formed file and refuses planted faults."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
SETTINGS = [
    ".editorconfig",
    "tools/page.sh",
    "web/.npmrc",
    "web/.prettierignore",
    "web/eslint.config.js",
    "web/package.json",
    "web/package-lock.json",
    "web/prettier.config.js",
    "web/svelte.config.js",
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project with the page's settings and packages, but none of its source."""
    for name in SETTINGS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy2(PROJECT / name, tmp_path / name)
    packages = PROJECT / "web/node_modules"
    if not packages.is_dir():
        pytest.fail("the page's packages are not installed; `make check` installs them")
    # A link to each package, not to their folder: the caches in there belong to the real page.
    (tmp_path / "web/node_modules").mkdir()
    for package in packages.iterdir():
        if package.name not in (".cache", ".package-lock.json"):
            (tmp_path / "web/node_modules" / package.name).symlink_to(package)
    # This file tells page.sh that the packages are up to date.
    (tmp_path / "web/node_modules/.package-lock.json").touch()
    return tmp_path


FINE = """<script lang="ts">
  let { name }: { name: string } = $props()
</script>

<p>{name}</p>
"""


def faults(tree: Path, files: dict[str, str]) -> str:
    """What the check says about these files, having refused them."""
    (tree / "web/src").mkdir()
    for name, text in files.items():
        (tree / "web/src" / name).write_text(text, encoding="utf-8")
    command = [str(tree / "tools/page.sh"), sys.executable, "lint"]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    assert outcome.returncode != 0
    return outcome.stdout + outcome.stderr


def test_bad_formatting_is_refused(tree):
    planted = {
        "spaces.ts": "export const one  = 1\n",
        "semicolon.ts": "export const one = 1;\n",
        "Spaces.svelte": "<p   >{1}</p>\n",
        "line.css": "p { margin: 0 }\n",
    }
    said = faults(tree, {"Fine.svelte": FINE, **planted})
    assert [name for name in planted if name not in said] == []
    assert "Fine.svelte" not in said


def test_questionable_code_is_refused(tree):
    planted = {
        "any.ts": "export const one: any = 1\n",
        "Each.svelte": "{#each [1, 2] as number}\n  {number}\n{/each}\n",
        "order.ts": "import { b } from './b'\nimport { a } from './a'\n\nexport const both = [a, b]\n",
    }
    said = faults(tree, {"Fine.svelte": FINE, **planted})
    assert "no-explicit-any" in said
    assert "svelte/require-each-key" in said
    assert "simple-import-sort/imports" in said
    assert "Fine.svelte" not in said


def test_make_check_includes_the_page():
    command = ["make", "--dry-run", "--always-make", "check"]
    outcome = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    assert any("tools/page.sh" in line and line.endswith(" lint") for line in outcome.stdout.splitlines())
