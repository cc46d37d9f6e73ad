"""Problems: our errors as the wire carries them."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from plyground.errors import MESSAGES, PlygroundError
from plyground.server.log import LOG
from plyground.server.wire.events import Refused
from plyground.server.wire.parts import Problem

LONGEST_ARGUMENT = 1_500
"""Characters of an argument; what somebody sent may be much longer."""


def problem(error: PlygroundError) -> Problem:
    """An error as a value: its code, its arguments as plain JSON, and its English."""
    words = {name: _plain(value) for name, value in error.arguments.items()}
    # An error that is the reason of another keeps its code, so that it can be said in any language.
    causes = {name: value for name, value in error.arguments.items() if isinstance(value, PlygroundError)}
    arguments = words | {name: to_builtins(problem(cause)) for name, cause in causes.items()}
    return Problem(code=error.code, arguments=arguments, message=MESSAGES[error.code].format_map(words))


def refused(message_id: str, error: PlygroundError, guest: str = "") -> Refused:
    """The answer to a message that cannot be heeded; the operator may see who is refused what."""
    LOG.info("refused", guest=guest, id=message_id, code=error.code)
    return Refused(id=message_id, problem=problem(error))


def _plain(value: object) -> Any:
    if isinstance(value, int | float | bool | None):
        return value
    text = str(value)
    return text if len(text) <= LONGEST_ARGUMENT else text[:LONGEST_ARGUMENT] + "..."
