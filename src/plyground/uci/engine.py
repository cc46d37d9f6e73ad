"""Our engine as a program: hears the commands of UCI and UGI, line by line, and answers them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from plyground.engines.dialects import DIALECTS, QUERIES
from plyground.errors import InvalidOption
from plyground.protocol import Side
from plyground.uci.engine_options import NAME, OPTIONS, format_option, parse_setoption
from plyground.uci.streams import LONGEST_LINE, Output, read_lines

if TYPE_CHECKING:
    from plyground.uci.engine_setup import EngineSetup
    from plyground.uci.searching import Say, Work

PATIENCE_S = 5.0
"""How long work may take to end when we leave; a game of the user may never come to an end."""
_RESULTS = {Side.WHITE: "p1win", Side.BLACK: "p2win", None: "draw"}


class Engine:
    """Hears one line after the other, in one thread; whatever takes long happens in another.

    >>> engine = Engine(print)
    >>> engine.hear("isready")
    readyok
    True
    >>> engine.hear("castle")
    info string there is no command 'castle'; the commands are bench, d, debug, eval, go, isready, ponderhit, ...
    True
    >>> engine.hear("quit")
    False
    """

    def __init__(self, say: Say) -> None:
        self._say = say
        self._dialect = DIALECTS["uci"]
        self._made: EngineSetup | None = None
        self._work: Work | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "bench": self._bench,
            "d": self._show,
            "debug": _ignore,
            "eval": self._evaluate,
            "go": self._go,
            "isready": self._get_ready,
            "ponderhit": self._ponderhit,
            "position": self._position,
            "query": self._query,
            "register": _ignore,
            "setoption": self._set_option,
            "stop": self._stop,
            "uci": lambda _: self._greet("uci"),
            "ucinewgame": lambda _: self._setup.new_game(),
            "ugi": lambda _: self._greet("ugi"),
            "uginewgame": lambda _: self._setup.new_game(),
        }

    def hear(self, line: str | None) -> bool:
        """Does what a line asks for; False when it asks us to leave. None is a line that was too long."""
        words = [] if line is None else line.split()
        if line is None:
            self._complain(InvalidOption("uci_line", most=LONGEST_LINE))
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
            # A GUI in the middle of a game is better off with a complaint than with an engine that is gone.
            self._complain(error)
        return True

    def close(self) -> bool:
        """Ends what goes on; False if it would not end."""
        if self._work is None:
            return True
        self._work.stop()
        return self._work.join(PATIENCE_S)

    def wait(self) -> None:
        """Returns when nothing goes on any more."""
        if self._work is not None:
            self._work.join()

    @property
    def _setup(self) -> EngineSetup:
        """Made when it is first needed, so that the greeting comes at once."""
        if self._made is None:
            from plyground.uci.engine_setup import EngineSetup

            self._made = EngineSetup()
        return self._made

    def _complain(self, error: Exception) -> None:
        from plyground.uci.searching import complaint

        self._say(complaint(error))

    def _greet(self, protocol: str) -> None:
        from plyground import __version__

        self._dialect = DIALECTS[protocol]
        options = map(format_option, OPTIONS.values())
        introduction = (f"id name {NAME} {__version__}", "id author the Plyground authors")
        self._say("\n".join([*introduction, *options, f"{protocol}ok"]))

    def _get_ready(self, _: list[str]) -> None:
        # A search that runs has all it needs. What goes wrong is said when somebody wants a move.
        if self._work is None or self._work.is_over:
            with suppress(Exception):
                self._setup.thinker()
        self._say("readyok")

    def _set_option(self, words: list[str]) -> None:
        self._setup.set(*parse_setoption(words))

    def _position(self, words: list[str]) -> None:
        self._setup.place(words)

    def _go(self, words: list[str]) -> None:
        heard_at = monotonic()
        from plyground.uci.engine_info import format_bestmove
        from plyground.uci.go import parse_go
        from plyground.uci.searching import Searching

        go = parse_go(words)
        self._finish()
        setup = self._setup
        if go.perft is not None:
            from plyground.uci.chores import Counting

            threads = setup.settings.number("Threads")
            self._begin(Counting(setup.record.position, go.perft, threads, self._say))
            return
        try:
            move = setup.book_move(go)
            order = setup.order(go, heard_at, mate_in_plies=self._dialect.mate_in_plies)
        except Exception:
            self._say(format_bestmove([]))
            raise
        for error in go.complaints:
            self._complain(error)
        if move is not None:
            self._say(f"info string book\n{format_bestmove([move])}")
        else:
            self._begin(Searching(order, self._say))

    def _bench(self, words: list[str]) -> None:
        from plyground.search.score import MAX_DEPTH
        from plyground.uci.chores import Benching

        if words and not (words[0].isdecimal() and 1 <= int(words[0][:9]) <= MAX_DEPTH):
            raise InvalidOption("bench_depth", text=words[0][:40], most=MAX_DEPTH)
        self._finish()
        self._begin(Benching(self._setup.game, int(words[0]) if words else None, self._say))

    def _begin(self, work: Work) -> None:
        self._work = work
        work.start()

    def _finish(self) -> None:
        """Ends what goes on, with its answer, because something else begins."""
        if self._work is not None:
            self._work.stop()
            self._work.join()

    def _stop(self, _: list[str]) -> None:
        if self._work is not None:
            self._work.stop()

    def _ponderhit(self, _: list[str]) -> None:
        if self._work is not None:
            self._work.ponderhit()

    def _show(self, _: list[str]) -> None:
        from plyground.terminations import sentence

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
            lines.append(f"Result: {sentence(result)}")
        self._say("\n".join(lines))

    def _evaluate(self, _: list[str]) -> None:
        from plyground.abilities import HasEvaluations
        from plyground.search.score import Score

        position = self._setup.record.position
        values = {"Evaluation": position.evaluation}
        if isinstance(position.game, HasEvaluations):
            values |= {name: position.game.evaluate_by_name(position, name) for name in position.game.evaluations}
        side = position.side_to_move
        self._say("\n".join(f"{name}: {Score(value, side)} for {side}" for name, value in values.items()))

    def _query(self, words: list[str]) -> None:
        what = " ".join(words)
        if what not in QUERIES:
            raise InvalidOption("uci_query", text=what[:40], known=", ".join(QUERIES))
        record = self._setup.record
        result = record.outcome() or record.standing_draw()
        if what == "p1turn":
            answer = str(record.position.side_to_move is Side.WHITE).lower()
        elif what == "gameover":
            answer = str(result is not None).lower()
        elif result is None:
            answer = "none"
        else:
            answer = _RESULTS[result.winner]
        self._say(f"response {answer}")


def _ignore(_: list[str]) -> None:
    """A command that other engines know and that changes nothing here."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Speaks UCI or UGI until told to quit or left alone; the words of a command line are the one command instead."""
    words = sys.argv[1:] if arguments is None else arguments
    engine = Engine(Output(sys.stdout.buffer).say)
    with suppress(KeyboardInterrupt):
        if words:
            engine.hear(" ".join(words))
            engine.wait()
        elif sys.stdin is not None:  # which may have been closed before we began
            for line in read_lines(sys.stdin.buffer):
                if not engine.hear(line):
                    break
    if not engine.close():
        # A thread that does not end would keep us here; there is nothing left to save.
        os._exit(0)


if __name__ == "__main__":
    main()
