"""Analysis: a search in the background whose reports can be followed while it runs."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from plyground.search.report import Report

Tell = Callable[[Report], object]


class Analysis:
    """A search in the background: an iterator over its reports, and a context that ends it.

    `begin(tell)` makes the search ready and returns the call that runs it; `stop` ends it early.
    """

    def __init__(self, begin: Callable[[Tell], Callable[[], Report]], stop: Callable[[], None]) -> None:
        self._stop = stop
        self._told: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()
        self._last: Report | None = None
        self._thread = threading.Thread(target=self._work, args=(begin(self._told.put),), daemon=True)
        self._thread.start()

    @property
    def report(self) -> Report:
        """The last report; waits for the search to end."""
        for _ in self:
            pass
        assert self._last is not None
        return self._last

    def stop(self) -> None:
        """Ends the search; the reports made so far can still be read."""
        self._stop()

    def __iter__(self) -> Iterator[Report]:
        while (told := self._told.get()) is not None:
            if isinstance(told, BaseException):
                self._told.put(None)
                raise told
            self._last = told
            yield told
        self._told.put(None)  # whoever asks again shall not wait

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._thread.is_alive():
            self._stop()
        self._thread.join()

    def _work(self, run: Callable[[], Report]) -> None:
        try:
            self._told.put(run())
        except BaseException as error:
            self._told.put(error)
        self._told.put(None)
