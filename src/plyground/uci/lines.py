"""Lines out of a stream of bytes, each bounded in length."""

from __future__ import annotations

LONGEST = 16_384
"""Bytes of a line that are kept; what an engine says beyond them is dropped."""


class LineSplitter:
    """Cuts the chunks of a stream into lines, without their ends (of Unix or Windows) and without empty ones.

    >>> splitter = LineSplitter()
    >>> splitter.feed(b"readyok\\r\\nbestm"), splitter.feed(b"ove e2e4\\n")
    ([b'readyok'], [b'bestmove e2e4'])
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that the chunk completes."""
        *whole, rest = chunk.split(b"\n")
        if whole:
            whole[0] = self._rest + whole[0]
            self._rest = rest[:LONGEST]
        else:
            self._rest = (self._rest + rest)[:LONGEST]
        stripped = (line[:LONGEST].strip() for line in whole)
        return [line for line in stripped if line]

    def finish(self) -> list[bytes]:
        """What was said after the last line end, when the stream is over."""
        return self.feed(b"\n")
