"""Our engine as a draughts program for Hub, the protocol of Scan, version 2; GUIs and match runners drive it."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic

from plyground import __version__
from plyground.engines.hub import NORMAL, VARIANT, variant_of
from plyground.engines.hub_lines import HubLine, hub_line
from plyground.errors import InvalidOption, InvalidPosition
from plyground.games.draughts.exchange import Exchange
from plyground.games.registry import game_names
from plyground.protocol import Move, Side
from plyground.record import Record
from plyground.search.limits import MAX_MS, MAX_NODES
from plyground.search.result import SearchResult
from plyground.search.score import MAX_DEPTH, Score
from plyground.uci.commands import MAX_MOVES_TO_GO, Go
from plyground.uci.engine import MAX_LINE_BYTES, PATIENCE_S, STUCK_S, Output, read_lines
from plyground.uci.info import within_game
from plyground.uci.options import NAME, OPTIONS
from plyground.uci.setup import EngineSetup
from plyground.uci.tasks import Say, SearchTask

DRAUGHTS = "draughts:"
WIN_MEN = 100
"""A win now in men, as Scan writes it; a later one is a hundredth less for every ply."""
PARAMETERS: Mapping[str, str] = {
    "book": "OwnBook",
    "book-file": "BookFile",
    "threads": "Threads",
    "hash": "Hash",
    "level": "Level",
    "style": "Style",
    "seed": "Seed",
    "databases": "Databases",
}
"""The parameters besides the variant, each with our option under UCI."""
_WHOLE = {
    "depth": ("depth", 1, MAX_DEPTH),
    "nodes": ("nodes", 1, MAX_NODES),
    "moves": ("movestogo", 0, MAX_MOVES_TO_GO),
}
"""The whole numbers of `level`, each with its name under UCI and its range; others are clamped."""
_TYPES = {"check": "bool", "spin": "int", "combo": "enum", "string": "string"}


class HubProgram:
    """Reads one line after the other in one thread; searches run in another.

    >>> program = HubProgram(print)
    >>> program.hear("ping")
    pong
    True
    >>> program.hear("pos pos=Wxyz")
    error message="The position has 4 letters instead of 51."
    True
    """

    def __init__(self, say: Say, variant: str = NORMAL) -> None:
        self._say = say
        self._setup = EngineSetup()
        self._level = HubLine("level")
        self._task: HubSearch | None = None
        self._position_error: Exception | None = None
        self._choose(variant)
        self._commands: dict[str, Callable[[HubLine], None]] = {
            "hub": self._greet,
            "init": self._init,
            "set-param": self._set,
            "pos": self._place,
            "level": self._limit,
            "go": self._go,
            "stop": lambda _: self._task.stop() if self._task else None,
            "ponder-hit": lambda _: self._task.ponderhit() if self._task else None,
            "new-game": lambda _: self._setup.new_game(),
            "ping": lambda _: self._say("pong"),
        }

    def hear(self, text: str | None) -> bool:
        """Executes a line; False if it is `quit`. None stands for a line that was too long."""
        line = HubLine.parse(text or "")
        if line.command == "quit":
            return False
        try:
            if text is None:
                raise InvalidOption("uci_line", most=MAX_LINE_BYTES)
            # Commands that we do not know are ignored, as the protocol demands.
            if line.command in self._commands:
                self._commands[line.command](line)
        except Exception as error:
            # In the middle of a game, an error message is better than a dead engine.
            self._complain(error)
        return True

    def close(self) -> bool:
        """Ends the search; False if it does not end."""
        if self._task is None:
            return True
        self._task.stop()
        return self._task.join(PATIENCE_S)

    def _complain(self, error: Exception) -> None:
        self._say(format_hub_error(error))

    def _greet(self, _: HubLine) -> None:
        lines = [hub_line("id", name=NAME, version=__version__, author="the Plyground authors")]
        variants = list(_variants())
        lines.append(
            hub_line("param", name=VARIANT, value=variant_of(self._setup.game), type="enum", values=" ".join(variants))
        )
        for name, option_name in PARAMETERS.items():
            option = OPTIONS[option_name.lower()]
            more: dict[str, object] = {"min": option.min, "max": option.max} if option.kind == "spin" else {}
            if option.kind == "combo":
                more["values"] = " ".join(option.choices)
            value = self._setup.settings.text(option_name)
            lines.append(hub_line("param", name=name, value=value, type=_TYPES[option.kind], **more))
        self._say("\n".join([*lines, "wait"]))

    def _init(self, _: HubLine) -> None:
        with suppress(Exception):  # reported when a move is asked for
            self._setup.player()
        self._say("ready")

    def _set(self, line: HubLine) -> None:
        name, value = line.arguments.get("name", ""), line.arguments.get("value", "")
        if name == VARIANT:
            self._choose(value)
            return
        if name not in PARAMETERS:
            known = ", ".join((VARIANT, *PARAMETERS))
            raise InvalidOption("engine_option", engine=NAME, option=name[:40], known=known)
        option = OPTIONS[PARAMETERS[name].lower()]
        settled = option.settle(value)
        if settled is None:
            raise InvalidOption(
                "engine_option_value", engine=NAME, option=name, value=value[:40], expected=option.expected
            )
        self._setup.set(option, settled)

    def _choose(self, variant: str) -> None:
        games = _variants()
        if variant not in games:
            expected = f"one of {', '.join(games)}"
            raise InvalidOption(
                "engine_option_value", engine=NAME, option=VARIANT, value=variant[:40], expected=expected
            )
        self._setup.set(OPTIONS["uci_variant"], games[variant])

    def _place(self, line: HubLine) -> None:
        try:
            exchange = Exchange(self._setup.game)
            record = Record(exchange.parse_position(line.arguments.get("pos", "")))
            for text in line.arguments.get("moves", "").split():
                record.push(exchange.parse_move(record.position, text))
        except Exception as error:
            # `go` must not answer with a move for another position.
            self._position_error = error
            raise
        self._setup.place(["fen", record.start.fen, "moves", *map(str, record.moves)])
        self._position_error = None

    def _limit(self, line: HubLine) -> None:
        self._level = line

    def _go(self, line: HubLine) -> None:
        heard_at = monotonic()
        try:
            if self._position_error is not None:
                raise InvalidPosition("hub_no_position")
            self._finish()
            go = go_of(self._level, self._setup.record.position.side_to_move)
            go.ponder = "ponder" in line.arguments
            request = self._setup.request(go, heard_at, mate_in_plies=True)
            move = None if "analyze" in line.arguments else self._setup.book_move(go, request.player)
            for error in go.complaints:
                self._complain(error)
            if move is None:
                self._task = HubSearch(request, self._say)
                self._task.start()
            else:
                self._say(format_done(request.record, [move]))
        except Exception:
            self._say(hub_line("done"))
            raise

    def _finish(self) -> None:
        """Ends the last search, with its answer, before another one starts."""
        if self._task is not None:
            self._task.stop()
            if not self._task.join(STUCK_S):
                raise InvalidOption("uci_stuck", seconds=round(STUCK_S))


class HubSearch(SearchTask):
    """A search that reports in the words of Hub."""

    def _answer(self, line: Sequence[Move]) -> None:
        self._say(format_done(self._request.record, line))

    def _show(self, result: SearchResult) -> None:
        self._say(format_hub_info(self._request.record, result))

    def _complain(self, error: Exception) -> None:
        self._say(format_hub_error(error))


def format_done(record: Record, line: Sequence[Move]) -> str:
    """The move and the expected reply; only `done` if there is no move."""
    return hub_line("done", **dict(zip(("move", "ponder"), _numbered(record, line[:2]), strict=False)))


def format_hub_info(record: Record, result: SearchResult) -> str:
    """An `info` line: the depth, the score in men, the nodes in all and in millions a second, the time and the line."""
    seconds = result.time_ms / 1000
    best = result.lines[0] if result.lines else None
    score = result.score if best is None else best.score
    line = result.line if best is None else best.line
    return hub_line(
        "info",
        depth=result.depth,
        **({} if score is None else {"score": f"{men(score):.2f}"}),
        nodes=result.nodes,
        time=f"{seconds:.3f}",
        nps=f"{result.nps / 1e6:.3f}",
        pv=" ".join(_numbered(record, within_game(record, line))),
    )


def men(score: Score) -> float:
    """A score in men.

    >>> from plyground.search.score import win_in
    >>> men(Score(-123, Side.WHITE)), men(Score(win_in(7), Side.WHITE))
    (-1.23, 99.93)
    """
    if score.plies is None:
        return score.value / 100
    return math.copysign(WIN_MEN - min(score.plies, 900) / 100, score.value)


def go_of(level: HubLine, side: Side) -> Go:
    """The limits of a `level` line; a number that cannot be read is skipped, with a complaint.

    >>> go = go_of(HubLine.parse("level moves=9 time=291.5 inc=0.5"), Side.WHITE)
    >>> go.time_ms[Side.WHITE], go.increment_ms[Side.WHITE], go.numbers
    (292000, 500, {'movestogo': 9})
    """
    go = Go()
    given: dict[str, float] = {}
    for name in ("depth", "nodes", "move-time", "moves", "time", "inc"):
        if name in level.arguments:
            try:
                number = float(level.arguments[name])
                if not math.isfinite(number):
                    raise ValueError
            except ValueError:
                go.complaints.append(InvalidOption("go_number", token=name, text=level.arguments[name][:40]))
                continue
            given[name] = number
    for name, (token, least, most) in _WHOLE.items():
        if name in given:
            go.numbers[token] = int(max(least, min(given[name], most)))
    if "move-time" in given:
        go.numbers["movetime"] = _milliseconds(given["move-time"])
    if "time" in given:
        # Hub counts the increment before the move.
        go.increment_ms[side] = _milliseconds(given.get("inc", 0.0))
        go.time_ms[side] = min(_milliseconds(given["time"]) + go.increment_ms[side], MAX_MS)
    go.infinite = "infinite" in level.arguments
    return go


def _milliseconds(seconds: float) -> int:
    return round(max(0.0, min(seconds * 1000, MAX_MS)))


def _numbered(record: Record, line: Sequence[Move]) -> list[str]:
    """The moves of a line as Hub writes them."""
    exchange, position = Exchange(record.game), record.position
    said = []
    for move in line:
        said.append(str(exchange.number_move(position, move)))
        position = position.after(move)
    return said


def _variants() -> dict[str, str]:
    """Hub's name of every draughts game -> ours."""
    names = [name for name in game_names() if name.startswith(DRAUGHTS)]
    found = {name.partition(":")[2]: name for name in names}
    return {NORMAL: f"{DRAUGHTS}international"} | {
        preset: name for preset, name in found.items() if preset != "international"
    }


def format_hub_error(error: Exception) -> str:
    """An error as a line of the protocol."""
    words = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
    return hub_line("error", message=" ".join(words.split()))


def main(variant: str = NORMAL) -> None:
    """Speaks Hub on standard input and output until `quit` or the end of the input."""
    program = HubProgram(Output(sys.stdout.buffer).say, variant)
    with suppress(KeyboardInterrupt):
        if sys.stdin is not None:  # None if it was closed before the start
            for line in read_lines(sys.stdin.buffer):
                if not program.hear(line):
                    break
    if not program.close():
        # A thread that does not end would keep the process alive; there is nothing left to save.
        os._exit(0)
