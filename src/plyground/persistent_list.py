"""PersistentList: a list that grows and shrinks at its end and can be copied in constant time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class PersistentList(Generic[T]):
    """A list that changes only at its end. Copies share their common beginning, so copying costs nothing.

    >>> moves = PersistentList("abc")
    >>> other = moves.copy()
    >>> other.append("d")
    >>> moves.append("e")
    >>> "".join(moves), "".join(other), other[-1]
    ('abce', 'abcd', 'd')
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        """Shared with copies, and longer than this list if a copy has appended to it."""
        self._length = len(self._items)

    def copy(self) -> PersistentList[T]:
        """An independent list with the same items."""
        twin: PersistentList[T] = PersistentList.__new__(PersistentList)
        twin._items, twin._length = self._items, self._length
        return twin

    def append(self, item: T) -> None:
        """Adds an item; copies the items first if another list has already appended here."""
        if len(self._items) != self._length:
            self._items = self._items[: self._length]
        self._items.append(item)
        if self._items[self._length] is not item:
            # A copy in another thread appended at the same moment.
            self._items = [*self._items[: self._length], item]
        self._length += 1

    def cut(self, length: int) -> None:
        """Drops everything after the first `length` items."""
        self._length = min(self._length, length)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._length])

    def __getitem__(self, index: int) -> T:
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index if index >= 0 else self._length + index]
