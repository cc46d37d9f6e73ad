"""What an engine thinks: its `info` lines read, and the move it chose with its score, depth and line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from plyground.errors import PlygroundError
from plyground.protocol import Move, Position
from plyground.search.score import MAX_PLY, MIN_WIN, loss_in, win_in

_NUMBERS = frozenset({"depth", "seldepth", "time", "nodes", "nps", "multipv", "hashfull"})


@dataclass(frozen=True, slots=True)
class Thinking:
    """A move and why; all but the move and `time_s`, which we measure, is what the engine said.

    The score is from the side to move in hundredths of a man, wins and losses as everywhere here; None if the engine
    said none.
    """

    position: Position = field(repr=False)
    move: Move
    score: int | None = None
    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    time_s: float = 0.0
    multipv: int = 1
    nps: int | None = None
    hashfull: int | None = None
    wdl: tuple[int, int, int] | None = None
    """Chances of the side to move to win, draw and lose, in thousandths."""
    pv: tuple[str, ...] = field(default=(), repr=False)
    """The expected moves in the engine's own words."""
    ponder_text: str = field(default="", repr=False)

    @property
    def line(self) -> tuple[Move, ...]:
        """The expected moves, the first of them the move itself, as far as they are legal."""
        followed = follow(self.position, self.pv)
        return followed if followed[:1] == (self.move,) else (self.move,)

    @property
    def ponder(self) -> Move | None:
        """The reply that the engine would like to think about."""
        replies = follow(self.position.after(self.move), (self.ponder_text,)) if self.ponder_text else ()
        return replies[0] if replies else None


OnThinking: TypeAlias = Callable[[Thinking], None]


def follow(position: Position, texts: tuple[str, ...]) -> tuple[Move, ...]:
    """The moves that the texts name one after the other, up to the first that cannot be played."""
    moves: list[Move] = []
    for text in texts:
        try:
            move = position.parse(text)
            position = position.after(move)
        except PlygroundError:
            break
        moves.append(move)
    return tuple(moves)


@dataclass(slots=True)
class Progress:
    """One `info` line, read."""

    numbers: dict[str, int]
    score: int | None = None
    is_bound: bool = False
    """Whether the score is only a bound, as a search with a narrow window finds on its way."""
    wdl: tuple[int, int, int] | None = None
    pv: tuple[str, ...] = ()
    text: str = ""


def parse_progress(line: bytes, *, mate_in_plies: bool = False) -> Progress:
    """Reads an `info` line; what it holds besides is skipped, and so is what should be a number and is none.

    UCI counts mates in moves, UGI in plies.

    >>> progress = parse_progress(b"info depth 9 score mate -2 nodes 1234 pv e2e4 e7e5")
    >>> progress.numbers, progress.score == loss_in(4), progress.pv
    ({'depth': 9, 'nodes': 1234}, True, ('e2e4', 'e7e5'))
    """
    words = line.decode(errors="replace").split()
    progress = Progress({})
    at = 1
    while at < len(words):
        word = words[at]
        at += 1
        if word in _NUMBERS:
            number = _number(words, at)
            if number is not None:
                progress.numbers[word] = number
                at += 1
        elif word in ("cp", "mate"):
            number = _number(words, at)
            if number is not None:
                progress.score = estimate(number) if word == "cp" else proven(number, mate_in_plies)
                at += 1
        elif word in ("lowerbound", "upperbound"):
            progress.is_bound = True
        elif word == "wdl":
            chances = [_number(words, at + offset) for offset in range(3)]
            if None not in chances:
                win, draw, loss = (chance or 0 for chance in chances)
                progress.wdl = (win, draw, loss)
                at += 3
        elif word == "pv":
            progress.pv = tuple(words[at:])
            break
        elif word == "string":
            progress.text = " ".join(words[at:])
            break
    return progress


def _number(words: list[str], at: int) -> int | None:
    try:
        return int(words[at])
    except (IndexError, ValueError):
        return None


def estimate(centipawns: int) -> int:
    """The score of a position that is so much better for the side to move."""
    return max(1 - MIN_WIN, min(centipawns, MIN_WIN - 1))


def proven(mate: int, in_plies: bool = False) -> int:
    """The score of a win in `mate` moves or plies; of a loss, if it is none or fewer."""
    plies = abs(mate) if in_plies else 2 * abs(mate) - (mate > 0)
    return win_in(min(plies, MAX_PLY)) if mate > 0 else loss_in(min(plies, MAX_PLY))


class Hearing:
    """Listens to the `info` lines of one search and keeps the few that count, unread until someone asks.

    Engines send hundreds of lines a second, of which only the last score and the last node count matter.
    """

    __slots__ = ("_bounded", "_latest", "_scored")

    def __init__(self) -> None:
        self._scored = b""
        self._bounded = b""
        self._latest = b""

    def hear(self, line: bytes) -> None:
        """Takes note of a line; scores count that are of the best line."""
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

    def found(self, position: Position, move: Move, time_s: float, *, ponder: str, mate_in_plies: bool) -> Thinking:
        """Everything the engine said that matters, with the move it chose.

        A bound is no score, but some engines never say more.
        """
        scored = parse_progress(self._scored or self._bounded, mate_in_plies=mate_in_plies)
        numbers = scored.numbers | {"nodes": parse_progress(self._latest).numbers.get("nodes", 0)}
        return _thinking(position, move, scored, numbers, time_s, ponder)


def thinking_of(position: Position, line: bytes, time_s: float, *, mate_in_plies: bool) -> Thinking | None:
    """What one `info` line says, or None if it names no move with a score."""
    if not line.startswith(b"info ") or b" pv " not in line:
        return None
    progress = parse_progress(line, mate_in_plies=mate_in_plies)
    moves = follow(position, progress.pv[:1])
    if not moves or progress.score is None or progress.is_bound:
        return None
    return _thinking(position, moves[0], progress, progress.numbers, time_s, "")


def _thinking(
    position: Position, move: Move, said: Progress, numbers: Mapping[str, int], time_s: float, ponder: str
) -> Thinking:
    return Thinking(
        position=position,
        move=move,
        score=said.score,
        depth=numbers.get("depth", 0),
        seldepth=numbers.get("seldepth", 0),
        nodes=numbers.get("nodes", 0),
        time_s=time_s,
        multipv=numbers.get("multipv", 1),
        nps=numbers.get("nps"),
        hashfull=numbers.get("hashfull"),
        wdl=said.wdl,
        pv=said.pv,
        ponder_text=ponder,
    )
