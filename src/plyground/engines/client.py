"""Drives engines that speak UCI or UGI, and survives everything they do wrong."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import Literal, Unpack

from plyground.engines.dialects import DIALECTS, QUERIES, game_options, position_command
from plyground.engines.engine import MAX_SHOWN, EngineLimits, OnProgress, StartOptions
from plyground.engines.info import SearchInfo, follow, result_of_line
from plyground.engines.line_engine import LineEngine
from plyground.engines.options import EngineOption, parse_option
from plyground.engines.transcript import printable
from plyground.errors import UnknownGame
from plyground.protocol import Game, Position
from plyground.record import Record
from plyground.search.limits import StopFlag, elapsed_ms
from plyground.search.result import SearchResult

MAX_OPTIONS = 1_000
NO_MOVES = frozenset({"", "(none)", "none", "null", "0000"})
"""What engines answer if they have no move."""


class UciEngine(LineEngine):
    """An engine that speaks UCI or UGI."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        protocol: Literal["uci", "ugi"] = "uci",
        **settings: Unpack[StartOptions],
    ) -> None:
        self._dialect = DIALECTS[protocol]
        self._game: Game | None = None
        super().__init__(command, **settings)

    def _set_up(self) -> None:
        self._greet()
        for name, value in list(self._settings.items()):
            self.set_option(name, value)
        self._prepare()

    def _greet(self) -> None:
        greeting = self._dialect.greeting
        self._send(greeting)
        self.options = {}
        deadline = monotonic() + self._start_timeout_s
        while (line := self._expect(greeting, deadline)) != f"{greeting}ok".encode():
            text = printable(line)
            if text.startswith("id name "):
                self.name = text.removeprefix("id name ").strip()[:MAX_SHOWN]
            elif text.startswith("id author "):
                self.author = text.removeprefix("id author ").strip()
            elif text.startswith("option ") and len(self.options) < MAX_OPTIONS:
                option = parse_option(text)
                if option is not None:
                    self.options[option.name] = option

    def _prepare(self, *lines: str) -> None:
        """Sends lines and waits until the engine has processed them; everything it said before is skipped."""
        self._send(*lines, "isready")
        deadline = monotonic() + self._start_timeout_s
        while self._expect("isready", deadline) != b"readyok":
            pass

    def restart(self) -> None:
        """Also starts the same game again."""
        super().restart()
        if self._game is not None:
            self.new_game(self._game)

    def _send_option(self, option: EngineOption, text: str) -> None:
        self._send(f"setoption name {option.name}" + ("" if option.kind == "button" else f" value {text}"))

    def new_game(self, game: Game) -> None:
        wanted = game_options(game, self.options)
        if wanted is None:
            raise UnknownGame("engine_game", engine=self.name, game=game.name)
        for name, value in wanted.items():
            if self._settings.get(name, self.options[name].default) != value:
                self.set_option(name, value)
        self._game = game
        self._prepare(self._dialect.new_game)

    def play(
        self,
        record: Record,
        limits: EngineLimits,
        *,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        if limits.is_endless and limits.deadline_ms is None and stop is None:
            raise TypeError("an endless search needs a deadline or stop")
        position, in_plies = record.position, self._dialect.mate_in_plies
        self._prepare(position_command(record))
        info = SearchInfo()
        began = monotonic()

        def hear(line: bytes) -> None:
            info.add(line)
            if on_progress is not None:
                result = result_of_line(position, line, elapsed_ms(began), mate_in_plies=in_plies)
                if result is not None:
                    on_progress(result)

        self._send(limits.command(self._dialect.first, self._dialect.second))
        try:
            patience_ms = limits.patience_ms(position.side_to_move)
            deadline = inf if patience_ms is None else began + patience_ms / 1000
            answer = self._await_answer(_is_answer, deadline, stop, hear)
        except BaseException:
            # An interrupted search must not go on; its answer is skipped before the next one.
            if self.is_running:
                self._send("stop")
            raise
        time_ms = elapsed_ms(began)
        self._transcript.flush()
        words = printable(answer).split()
        text = words[1] if len(words) > 1 else ""
        if text.lower() in NO_MOVES and not _is_legal(record.position, text):
            raise self._fault("engine_no_move", text=" ".join(words)[:MAX_SHOWN])
        move = self._parse_move(record, text)
        ponder = words[3] if words[2:3] == ["ponder"] and len(words) > 3 else ""
        return info.result(position, move, time_ms, ponder=ponder, mate_in_plies=in_plies)

    def query(self, record: Record, what: Literal["gameover", "p1turn", "result"]) -> str:
        """Asks a UGI engine about the position: `true` or `false`, or `p1win`, `p2win`, `draw` or `none`."""
        self._prepare(position_command(record))
        asked = f"query {what}"
        self._send(asked)
        deadline = monotonic() + self._start_timeout_s
        while not (line := self._expect(asked, deadline)).startswith(b"response"):
            pass
        text = printable(line).removeprefix("response").strip()
        if text not in QUERIES[what]:
            expected = " or ".join(QUERIES[what])
            raise self._fault("engine_garbage", asked=asked, text=text[:MAX_SHOWN], expected=expected)
        return text


def _is_legal(position: Position, text: str) -> bool:
    """Whether a text is a legal move; in some game `none` could be one."""
    return bool(follow(position, (text,)))


def _is_answer(line: bytes) -> bool:
    return line == b"bestmove" or line.startswith((b"bestmove ", b"bestmove\t"))
