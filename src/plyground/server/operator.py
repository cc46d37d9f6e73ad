"""The operator of a server: whoever knows the key in its data folder, and nobody else.

An address proves nothing: behind a reverse proxy on the same machine every visitor seems to come from this machine.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request

from plyground.errors import ServiceRefused, StoreFault

KEY_FILE = "operator.key"
KEY_BYTES = 16


@dataclass(frozen=True, slots=True)
class Operator:
    """Recognizes the operator by the key."""

    key: str

    @classmethod
    def of(cls, data: Path) -> Operator:
        """The operator of the server with this data folder; only the user who runs it can read the key."""
        path = data / KEY_FILE
        try:
            data.mkdir(parents=True, exist_ok=True)
            if key := _read(path):
                return cls(key)
            key = secrets.token_urlsafe(KEY_BYTES)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(f"{key}\n")
        except OSError as error:
            raise StoreFault("data_unwritable", path=data, reason=error.strerror or str(error)) from error
        return cls(key)

    def check(self, request: Request) -> None:
        """Raises `ServiceRefused` if a request does not carry the key as `Authorization: Bearer KEY`."""
        given = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
        if not secrets.compare_digest(given.encode(), self.key.encode()):
            raise ServiceRefused("operator_only")


def _read(path: Path) -> str:
    """The key in a file; empty if there is none, or if it is too short to be a secret."""
    try:
        key = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
    return key if len(key) >= KEY_BYTES else ""
