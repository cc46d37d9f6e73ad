"""The process of a CECP engine, which python-chess runs in a thread: started, noted, and ended for sure."""

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
"""How long the end of a killed process may take to be noticed."""


def is_library_there() -> bool:
    """Whether python-chess is installed, and new enough to know that a clock goes on from move to move."""
    try:
        from chess.engine import Limit
    except ImportError:
        return False
    return hasattr(Limit, "clock_id")


def open_engine(command: list[str], cwd: Path | None, timeout_s: float, transcript: Transcript) -> SimpleEngine:
    """Starts an engine whose words are noted, and whose thread does not keep us from exiting."""
    from chess.engine import LOGGER, SimpleEngine, XBoardProtocol

    # It warns of every line that it does not expect, and without a handler that would be printed.
    if not LOGGER.handlers:
        LOGGER.addHandler(logging.NullHandler())

    class NotedProtocol(XBoardProtocol):
        """Reads lines as `LineSplitter` does, which bounds them, and notes both sides of the dialogue."""

        def __init__(self) -> None:
            super().__init__()
            self._splitters = {1: LineSplitter(), 2: LineSplitter()}

        async def initialize(self) -> None:
            try:
                await super().initialize()
            except BaseException:
                # Nobody else would wait for a process that did not start well.
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

    # A thread started by a daemon is one, too.
    starter = threading.Thread(target=begin, daemon=True)
    starter.start()
    starter.join()
    if failed:
        raise failed[0]
    return opened[0]


def end_engine(engine: SimpleEngine, owner: int) -> None:
    """Ends an engine for sure, unless we are a copy of its owner made by fork."""
    if os.getpid() != owner:
        return
    if not engine.returncode.done():
        _kill(engine.transport.get_pid())
        with suppress(TimeoutError):
            engine.returncode.result(END_S)
    engine.close()


def _kill(pid: int) -> None:
    """Kills a process with all it started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
