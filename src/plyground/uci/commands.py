"""The commands `go` and `position`, parsed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import takewhile

from plyground.engines.options import number_at
from plyground.errors import InvalidOption, InvalidPosition, PlygroundError
from plyground.protocol import Game, Side
from plyground.record import Record
from plyground.search.limits import MAX_MS, MAX_NODES, Limits
from plyground.search.score import MAX_DEPTH

MAX_MOVES_TO_GO = 10_000
MAX_REMOVALS = 3
"""One move closes at most this many mills."""
_SIDES = {"w": Side.WHITE, "p1": Side.WHITE, "b": Side.BLACK, "p2": Side.BLACK}
_CLOCKS = {f"{name}{what}": (what, side) for name, side in _SIDES.items() for what in ("time", "inc")}
"""UCI calls the players w and b, UGI p1 and p2."""
_RANGES = {
    "movestogo": (0, MAX_MOVES_TO_GO),
    "depth": (1, MAX_DEPTH),
    "nodes": (1, MAX_NODES),
    "mate": (1, MAX_DEPTH),
    "movetime": (0, MAX_MS),
    "perft": (0, MAX_DEPTH),
}
"""Numbers outside of these ranges are clamped."""
_FLAGS = ("infinite", "ponder")
_KEYWORDS = frozenset({*_CLOCKS, *_RANGES, *_FLAGS, "searchmoves"})


@dataclass(slots=True)
class Go:
    """One `go` command; tokens that it does not have do not limit the search.

    >>> go = parse_go("wtime 60000 btime 30000 winc 1000 searchmoves e2e4 d2d4 depth 9".split())
    >>> go.numbers, go.searchmoves
    ({'depth': 9}, ('e2e4', 'd2d4'))
    >>> go.limits(Side.WHITE).clock_ms
    60000
    """

    numbers: dict[str, int] = field(default_factory=dict)
    """Limits of the search, and `perft`, by token."""
    time_ms: dict[Side, int] = field(default_factory=dict)
    increment_ms: dict[Side, int] = field(default_factory=dict)
    searchmoves: tuple[str, ...] = ()
    infinite: bool = False
    ponder: bool = False
    complaints: list[Exception] = field(default_factory=list)
    """Why parts of it were skipped."""

    @property
    def perft(self) -> int | None:
        """The depth to count the game tree to, if that is what was asked for."""
        return self.numbers.get("perft")

    @property
    def waits(self) -> bool:
        """Whether the answer must wait for `stop`."""
        return self.infinite or self.limits(Side.WHITE).is_endless

    def limits(self, side: Side, overhead_ms: int = 0) -> Limits:
        """The limits for a side's move. `movetime` is reduced by the overhead.

        If only the other side's clock is known, it is used for both.
        """
        movetime_ms = self.numbers.get("movetime")
        clock_ms = self.time_ms.get(side, self.time_ms.get(side.other))
        return Limits(
            time_ms=None if movetime_ms is None else max(movetime_ms - overhead_ms, movetime_ms // 2),
            depth=self.numbers.get("depth"),
            nodes=self.numbers.get("nodes"),
            clock_ms=clock_ms,
            increment_ms=self.increment_ms.get(side, 0),
            moves_to_go=self.numbers.get("movestogo", 0),
            mate=self.numbers.get("mate"),
            moves=self.searchmoves,
            overhead_ms=overhead_ms,
        )


def parse_go(words: Sequence[str]) -> Go:
    """Parses the words after `go`; what cannot be parsed is skipped, with a complaint."""
    go = Go()
    at = 0
    while at < len(words):
        token = words[at]
        at += 1
        if token == "searchmoves":
            chosen = at
            while at < len(words) and words[at] not in _KEYWORDS:
                at += 1
            go.searchmoves += tuple(words[chosen:at])
        elif token in _FLAGS:
            setattr(go, token, True)
        elif token in _KEYWORDS:
            number = number_at(words, at)
            if number is None:
                text = "" if at == len(words) else words[at][:40]
                go.complaints.append(InvalidOption("go_number", token=token, text=text))
                at += at < len(words) and text not in _KEYWORDS
            else:
                _take(go, token, number)
                at += 1
        else:
            go.complaints.append(InvalidOption("go_token", text=token[:40], known=", ".join(sorted(_KEYWORDS))))
    return go


def _take(go: Go, token: str, number: int) -> None:
    if token in _CLOCKS:
        what, side = _CLOCKS[token]
        milliseconds = go.time_ms if what == "time" else go.increment_ms
        milliseconds[side] = max(0, min(number, MAX_MS))
    else:
        low, high = _RANGES[token]
        go.numbers[token] = max(low, min(number, high))


def parse_position(game: Game, words: Sequence[str]) -> Record:
    """The game in the words after `position`; raises a `PlygroundError` if any of it is wrong.

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
    """Plays the moves; the removals of a mill may be separate words (`d6-d5 xb4`)."""
    at = 0
    while at < len(tokens):
        following = tokens[at + 1 : at + 1 + MAX_REMOVALS]
        removals = len(tuple(takewhile(lambda token: token.startswith("x"), following)))
        at += _push_longest(record, tokens[at : at + 1 + removals])


def _push_longest(record: Record, tokens: Sequence[str]) -> int:
    """Plays the longest move that the first tokens form together, and returns how many it used."""
    for count in range(len(tokens), 1, -1):
        with suppress(PlygroundError):
            record.push("".join(tokens[:count]))
            return count
    record.push(tokens[0])
    return 1
