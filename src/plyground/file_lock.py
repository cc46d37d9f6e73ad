"""File locks: keep other processes from writing the same files."""

from __future__ import annotations

from typing import IO, Any


def lock(file: IO[Any], *, wait: bool = False) -> None:
    """Locks an open file until it is closed; raises `BlockingIOError` if another process has it, unless we wait.

    Windows and some file systems have no such locks; nothing is locked there.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        raise
    except OSError:
        pass
