"""HTTP routes for the operator: the store, the workers, reports, and whom they have silenced, banned or exempted."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

from plyground.errors import ServiceRefused
from plyground.server.api import ApiRoute, get, post
from plyground.server.connections import network_address
from plyground.server.guests import OLD_ID_LENGTH
from plyground.server.operator import Operator, last_backup
from plyground.server.services.page_services import PageServices
from plyground.server.services.reports import ChatReport
from plyground.server.store import StoredReport
from plyground.server.table_registry import TableRegistry
from plyground.server.wire import UNREADABLE
from plyground.server.wire import operator as wire

MAX_REPORTS = 100
HOUR_S = 3_600.0
_decode_chat = msgspec.json.Decoder(ChatReport).decode


def operator_routes(registry: TableRegistry, services: PageServices, operator: Operator) -> list[ApiRoute]:
    """The routes, bound to a server."""
    store, moderation = registry.store, registry.moderation

    async def state() -> wire.OperatorState:
        return wire.OperatorState(
            store=wire.StoreState(
                bytes=await store.used_bytes(),
                tables=await store.count_tables(),
                live=len(registry.live),
                waiting=store.waiting,
                damage=store.damage,
                backup=None if services.data is None else last_backup(services.data),
            ),
            jobs=services.running_jobs(),
            reports=[_report(one) for one in await store.reports(MAX_REPORTS)],
            rulings=moderation.rulings,
        )

    async def show(request: Request) -> wire.OperatorState:
        operator.check(request)
        return await state()

    async def dismiss(request: Request, body: wire.DismissReport) -> wire.OperatorState:
        operator.check(request)
        await store.delete_report(body.report)
        return await state()

    async def cancel(request: Request, body: wire.CancelJob) -> wire.OperatorState:
        operator.check(request)
        services.cancel_job(body.job)
        return await state()

    async def rule(request: Request, body: wire.MakeRuling) -> wire.OperatorState:
        operator.check(request)
        until = round(registry.time.time_of_day() + body.hours * HOUR_S)
        whom = find(body.whom)
        if body.what == "exempt" and not _is_address(whom):
            raise ServiceRefused("address_needed", name=body.whom)
        moderation.rule(wire.Ruling(what=body.what, whom=whom, name=body.whom, until=until))
        return await state()

    async def lift(request: Request, body: wire.LiftRuling) -> wire.OperatorState:
        operator.check(request)
        moderation.lift(body.what, body.whom)
        return await state()

    def find(whom: str) -> str:
        """The public id, or the network address, that somebody is named by."""
        if (found := registry.guests.named(whom)) is not None:
            return found
        is_id = whom[:1] == "g" and len(whom) >= OLD_ID_LENGTH and whom[1:].isalnum()
        if not is_id and not _is_address(whom):
            raise ServiceRefused("whom_unknown", name=whom)
        return whom if is_id else network_address(whom)

    path, answer = "/api/operator", wire.OperatorState
    return [
        get(path, "For the operator: how the server is doing", answer, show, is_personal=True),
        post(
            f"{path}/dismiss",
            "For the operator: delete a report",
            wire.DismissReport,
            answer,
            dismiss,
            is_personal=True,
        ),
        post(f"{path}/cancel", "For the operator: end a job", wire.CancelJob, answer, cancel, is_personal=True),
        post(
            f"{path}/rule",
            "For the operator: silence or ban a person or an address, or exempt an address from limits",
            wire.MakeRuling,
            answer,
            rule,
            is_personal=True,
        ),
        post(
            f"{path}/lift",
            "For the operator: end a ruling",
            wire.LiftRuling,
            answer,
            lift,
            is_personal=True,
        ),
    ]


def _is_address(whom: str) -> bool:
    """Whether a text looks like a network address, and not like a person."""
    return "." in whom or ":" in whom


def _report(stored: StoredReport) -> wire.OperatorReport:
    """A report as the operator reads it: the chat, or the crash as it came."""
    try:
        chat = _decode_chat(stored.body)
    except UNREADABLE:
        return wire.OperatorReport(report=stored.name, at=stored.at, about="", text=stored.body)
    text = "\n".join(f"{line.name}: {line.text}" for line in chat.lines)
    return wire.OperatorReport(report=stored.name, at=stored.at, about=chat.about, text=text)
