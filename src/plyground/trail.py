"""Trail: things that follow one another, such as the moves of a game, kept so that a copy costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Trail(Generic[T]):
    """A list that grows and shrinks at its end. Copies share what they have in common, however long it is.

    >>> trail = Trail("abc")
    >>> twin = trail.copy()
    >>> twin.append("d")
    >>> trail.append("e")
    >>> "".join(trail), "".join(twin), twin[-1]
    ('abce', 'abcd', 'd')
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        """May be longer than this trail, where a copy has gone on."""
        self._length = len(self._items)

    def copy(self) -> Trail[T]:
        """An independent trail with the same things on it."""
        twin: Trail[T] = Trail.__new__(Trail)
        twin._items, twin._length = self._items, self._length
        return twin

    def append(self, item: T) -> None:
        """Adds one more; who is not the first to go on from here goes on in a list of its own."""
        if len(self._items) != self._length:
            self._items = self._items[: self._length]
        self._items.append(item)
        if self._items[self._length] is not item:
            # A copy in another thread went on at the same moment.
            self._items = [*self._items[: self._length], item]
        self._length += 1

    def cut(self, length: int) -> None:
        """Keeps only so many."""
        self._length = min(self._length, length)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._length])

    def __getitem__(self, index: int) -> T:
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index if index >= 0 else self._length + index]
