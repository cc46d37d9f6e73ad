"""Messages: the words for every code, in one JSON file for each language and topic.

English is the language of Python; the page imports the files of all languages. A message is a text with its arguments
in braces, or several texts of which the argument named in `by` chooses one: a number by its plural category (`one`,
`other` ...), anything else by its own name (`white`, `black` ...), with `other` for the rest.

>>> text("reasons", "wins", {"moves": 1}), text("reasons", "wins", {"moves": 3})
('Wins in 1 move.', 'Wins in 3 moves.')
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_ENGLISH = Path(__file__).with_name("en")
_ARGUMENT = re.compile(r"\{(\w+)\}")


@cache
def messages(topic: str) -> dict[str, str | dict[str, str]]:
    """The English messages of a topic, such as `errors`, by code."""
    found: dict[str, str | dict[str, str]] = json.loads((_ENGLISH / f"{topic}.json").read_text(encoding="utf-8"))
    return found


def in_all(topic: str, code: str) -> list[str]:
    """A plain message in every language.

    >>> "Szint" in " ".join(in_all("ui", "bot.level")).title()
    True
    """
    files = sorted(_ENGLISH.parent.glob(f"*/{topic}.json"))
    return [json.loads(file.read_text(encoding="utf-8"))[code] for file in files]


def text(topic: str, code: str, arguments: Mapping[str, object]) -> str:
    """The English message of a code with its arguments filled in; a missing argument stays in its braces."""
    return _fill(messages(topic)[code], arguments)


def in_language(topic: str, code: str, arguments: Mapping[str, object], language: str) -> str:
    """A plain message of a code in a language, or in English if there is no such language.

    >>> in_language("ui", "bot.level", {"level": 3}, "hu"), in_language("ui", "bot.level", {"level": 3}, "../hu")
    ('3. szint', 'Level 3')
    """
    folders = {file.parent.name: file for file in _ENGLISH.parent.glob(f"*/{topic}.json")}
    file = folders.get(language, folders["en"])
    return _fill(json.loads(file.read_text(encoding="utf-8"))[code], arguments)


def _fill(message: str | dict[str, str], arguments: Mapping[str, object]) -> str:
    chosen = message if isinstance(message, str) else _choose(message, arguments)
    return _ARGUMENT.sub(lambda found: _word(arguments.get(found[1], found[0])), chosen)


def words(code: str) -> str:
    """A code as words, for tables and for codes without a message.

    >>> words("time_forfeit")
    'time forfeit'
    """
    return code.replace("_", " ")


def _word(value: object) -> str:
    """An argument as it is written; a side by its name."""
    word = str(value)
    return text("games", f"side.{word}", {}) if word in ("white", "black") else word


def _choose(forms: Mapping[str, str], arguments: Mapping[str, object]) -> str:
    value = arguments.get(forms.get("by", "count"))
    category = ("one" if value == 1 else "other") if isinstance(value, int | float) else str(value)
    return forms.get(category) or forms["other"]
