"""The process of a CECP engine, which python-chess runs in a thread: its start, its transcript and its reliable end."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.engines.transcript import SAID_BY_ENGINE, SAID_BY_US, SAID_IN_ERROR, LineSplitter, Transcript

if TYPE_CHECKING:
    from chess.engine import SimpleEngine

END_S = 5.0
"""How long to wait for the end of a killed process."""


def is_library_there() -> bool:
    """Whether python-chess is installed, and new enough to keep a clock running from move to move."""
    try:
        from chess.engine import Limit
    except ImportError:
        return False
    return hasattr(Limit, "clock_id")


def open_engine(command: list[str], cwd: Path | None, timeout_s: float, transcript: Transcript) -> SimpleEngine:
    """Starts an engine with a transcript and a daemon thread."""
    from chess.engine import LOGGER, SimpleEngine, XBoardProtocol

    # It logs a warning for every unexpected line, which would be printed without a handler.
    if not LOGGER.handlers:
        LOGGER.addHandler(logging.NullHandler())

    class NotedProtocol(XBoardProtocol):
        """Reads lines of limited length, and records both sides of the dialogue."""

        def __init__(self) -> None:
            super().__init__()
            self._splitters = {1: LineSplitter(), 2: LineSplitter()}

        async def initialize(self) -> None:
            try:
                await super().initialize()
            except BaseException:
                # Nothing else would wait for a process that failed to start.
                assert self.transport is not None
                _kill(self.transport.get_pid())
                await asyncio.wait([self.returncode], timeout=END_S)
                raise

        def send_line(self, line: str) -> None:
            transcript.note(SAID_BY_US, line.encode())
            super().send_line(line)

        def pipe_data_received(self, fd: int, data: bytes | str) -> None:
            for line in self._splitters[fd].feed(data if isinstance(data, bytes) else data.encode()):
                transcript.note(SAID_BY_ENGINE if fd == 1 else SAID_IN_ERROR, line)
                if fd == 1:
                    self._line_received(line.decode(errors="replace"))

    opened: list[SimpleEngine] = []
    failed: list[Exception] = []

    def begin() -> None:
        try:
            popen: Any = SimpleEngine.popen
            opened.append(popen(NotedProtocol, command, timeout=timeout_s, setpgrp=True, cwd=cwd))
        except Exception as error:
            failed.append(error)

    # Threads that a daemon thread starts are daemons.
    starter = threading.Thread(target=begin, daemon=True)
    starter.start()
    starter.join()
    if failed:
        raise failed[0]
    return opened[0]


def end_engine(engine: SimpleEngine, owner: int) -> None:
    """Ends an engine, unless this process is a forked copy of its owner."""
    if os.getpid() != owner:
        return
    if not engine.returncode.done():
        _kill(engine.transport.get_pid())
        with suppress(TimeoutError):
            engine.returncode.result(END_S)
    engine.close()


def _kill(pid: int) -> None:
    """Kills a process and its children."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
