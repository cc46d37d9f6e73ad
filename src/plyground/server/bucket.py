"""Bucket: how often something may be done, on average and in a burst."""

from __future__ import annotations


class Bucket:
    """Fills at a rate up to its size; each use takes one.

    >>> bucket = Bucket(rate=1.0, size=2.0, now=0.0)
    >>> [bucket.takes(at) for at in (0.0, 0.1, 0.2, 1.3)]
    [True, True, False, True]
    """

    __slots__ = ("_level", "_rate", "_since", "_size")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate, self._size = rate, size
        self._level, self._since = size, now

    def takes(self, now: float) -> bool:
        """Whether one more is within the limit."""
        self._level = min(self._size, self._level + (now - self._since) * self._rate)
        self._since = now
        if self._level < 1:
            return False
        self._level -= 1
        return True
