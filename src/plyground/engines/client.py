"""Drives any engine that speaks UCI or UGI, and outlives whatever it does wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from pathlib import Path
from time import monotonic
from typing import Literal

from plyground.engines.dialects import DIALECTS, QUERIES, game_options, position_command
from plyground.engines.dialogue import SHOWN, Dialogue
from plyground.engines.engine import QUIT_MS, STOP_POLL_S, Engine, EngineLimits, OnProgress, elapsed_ms
from plyground.engines.info import SearchInfo, result_of_line
from plyground.engines.options import EngineOption, parse_option
from plyground.errors import EngineFault, InvalidOption, PlygroundError, UnknownGame
from plyground.protocol import Game, Move
from plyground.record import Record
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult

MAX_OPTIONS = 1_000
NO_MOVES = frozenset({"", "(none)", "none", "null", "0000"})
"""What engines answer if they have no move."""


class UciEngine(Engine):
    """An engine that speaks UCI or UGI."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        log: Path | None = None,
        cwd: Path | None = None,
        protocol: Literal["uci", "ugi"] = "uci",
        start_timeout_ms: int = 10_000,
        grace_ms: int = 2_000,
    ) -> None:
        self._dialogue = Dialogue(command, cwd=cwd, log=log)
        self._dialect = DIALECTS[protocol]
        self._start_timeout_s = start_timeout_ms / 1000
        self._grace_s = grace_ms / 1000
        self._settings: dict[str, object] = dict(options or {})
        self._game: Game | None = None
        self.author = ""
        self.options: dict[str, EngineOption] = {}
        """Its options by name."""
        try:
            self._start()
        except BaseException:
            self._dialogue.close()
            raise

    @property
    def name(self) -> str:
        return self._dialogue.name

    @property
    def is_running(self) -> bool:
        return self._dialogue.is_running

    @property
    def latest(self) -> tuple[str, ...]:
        return self._dialogue.latest

    def _start(self) -> None:
        self._dialogue.begin()
        try:
            self._greet()
            for name, value in list(self._settings.items()):
                self.set_option(name, value)
            self._prepare()
        except EngineFault as fault:
            said = fault.arguments
            what = said["how"] if fault.code == "engine_crashed" else f"there was no answer to '{said['asked']}'"
            reason = f"{what}; it last said: {said['last']}"
            raise EngineFault(
                "engine_failed_to_start", engine=self.name, reason=reason, lines=said["lines"], last=said["last"]
            ) from None
        except BaseException:
            self._dialogue.end()
            raise

    def _greet(self) -> None:
        greeting = self._dialect.greeting
        self._dialogue.send(greeting)
        self.options = {}
        deadline = monotonic() + self._start_timeout_s
        while (line := self._dialogue.expect(greeting, deadline)) != f"{greeting}ok".encode():
            text = line.decode(errors="replace")
            if text.startswith("id name "):
                self._dialogue.name = text.removeprefix("id name ").strip()[:SHOWN]
            elif text.startswith("id author "):
                self.author = text.removeprefix("id author ").strip()
            elif text.startswith("option ") and len(self.options) < MAX_OPTIONS:
                option = parse_option(text)
                if option is not None:
                    self.options[option.name] = option

    def _prepare(self, *lines: str) -> None:
        """Sends lines and waits until the engine has processed them; everything it said before is skipped."""
        self._dialogue.send(*lines, "isready")
        deadline = monotonic() + self._start_timeout_s
        while self._dialogue.expect("isready", deadline) != b"readyok":
            pass

    def restart(self) -> None:
        self._dialogue.end()
        self._start()
        if self._game is not None:
            self.new_game(self._game)

    def close(self) -> None:
        if self._dialogue.is_running:
            self._dialogue.send("quit")
            self._dialogue.end(QUIT_MS / 1000)
        self._dialogue.close()

    def set_option(self, name: str, value: object = "") -> None:
        option = next((option for option in self.options.values() if option.name.lower() == name.lower()), None)
        if option is None:
            known = ", ".join(self.options) or "none"
            raise InvalidOption("engine_option", engine=self.name, option=name, known=known)
        text = option.settle(value)
        if text is None:
            raise InvalidOption(
                "engine_option_value", engine=self.name, option=option.name, value=value, expected=option.expected
            )
        self._dialogue.send(f"setoption name {option.name}" + ("" if option.kind == "button" else f" value {text}"))
        self._settings.pop(name, None)
        self._settings[option.name] = text

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

        self._dialogue.send(limits.command(self._dialect.first, self._dialect.second))
        try:
            patience_ms = limits.patience_ms(position.side_to_move)
            deadline = inf if patience_ms is None else began + patience_ms / 1000
            answer = self._await_move(deadline, stop, hear)
        except BaseException:
            # An interrupted search must not go on; its answer is skipped before the next one.
            if self._dialogue.is_running:
                self._dialogue.send("stop")
            raise
        time_ms = elapsed_ms(began)
        self._dialogue.flush()
        words = answer.decode(errors="replace").split()
        move = self._read_move(record, words)
        ponder = words[3] if words[2:3] == ["ponder"] and len(words) > 3 else ""
        return info.result(position, move, time_ms, ponder=ponder, mate_in_plies=in_plies)

    def _await_move(self, deadline: float, stop: StopFlag | None, hear: Callable[[bytes], None]) -> bytes:
        """The line with its move."""
        look_at = inf if stop is None else monotonic() + STOP_POLL_S
        while True:
            line = self._dialogue.hear(min(deadline, look_at))
            if line is None:
                if monotonic() >= deadline or (stop is not None and stop.is_requested):
                    break
                look_at = monotonic() + STOP_POLL_S
            elif _is_answer(line):
                return line
            else:
                hear(line)
        self._dialogue.send("stop")
        deadline = monotonic() + self._grace_s
        while not _is_answer(last := self._dialogue.expect("stop", deadline)):
            hear(last)
        return last

    def _read_move(self, record: Record, words: Sequence[str]) -> Move:
        text = words[1] if len(words) > 1 else ""
        try:
            return record.position.parse(text)
        except PlygroundError as error:
            if text.lower() in NO_MOVES:
                raise self._dialogue.fault("engine_no_move", text=" ".join(words)[:SHOWN]) from None
            raise self._dialogue.fault("engine_illegal_move", text=text[:SHOWN], reason=str(error)) from None

    def query(self, record: Record, what: Literal["gameover", "p1turn", "result"]) -> str:
        """Asks a UGI engine about the position: `true` or `false`, or `p1win`, `p2win`, `draw` or `none`."""
        self._prepare(position_command(record))
        asked = f"query {what}"
        self._dialogue.send(asked)
        deadline = monotonic() + self._start_timeout_s
        while not (line := self._dialogue.expect(asked, deadline)).startswith(b"response"):
            pass
        text = line.decode(errors="replace").removeprefix("response").strip()
        if text not in QUERIES[what]:
            expected = " or ".join(QUERIES[what])
            raise self._dialogue.fault("engine_garbage", asked=asked, text=text[:SHOWN], expected=expected)
        return text


def _is_answer(line: bytes) -> bool:
    return line == b"bestmove" or line.startswith((b"bestmove ", b"bestmove\t"))
