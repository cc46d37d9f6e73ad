"""The options that an engine announces, and the values they accept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_FIELDS = frozenset({"name", "type", "default", "min", "max", "var"})
_TRUTHS = {"true": "true", "false": "false"}


@dataclass(frozen=True, slots=True)
class EngineOption:
    """One option: its kind (check, spin, combo, button, string), its default and its range."""

    name: str
    kind: str
    default: str = ""
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] = ()

    def settle(self, value: object) -> str | None:
        """The value as the engine expects it, or None if the option does not accept it.

        >>> EngineOption("Hash", "spin", "16", 1, 1024).settle(64)
        '64'
        >>> EngineOption("Style", "combo", "Solid", choices=("Solid", "Wild")).settle("wild")
        'Wild'
        >>> EngineOption("Ponder", "check", "false").settle(True), EngineOption("Ponder", "check").settle("often")
        ('true', None)
        """
        text = str(value).strip()
        if "\n" in text or "\r" in text:
            return None
        if self.kind == "check":
            return _TRUTHS.get(text.lower())
        if self.kind == "spin":
            return self._settle_number(text)
        if self.kind == "combo":
            return next((choice for choice in self.choices if choice.lower() == text.lower()), None)
        return text

    def _settle_number(self, text: str) -> str | None:
        number = number_at([text], 0)
        if number is None:
            return None
        low = number if self.min is None else self.min
        high = number if self.max is None else self.max
        return str(number) if low <= number <= high else None

    @property
    def expected(self) -> str:
        """The accepted values, as text."""
        if self.kind == "check":
            return "true or false"
        if self.kind == "combo":
            return f"one of {', '.join(self.choices)}"
        if self.kind == "spin":
            return f"a whole number from {self.min} to {self.max}"
        return "one line of text"


def parse_option(line: str) -> EngineOption | None:
    """Parses an `option` line; None if it is malformed.

    >>> parse_option("option name Clear Hash type button")
    EngineOption(name='Clear Hash', kind='button', default='', min=None, max=None, choices=())
    >>> parse_option("option name Hash type spin default 16 min 1 max 1024").max
    1024
    """
    fields: dict[str, list[str]] = {"type": []}
    choices: list[str] = []
    field = ""
    for word in line.split()[1:]:
        if _begins_field(word, field, fields):
            field = word
            fields[field] = []
            if field == "var":
                choices.append("")
        elif field == "var":
            choices[-1] = f"{choices[-1]} {word}".strip()
        elif field:
            fields[field].append(word)
    name, kind = " ".join(fields.get("name", ())), " ".join(fields["type"])
    if not name or not kind:
        return None
    default = " ".join(fields.get("default", ()))
    return EngineOption(
        name=name,
        kind=kind,
        default="" if default == "<empty>" else default,
        min=number_at(fields.get("min", ()), 0),
        max=number_at(fields.get("max", ()), 0),
        choices=tuple(choices),
    )


def _begins_field(word: str, field: str, fields: Mapping[str, list[str]]) -> bool:
    """Whether a word starts the next field; names and default strings can contain the same words."""
    if field == "name":
        return word == "type"
    if field == "default" and fields["type"] == ["string"]:
        return False
    return word in _FIELDS and (word == "var" or not fields.get(word))


def number_at(words: Sequence[str], at: int) -> int | None:
    """The whole number at a place among words; None if there is none."""
    try:
        return int(words[at])
    except (IndexError, ValueError):
        return None
