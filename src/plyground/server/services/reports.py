"""Crash reports that people chose to send: the newest are kept for the operator, a few from each address."""

from __future__ import annotations

import secrets
import time
from collections import deque
from dataclasses import dataclass, field

import msgspec

from plyground.errors import ServiceRefused
from plyground.server.limits import ServiceLimits
from plyground.server.log import LOG
from plyground.server.store import Store, StoredReport
from plyground.server.wire.http import CrashReport, Stored

HOUR_S = 3600.0
MAX_ADDRESSES = 10_000
"""How many addresses are remembered; the oldest are forgotten."""


@dataclass(slots=True)
class Reports:
    """Accepts reports and stores them."""

    store: Store
    limits: ServiceLimits
    _recent: dict[str, deque[float]] = field(default_factory=dict)

    async def add(self, report: CrashReport, address: str) -> Stored:
        """Stores a report; raises `ServiceRefused` if an address sends too many."""
        if not self._may_send(address):
            raise ServiceRefused("reports_full")
        name = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{secrets.token_hex(3)}"
        kept = StoredReport(name, time.time(), msgspec.json.encode(report).decode())
        await self.store.add_report(kept, self.limits.reports)
        LOG.warning("crash_report", name=name, message=report.message[:200])
        return Stored(name=name)

    def _may_send(self, address: str) -> bool:
        now = time.monotonic()
        while len(self._recent) >= MAX_ADDRESSES:
            self._recent.pop(next(iter(self._recent)))
        sent = self._recent.setdefault(address, deque())
        while sent and now - sent[0] > HOUR_S:
            sent.popleft()
        if len(sent) >= self.limits.reports_per_hour:
            return False
        sent.append(now)
        return True
