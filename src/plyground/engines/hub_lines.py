"""The lines of the Hub protocol: a command with arguments, some of them with a value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_ARGUMENT = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)(?:"|$)|([^\s"]*)))?')
_PLAIN = re.compile(r'[^\s="]+')


@dataclass(frozen=True, slots=True)
class HubLine:
    """One line: a command with its arguments; one without a value is a flag, with the empty value."""

    command: str
    arguments: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> HubLine:
        """Reads a line; nothing is an error, because both sides ignore what they do not understand.

        >>> HubLine.parse('id name=Scan author="Fabien Letouzey" beta')
        HubLine(command='id', arguments={'name': 'Scan', 'author': 'Fabien Letouzey', 'beta': ''})
        >>> HubLine.parse('info pv="32-28 17-22')
        HubLine(command='info', arguments={'pv': '32-28 17-22'})
        """
        command, _, rest = text.strip().partition(" ")
        found = _ARGUMENT.finditer(rest)
        return cls(command, {match[1]: match[2] if match[2] is not None else match[3] or "" for match in found})


def hub_line(command: str, *flags: str, **values: object) -> str:
    """A line as text; an underscore in a name stands for the hyphen that Python does not allow.

    >>> hub_line("level", move_time=0.5), hub_line("go", "think"), hub_line("done", move="32-28", ponder="")
    ('level move-time=0.5', 'go think', 'done move=32-28 ponder=""')
    """
    written = [f"{name.replace('_', '-')}={_quoted(str(value))}" for name, value in values.items()]
    return " ".join([command, *flags, *written])


def _quoted(value: str) -> str:
    """A value as the protocol writes it: quoted if it is empty or has a blank or an equals sign."""
    plain = "".join(letter if letter.isprintable() and letter != '"' else " " for letter in value)
    return plain if _PLAIN.fullmatch(plain) else f'"{plain}"'
