"""Checks who includes whom in C++: `check_includes.py FOLDER` prints one line per violation and then exits with 1.

    core <- games/X   core <- search   core <- solve   core <- tune   core <- nn   everything <- bindings, web, tests

Search, solve, tune and nn never see a game or each other, a game never sees them or another game, and no files include
each other in a circle. Some of these folders may not exist yet.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)
SUFFIXES = {".hpp", ".cpp", ".h", ".inc"}
LIBRARIES = {"core", "search", "solve", "tune", "nn"}
"""Folders below plyground/ that are layers; each game is another one."""
TOP = {"bindings", "web", "tests"}
"""Folders that may include everything and that no other folder may include."""


def layer(path: PurePosixPath) -> str | None:
    """The layer that a file below the C++ folder belongs to; each game is its own layer."""
    match path.parts:
        case (top, _, *_) if top in TOP:
            return top
        case ("plyground", name, _, *_) if name in LIBRARIES:
            return name
        case ("plyground", "games", game, _, *_):
            return f"games/{game}"
    return None


def may_include(importer: str, included: str) -> bool:
    """Whether files of one layer may include files of another."""
    if included == importer:
        return True
    return included == "core" or (importer in TOP and included not in TOP)


def read_includes(root: Path) -> dict[PurePosixPath, list[PurePosixPath]]:
    """Each C++ file below the root with those of our own files that it includes."""
    files = sorted(path for path in root.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    return {PurePosixPath(path.relative_to(root).as_posix()): list(_own_includes(root, path)) for path in files}


def _own_includes(root: Path, path: Path) -> Iterator[PurePosixPath]:
    for written in INCLUDE.findall(path.read_text(encoding="utf-8")):
        beside = Path(os.path.normpath(path.parent / written))
        if beside.is_file() and beside.is_relative_to(root):
            yield PurePosixPath(beside.relative_to(root).as_posix())
        elif written.startswith("plyground/") or (root / written).is_file():
            yield PurePosixPath(os.path.normpath(written))


def layer_violations(includes: dict[PurePosixPath, list[PurePosixPath]]) -> Iterator[str]:
    """One line for each include that violates the layers."""
    for path, targets in includes.items():
        importer = layer(path)
        if importer is None:
            yield f"{path}: belongs to no layer"
            continue
        for target in targets:
            included = layer(target)
            if included is None:
                yield f"{path}: includes {target}, which belongs to no layer"
            elif not may_include(importer, included):
                yield f"{path}: includes {target}, but {importer} may not see {included}"


def cycles(includes: dict[PurePosixPath, list[PurePosixPath]]) -> Iterator[str]:
    """One line for each include cycle, found by depth-first search."""
    done: set[PurePosixPath] = set()
    trail: list[PurePosixPath] = []

    def walk(path: PurePosixPath) -> Iterator[str]:
        trail.append(path)
        for target in includes.get(path, []):
            if target in trail:
                circle = [*trail[trail.index(target) :], target]
                yield f"{target}: includes itself: {' -> '.join(map(str, circle))}"
            elif target not in done:
                yield from walk(target)
        trail.pop()
        done.add(path)

    for path in includes:
        if path not in done:
            yield from walk(path)


def violations(root: Path) -> list[str]:
    """Everything that is wrong below the root, one line each."""
    includes = read_includes(root.resolve())
    return [*layer_violations(includes), *cycles(includes)]


def main(root: Path) -> int:
    """Prints the violations; 1 if there are any."""
    found = violations(root)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
