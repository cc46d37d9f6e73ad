"""The `position` command: a start position and the whole list of moves since, which decides repetitions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile

from plyground.errors import InvalidPosition, PlygroundError
from plyground.protocol import Game
from plyground.record import Record

MOST_REMOVALS = 3
"""One move closes no more mills than that."""


def parse_position(game: Game, words: Sequence[str]) -> Record:
    """The game that the words after `position` describe; raises a `PlygroundError`, so that all or nothing counts.

    >>> import plyground
    >>> len(parse_position(plyground.game("chess"), "startpos moves e2e4 e7e5".split()))
    2
    """
    at = words.index("moves") if "moves" in words else len(words)
    if words[:at] == ["startpos"]:
        start = game.start()
    elif words[:1] == ["fen"]:
        start = game.from_fen(" ".join(words[1:at]))
    else:
        raise InvalidPosition("uci_position", text=" ".join(words[:at])[:40])
    record = Record(start)
    _push_all(record, words[at + 1 :])
    return record


def _push_all(record: Record, tokens: Sequence[str]) -> None:
    """Plays the moves; programs that send the removals of a mill as words of their own (`d6-d5 xb4`) are understood."""
    at = 0
    while at < len(tokens):
        following = tokens[at + 1 : at + 1 + MOST_REMOVALS]
        removals = len(tuple(takewhile(lambda token: token.startswith("x"), following)))
        at += _push_longest(record, tokens[at : at + 1 + removals])


def _push_longest(record: Record, tokens: Sequence[str]) -> int:
    """Plays the longest move that the first of the tokens make up together, and says how many they are."""
    for count in range(len(tokens), 1, -1):
        with suppress(PlygroundError):
            record.push("".join(tokens[:count]))
            return count
    record.push(tokens[0])
    return 1
