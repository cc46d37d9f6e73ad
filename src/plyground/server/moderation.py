"""Moderation: whom the operator has silenced, banned or exempted, until when; kept in a file of the data folder."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from plyground.errors import ServiceRefused, StoreFault
from plyground.server.log import LOG
from plyground.server.wire import UNREADABLE, encode
from plyground.server.wire.operator import Ruling, RulingKind
from plyground.writing import replacing

FILE = "moderation.json"
MAX_RULINGS = 1_000
"""How many are kept; of more, those that end first are forgotten."""
_decode = msgspec.json.Decoder(list[Ruling]).decode


class Moderation:
    """The rulings of an operator. Other processes with the same data folder see them within seconds."""

    def __init__(self, path: Path | None = None, time_of_day: Callable[[], float] = time.time) -> None:
        self._path = path
        self._time_of_day = time_of_day
        self._found: dict[tuple[str, str], Ruling] = {}
        self._read_at = -1
        """When the file had been changed that was read last, in nanoseconds."""
        self.refresh()

    @property
    def rulings(self) -> list[Ruling]:
        """Those in force, by the time they end."""
        now = self._time_of_day()
        return sorted((one for one in self._found.values() if one.until > now), key=lambda one: one.until)

    def rule(self, one: Ruling) -> None:
        """Silences, bans or exempts somebody."""
        found = [other for other in self.rulings if (other.what, other.whom) != (one.what, one.whom)]
        self._keep([*found[-MAX_RULINGS + 1 :], one])

    def lift(self, what: RulingKind, whom: str) -> None:
        """Ends a ruling."""
        self._keep([one for one in self.rulings if (one.what, one.whom) != (what, whom)])

    def check_person(self, guest: str) -> None:
        """Raises `ServiceRefused` if a person is banned."""
        if self._found:
            self._check("ban", guest)

    check_address = check_person
    """Raises `ServiceRefused` if a network address is banned; no person has the id of an address."""

    def check_chat(self, guest: str) -> None:
        """Raises `ServiceRefused` if a person may not chat."""
        if self._found:
            self._check("silence", guest)

    def is_exempt(self, address: str) -> bool:
        """Whether the limits for one network address do not apply to this one."""
        return bool(self._found) and self._is_in_force("exempt", address)

    def refresh(self) -> None:
        """Reads the file if it has changed."""
        if self._path is None:
            return
        with suppress(FileNotFoundError):
            changed = self._path.stat().st_mtime_ns
            if changed == self._read_at:
                return
            self._read_at = changed
            try:
                self._set(_decode(self._path.read_bytes()))
            except UNREADABLE as error:
                LOG.error("rulings cannot be read", path=str(self._path), reason=str(error))

    def _check(self, what: RulingKind, whom: str) -> None:
        if self._is_in_force(what, whom):
            until = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(self._found[what, whom].until))
            code = "banned" if what == "ban" else "silenced"
            raise ServiceRefused(code, until=until)

    def _is_in_force(self, what: RulingKind, whom: str) -> bool:
        found = self._found.get((what, whom))
        return found is not None and found.until > self._time_of_day()

    def _keep(self, found: list[Ruling]) -> None:
        if self._path is not None:
            try:
                with replacing(self._path) as file:
                    file.write(encode(found))
                self._read_at = self._path.stat().st_mtime_ns
            except OSError as error:
                raise StoreFault("data_unwritable", path=self._path, reason=error.strerror or str(error)) from error
        self._set(found)

    def _set(self, found: list[Ruling]) -> None:
        self._found = {(one.what, one.whom): one for one in found}
