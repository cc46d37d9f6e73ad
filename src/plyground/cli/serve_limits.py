"""Limits of the server on the command line: `NAME=NUMBER` for any field of the values that hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import typer

MAY_BE_NONE = ("memory_mb", "niceness", "reports")
"""Limits for which 0 makes sense."""


def set_limits(texts: Sequence[str], *usual: Any) -> list[Any]:
    """The values of limits with those changed that the texts name; raises `BadParameter` with what was expected."""
    changed = list(usual)
    for text in texts:
        name, mark, number = text.partition("=")
        if not mark or not name or not number:
            raise typer.BadParameter(f"--limit '{text}' is incomplete; expected NAME=NUMBER")
        place = next((at for at, value in enumerate(changed) if name in _names(value)), None)
        if place is None:
            raise typer.BadParameter(f"there is no limit '{name}'; --limit help lists them")
        changed[place] = replace(changed[place], **{name: _number(name, number, getattr(changed[place], name))})
    return changed


def _names(value: Any) -> list[str]:
    return [one.name for one in fields(value)]


def _number(name: str, text: str, usual: int | float) -> int | float:
    try:
        number = type(usual)(text)
    except ValueError:
        expected = "a whole number" if isinstance(usual, int) else "a number"
        raise typer.BadParameter(f"the limit {name} is '{text}'; expected {expected}") from None
    if not 0 < number < float("inf") and not (number == 0 and name in MAY_BE_NONE):
        raise typer.BadParameter(f"the limit {name} is {text}; expected more than 0")
    return number


def list_limits(*usual: Any) -> None:
    """Prints every limit as it is."""
    for value in usual:
        for name in _names(value):
            typer.echo(f"{name}={getattr(value, name):.10g}")
