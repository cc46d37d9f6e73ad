"""Errors: every code that is raised has its sentence, every sentence is raised somewhere, and errors can be pickled."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from plyground import errors
from plyground.errors import IllegalMove, InvalidPosition, InvalidRecord, PlygroundError
from plyground.locale import messages

ROOT = Path(__file__).parents[1]
NATIVE_SOURCES = sorted(file for file in (ROOT / "cpp").rglob("*.[ch]pp") if "tests" not in file.parts)
PYTHON_SOURCES = sorted(file for file in (ROOT / "src").rglob("*.py") if file.name != "errors.py")

MESSAGES = messages("errors") | messages("tool_errors")

ERROR_CLASSES = {
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, PlygroundError)
}

NATIVE_USE = re.compile(r"""\b(?P<how>refuse|fail|Error)\(\s*(?:ErrorKind::\w+,\s*)?"(?P<code>\w+)"(?P<rest>[^;]*);""")
NATIVE_ARGUMENT = re.compile(r"""\{\s*"(\w+)",""")


class Use(NamedTuple):
    """A place that raises an error."""

    place: str
    code: str
    arguments: frozenset[str] | None
    """None where they cannot be read off the source."""


def native_uses() -> Iterator[Use]:
    for file in NATIVE_SOURCES:
        source = file.read_text(encoding="utf-8")
        adds_text = re.search(r'arguments\.insert\(.*\{"text",', source) is not None
        for found in NATIVE_USE.finditer(source):
            arguments = set(NATIVE_ARGUMENT.findall(found["rest"]))
            if found["how"] != "Error" and adds_text:
                arguments.add("text")
            line = source.count("\n", 0, found.start()) + 1
            yield Use(f"{file.relative_to(ROOT)}:{line}", found["code"], frozenset(arguments))


def python_uses() -> Iterator[Use]:
    for file in PYTHON_SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            callee = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            code = node.args[0]
            if callee in ERROR_CLASSES and isinstance(code, ast.Constant) and isinstance(code.value, str):
                names = [keyword.arg for keyword in node.keywords]
                known = None if None in names else frozenset(name for name in names if name is not None)
                yield Use(f"{file.relative_to(ROOT)}:{node.lineno}", code.value, known)


USES = [*native_uses(), *python_uses()]


def forms(code: str) -> list[str]:
    message = MESSAGES[code]
    return [message] if isinstance(message, str) else [text for name, text in message.items() if name != "by"]


def placeholders(code: str) -> set[str]:
    """The arguments that a message shows, and the one that chooses its form."""
    message = MESSAGES[code]
    chooser = set() if isinstance(message, str) else {message["by"]}
    return chooser | {name for text in forms(code) for name in re.findall(r"{(\w+)}", text)}


def test_uses_are_found_in_both_languages():
    places = {use.place.partition("/")[0] for use in USES}
    assert places == {"cpp", "src"}
    assert len(USES) > 50


def test_every_raised_code_has_a_message():
    assert [use for use in USES if use.code not in MESSAGES] == []


def test_every_message_gets_its_arguments():
    known = [use for use in USES if use.code in MESSAGES and use.arguments is not None]
    assert [use for use in known if not placeholders(use.code) <= (use.arguments or set())] == []


def test_every_message_is_raised_somewhere():
    sources = "".join(file.read_text(encoding="utf-8") for file in (*NATIVE_SOURCES, *PYTHON_SOURCES))
    assert [code for code in MESSAGES if f'"{code}"' not in sources] == []


def test_no_message_is_written_twice():
    assert messages("errors").keys() & messages("tool_errors").keys() == set()


ENDS = re.compile(r"[.?]$|: \{(reason|last|text)\}$|: why e4$")
"""A sentence, or a message from elsewhere after a colon."""


@pytest.mark.parametrize("code", MESSAGES)
def test_message_is_made_of_whole_sentences(code):
    for text in forms(code):
        assert re.match(r"[A-Z'{]", text), text
        assert ENDS.search(text), text
        assert "; " not in text
        assert text == text.strip()


def test_error_is_a_code_with_arguments():
    error = IllegalMove("no_piece", text="e3e4", point="e3")
    assert isinstance(error, ValueError)
    assert (error.code, error.arguments) == ("no_piece", {"text": "e3e4", "point": "e3"})
    assert str(error) == "'e3e4' is not legal. There is no piece on e3."


def test_braces_in_arguments_stay_as_they_are():
    error = InvalidPosition("fen_side", text="{side}")
    assert str(error) == "Field 2 (side to move) is '{side}'. It must be 'w' or 'b'."


def test_numbers_choose_the_plural_form():
    assert str(InvalidPosition("fen_rank_width", rank=8, count=1)) == "Rank 8 has 1 square. It must have 8."
    assert str(InvalidPosition("fen_rank_width", rank=8, count=9)) == "Rank 8 has 9 squares. It must have 8."


def test_sides_are_named_and_choose_the_form():
    assert str(InvalidPosition("too_many_pawns", side="black", count=9)) == "Black has 9 pawns. At most 8 are possible."
    error = IllegalMove("no_such_piece", text="Qe4", side="white", piece="queen", target="e4")
    assert str(error) == "'Qe4' is not legal. No white queen can move to e4."


def test_an_error_may_be_the_reason_of_another():
    cause = InvalidRecord("comment_unclosed")
    error = InvalidRecord("file_syntax", line=3, column=5, reason=cause)
    assert str(error) == "Line 3, column 5: The comment that starts here is never closed. Add a '}'."


@pytest.mark.parametrize("name", sorted(ERROR_CLASSES))
def test_error_survives_pickling(name):
    error = getattr(errors, name)("fen_rank_width", rank=8, count=9)
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error)
    assert (twin.code, twin.arguments, str(twin)) == (error.code, error.arguments, str(error))


@pytest.mark.parametrize("name", sorted(ERROR_CLASSES))
def test_every_error_is_a_plyground_error_with_a_docstring(name):
    kind = getattr(errors, name)
    assert issubclass(kind, PlygroundError)
    assert kind.__doc__
