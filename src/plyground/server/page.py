"""The page's files, held in memory with their compressed forms: no request can name anything else."""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from plyground.server.access import SECURITY_HEADERS

FOLDER = Path(__file__).parent / "page"
INDEX = "index.html"
MISSING = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Plyground</title>
<style>body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1rem }</style>
<h1>Plyground is running</h1>
<p>Only its page has not been built. In a checkout, <code>make page</code> builds it; then restart the server. Released
wheels contain it.</p>
<p>Bots can play already: they connect to <code>/socket</code>, and <a href="/api">this page</a> describes the HTTP
routes.</p>
</html>
"""
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Compressed forms of a file, the smallest first, and how their names end. The build of the page writes them."""
INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
BUILD = re.compile(rb'<meta name="build" content="(\w+)"')
MEDIA_TYPES = {".webmanifest": "application/manifest+json"}
"""Those that not every system knows."""
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is served."""

    content: bytes
    media_type: str
    caching: str
    compressed: Mapping[str, bytes]
    """The compressed forms by their encoding."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further headers."""

    def response(self, accepted: str) -> Response:
        """The response to a request that accepts these encodings."""
        headers = {"Cache-Control": self.caching, "Vary": "Accept-Encoding", **self.headers}
        for encoding, content in self.compressed.items():
            if accepts(accepted, encoding):
                return Response(content, 200, {**headers, "Content-Encoding": encoding}, self.media_type)
        return Response(self.content, 200, headers, self.media_type)


class PageFiles:
    """The files of the built page; any other path is a route of the page and gets the index."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = [path for path in sorted(folder.rglob("*")) if path.is_file()] if folder.is_dir() else []
        self._files = {
            path.relative_to(folder).as_posix(): _read(path) for path in found if path.suffix not in ENCODINGS.values()
        }

    @property
    def is_built(self) -> bool:
        """Whether the page has been built."""
        return INDEX in self._files

    @property
    def build(self) -> str:
        """What distinguishes this build of the page from others; "" if it has not been built."""
        found = BUILD.search(self._files[INDEX].content) if self.is_built else None
        return found[1].decode() if found else ""

    def find(self, path: str) -> PageFile | None:
        """The file for a path; None if there is none, such as a picture that does not exist."""
        name = path.strip("/") or INDEX
        if name in self._files:
            return self._files[name]
        if name != INDEX and "." in name.rpartition("/")[2]:
            return None
        return self._files.get(INDEX, PageFile(MISSING.encode(), "text/html", "no-store", {}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request as an ASGI application."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        found = None if scope["path"].startswith("/api/") else self.find(scope["path"])
        if found is None:
            raise HTTPException(404)
        await found.response(Headers(scope=scope).get("accept-encoding", ""))(scope, receive, send)


def accepts(accepted: str, encoding: str) -> bool:
    """Whether a header `Accept-Encoding` names an encoding, and not with the weight 0.

    >>> [accepts("gzip;q=0.5, br;q=0, *", encoding) for encoding in ("gzip", "br", "zstd")]
    [True, False, False]
    """
    for one in accepted.lower().split(","):
        name, _, weight = one.partition(";")
        if name.strip() == encoding:
            return weight.replace(" ", "").rstrip("0.") != "q="
    return False


def policy_for(page: bytes) -> str:
    """The content security policy of an HTML file: that of all responses, and its own inline scripts.

    >>> policy_for(b"<script>1</script>")[:72]
    "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s=';"
    """
    digests = [base64.b64encode(hashlib.sha256(script).digest()).decode() for script in INLINE_SCRIPT.findall(page)]
    scripts = " ".join(f"'sha256-{digest}'" for digest in digests)
    return f"script-src 'self' {scripts}; {SECURITY_HEADERS['content-security-policy']}"


def _read(path: Path) -> PageFile:
    media_type = MEDIA_TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if media_type == "application/javascript":
        media_type = "text/javascript"
    forms = {encoding: path.with_name(path.name + suffix) for encoding, suffix in ENCODINGS.items()}
    compressed = {encoding: form.read_bytes() for encoding, form in forms.items() if form.is_file()}
    # Names in assets/ carry a digest of their content, so they never change.
    caching = FOREVER if path.parent.name == "assets" else "no-cache"
    content = path.read_bytes()
    headers = {"Content-Security-Policy": policy_for(content)} if media_type == "text/html" else {}
    return PageFile(content, media_type, caching, compressed, headers)
