"""The transcript of the dialogue with an engine: the last lines in memory, the first and the last in a log file."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import SEEK_END
from pathlib import Path
from time import monotonic

LONGEST = 16_384
"""Bytes of a line that are kept; the rest is dropped."""
LATEST = 20
"""How many lines of the engine an error reports."""
HEAD_BYTES = 1_000_000
TAIL_BYTES = 1_000_000
"""How much of the beginning and of the end a log file keeps."""

SAID_BY_US, SAID_BY_ENGINE, SAID_IN_ERROR = ">", "<", "!"
"""Marks of lines that we sent, that the engine wrote to its standard output, and to its standard error."""


def printable(words: bytes) -> str:
    """The words of an engine without control characters, which could do anything to a terminal.

    >>> printable(b"\\x1b[31mbestmove e2e4")
    '\ufffd[31mbestmove e2e4'
    """
    return "".join(each if each.isprintable() else "\ufffd" for each in words.decode(errors="replace"))


class Transcript:
    """Records both sides of the dialogue; with a `path` also in a file, with the time in seconds.

    An existing file is continued. The end is kept in memory until `save` writes it after the beginning, so the file
    never exceeds its limit. A file that can no longer be written, on a full disk for example, is given up: no engine
    loses a game for that.
    """

    def __init__(self, path: Path | None = None, *, head_bytes: int = HEAD_BYTES, tail_bytes: int = TAIL_BYTES) -> None:
        self._latest: deque[bytes] = deque(maxlen=LATEST)
        self._file = None
        self._began = monotonic()
        self._head_left = head_bytes
        self._head_end = 0
        self._tail: deque[bytes] = deque()
        self._tail_left = tail_bytes
        self._left_out = 0
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("r+b" if path.exists() else "w+b")
            self._head_left -= self._file.seek(0, SEEK_END)
            if self._head_left < 0:
                self._head_left, self._head_end = -1, head_bytes

    @property
    def latest(self) -> tuple[str, ...]:
        """The last lines of the engine, oldest first."""
        return tuple(map(printable, self._latest))

    def note(self, mark: str, line: bytes) -> None:
        """Records a line."""
        if mark != SAID_BY_US:
            self._latest.append(line)
        if self._file is not None:
            with self._giving_up():
                self._write(b"%.6f %s %s\n" % (monotonic() - self._began, mark.encode(), line))

    def _write(self, entry: bytes) -> None:
        assert self._file is not None
        if len(entry) <= self._head_left:
            self._head_left -= len(entry)
            self._file.write(entry)
            return
        # The first line that does not fit ends the beginning, even if a later one would fit.
        if self._head_left >= 0:
            self._head_end = self._file.tell()
            self._head_left = -1
        self._tail.append(entry)
        self._tail_left -= len(entry)
        while self._tail_left < 0:
            self._tail_left += len(self._tail.popleft())
            self._left_out += 1

    def flush(self) -> None:
        """Writes the beginning to disk."""
        if self._file is not None and self._head_left >= 0:
            with self._giving_up():
                self._file.flush()

    def save(self) -> None:
        """Writes everything that is kept to disk."""
        if self._file is None:
            return
        with self._giving_up():
            if self._head_left < 0:
                self._file.seek(self._head_end)
                self._file.truncate()
                if self._left_out:
                    self._file.write(b"... %d lines left out ...\n" % self._left_out)
                self._file.writelines(self._tail)
            self._file.flush()

    def close(self) -> None:
        """Saves and closes the file; later lines are only kept in memory."""
        self.save()
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.close()

    @contextmanager
    def _giving_up(self) -> Iterator[None]:
        """On an error, the file is closed and the dialogue goes on without it."""
        try:
            yield
        except OSError:
            file, self._file = self._file, None
            if file is not None:
                with suppress(OSError):
                    file.close()


class LineSplitter:
    """Splits the chunks of a stream into lines, without line ends (Unix or Windows) and without empty lines.

    >>> splitter = LineSplitter()
    >>> splitter.feed(b"readyok\\r\\nbestm"), splitter.feed(b"ove e2e4\\n")
    ([b'readyok'], [b'bestmove e2e4'])
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that a chunk completes."""
        *whole, rest = chunk.split(b"\n")
        if whole:
            whole[0] = self._rest + whole[0]
            self._rest = rest[:LONGEST]
        else:
            self._rest = (self._rest + rest)[:LONGEST]
        stripped = (line[:LONGEST].strip() for line in whole)
        return [line for line in stripped if line]

    def finish(self) -> list[bytes]:
        """The last line, if the stream ended without a line end."""
        return self.feed(b"\n")
