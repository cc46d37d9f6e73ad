"""The operator of a server: whoever knows the key in its data folder, and nobody else.

An address proves nothing: behind a reverse proxy on the same machine every visitor seems to come from this machine.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request

from plyground.errors import ServiceRefused, StoreFault

KEY_FILE = "operator.key"
KEY_BYTES = 16
BACKUP_FILE = "last-backup"
"""Was changed when the last backup was made."""


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


def last_backup(data: Path) -> float | None:
    """When the last backup was made, in seconds since 1970; None if none was."""
    try:
        return (data / BACKUP_FILE).stat().st_mtime
    except FileNotFoundError:
        return None


def note_backup(data: Path) -> None:
    """Notes that a backup was made now."""
    with suppress(OSError):
        (data / BACKUP_FILE).touch()


def _read(path: Path) -> str:
    """The key in a file; empty if there is none, or if it is too short to be a secret."""
    try:
        key = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
    return key if len(key) >= KEY_BYTES else ""
