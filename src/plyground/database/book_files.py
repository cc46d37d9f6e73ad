"""Books by their files, whatever format they have."""

from __future__ import annotations

from pathlib import Path

from plyground.database.book import Book
from plyground.database.polyglot import PolyglotBook


def open_book(path: Path) -> Book:
    """The book in a file; raises `InvalidOption`. Polyglot's format is the one that is read."""
    return PolyglotBook(path)
