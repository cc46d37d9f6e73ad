"""The process of an engine: lines in and out without ever blocking, and a reliable end."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from math import ceil, inf
from pathlib import Path

from plyground.engines.transcript import SAID_BY_ENGINE, SAID_BY_US, SAID_IN_ERROR, LineSplitter, Transcript
from plyground.errors import EngineFault

GAMES_FOLDERS = ("/usr/games", "/usr/local/games")
"""Where systems install engines, often outside of PATH."""
CHUNK = 65_536
FLOOD_BYTES = 8_000_000
FLOOD_BYTES_S = 1_000_000
"""How much an engine may write at once, and per second; beyond that it has to wait."""
LONGEST_POLL_S = 86_400.0
TERMINATE_S = 0.5
"""How long an engine may take to end after SIGTERM."""


def split_command(command: str | Sequence[str]) -> list[str]:
    """The program and its arguments; a string is split like a shell does, unless it is the name of a file.

    Raises `EngineFault` if there is nothing to run.
    """
    if not isinstance(command, str):
        words = [str(word) for word in command]
    elif os.path.isfile(command):
        words = [command]
    else:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise EngineFault("engine_failed_to_start", engine=command, reason=str(error), lines=()) from None
    if not words:
        raise EngineFault("engine_failed_to_start", engine="''", reason="the command is empty", lines=())
    return words


def find_program(name: str) -> str:
    """The path of a program on PATH or in the folders for games; raises `FileNotFoundError`."""
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath), *GAMES_FOLDERS])
    found = shutil.which(os.path.expanduser(name), path=folders)
    if found is None:
        raise FileNotFoundError(f"there is no program '{name}' on PATH or in {' or '.join(GAMES_FOLDERS)}")
    return os.path.abspath(found)


class EngineProcess:
    """A running program that reads and writes lines.

    It has its own process group, so Ctrl-C in our terminal does not reach it, and its child processes end with it. All
    pipes are served while we wait for a line, so neither side can block the other. There is no thread: between two
    calls a program that writes too much waits.
    """

    def __init__(self, command: Sequence[str], *, cwd: Path | None, transcript: Transcript) -> None:
        self._process = subprocess.Popen(
            [find_program(command[0]), *command[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            bufsize=0,
            start_new_session=True,
        )
        # Also at garbage collection and at exit, but not in a forked copy of this process.
        self._finalizer = weakref.finalize(self, _kill, self._process, os.getpid())
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._errors = (pipe.fileno() for pipe in pipes if pipe is not None)
        self._streams = {self._output: LineSplitter(), self._errors: LineSplitter()}
        self._poll = select.poll()
        for descriptor in (self._input, self._output, self._errors):
            os.set_blocking(descriptor, False)
        for descriptor in self._streams:
            self._poll.register(descriptor, select.POLLIN)
        self._unsent = b""
        self._heard: deque[bytes] = deque()
        self._polled_at = -inf
        self._allowance = float(FLOOD_BYTES)
        self._allowed_at = time.monotonic()
        self._transcript = transcript

    @property
    def pid(self) -> int:
        """The id of the process and of its group."""
        return self._process.pid

    def send(self, *lines: str) -> None:
        """Sends lines without blocking; what the engine does not read yet is sent while we wait for its answer."""
        is_waiting = bool(self._unsent)
        for line in lines:
            said = line.encode()
            self._transcript.note(SAID_BY_US, said)
            self._unsent += said + b"\n"
        if not is_waiting:
            self._write()

    def next_line(self, deadline: float) -> bytes | None:
        """The next line, or None if there is none before `deadline`, on the clock `time.monotonic`.

        Raises `EOFError` at the end of the output. A line that has arrived is returned even after the deadline.
        """
        while not self._heard:
            if self._output not in self._streams:
                raise EOFError
            if self._polled_at >= deadline:
                return None
            self._polled_at = time.monotonic()
            self._serve(max(deadline - self._polled_at, 0.0))
        return self._heard.popleft()

    def _serve(self, timeout_s: float) -> None:
        """Waits for a pipe that is ready, and reads or writes."""
        if self._allowance < 0:
            pause_s = min(-self._allowance / FLOOD_BYTES_S, timeout_s)
            time.sleep(pause_s)
            timeout_s -= pause_s
        for descriptor, _ in self._poll.poll(ceil(min(timeout_s, LONGEST_POLL_S) * 1000)):
            if descriptor == self._input:
                self._write()
            else:
                self._read(descriptor)

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._input, self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            # The reader notices the end of the process.
            self._unsent = b""
        if self._unsent:
            self._poll.register(self._input, select.POLLOUT)
        else:
            with suppress(KeyError):
                self._poll.unregister(self._input)

    def _read(self, descriptor: int) -> None:
        try:
            chunk = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return
        splitter = self._streams[descriptor]
        lines = splitter.feed(chunk) if chunk else splitter.finish()
        if not chunk:
            del self._streams[descriptor]
            self._poll.unregister(descriptor)
        mark = SAID_BY_ENGINE if descriptor == self._output else SAID_IN_ERROR
        for line in lines:
            self._transcript.note(mark, line)
        if descriptor == self._output:
            self._heard.extend(lines)
        now = time.monotonic()
        self._allowance += (now - self._allowed_at) * FLOOD_BYTES_S
        self._allowance = min(self._allowance, FLOOD_BYTES) - len(chunk)
        self._allowed_at = now

    def end(self, patience_s: float = 0.0) -> str:
        """Ends the process and its children after `patience_s`, and returns how it ended.

        The group is killed before the process is waited for: until then its id cannot be reused.
        """
        if self._finalizer.alive:
            try:
                self._await_end(patience_s)
                _signal(self._process, signal.SIGTERM)
                self._await_end(TERMINATE_S)
                _signal(self._process, signal.SIGKILL)
                self._process.wait()
                self._hear_last_words()
            finally:
                self._finalizer()
        return _how(self._process)

    def _await_end(self, patience_s: float) -> None:
        """Waits for the end of its output while serving the pipes."""
        deadline = time.monotonic() + patience_s
        with suppress(EOFError):
            while self.next_line(deadline) is not None:
                pass

    def _hear_last_words(self) -> None:
        """Reads the last words of a crashed engine, which are often on its standard error."""
        for _ in range(16):
            if not self._streams:
                break
            self._serve(0.0)


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def _kill(process: subprocess.Popen[bytes], owner: int) -> None:
    """Kills the process if it still runs, and closes the pipes."""
    if os.getpid() != owner:
        return
    if process.returncode is None:
        _signal(process, signal.SIGKILL)
        process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _how(process: subprocess.Popen[bytes]) -> str:
    """How a process ended, as text."""
    status = process.returncode
    if status is not None and status < 0:
        with suppress(ValueError):
            return f"signal {signal.Signals(-status).name}"
    return f"exit status {status}"
