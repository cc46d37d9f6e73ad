"""The errors that Plyground raises: a code with arguments.

Programs look at `error.code` and `error.arguments`; people read `str(error)`. The sentences are in `plyground.locale`:
those that a player at the page can meet in `errors.json` of every language, those of command lines, engines and files
in `tool_errors.json`, in English only.
"""

from __future__ import annotations

from collections.abc import Mapping

from plyground import locale


class PlygroundError(ValueError):
    """A mistake in what was given to Plyground, as a `code` with `arguments`.

    >>> error = InvalidPosition("fen_rank_width", rank=8, count=9)
    >>> error.code, error.arguments["rank"]
    ('fen_rank_width', 8)
    >>> print(error)
    Rank 8 has 9 squares. It must have 8.
    """

    def __init__(self, code: str, **arguments: object) -> None:
        super().__init__(code, arguments)
        self.code = code
        self.arguments: Mapping[str, object] = arguments

    def __str__(self) -> str:
        return english(self.code, self.arguments)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.code, dict(self.arguments)))


def english(code: str, arguments: Mapping[str, object]) -> str:
    """The sentence of an error."""
    topic = "errors" if code in locale.messages("errors") else "tool_errors"
    return locale.text(topic, code, arguments)


def _rebuild(kind: type[PlygroundError], code: str, arguments: dict[str, object]) -> PlygroundError:
    """Unpickle: errors cross process boundaries with their code and arguments."""
    return kind(code, **arguments)


class UnknownGame(PlygroundError):
    """No game, preset or start position of that name."""


class InvalidRules(PlygroundError):
    """A combination of rule options that cannot be played."""


class InvalidPosition(PlygroundError):
    """A text that is not a position, or a position that cannot arise."""


class InvalidMove(PlygroundError):
    """A text that is not a move at all."""


class IllegalMove(PlygroundError):
    """A readable move that the rules do not allow here."""


class AmbiguousMove(PlygroundError):
    """A move text that fits several legal moves."""


class InvalidTT(PlygroundError):
    """A file of a transposition table that cannot be written, read or used here."""


class InvalidDatabase(PlygroundError):
    """A file of an endgame database that cannot be written, read or used here."""


class InvalidBook(PlygroundError):
    """A file of an opening book or of lessons that cannot be read or used here."""


class InvalidRecord(PlygroundError):
    """A game file, or an action on a record, that makes no sense; file errors carry `line` and `column`."""


class EngineFault(PlygroundError):
    """What an engine did wrong: its name is the argument `engine`, the last lines it said are the argument `lines`."""


class InvalidOption(PlygroundError):
    """An option that an engine does not have, or a value that it does not take."""


class TableRefused(PlygroundError):
    """Something that cannot be done at a table, or not by that person."""


class StoreFault(PlygroundError):
    """A store that cannot be opened or trusted."""


class ServiceRefused(PlygroundError):
    """Something a server does not do for this client, or not now."""


class ServiceFault(PlygroundError):
    """What went wrong in the server itself."""


class ConformanceError(PlygroundError):
    """A game, usually one a user wrote, that violates the protocols."""
