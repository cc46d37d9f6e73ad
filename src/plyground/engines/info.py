"""What an engine says about its search: its `info` lines, parsed, as a `SearchResult`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.engines.options import number_at
from plyground.errors import PlygroundError
from plyground.protocol import Move, Position
from plyground.search.result import SearchResult
from plyground.search.score import MAX_PLY, MIN_WIN, Score, loss_in, win_in

MAX_NUMBER = 2**62
"""Larger numbers are not believed, and could not be added up."""
_NUMBERS = frozenset({"depth", "seldepth", "time", "nodes", "nps", "multipv", "hashfull"})


@dataclass(slots=True)
class Info:
    """One parsed `info` line."""

    numbers: dict[str, int]
    score: int | None = None
    is_bound: bool = False
    """Whether the score is only a bound, as from a search with a narrow window."""
    wdl: tuple[int, int, int] | None = None
    pv: tuple[str, ...] = ()
    text: str = ""


def parse_info(line: bytes, *, mate_in_plies: bool = False) -> Info:
    """Parses an `info` line; unknown words and malformed numbers are skipped.

    UCI counts mates in moves, UGI in plies.

    >>> info = parse_info(b"info depth 9 score mate -2 nodes 1234 pv e2e4 e7e5")
    >>> info.numbers, info.score == loss_in(4), info.pv
    ({'depth': 9, 'nodes': 1234}, True, ('e2e4', 'e7e5'))
    """
    words = line.decode(errors="replace").split()
    info = Info({})
    at = 1
    while at < len(words):
        word = words[at]
        at += 1
        number = number_at(words, at)
        if number is not None and word in _NUMBERS:
            info.numbers[word] = max(0, min(number, MAX_NUMBER))
            at += 1
        elif number is not None and word in ("cp", "mate"):
            info.score = centipawns(number) if word == "cp" else mate(number, mate_in_plies)
            at += 1
        elif word in ("lowerbound", "upperbound"):
            info.is_bound = True
        elif word == "wdl":
            draw, loss = number_at(words, at + 1), number_at(words, at + 2)
            if number is not None and draw is not None and loss is not None:
                info.wdl = (_per_mille(number), _per_mille(draw), _per_mille(loss))
                at += 3
        elif word == "pv":
            info.pv = tuple(words[at:])
            break
        elif word == "string":
            info.text = " ".join(words[at:])
            break
    return info


def _per_mille(number: int) -> int:
    return max(0, min(number, 1000))


def centipawns(number: int) -> int:
    """An engine's evaluation as a score that is never decisive."""
    return max(1 - MIN_WIN, min(number, MIN_WIN - 1))


def mate(distance: int, in_plies: bool = False) -> int:
    """The score of a win in that many moves or plies; of a loss if it is zero or negative."""
    plies = abs(distance) if in_plies else 2 * abs(distance) - (distance > 0)
    return win_in(min(plies, MAX_PLY)) if distance > 0 else loss_in(min(plies, MAX_PLY))


@dataclass(slots=True)
class SearchInfo:
    """Collects the `info` lines of one search and keeps the few that matter, unparsed until they are needed.

    Engines send hundreds of lines a second, of which only the last score and the last node count matter.
    """

    _scored: bytes = b""
    _bounded: bytes = b""
    _latest: bytes = b""

    def add(self, line: bytes) -> None:
        """Adds a line; only scores of the best line count."""
        if not line.startswith(b"info ") or line.startswith(b"info string"):
            return
        if b" nodes " in line:
            self._latest = line
        if b" score " not in line or (b" multipv " in line and b" multipv 1 " not in line):
            return
        if b"erbound" not in line:
            self._scored = line
        elif b" pv " in line:
            self._bounded = line

    def result(
        self, position: Position, move: Move, time_ms: int, *, ponder: str = "", mate_in_plies: bool = False
    ) -> SearchResult:
        """The result of the search that chose a move. A bound is used as the score only if there is nothing else."""
        info = parse_info(self._scored or self._bounded, mate_in_plies=mate_in_plies)
        info.numbers["nodes"] = parse_info(self._latest).numbers.get("nodes", 0)
        return search_result(position, move, info, time_ms, ponder)


def result_of_line(position: Position, line: bytes, time_ms: int, *, mate_in_plies: bool) -> SearchResult | None:
    """The result in one `info` line; None if it has no move with an exact score."""
    if not line.startswith(b"info ") or b" pv " not in line:
        return None
    info = parse_info(line, mate_in_plies=mate_in_plies)
    moves = follow(position, info.pv[:1])
    if not moves or info.score is None or info.is_bound:
        return None
    return search_result(position, moves[0], info, time_ms)


def search_result(position: Position, move: Move, info: Info, time_ms: int, ponder: str = "") -> SearchResult:
    """A result from what an engine said; its line starts with the move and ends where it becomes illegal."""
    line = follow(position, info.pv)
    if line[:1] != (move,):
        line = (move,)
    if len(line) == 1 and ponder:
        line += follow(position.after(move), (ponder,))
    return SearchResult(
        line=line,
        score=None if info.score is None else Score(info.score, position.side_to_move),
        wdl=info.wdl,
        depth=info.numbers.get("depth", 0),
        seldepth=info.numbers.get("seldepth", 0),
        nodes=info.numbers.get("nodes", 0),
        time_ms=time_ms,
        tt_full=info.numbers.get("hashfull", 0),
    )


def follow(position: Position, texts: Sequence[str]) -> tuple[Move, ...]:
    """The moves that the texts name one after the other, up to the first illegal one."""
    moves: list[Move] = []
    for text in texts:
        try:
            move = position.parse(text)
            position = position.after(move)
        except PlygroundError:
            break
        moves.append(move)
    return tuple(moves)
