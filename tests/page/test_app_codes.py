"""Every code that the page can receive has a message in every language; its own tests check the rest."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground import errors
from plyground.games import draughts
from plyground.games.mill.rules import OPTIONS
from plyground.locale import messages
from plyground.play.grades import Grade
from plyground.play.spec import CLASSIC
from plyground.reasons import REASONS
from plyground.search.searcher import STYLES

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/plyground"
LOCALE = PACKAGE / "locale"
LANGUAGES = sorted(folder.name for folder in LOCALE.iterdir() if (folder / "errors.json").exists())

MET = ["server", "games", "notation", "play", "search", "record.py", "drawing"]
"""The parts of the package that the server runs for a person at the page; C++ is one more."""

UNMET = {
    **dict.fromkeys(
        ("database_one_time_mill", "database_no_repeated_mill"),
        "only who builds databases asks for their plans",
    ),
    "engine_name": "the operator names engines on the command line of the server",
    "unknown_evaluation": "only command lines choose an evaluation",
    "searcher_option": "the server sets the options of its searchers",
    "searcher_memory": "the server sets the size of its hash tables",
    "searcher_busy": "the server gives each search its own searcher",
    "searcher_foreign": "the server gives each game its own searcher",
    "time_control": "the page sends times as numbers; only command lines parse them",
    "positions_line": "only command lines read files of positions",
    "conformance": "the author of a game meets it, not its players",
    "no_own_move": "only the terminal has a command `why`",
    **dict.fromkeys(
        (
            "nothing_undone",
            "file_name_missing",
            "file_exists",
            "file_not_a_file",
            "file_other_game",
            "file_game_number",
        ),
        "only the terminal has commands for files and `redo`",
    ),
    **dict.fromkeys(
        ("table_address", "server_unreachable", "server_foreign"), "only `plyground bot` joins a table from elsewhere"
    ),
    **dict.fromkeys(
        (
            "dxp_refused",
            "dxp_unexpected",
            "dxp_over",
            "engine_illegal_move",
            "draughts_only",
            "exchange_length",
            "exchange_letters",
            "exchange_move",
        ),
        "only other draughts programs number positions and moves",
    ),
    **dict.fromkeys(
        ("weights_file", "weights_game", "weights_name", "weights_none", "weights_shape", "weights_value"),
        "only command lines, UCI and the lab read files of weights",
    ),
    "hello_first": "the page always says hello first",
    "hello_twice": "the page says hello once for each connection",
    "port_taken": "the server does not start",
    "port_unusable": "the server does not start",
    "data_unwritable": "the server does not start",
    "data_in_use": "the server does not start",
    "store_newer": "the server does not start",
    "store_unusable": "the server does not start",
    "store_not_durable": "the server does not start",
    "store_corrupt": "the server does not start",
    "store_unsafe": "the server does not start",
    "driver_missing": "the server does not start",
    "processes_need_store": "the server does not start",
    "backup_damaged": "only the command line restores backups",
    "data_copy": "only the command line copies files",
}
"""Errors raised there that no person at the page can meet, and why."""

ERRORS = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, ValueError)}
NATIVE = re.compile(r"""\b(?:refuse|fail|Error)\(\s*(?:ErrorKind::\w+,\s*)?"(\w+)\"""")
KNOWN = messages("errors").keys() | messages("tool_errors").keys()


def read(language: str, part: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((LOCALE / language / f"{part}.json").read_text(encoding="utf-8"))
    return found


def keys(part: str, prefix: str) -> set[str]:
    """The codes under a prefix."""
    return {key.removeprefix(prefix) for key in read("en", part) if key.startswith(prefix)}


def raised(source: Path) -> Iterator[str]:
    """The codes of the errors that a Python file makes: all that it names, and what it gives to one of our errors."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and node.value in KNOWN:
            yield str(node.value)
        elif isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ERRORS:
                parts = (part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant))
                yield from (code for code in parts if isinstance(code, str))


def met_codes() -> set[str]:
    """Every error that the server, or what it calls, can raise."""
    met = [PACKAGE / part for part in MET]
    files = [file for part in met for file in ([part] if part.suffix else part.rglob("*.py"))]
    games = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "cpp/plyground/games").rglob("*.[ch]pp"))
    native = set(NATIVE.findall(games)) | KNOWN.intersection(re.findall(r'"(\w+)"', games))
    return native.union(*map(raised, files))


def test_errors_are_found_in_the_source() -> None:
    found = met_codes()
    assert {"table_paused", "unknown_game", "move_illegal", "capture_obligatory", "file_syntax"} <= found
    assert len(found) > 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_that_a_person_can_meet_is_translated(language: str) -> None:
    assert met_codes() - read(language, "errors").keys() - UNMET.keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_has_an_error_that_nobody_raises(language: str) -> None:
    sources = [*PACKAGE.rglob("*.py"), *(ROOT / "cpp").rglob("*.[ch]pp")]
    text = "".join(file.read_text(encoding="utf-8") for file in sources)
    assert [code for code in read(language, "errors") if f'"{code}"' not in text] == []


def test_what_nobody_can_meet_is_raised_and_only_in_english() -> None:
    assert UNMET.keys() <= met_codes()
    assert UNMET.keys() <= messages("tool_errors").keys()


def test_there_are_twelve_languages() -> None:
    assert LANGUAGES == ["de", "en", "es", "fi", "fr", "hu", "mn", "nl", "pl", "pt", "ru", "zh"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words_and_there_is_no_other(language: str) -> None:
    assert list(read(language, "reasons")) == list(REASONS)


def test_every_grade_and_style_has_a_name_and_no_other() -> None:
    assert keys("games", "grade.") == {grade.value for grade in Grade}
    assert keys("games", "style.") == set(STYLES)


def test_every_textbook_bot_has_a_name() -> None:
    assert keys("ui", "bot.") >= set(CLASSIC)


def test_every_game_has_a_title_and_no_other() -> None:
    assert keys("games", "game.") - {"custom"} == set(plyground.game_names())


@pytest.mark.parametrize("name", plyground.game_names())
def test_the_page_and_python_call_a_game_by_the_same_title(name: str) -> None:
    assert read("en", "games")[f"game.{name}"] == plyground.game(name).title


@pytest.mark.parametrize("game", ["chess", "mill:zhi-qi", "draughts", "connect-four"])
def test_every_piece_has_a_name(game: str) -> None:
    family = game.partition(":")[0]
    known = keys("games", "piece.")
    for piece in plyground.game(game).symbols:
        kind = piece.partition(" ")[2]
        assert {f"{family}.{kind}", kind} & known, piece


def test_every_value_of_the_rules_of_mill_has_a_sentence_and_no_other() -> None:
    written = {"aim", "moving"} | {f"gate.{gate}" for gate in OPTIONS[-5].names}
    # Where one of the two values of an option is what everybody expects, only the other is said.
    said = {"centre_opening": ["no"], "special_capture_ignores_mills": ["yes", "no"]}
    for option in OPTIONS:
        match option.kind:
            case "choice":
                written |= {f"{option.name}.{name}" for name in option.names}
            case "flag":
                written |= {f"{option.name}.{word}" for word in said.get(option.name, ["yes"])}
            case "number" if option.may_be_never:
                written |= {option.name, f"{option.name}.never"}
            case _:
                written.add(option.name)
    assert keys("rules", "mill.") == written


def test_every_value_in_the_rules_of_draughts_has_a_sentence() -> None:
    known = keys("rules", "draughts.")
    told = {option.partition(".")[0] for option in known} - {"aim", "lose", "obligatory"}
    for name, preset in draughts.PRESETS.items():
        for option in told:
            for value in preset.rules[option].split(","):
                said = option if value.isdigit() else f"{option}.{value}"
                # Nothing need be said where nothing is out of the ordinary.
                usual = {"mirrored.no", "man_takes_king.yes", "may_turn_back.yes"}
                assert said in known | usual, (name, said)
