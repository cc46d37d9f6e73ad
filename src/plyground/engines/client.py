"""Drives any engine that speaks UCI or UGI, and outlives whatever it does wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from pathlib import Path
from time import monotonic
from typing import Literal

from plyground.engines.dialects import DIALECTS, QUERIES, game_options, position_command
from plyground.engines.dialogue import SHOWN, Dialogue
from plyground.engines.engine import QUIT_S, STOP_POLL_S, Engine, EngineLimits
from plyground.engines.info import Hearing, OnThinking, Thinking, thinking_of
from plyground.engines.options import EngineOption, parse_option
from plyground.errors import EngineFault, InvalidOption, PlygroundError, UnknownGame
from plyground.protocol import Game, Move
from plyground.record import Record

MOST_OPTIONS = 1_000
NO_MOVES = frozenset({"", "(none)", "none", "null", "0000"})
"""What engines say instead of a move when they have none."""


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
        start_timeout: float = 10.0,
        grace_s: float = 2.0,
    ) -> None:
        self._dialogue = Dialogue(command, cwd=cwd, log=log)
        self._dialect = DIALECTS[protocol]
        self._start_timeout = start_timeout
        self._grace_s = grace_s
        self._settings: dict[str, object] = dict(options or {})
        self._game: Game | None = None
        self.author = ""
        self.options: dict[str, EngineOption] = {}
        """What it can be told, by name."""
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
        deadline = monotonic() + self._start_timeout
        while (line := self._dialogue.expect(greeting, deadline)) != f"{greeting}ok".encode():
            text = line.decode(errors="replace")
            if text.startswith("id name "):
                self._dialogue.name = text.removeprefix("id name ").strip()[:SHOWN]
            elif text.startswith("id author "):
                self.author = text.removeprefix("id author ").strip()
            elif text.startswith("option ") and len(self.options) < MOST_OPTIONS:
                option = parse_option(text)
                if option is not None:
                    self.options[option.name] = option

    def _prepare(self, *lines: str) -> None:
        """Says lines and waits until they are done; whatever it said before belongs to the past."""
        self._dialogue.send(*lines, "isready")
        deadline = monotonic() + self._start_timeout
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
            self._dialogue.end(QUIT_S)
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

    def think(
        self,
        record: Record,
        limits: EngineLimits,
        *,
        stop: Callable[[], bool] | None = None,
        on_info: OnThinking | None = None,
    ) -> Thinking:
        if limits.is_endless and limits.deadline_s is None and stop is None:
            raise TypeError("an endless search needs a deadline or stop")
        position, in_plies = record.position, self._dialect.mate_in_plies
        self._prepare(position_command(record))
        hearing = Hearing()
        began = monotonic()

        def hear(line: bytes) -> None:
            hearing.hear(line)
            if on_info is not None:
                told = thinking_of(position, line, monotonic() - began, mate_in_plies=in_plies)
                if told is not None:
                    on_info(told)

        self._dialogue.send(limits.command(self._dialect.first, self._dialect.second))
        try:
            answer = self._await_move(began + limits.patience_s(position.side_to_move), stop, hear)
        except BaseException:
            # An interrupted search must not go on; its move is passed over before the next one.
            if self._dialogue.is_running:
                self._dialogue.send("stop")
            raise
        time_s = monotonic() - began
        self._dialogue.flush()
        words = answer.decode(errors="replace").split()
        move = self._read_move(record, words)
        ponder = words[3] if words[2:3] == ["ponder"] and len(words) > 3 else ""
        return hearing.found(position, move, time_s, ponder=ponder, mate_in_plies=in_plies)

    def _await_move(self, deadline: float, stop: Callable[[], bool] | None, hear: Callable[[bytes], None]) -> bytes:
        """The line that names its move."""
        look_at = inf if stop is None else monotonic() + STOP_POLL_S
        while True:
            line = self._dialogue.hear(min(deadline, look_at))
            if line is None:
                if monotonic() >= deadline or (stop is not None and stop()):
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
        """Asks an UGI engine about the position: `true` or `false`, or `p1win`, `p2win`, `draw` or `none`."""
        self._prepare(position_command(record))
        asked = f"query {what}"
        self._dialogue.send(asked)
        deadline = monotonic() + self._start_timeout
        while not (line := self._dialogue.expect(asked, deadline)).startswith(b"response"):
            pass
        text = line.decode(errors="replace").removeprefix("response").strip()
        if text not in QUERIES[what]:
            expected = " or ".join(QUERIES[what])
            raise self._dialogue.fault("engine_garbage", asked=asked, text=text[:SHOWN], expected=expected)
        return text


def _is_answer(line: bytes) -> bool:
    return line == b"bestmove" or line.startswith((b"bestmove ", b"bestmove\t"))
