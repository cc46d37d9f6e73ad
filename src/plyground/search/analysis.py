"""BackgroundSearch: a search in the background whose results can be followed while it runs."""

from __future__ import annotations

import queue
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Self

from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult

Prepare = Callable[[Callable[[SearchResult], object], StopFlag], Callable[[], SearchResult]]


class BackgroundSearch:
    """A search in the background: an iterator over its results, and a context that ends it.

    `prepare(on_progress, stop)` returns the call that runs the search. Dropping the object ends the
    search, and so does the end of the program.
    """

    def __init__(self, prepare: Prepare) -> None:
        self._stop = StopFlag()
        self._results: queue.SimpleQueue[SearchResult | BaseException | None] = queue.SimpleQueue()
        self._last: SearchResult | None = None
        # The thread holds the queue and not this object, which would otherwise live as long as the search.
        run = prepare(self._results.put, self._stop)
        thread = threading.Thread(target=_work, args=(run, self._results), daemon=True)
        try:
            thread.start()
        except BaseException:
            # The searcher is reserved until the search has run.
            self._stop.request()
            run()
            raise
        self._end = weakref.finalize(self, _end, thread, self._stop)

    @property
    def result(self) -> SearchResult:
        """The last result; waits for the search to end."""
        for _ in self:
            pass
        assert self._last is not None
        return self._last

    def stop(self) -> None:
        """Ends the search; the results so far can still be read."""
        self._stop.request()

    def __iter__(self) -> Iterator[SearchResult]:
        while (result := self._results.get()) is not None:
            if isinstance(result, BaseException):
                self._results.put(None)
                raise result
            self._last = result
            yield result
        self._results.put(None)  # so that a second iteration does not wait

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()


def _work(run: Callable[[], SearchResult], results: queue.SimpleQueue[SearchResult | BaseException | None]) -> None:
    try:
        results.put(run())
    except BaseException as error:
        results.put(error)
    results.put(None)


def _end(thread: threading.Thread, stop: StopFlag) -> None:
    stop.request()
    if thread is not threading.current_thread():  # the garbage collector may run in that thread
        thread.join()
