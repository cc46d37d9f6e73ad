"""Entries of one size in a file, sorted by the key that each begins with, and found by halving where they lie."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path
from struct import Struct
from struct import error as StructError
from typing import BinaryIO


class SortedFile:
    """So many entries from an offset on. Nothing is kept in memory, and the file is open only while it is read."""

    def __init__(self, path: Path, entry: Struct, count: int, offset: int = 0) -> None:
        self._path = path
        self._entry = entry
        self._count = count
        self._offset = offset

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """All entries, as they come."""
        with self._path.open("rb") as file:
            for index in range(self._count):
                yield self._read(file, index)

    def find(self, key: int) -> list[tuple[int, ...]]:
        """The entries of a key; none where the file has gone or was cut short since."""
        try:
            with self._path.open("rb") as file:
                at = bisect_left(range(self._count), key, key=lambda index: self._read(file, index)[0])
                found: list[tuple[int, ...]] = []
                while at < self._count and (here := self._read(file, at))[0] == key:
                    found.append(here)
                    at += 1
                return found
        except (OSError, StructError):
            return []

    def _read(self, file: BinaryIO, index: int) -> tuple[int, ...]:
        file.seek(self._offset + index * self._entry.size)
        return self._entry.unpack(file.read(self._entry.size))
