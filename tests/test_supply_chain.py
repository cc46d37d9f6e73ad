"""What an installation brings along: few packages, all of them locked for releases."""

import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).parents[1]
LOCKED = (PROJECT / "requirements" / "server.txt").read_text(encoding="utf-8")
MAX_DISTRIBUTIONS = 30
"""With `plyground` itself. Whatever adds one should be worth it to everybody who installs the server."""


def needed(requirement: Requirement, found: set[str]) -> set[str]:
    """The distributions that a requirement brings along."""
    name = canonicalize_name(requirement.name)
    if name in found and not requirement.extras:
        return found
    found.add(name)
    for one in map(Requirement, requires(name) or ()):
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in requirement.extras or {""}):
            needed(one, found)
    return found


def server_needs() -> set[str]:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = {"plyground"}
    for text in project["dependencies"] + project["optional-dependencies"]["server"]:
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate():
            needed(requirement, found)
    return found


def test_the_server_needs_few_distributions() -> None:
    found = server_needs()
    assert len(found) <= MAX_DISTRIBUTIONS, sorted(found)


def test_a_release_locks_every_distribution_with_its_hashes() -> None:
    entries = re.findall(r"^([\w.-]+)==(.*?)(?=^[\w.-]|\Z)", LOCKED, re.MULTILINE | re.DOTALL)
    assert server_needs() - {"plyground"} <= {name for name, _ in entries}, "run make lock"
    assert all("--hash=sha256:" in rest for _, rest in entries)
    assert "://" not in LOCKED, "the lock file says what, not where from"
