"""Prints the size and shape of a source tree as Markdown: `tree_figures.py [FOLDER [FOLDER]]`.

Without an argument it measures this checkout. Two folders, an older checkout and a newer one, are printed side by side.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

PACKAGE = "src/plyground"
SMALL_FILE_LINES = 50

TEXT_SUFFIXES = {".cmake", ".cpp", ".css", ".hpp", ".html", ".js", ".json", ".md", ".mjs", ".py", ".sh", ".svelte"}
TEXT_SUFFIXES |= {".toml", ".ts", ".txt"}
GENERATED = {"package-lock.json"}
SPLIT = {"src/plyground": 3, "cpp/plyground": 3, "web/src/lib": 4, "web/src": 3, "src": 2, "cpp": 2, "web": 2}
"""Folders counted by their subfolders, with the number of path parts that name one."""
NOT_SOURCE = {".git", ".venv", "build", "dist", "node_modules", "__pycache__"}

LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
LAYOUT |= {tokenize.ENCODING}
PUNCTUATION = set("()[]{},:")

CHOOSING = {"analyse", "analysis", "answer", "choose", "move", "play", "think"}
"""Methods that, given a `Record`, choose a move."""

CLICK_PATH_0_1 = """
web/src/lib/board/Points.svelte
web/src/lib/board/pointing.svelte.ts
web/src/lib/board/Board.svelte
web/src/lib/board/entering.svelte.ts
web/src/lib/board/entry.ts
web/src/lib/panels/TableGame.svelte
web/src/lib/state/table.svelte.ts
web/src/lib/state/session.svelte.ts
web/src/lib/wire/socket.ts
web/src/lib/wire/outbox.ts
src/plyground/server/app.py
src/plyground/server/socket.py
src/plyground/server/session.py
src/plyground/server/bucket.py
src/plyground/server/messages.py
src/plyground/server/room.py
src/plyground/server/pacer.py
src/plyground/server/attendance.py
src/plyground/server/draft.py
src/plyground/server/arbiter.py
src/plyground/server/facts.py
src/plyground/server/table.py
src/plyground/server/table_state.py
src/plyground/record.py
src/plyground/trail.py
src/plyground/games/position.py
src/plyground/games/native.py
cpp/bindings/bind_game.hpp
cpp/plyground/core/view.hpp
src/plyground/server/telling.py
src/plyground/server/store.py
src/plyground/server/store_sqlite.py
src/plyground/server/hub.py
src/plyground/server/outbox.py
src/plyground/server/eager.py
web/src/lib/state/snapshot.ts
web/src/lib/board/standing.svelte.ts
web/src/lib/board/animation.ts
"""
CLICK_PATH = """
web/src/lib/board/Board.svelte
web/src/lib/board/pointerInput.svelte.ts
web/src/lib/board/moveInput.svelte.ts
web/src/lib/board/entry.ts
web/src/lib/panels/TableGame.svelte
web/src/lib/state/table.svelte.ts
web/src/lib/backend/socket.ts
src/plyground/server/socket.py
src/plyground/server/session.py
src/plyground/server/wire/commands.py
src/plyground/server/live_table.py
src/plyground/server/presence.py
src/plyground/server/arbiter.py
src/plyground/server/wire/events.py
src/plyground/server/table.py
src/plyground/record.py
src/plyground/persistent_list.py
src/plyground/games/position.py
src/plyground/games/native.py
cpp/bindings/bind_game.hpp
cpp/plyground/core/view.hpp
src/plyground/server/presenter.py
src/plyground/server/store.py
src/plyground/server/store_sqlite.py
src/plyground/server/hub.py
web/src/lib/board/pieceTracker.svelte.ts
"""
"""The files that a click passes through, in order, from the board it is made on to the board of the other player."""


@dataclass(frozen=True)
class Chooser:
    """A class that chooses moves, and the signature through which it does."""

    module: str
    name: str
    signature: str


class Tree:
    """A checkout, or a copy of one, and its figures."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def files(self) -> list[PurePosixPath]:
        """The text files of the tree, without what is built or installed in it."""
        return [path for path in self._paths() if _is_text(path) and (self.root / path).is_file()]

    def _paths(self) -> list[PurePosixPath]:
        command = ["git", "-C", str(self.root), "ls-files", "--cached", "--others", "--exclude-standard"]
        if (self.root / ".git").exists():
            listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
            return sorted(PurePosixPath(line) for line in set(listed))
        found = (PurePosixPath(path.relative_to(self.root).as_posix()) for path in self.root.rglob("*"))
        return sorted(path for path in found if not NOT_SOURCE & set(path.parts))

    def text(self, path: PurePosixPath) -> str:
        """The contents of a file."""
        return (self.root / path).read_text(encoding="utf-8")

    @cached_property
    def folders(self) -> dict[str, tuple[int, int]]:
        """The number of files and of lines in each folder."""
        counted: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
        for path in self.files:
            files, lines = counted[folder_of(path)]
            counted[folder_of(path)] = files + 1, lines + len(self.text(path).splitlines())
        return dict(counted)

    @cached_property
    def modules(self) -> dict[str, str]:
        """The text of every module of the package, by its path inside the package."""
        below = (path for path in self.files if path.is_relative_to(PACKAGE) and path.suffix == ".py")
        return {str(path.relative_to(PACKAGE)): self.text(path) for path in below}

    @cached_property
    def code_lines(self) -> int:
        """The lines of code in the package."""
        return sum(count_code_lines(text) for text in self.modules.values())

    @cached_property
    def small_files(self) -> list[str]:
        """The modules that are too small to be worth a file, or nearly so."""
        return [name for name, text in self.modules.items() if len(text.splitlines()) <= SMALL_FILE_LINES]

    @cached_property
    def repeated_classes(self) -> dict[str, list[str]]:
        """Class names that more than one module defines, with these modules."""
        found: dict[str, list[str]] = defaultdict(list)
        for module, text in self.modules.items():
            for definition in ast.parse(text).body:
                if isinstance(definition, ast.ClassDef):
                    found[definition.name].append(module)
        return {name: modules for name, modules in sorted(found.items()) if len(modules) > 1}

    @cached_property
    def choosers(self) -> list[Chooser]:
        """Every class that chooses moves."""
        return [chooser for module, text in self.modules.items() for chooser in find_choosers(module, text)]

    @cached_property
    def click_path(self) -> list[str]:
        """The files that a click passes through: those of this version, or those of 0.1 in a checkout of 0.1."""
        paths = [CLICK_PATH.split(), CLICK_PATH_0_1.split()]
        return next((path for path in paths if not self.missing(path)), paths[0])

    def missing(self, paths: Iterable[str]) -> list[str]:
        """The paths at which the tree has no file."""
        return [path for path in paths if not (self.root / path).is_file()]


def _is_text(path: PurePosixPath) -> bool:
    return (path.suffix in TEXT_SUFFIXES or path.name == "Makefile") and path.name not in GENERATED


def folder_of(path: PurePosixPath) -> str:
    """The folder that a file is counted in.

    >>> folder_of(PurePosixPath("src/plyground/server/bots/seated_bot.py")), folder_of(PurePosixPath("docs/uci.md"))
    ('src/plyground/server', 'docs')
    """
    depth = next((depth for folder, depth in SPLIT.items() if path.is_relative_to(folder)), 1)
    return "/".join(path.parent.parts[:depth]) or "."


def count_code_lines(text: str) -> int:
    """The lines of a module without blank lines, comments, docstrings and lines that hold only text.

    Text that moves into a data file is therefore no saving. A line that holds only punctuation still counts.

    >>> count_code_lines('def f(x):\\n    "Doc."\\n    return {\\n        "a": "Text.",\\n        "b": x,\\n    }\\n')
    4
    """
    strings: set[int] = set()
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        lines = range(token.start[0], token.end[0] + 1)
        if token.type == tokenize.STRING and "f" not in token.string.split(token.string[-1])[0].lower():
            strings.update(lines)
        elif token.type not in LAYOUT and token.string not in PUNCTUATION:
            code.update(lines)
    punctuation = {
        at for at, line in enumerate(text.splitlines(), 1) if line.strip() and set(line) <= PUNCTUATION | {" "}
    }
    return len(code | (punctuation - strings))


def find_choosers(module: str, text: str) -> Iterator[Chooser]:
    """The classes of a module that have a method which chooses a move in a `Record`."""
    for definition in ast.walk(ast.parse(text)):
        if not isinstance(definition, ast.ClassDef):
            continue
        methods = [one for one in definition.body if isinstance(one, ast.FunctionDef) and one.name in CHOOSING]
        signatures = [signature for method in methods if (signature := _signature(method)) is not None]
        if signatures:
            yield Chooser(module, definition.name, "; ".join(signatures))


def _signature(method: ast.FunctionDef) -> str | None:
    arguments = [*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs][1:]
    types = ["" if one.annotation is None else ast.unparse(one.annotation) for one in arguments]
    if method.returns is None or not any("Record" in type_.split(" | ") for type_ in types):
        return None
    return f"{method.name}({', '.join(one.arg for one in arguments)}) -> {ast.unparse(method.returns)}"


def summary(trees: list[Tree]) -> Iterator[str]:
    """The figures in one table, a column for each tree."""
    yield from _header("figure", trees)
    public = [sum(not name.startswith("_") for name in tree.repeated_classes) for tree in trees]
    yield _row(f"lines of code in {PACKAGE}", [tree.code_lines for tree in trees])
    yield _row(f"modules in {PACKAGE}", [len(tree.modules) for tree in trees])
    yield _row(f"modules of at most {SMALL_FILE_LINES} lines", [len(tree.small_files) for tree in trees])
    yield _row("class names in more than one module", [len(tree.repeated_classes) for tree in trees])
    yield _row("of these, public names", public)
    yield _row("classes that choose a move", [len(tree.choosers) for tree in trees])
    yield _row("signatures for choosing a move", [len({one.signature for one in tree.choosers}) for tree in trees])
    yield _row("files that a click passes through", [len(tree.click_path) for tree in trees])


def folder_table(trees: list[Tree], title: str, index: int) -> Iterator[str]:
    """Files (index 0) or lines (index 1) in each folder."""
    yield from _header(title, trees)
    for folder in sorted({folder for tree in trees for folder in tree.folders}):
        yield _row(folder, [tree.folders.get(folder, (0, 0))[index] for tree in trees])
    yield _row("all", [sum(counts[index] for counts in tree.folders.values()) for tree in trees])


def details(tree: Tree) -> Iterator[str]:
    """What the figures of a tree count."""
    yield "Class names in more than one module:\n"
    yield from (f"- `{name}`: {', '.join(modules)}" for name, modules in tree.repeated_classes.items())
    yield f"\nModules of at most {SMALL_FILE_LINES} lines:\n"
    yield from (f"- {name}" for name in tree.small_files)
    yield "\nClasses that choose a move:\n"
    yield from (f"- `{one.name}` in {one.module}: `{one.signature}`" for one in tree.choosers)
    yield "\nFiles that a click passes through:\n"
    missing = tree.missing(tree.click_path)
    yield from (f"{at}. {path}{' (missing)' * (path in missing)}" for at, path in enumerate(tree.click_path, 1))


def _header(title: str, trees: list[Tree]) -> Iterator[str]:
    columns = ["before", "after", "change"] if len(trees) > 1 else ["count"]
    yield f"| {title} | {' | '.join(columns)} |"
    yield f"| --- |{' ---: |' * len(columns)}"


def _row(title: str, counts: list[int]) -> str:
    cells = [f"{count:,}" for count in counts]
    if len(counts) > 1:
        cells.append(f"{counts[-1] - counts[0]:+,}")
    return f"| {title} | {' | '.join(cells)} |"


def report(trees: list[Tree]) -> str:
    """Everything, as Markdown."""
    parts = [summary(trees), folder_table(trees, "lines", 1), folder_table(trees, "files", 0), details(trees[-1])]
    return "\n\n".join("\n".join(part) for part in parts)


def main() -> None:
    """Measures the folders of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="a checkout; two are compared")
    folders = parser.parse_args().folders or [Path(__file__).parents[1]]
    if len(folders) > 2:
        parser.error("expected at most two folders")
    print(report([Tree(folder) for folder in folders]))


if __name__ == "__main__":
    main()
