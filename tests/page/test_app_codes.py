"""Every code that the page may meet is one it can put into words; each language then has it by the page's own tests."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plyground
from plyground.games import draughts
from plyground.games.mill.rules import OPTIONS
from plyground.play.grades import Grade
from plyground.play.spec import CLASSIC
from plyground.reasons import REASONS
from plyground.search.searcher import STYLES

ROOT = Path(__file__).parents[2]
MESSAGES = ROOT / "web/src/lib/i18n/messages/en"


def keys(part: str, prefix: str) -> set[str]:
    """The codes under a prefix."""
    messages: dict[str, object] = json.loads((MESSAGES / f"{part}.json").read_text(encoding="utf-8"))
    return {key.removeprefix(prefix) for key in messages if key.startswith(prefix)}


def test_english_errors_and_endings_are_those_of_the_package() -> None:
    answer = subprocess.run(
        [sys.executable, ROOT / "tools/page_messages.py", "--check"], capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stdout


def test_every_reason_has_words_for_its_arguments_and_there_is_no_other() -> None:
    messages: dict[str, str] = json.loads((MESSAGES / "reasons.json").read_text(encoding="utf-8"))
    said = {f"reason.{code}": set(re.findall(r"{(\w+)}", text)) for code, text in REASONS.items()}
    written = {key: set(re.findall(r"{(\w+)}", text)) for key, text in messages.items() if key.startswith("reason.")}
    assert written == said


def test_every_grade_and_style_has_a_name_and_no_other() -> None:
    assert keys("games", "grade.") == {grade.value for grade in Grade}
    assert keys("games", "style.") == set(STYLES)


def test_every_bot_of_the_course_work_has_a_name() -> None:
    assert keys("ui", "bot.") >= set(CLASSIC)


def test_every_game_has_a_title_and_no_other() -> None:
    assert keys("games", "game.") - {"own"} == set(plyground.game_names())


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
    told = {option.partition(".")[0] for option in known} - {"aim", "obligatory"}
    for name, preset in draughts.PRESETS.items():
        for option in told:
            for value in preset.rules[option].split(","):
                said = option if value.isdigit() else f"{option}.{value}"
                # Nothing need be said where nothing is out of the ordinary.
                usual = {"mirrored.no", "man_takes_king.yes", "may_turn_back.yes"}
                assert said in known | usual, (name, said)
