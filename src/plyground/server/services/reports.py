"""Reports that people chose to send, of crashes and of chat: the newest are kept for the operator, a few from each
address.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from plyground.errors import ServiceRefused
from plyground.server.limits import ServiceLimits
from plyground.server.log import LOG
from plyground.server.store import Store, StoredReport
from plyground.server.wire import Outgoing
from plyground.server.wire.http import CrashReport, Stored
from plyground.server.wire.parts import Chat

HOUR_S = 3600.0
MAX_ADDRESSES = 10_000
"""How many addresses are remembered; the oldest are forgotten."""


class ChatReport(Outgoing, kw_only=True):
    """What somebody found wrong in a chat, for the operator."""

    kind: Literal["chat"] = "chat"
    table: str
    by: str
    about: str
    """The public ids of who reports whom."""
    lines: list[Chat]
    """The last lines of the chat."""


@dataclass(slots=True)
class Reports:
    """Accepts reports and stores them."""

    store: Store
    limits: ServiceLimits
    _recent: dict[str, deque[float]] = field(default_factory=dict)

    async def add(self, report: CrashReport, address: str) -> Stored:
        """Stores a crash report; raises `ServiceRefused` if an address sends too many."""
        name = await self._store(report, address)
        LOG.warning("crash_report", name=name, message=report.message[:200])
        return Stored(name=name)

    async def add_chat(self, report: ChatReport, address: str) -> None:
        """Stores a report about chat; raises `ServiceRefused` if an address sends too many."""
        name = await self._store(report, address)
        LOG.warning("chat_report", name=name, table=report.table, about=report.about)

    async def _store(self, report: CrashReport | ChatReport, address: str) -> str:
        if not self._may_send(address):
            raise ServiceRefused("reports_full")
        name = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{secrets.token_hex(3)}"
        kept = StoredReport(name, time.time(), msgspec.json.encode(report).decode())
        await self.store.add_report(kept, self.limits.reports)
        return name

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
