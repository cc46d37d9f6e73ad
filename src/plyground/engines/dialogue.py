"""Talking with an engine: lines go to and fro, and its end, its silence and its nonsense are faults."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from plyground.engines.process import EngineProcess, split_command
from plyground.engines.transcript import Transcript
from plyground.errors import EngineFault

SHOWN = 200
"""Characters of an engine's words that an error shows."""


class Dialogue:
    """An engine's process, what is said to and by it, and the errors it makes.

    The process runs from `begin` to `end` or to the first fault, and may begin again.
    """

    def __init__(self, command: str | Sequence[str], *, cwd: Path | None = None, log: Path | None = None) -> None:
        self._command = split_command(command)
        self._cwd = cwd
        self._transcript = Transcript(log)
        self._process: EngineProcess | None = None
        self.name = shlex.join(self._command)[:SHOWN]
        """What errors call the engine: its command, until it has said its name."""

    @property
    def is_running(self) -> bool:
        """Whether the process has begun and has not been ended."""
        return self._process is not None

    @property
    def latest(self) -> tuple[str, ...]:
        """The last lines the engine said."""
        return self._transcript.latest

    def begin(self) -> None:
        """Starts the process."""
        try:
            self._process = EngineProcess(self._command, cwd=self._cwd, transcript=self._transcript)
        except OSError as error:
            reason = f"{error.filename or self.name}: {error.strerror}" if error.strerror else str(error)
            raise EngineFault("engine_failed_to_start", engine=self.name, reason=reason, lines=()) from None

    def end(self, patience_s: float = 0.0) -> str:
        """Ends the process, which may first take so long to end by itself, and says how it ended."""
        process, self._process = self._process, None
        how = "" if process is None else process.end(patience_s)
        self._transcript.save()
        return how

    def close(self) -> None:
        """Ends the process at once, and the log."""
        self.end()
        self._transcript.close()

    def flush(self) -> None:
        """What was said is in the log."""
        self._transcript.flush()

    def send(self, *lines: str) -> None:
        """Says lines."""
        self._running().send(*lines)

    def hear(self, deadline: float) -> bytes | None:
        """The next line the engine says, or None if it says none until then; its end is a fault."""
        try:
            return self._running().next_line(deadline)
        except EOFError:
            raise self.fault("engine_crashed") from None

    def expect(self, asked: str, deadline: float) -> bytes:
        """The next line the engine says; its silence is a fault, too."""
        line = self.hear(deadline)
        if line is None:
            raise self.fault("engine_hung", asked=asked)
        return line

    def fault(self, code: str, **arguments: object) -> EngineFault:
        """The error that says what the engine did wrong; its process is gone by now."""
        how = self.end()
        lines = self.latest
        last = lines[-1][:SHOWN] if lines else "nothing"
        return EngineFault(code, engine=self.name, lines=lines, **{"last": last, "how": how, **arguments})

    def _running(self) -> EngineProcess:
        if self._process is None:
            raise EngineFault("engine_not_running", engine=self.name, lines=self.latest)
        return self._process
