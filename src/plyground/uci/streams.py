"""The engine's two ends: lines in, each bounded in length, and lines out, each whole."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import BinaryIO

LONGEST_LINE = 1 << 20
"""Bytes; no game is so long, and what is longer is not kept."""


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """The lines of a stream, without their ends; None stands for one that is too long.

    >>> from io import BytesIO
    >>> list(read_lines(BytesIO(b"uci\\r\\nisready\\nqu")))
    ['uci', 'isready', 'qu']
    """
    is_tail = False
    while chunk := stream.readline(LONGEST_LINE):
        is_whole = chunk.endswith(b"\n")
        if not is_tail:
            yield chunk.decode(errors="replace").strip() if is_whole or len(chunk) < LONGEST_LINE else None
        is_tail = not is_whole


class Output:
    """Where the engine speaks; several threads may, and nobody listening is no mishap."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._guard = Lock()

    def say(self, text: str) -> None:
        """A line, or several that belong together, at once."""
        with self._guard:
            try:
                self._stream.write(f"{text}\n".encode(errors="replace"))
                self._stream.flush()
            except (OSError, ValueError):
                # Whoever started us has left, so our input ends as well.
                pass
