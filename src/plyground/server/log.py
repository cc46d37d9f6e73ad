"""Structured logs: a line of JSON for each event, with its fields by name."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any


class Log:
    """Writes events with their fields; a field can never break out of its line."""

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(name)

    def info(self, event: str, **fields: Any) -> None:
        """Logs a normal event."""
        self._write(logging.INFO, event, fields)

    def warning(self, event: str, **fields: Any) -> None:
        """Logs something that was refused or looks odd."""
        self._write(logging.WARNING, event, fields)

    def error(self, event: str, **fields: Any) -> None:
        """Logs something the operator should look at."""
        self._write(logging.ERROR, event, fields)

    def _write(self, level: int, event: str, fields: dict[str, Any]) -> None:
        if self._logger.isEnabledFor(level):
            self._logger.log(level, event, extra={"fields": fields})


LOG = Log("plyground.server")

SUPERFLUOUS = ("Application startup failed", "ASGI callable returned without completing handshake")
"""Messages of uvicorn that say nothing new: the command itself reports why the server could not start, and a socket
that is refused by an HTTP response has no handshake to complete."""


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line."""
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure(level: str) -> None:
    """Sends the logs of the server and of uvicorn to standard error as JSON lines."""
    output = logging.StreamHandler(sys.stderr)
    output.setFormatter(JsonLines())
    output.addFilter(lambda record: not record.getMessage().startswith(SUPERFLUOUS))
    for name in ("plyground", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [output] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(level.upper() if name == "plyground" else max(logging.getLevelName(level.upper()), 30))
