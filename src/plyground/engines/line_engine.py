"""An engine that reads and writes lines: its process, and the wait for its answers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic
from typing import Unpack

from plyground.engines.engine import QUIT_MS, STOP_POLL_S, Engine, StartOptions
from plyground.engines.options import EngineOption
from plyground.engines.process import EngineProcess
from plyground.errors import EngineFault, InvalidOption
from plyground.search.limits import StopFlag


class LineEngine(Engine):
    """What engines that speak UCI, UGI or Hub have in common."""

    def __init__(self, command: str | Sequence[str], **settings: Unpack[StartOptions]) -> None:
        self._process: EngineProcess | None = None
        self.author = ""
        self.options: dict[str, EngineOption] = {}
        """Its options by name."""
        super().__init__(command, **settings)

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def _start(self) -> None:
        try:
            self._process = EngineProcess(self._command, cwd=self._cwd, transcript=self._transcript)
        except OSError as error:
            raise self._failed_to_start(
                f"{error.filename or self.name}: {error.strerror}" if error.strerror else str(error)
            ) from None
        try:
            self._set_up()
        except EngineFault as fault:
            said = fault.arguments
            what = said["how"] if fault.code == "engine_crashed" else f"there was no answer to '{said['asked']}'"
            raise self._failed_to_start(f"{what}; it last said: {said['last']}") from None

    @abstractmethod
    def _set_up(self) -> None:
        """Greets the engine and sets its options; raises `EngineFault`."""

    def _quit(self) -> None:
        self._send("quit")
        self._running().end(QUIT_MS / 1000)

    def _end(self) -> str:
        process, self._process = self._process, None
        how = "" if process is None else process.end()
        self._transcript.save()
        return how

    def _running(self) -> EngineProcess:
        if self._process is None:
            raise EngineFault("engine_not_running", engine=self.name, lines=self.latest)
        return self._process

    def _send(self, *lines: str) -> None:
        self._running().send(*lines)

    def _next_line(self, deadline: float) -> bytes | None:
        """The next line, or None if there is none before the deadline; the end of the process is a fault."""
        try:
            return self._running().next_line(deadline)
        except EOFError:
            raise self._fault("engine_crashed") from None

    def _expect(self, asked: str, deadline: float) -> bytes:
        """The next line; silence until the deadline is a fault."""
        line = self._next_line(deadline)
        if line is None:
            raise self._fault("engine_hung", asked=asked)
        return line

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
        self._send_option(option, text)
        self._settings.pop(name, None)
        self._settings[option.name] = text

    @abstractmethod
    def _send_option(self, option: EngineOption, text: str) -> None:
        """Tells the engine a value that the option accepts."""

    def _await_answer(
        self,
        is_answer: Callable[[bytes], bool],
        deadline: float,
        stop: StopFlag | None,
        hear: Callable[[bytes], None],
    ) -> bytes:
        """The line with its move; `hear` gets all others. After the deadline the engine is asked to stop."""
        look_at = inf if stop is None else monotonic() + STOP_POLL_S
        while True:
            line = self._next_line(min(deadline, look_at))
            if line is None:
                if monotonic() >= deadline or (stop is not None and stop.is_requested):
                    break
                look_at = monotonic() + STOP_POLL_S
            elif is_answer(line):
                return line
            else:
                hear(line)
        self._send("stop")
        deadline = monotonic() + self._grace_s
        while not is_answer(last := self._expect("stop", deadline)):
            hear(last)
        return last
