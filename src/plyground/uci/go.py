"""The `go` command: what a search is asked for, and the limits that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.errors import InvalidOption
from plyground.protocol import Side
from plyground.search.limits import MAX_MS, MAX_NODES, Limits
from plyground.search.score import MAX_DEPTH

MOST_MOVES = 10_000
_SIDES = {"w": Side.WHITE, "p1": Side.WHITE, "b": Side.BLACK, "p2": Side.BLACK}
_CLOCKS = {f"{name}{what}": (what, side) for name, side in _SIDES.items() for what in ("time", "inc")}
"""UCI calls the players w and b, UGI p1 and p2."""
_RANGES = {
    "movestogo": (0, MOST_MOVES),
    "depth": (1, MAX_DEPTH),
    "nodes": (1, MAX_NODES),
    "mate": (1, MAX_DEPTH),
    "movetime": (0, MAX_MS),
    "perft": (0, MAX_DEPTH),
}
"""Numbers beyond these are taken for the nearest that makes sense."""
_FLAGS = ("infinite", "ponder")
_KEYWORDS = frozenset({*_CLOCKS, *_RANGES, *_FLAGS, "searchmoves"})


@dataclass(slots=True)
class Go:
    """One `go` as it was said; whatever was not said does not limit the search.

    >>> go = parse_go("wtime 60000 btime 30000 winc 1000 searchmoves e2e4 d2d4 depth 9".split())
    >>> go.numbers, go.searchmoves
    ({'depth': 9}, ('e2e4', 'd2d4'))
    >>> go.limits(Side.WHITE).clock
    60.0
    """

    numbers: dict[str, int] = field(default_factory=dict)
    """What limits the search, and `perft`, by token."""
    time_ms: dict[Side, int] = field(default_factory=dict)
    increment_ms: dict[Side, int] = field(default_factory=dict)
    searchmoves: tuple[str, ...] = ()
    infinite: bool = False
    ponder: bool = False
    complaints: list[Exception] = field(default_factory=list)
    """What could not be understood and was left out."""

    @property
    def perft(self) -> int | None:
        """How deep the game tree is to be counted, if that is what was asked for."""
        return self.numbers.get("perft")

    @property
    def waits(self) -> bool:
        """Whether the move may be told only after `stop`."""
        return self.infinite or self.limits(Side.WHITE).is_endless

    def limits(self, side: Side, overhead_ms: int = 0) -> Limits:
        """When the search for a side's move ends; of a time for one move, the overhead is left unused.

        Where only the other side's clock was told, both are taken to have as much.
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
    """Reads the words after `go`; what cannot be understood is skipped, with a complaint."""
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
            number = _number(words[at]) if at < len(words) else None
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


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
