"""Our engine as a program: reads the commands of UCI and UGI, line by line, and answers them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

from plyground.engines.dialects import DIALECTS, QUERIES
from plyground.errors import InvalidOption
from plyground.protocol import Side
from plyground.uci.options import NAME, OPTIONS, format_option, parse_setoption

if TYPE_CHECKING:
    from plyground.uci.setup import EngineSetup
    from plyground.uci.tasks import Say, Task

MAX_LINE_BYTES = 1 << 20
"""Longer lines are dropped; no game is that long."""
PATIENCE_S = 5.0
"""How long a task may take to end at `quit`; in a user's game it may never end."""
STUCK_S = 30.0
"""How long the next task waits for that before it is refused."""
_RESULTS = {Side.WHITE: "p1win", Side.BLACK: "p2win", None: "draw"}


class UciProgram:
    """Reads one line after the other in one thread; everything that takes long runs in another.

    >>> engine = UciProgram(print)
    >>> engine.hear("isready")
    readyok
    True
    >>> engine.hear("castle")
    info string There is no command 'castle'. The commands are bench, d, debug, eval, go, isready, ponderhit, ...
    True
    >>> engine.hear("quit")
    False
    """

    def __init__(self, say: Say) -> None:
        self._say = say
        self._dialect = DIALECTS["uci"]
        self._made: EngineSetup | None = None
        self._task: Task | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "bench": self._bench,
            "d": self._show,
            "debug": _ignore,
            "eval": self._evaluate,
            "go": self._go,
            "isready": self._get_ready,
            "ponderhit": self._ponderhit,
            "position": lambda words: self._setup.place(words),
            "query": self._query,
            "register": _ignore,
            "setoption": lambda words: self._setup.set(*parse_setoption(words)),
            "stop": self._stop,
            "uci": lambda _: self._greet("uci"),
            "ucinewgame": lambda _: self._setup.new_game(),
            "ugi": lambda _: self._greet("ugi"),
            "uginewgame": lambda _: self._setup.new_game(),
        }

    def hear(self, line: str | None) -> bool:
        """Executes a line; False if it is `quit`. None stands for a line that was too long."""
        words = [] if line is None else line.split()
        if line is None:
            self._setup.forget_position()  # it may have been a position
            self._complain(InvalidOption("uci_line", most=MAX_LINE_BYTES))
        if not words:
            return True
        name, *rest = words
        if name == "quit":
            return False
        try:
            if name not in self._commands:
                known = ", ".join(sorted((*self._commands, "quit")))
                raise InvalidOption("uci_command", command=name[:40], known=known)
            self._commands[name](rest)
        except Exception as error:
            # In the middle of a game, an error message is better than a dead engine.
            self._complain(error)
        return True

    def close(self) -> bool:
        """Ends the current task; False if it does not end."""
        if self._task is None:
            return True
        self._task.stop()
        return self._task.join(PATIENCE_S)

    def wait(self) -> None:
        """Waits for the current task."""
        if self._task is not None:
            self._task.join()

    @property
    def _setup(self) -> EngineSetup:
        """Created when it is first needed, so that the greeting comes at once."""
        if self._made is None:
            from plyground.uci.setup import EngineSetup

            self._made = EngineSetup()
        return self._made

    def _complain(self, error: Exception) -> None:
        from plyground.uci.tasks import format_error

        self._say(format_error(error))

    def _greet(self, protocol: str) -> None:
        from plyground import __version__

        self._dialect = DIALECTS[protocol]
        options = map(format_option, OPTIONS.values())
        introduction = (f"id name {NAME} {__version__}", "id author the Plyground authors")
        self._say("\n".join([*introduction, *options, f"{protocol}ok"]))

    def _get_ready(self, _: list[str]) -> None:
        # A running search needs nothing. Errors are reported when a move is asked for.
        if self._task is None or self._task.is_over:
            with suppress(Exception):
                self._setup.player()
        self._say("readyok")

    def _go(self, words: list[str]) -> None:
        heard_at = monotonic()
        from plyground.uci.commands import parse_go
        from plyground.uci.info import format_bestmove
        from plyground.uci.tasks import PerftTask, SearchTask

        go = parse_go(words)
        setup = self._setup
        if go.perft is not None:
            self._finish()
            threads = setup.settings.number("Threads")
            self._start(PerftTask(setup.record.position, go.perft, threads, self._say))
            return
        try:
            self._finish()
            request = setup.request(go, heard_at, mate_in_plies=self._dialect.mate_in_plies)
            move = setup.book_move(go, request.player)
            for error in go.complaints:
                self._complain(error)
            if move is None:
                self._start(SearchTask(request, self._say))
                return
        except Exception as error:
            self._complain(error)
            self._say(format_bestmove([]))
            return
        self._say(f"info string book\n{format_bestmove([move])}")

    def _bench(self, words: list[str]) -> None:
        from plyground.search.score import MAX_DEPTH
        from plyground.uci.tasks import BenchTask

        if words and not (words[0].isdecimal() and 1 <= int(words[0][:9]) <= MAX_DEPTH):
            raise InvalidOption("bench_depth", text=words[0][:40], most=MAX_DEPTH)
        self._finish()
        self._start(BenchTask(self._setup.game, int(words[0]) if words else None, self._say))

    def _start(self, task: Task) -> None:
        task.start()
        self._task = task

    def _finish(self) -> None:
        """Ends the current task, with its answer, before another one starts; raises `InvalidOption` if it is stuck."""
        if self._task is not None:
            self._task.stop()
            if not self._task.join(STUCK_S):
                raise InvalidOption("uci_stuck", seconds=round(STUCK_S))

    def _stop(self, _: list[str]) -> None:
        if self._task is not None:
            self._task.stop()

    def _ponderhit(self, _: list[str]) -> None:
        if self._task is not None:
            self._task.ponderhit()

    def _show(self, _: list[str]) -> None:
        record = self._setup.record
        position = record.position
        result = record.outcome() or record.standing_draw()
        lines = [
            str(position),
            "",
            f"Game: {record.game.name}",
            f"Fen: {position.fen}",
            f"Key: {position.key:016X}",
            f"Turn: {position.side_to_move}",
            f"Moves: {' '.join(map(str, position.legal_moves))}",
        ]
        if result is not None:
            lines.append(f"Result: {result.sentence}")
        self._say("\n".join(lines))

    def _evaluate(self, _: list[str]) -> None:
        from plyground.abilities import HasNamedEvaluations
        from plyground.search.score import Score

        position = self._setup.record.position
        values = {"Evaluation": position.evaluation}
        if isinstance(position.game, HasNamedEvaluations):
            values |= {name: position.game.evaluate_by_name(position, name) for name in position.game.evaluations}
        side = position.side_to_move
        self._say("\n".join(f"{name}: {Score(value, side)} for {side}" for name, value in values.items()))

    def _query(self, words: list[str]) -> None:
        what = " ".join(words)
        if what not in QUERIES:
            raise InvalidOption("uci_query", text=what[:40], known=", ".join(QUERIES))
        record = self._setup.record
        result = record.outcome() or record.standing_draw()
        answers = {
            "gameover": str(result is not None).lower(),
            "p1turn": str(record.position.side_to_move is Side.WHITE).lower(),
            "result": "none" if result is None else _RESULTS[result.winner],
        }
        self._say(f"response {answers[what]}")


def _ignore(_: list[str]) -> None:
    """A command that changes nothing here."""


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """The lines of a stream, without their ends; None stands for one that was too long.

    >>> from io import BytesIO
    >>> list(read_lines(BytesIO(b"uci\\r\\nisready\\nqu")))
    ['uci', 'isready', 'qu']
    """
    is_tail = False
    while chunk := stream.readline(MAX_LINE_BYTES):
        is_whole = chunk.endswith(b"\n")
        if not is_tail:
            yield chunk.decode(errors="replace").strip() if is_whole or len(chunk) < MAX_LINE_BYTES else None
        is_tail = not is_whole


class Output:
    """Writes whole lines from any thread; a closed pipe is ignored."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._guard = Lock()

    def say(self, text: str) -> None:
        """Writes a line, or several lines that belong together."""
        with self._guard:
            try:
                self._stream.write(f"{text}\n".encode(errors="replace"))
                self._stream.flush()
            except (OSError, ValueError):
                # The GUI has gone, so our input ends as well.
                pass


def main(arguments: Sequence[str] | None = None) -> None:
    """Speaks UCI or UGI until `quit` or the end of the input; arguments are executed as a single command instead."""
    words = sys.argv[1:] if arguments is None else arguments
    engine = UciProgram(Output(sys.stdout.buffer).say)
    with suppress(KeyboardInterrupt):
        if words:
            engine.hear(" ".join(words))
            engine.wait()
        elif sys.stdin is not None:  # None if it was closed before the start
            for line in read_lines(sys.stdin.buffer):
                if not engine.hear(line):
                    break
    if not engine.close():
        # A thread that does not end would keep the process alive; there is nothing left to save.
        os._exit(0)


if __name__ == "__main__":
    main()
