"""A siege of an engine: everything that should never be sent to one, through a pipe, and what must hold anyway.

Whatever the input, an engine must run until `quit`, answer each `isready`, answer each search with exactly one
`bestmove`, write whole lines, and exit on `quit`.
"""

from __future__ import annotations

import os
import random
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

from tests.waiting import PATIENCE_S

from plyground.engines.options import number_at

MAX_LINE_BYTES = 1 << 20
"""Longer lines are ignored."""

FENS = (
    *("startpos", "startpos", "startpos moves e2e4 e7e5 g1f3", "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"),
    *("fen k7/2Q5/1K6/8/8/8/8/8 b - -", "fen 8/8/8/8/8/8/8/8 w - -", "fen", "startpos moves e2e5", "here"),
    *("fen W:We3,g3,h4,a5:Bc5,e5,g5,g7", "fen ********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"),
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves " + "g1f3 g8f6 f3g1 f6g8 " * 60,
)
SEARCHES = (
    *("infinite", "infinite", "ponder", "ponder wtime 50 btime 50", "depth 3", "depth 99", "nodes 1", "nodes 3000"),
    *("movetime 1", "movetime 30", "movetime -5", "mate 2", "wtime 60 btime 60 winc 5 binc 5", "wtime 0", "winc 1"),
    *("searchmoves e2e4 d2d4 depth 2", "searchmoves", "movestogo 1 wtime 50", "", "depth", "depth x", "nodes 1e9"),
    *("perft 2", "perft 60", "perft", "p1time 50 p2time 50", "wtime 99999999999999999999", "infinite ponder depth 1"),
)
OPTIONS = (
    *("Hash value 1", "Hash value 2", "Hash value -1", "Hash", "Threads value 2", "Threads value 1", "Threads value x"),
    *("MultiPV value 3", "MultiPV value 1", "Ponder value true", "Clear Hash", "Save Hash", "HashFile value a.tt"),
    *("HashFile value <empty>", "OwnBook value true", "BookFile value nowhere", "BookFile value", "SyzygyPath value x"),
    *("UCI_Variant value mill", "UCI_Variant value draughts", "UCI_Variant value connect-four", "UCI_Variant value go"),
    *("UCI_Variant value chess", "UCI_Chess960 value true", "UCI_Chess960 value false", "Rules value men=7", "Rules"),
    *("UCI_ShowWDL value true", "UCI_LimitStrength value true", "UCI_Elo value 700", "Level value 3", "Level value 0"),
    *("Style value lazy", "Algorithm value mtdf", "Algorithm value mcts", "Algorithm value playing", "Seed value 7"),
    *("Move Overhead value 5000", "Contempt value 3", "value", "UCI_LimitStrength value false"),
)
OTHERS = (
    *("stop", "stop", "stop", "ponderhit", "isready", "uci", "ugi", "ucinewgame", "d", "eval", "bench 1", "debug on"),
    *("query gameover", "query result", "query", "register later", "position", "go perft 1", "", "   ", "xyzzy"),
)


class Fault(AssertionError):
    """What an engine did that it must not do."""


def random_lines(seed: int, count: int) -> list[bytes]:
    """Lines of a siege, each with its end unless it is cut short; the same for a seed."""
    dice = random.Random(seed)
    return [_line(dice) + dice.choice([b"\n", b"\n", b"\n", b"\r\n", b" \t\n"]) for _ in range(count)]


def _line(dice: random.Random) -> bytes:
    kind = dice.random()
    if kind < 0.04:
        return bytes(dice.choice([*range(10), *range(11, 256)]) for _ in range(dice.randrange(80)))
    if kind < 0.30:
        line = f"go {dice.choice(SEARCHES)}"
    elif kind < 0.50:
        line = f"position {dice.choice(FENS)}"
    elif kind < 0.65:
        line = f"setoption name {dice.choice(OPTIONS)}"
    else:
        line = dice.choice(OTHERS)
    if kind < 0.34:
        line = line[: dice.randrange(len(line) + 1)]
    return line.encode()


def first_word(line: bytes) -> str:
    """The command of a line; a line that is too long has none."""
    words = line.decode(errors="replace").split(maxsplit=1) if len(line) < MAX_LINE_BYTES else []
    return words[0] if words else ""


def is_search(line: bytes) -> bool:
    """Whether a line must be answered by a move: a `go` that is heard and does not count a tree."""
    words = line.decode(errors="replace").split()
    counts = any(word == "perft" and number_at(words, at) is not None for at, word in enumerate(words, 1))
    return first_word(line) == "go" and not counts


class Siege:
    """An engine whose input and output are watched; use it as a context manager. Raises `Fault`."""

    def __init__(self, command: Sequence[str], folder: Path, patience_s: float) -> None:
        self._patience_s = PATIENCE_S
        self._said: list[bytes] = []
        self._news = threading.Condition()
        self._searches = self._readies = 0
        self._errors = (folder / "stderr").open("w+b")
        self._process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.settle()
        self._patience_s = patience_s

    def __enter__(self) -> Siege:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._listener.join()
        with suppress(OSError):
            self._stdin.close()
        self._errors.close()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended yet."""
        return self._process.poll() is None

    def complaints(self) -> str:
        """What it wrote to its standard error."""
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace")

    @property
    def _stdin(self):
        assert self._process.stdin is not None
        return self._process.stdin

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stream:
            for line in stream:
                with self._news:
                    self._said.append(line)
                    self._news.notify_all()
        with self._news:
            self._said.append(b"")
            self._news.notify_all()

    def tell(self, *lines: bytes) -> None:
        """Sends lines without waiting for answers; an engine that does not read for long counts as hanging."""
        for line in lines:
            self._searches += is_search(line)
            self._readies += first_word(line) == "isready"
            writer = threading.Thread(target=self._write, args=(line,), daemon=True)
            writer.start()
            writer.join(self._patience_s)
            if writer.is_alive():
                raise Fault(f"it does not read; it was sent {line[:80]!r}")

    def _write(self, line: bytes) -> None:
        with suppress(OSError):
            self._stdin.write(line)
            self._stdin.flush()

    def settle(self) -> None:
        """Waits until it is ready; it must never have answered more searches than there were."""
        self.tell(b"isready\n")
        self._await(lambda: self._count(b"readyok") >= self._readies, "it does not get ready")
        if self._count(b"readyok") > self._readies:
            raise Fault("it is ready more often than it was asked")
        if self._count(b"bestmove") > self._searches:
            raise Fault(f"{self._count(b'bestmove')} moves for {self._searches} searches")

    def finish(self) -> None:
        """Stops everything: every search has exactly one answer, and the engine still plays chess."""
        self.tell(b"stop\n")
        self.settle()
        self._await(lambda: self._count(b"bestmove") >= self._searches, "a search has no answer")
        for option in ("Algorithm value playing", "Level value 0", "UCI_LimitStrength value false", "Rules value"):
            self.tell(f"setoption name {option}\n".encode())
        self.tell(b"setoption name UCI_Chess960 value false\n", b"setoption name UCI_Variant value chess\n")
        self.tell(b"ucinewgame\n", b"position startpos\n", b"go depth 2 searchmoves e2e4\n")
        self._await(lambda: self._count(b"bestmove") >= self._searches, "it does not play any more")
        # A search that is over has nothing more to say.
        self.tell(b"stop\n")
        self.settle()
        last = next(line for line in reversed(self._said) if line.startswith(b"bestmove"))
        if last.split()[1:2] != [b"e2e4"]:
            raise Fault(f"it played {last!r}")

    def leave(self, how: bytes = b"quit\n") -> None:
        """Sends `quit` or closes the input: it must exit in time without any output on standard error."""
        self.tell(how)
        with suppress(OSError):
            self._stdin.close()
        try:
            status = self._process.wait(self._patience_s)
        except subprocess.TimeoutExpired:
            raise Fault("it does not leave") from None
        self._listener.join(self._patience_s)
        # A search that is interrupted by `quit` may or may not answer.
        if not 0 <= self._searches - self._count(b"bestmove") <= 1:
            raise Fault(f"{self._count(b'bestmove')} moves for {self._searches} searches")
        complaints = self.complaints()
        if status or complaints:
            raise Fault(f"it ended with {status}: {complaints[-400:]}")

    def _count(self, word: bytes) -> int:
        return sum(line.split()[:1] == [word] for line in list(self._said))

    def _await(self, condition, fault: str) -> None:
        deadline = monotonic() + self._patience_s
        with self._news:
            while not condition():
                if self._said[-1:] == [b""]:
                    raise Fault(f"it exited early, with {self._process.wait()}")
                if not self._news.wait(deadline - monotonic()):
                    raise Fault(f"{fault}; it last said {self._said[-3:]}")


def besiege(
    command: Sequence[str], folder: Path, *, seed: int, lines: int = 120, patience_s: float = PATIENCE_S
) -> None:
    """One siege: random lines, now and then a line of ten megabytes, and one of several ways to leave."""
    dice = random.Random(-1 - seed)
    os.makedirs(folder, exist_ok=True)
    with Siege(command, folder, patience_s) as siege:
        for line in random_lines(seed, lines):
            siege.tell(line)
            if dice.random() < 0.1:
                siege.settle()
            if dice.random() < 0.01:
                siege.tell(dice.choice([b"position startpos moves ", b"go searchmoves ", b""]) + b"e2e4 " * 2_000_000)
                siege.tell(b"\n")
        if dice.random() < 0.7:
            siege.finish()
        siege.tell(dice.choice([b"", b"go infinite\n", b"go ponder\n", b"go depth 4\n", b"bench\n", b"go perft 7\n"]))
        siege.leave(dice.choice([b"quit\n", b"quit", b"", b"position fen 8/", b"stop\nquit\n"]))
