"""The page's files, held in memory: no request can name anything else."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "page"
INDEX = "index.html"
MISSING = (
    "Plyground is running, but its page has not been built.\n\n"
    "`make page` in a checkout builds it. Bots play at /socket; /api/schema/openapi.json describes the rest.\n"
)

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is served."""

    content: bytes
    media_type: str
    caching: str


class PageFiles:
    """The files of the built page; any other path is a route of the page and gets the index."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = [path for path in sorted(folder.rglob("*")) if path.is_file()] if folder.is_dir() else []
        self._files = {path.relative_to(folder).as_posix(): _read(path) for path in found}

    @property
    def is_built(self) -> bool:
        """Whether the page has been built."""
        return INDEX in self._files

    def find(self, path: str) -> PageFile | None:
        """The file for a path; None if there is none, such as a picture that does not exist."""
        name = path.strip("/") or INDEX
        if name in self._files:
            return self._files[name]
        if name != INDEX and "." in name.rpartition("/")[2]:
            return None
        missing = PageFile(MISSING.encode(), "text/plain; charset=utf-8", "no-store")
        return self._files.get(INDEX, missing)


def _read(path: Path) -> PageFile:
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if media_type.startswith("text/") or media_type == "application/javascript":
        media_type += "; charset=utf-8"
    # Names in assets/ carry a digest of their content, so they never change.
    return PageFile(path.read_bytes(), media_type, FOREVER if path.parent.name == "assets" else "no-cache")
