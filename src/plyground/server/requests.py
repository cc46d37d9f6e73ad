"""Requests by HTTP: who sends them, by token and by network address."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.params import HeaderParameter

from plyground.server.guests import guest_of

Authorization = Annotated[str, HeaderParameter(name="Authorization", max_length=200)]
"""`Bearer TOKEN`, the guest's secret."""


def guest_from(authorization: str) -> str:
    """The guest whose token is in a header; raises `ServiceRefused` if there is none."""
    return guest_of(authorization.removeprefix("Bearer ").strip())


def address_of(request: Request[Any, Any, Any]) -> str:
    """The network address a request came from."""
    return request.client.host if request.client else ""
