"""The HTTP API as a table of typed routes: how they are served, how they fail, and their description as OpenAPI."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground import __version__
from plyground.errors import PlygroundError, ServiceFault, ServiceRefused
from plyground.server.access import SECURITY_HEADERS
from plyground.server.accounts.accounts import LoggedIn
from plyground.server.accounts.identity import LOGGED_IN, bearer
from plyground.server.api_page import api_page
from plyground.server.connections import client_address
from plyground.server.guests import guest_of
from plyground.server.log import LOG
from plyground.server.presenter import problem
from plyground.server.wire import UNREADABLE, encode
from plyground.server.wire.http import Failure

Body = TypeVar("Body")
Answer = TypeVar("Answer")

JSON, FORM, NDJSON = "application/json", "application/x-www-form-urlencoded", "application/x-ndjson"
MAX_FIELDS = 50
"""The most fields of a form."""
DESCRIPTION_PATHS = ("/api/schema/openapi.json", "/api/schema")
PAGE_PATH = "/api"
"""Where people read the description."""
MAX_DECODED_BYTES = 131_072
"""The longest body that is decoded on the event loop. Long lists and dictionaries take 0.1 s for two megabytes."""
MAX_PARAMETER_LENGTH = 80
"""The longest part of a path that is a name."""
STATUS = {
    "unknown_table": 404,
    "unknown_game": 404,
    "misspelt_game": 404,
    "unknown_preset": 404,
    "token_invalid": 401,
    "api_token_invalid": 401,
    "account_needed": 401,
    "password_wrong": 401,
    "login_unknown": 404,
    "passkey_invalid": 401,
    "mail_failed": 503,
    "person_unknown": 404,
    "rated_account": 401,
    "rated_aborts": 429,
    "scope_missing": 403,
    "browser_only": 403,
    "games_private": 403,
    "name_taken": 409,
    "seek_gone": 404,
    "challenge_gone": 404,
    "person_absent": 404,
    "too_many_attempts": 429,
    "origin_foreign": 403,
    "metrics_private": 403,
    "operator_only": 403,
    "banned": 403,
    "silenced": 403,
    "whom_unknown": 404,
    "job_gone": 404,
    "build_running": 409,
    "host_unknown": 421,
    "too_many_requests": 429,
    "reports_full": 429,
    "tables_full": 503,
    "sockets_full": 503,
    "service_busy": 503,
    "game_unchecked": 503,
    "game_withdrawn": 503,
    "worker_lost": 503,
    "worker_broke": 503,
    "server_closing": 503,
    "store_damaged": 503,
    "commit_failed": 507,
    "store_full": 507,
}
"""HTTP status codes of errors; the others are 400."""
_SECURITY = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]


@dataclass(frozen=True, slots=True)
class ApiRoute:
    """A row of the table; `get` and `post` make them."""

    method: Literal["GET", "POST"]
    path: str
    summary: str
    body: type | None
    answer: Any
    handle: Callable[[Request, Any], Awaitable[Any]]
    """Gets the request and its decoded body; returns the answer, or a response to be sent as it is."""
    status: int = 200
    media_type: str = JSON
    is_personal: bool = False
    """Whether the request must carry a secret: a guest's token, or the operator's key."""
    parameters: tuple[str, ...] = ()
    """The names of what the query of the address says; `name?` may be left out."""
    is_forwarded: bool = False
    """Whether `handle` gets the body as it came, `msgspec.Raw`, for a worker to decode."""
    is_form: bool = False
    """Whether the body may be a form as well as JSON, and the query may have fields too."""


def get(
    path: str,
    summary: str,
    answer: type[Answer],
    handle: Callable[[Request], Awaitable[Answer]] | Callable[[Request], Awaitable[Response]],
    *,
    media_type: str = JSON,
    is_personal: bool = False,
    parameters: tuple[str, ...] = (),
) -> ApiRoute:
    """A route that reads; it also answers HEAD."""
    return ApiRoute(
        "GET", path, summary, None, answer, lambda request, _: handle(request), 200, media_type, is_personal, parameters
    )


def stream(path: str, summary: str, line: Any, handle: Callable[[Request], Awaitable[Response]]) -> ApiRoute:
    """A route whose answer goes on line by line; each line is of the type, or one of the types, of `line`."""
    return ApiRoute("GET", path, summary, None, line, lambda request, _: handle(request), 200, NDJSON, True)


def post(
    path: str,
    summary: str,
    body: type[Body],
    answer: type[Answer],
    handle: Callable[[Request, Body], Awaitable[Answer]] | Callable[[Request, Body], Awaitable[Response]],
    *,
    status: int = 200,
    is_personal: bool = False,
) -> ApiRoute:
    """A route whose request has a short body."""
    return ApiRoute("POST", path, summary, body, answer, handle, status, is_personal=is_personal)


def forward(
    path: str,
    summary: str,
    body: type,
    answer: type[Answer],
    handle: Callable[[Request, msgspec.Raw], Awaitable[Answer]],
) -> ApiRoute:
    """A route whose request may have a long body, which a worker decodes."""
    return ApiRoute("POST", path, summary, body, answer, handle, is_forwarded=True)


def form(
    path: str,
    summary: str,
    body: type[Body],
    answer: type[Answer],
    handle: Callable[[Request, Body], Awaitable[Answer]] | Callable[[Request, Body], Awaitable[Response]],
    *,
    status: int = 200,
    media_type: str = JSON,
) -> ApiRoute:
    """A route of lichess's API: what its request says is a form, JSON, or in the query."""
    return ApiRoute("POST", path, summary, body, answer, handle, status, media_type, is_personal=True, is_form=True)


def json_response(value: Any, status: int = 200) -> Response:
    """A value of the wire as a response."""
    return Response(encode(value), status, media_type=JSON)


def refusal(error: Exception) -> Response:
    """The response to a request or a socket that raised an error."""
    headers = None
    match error:
        case PlygroundError():
            status = STATUS.get(error.code, 400)
        case HTTPException():
            status, headers = error.status_code, error.headers
            error = ServiceRefused("http_error", status=status, reason=error.detail)
        case _:
            LOG.error("fault", reason=repr(error))
            status, error = 500, ServiceFault("server_fault")
    LOG.info("request refused", status=status, code=error.code)
    words = problem(error)
    response = json_response(Failure(problem=words, error=words.message), status)
    response.headers.update(headers or {})
    return response


async def refuse(error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
    """Answers a request, or the handshake of a socket, with an error."""
    await refusal(error)(scope, receive, secured(send))


def secured(send: Send) -> Send:
    """Adds the security headers to the response that is sent, unless it has its own."""

    async def send_secured(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            given = {name for name, _ in message["headers"]}
            added = [header for header in _SECURITY if header[0] not in given]
            message = {**message, "headers": [*message["headers"], *added]}
        await send(message)

    return send_secured


def address_of(request: Request) -> str:
    """The network address a request came from, as it is limited."""
    return client_address(request.scope)


def query_from(request: Request, shape: type[Body]) -> Body:
    """What the query of the address says; raises `ServiceRefused` if it cannot be read."""
    try:
        return msgspec.convert(dict(request.query_params), shape, strict=False)
    except msgspec.ValidationError as error:
        raise ServiceRefused("message_unreadable", reason=str(error)) from error


def guest_from(request: Request) -> str:
    """The id of the person a request comes from, who may see what is theirs; raises `ServiceRefused` if it is nobody.

    It is that of the account, or the guest's whose token is in `Authorization: Bearer TOKEN`.
    """
    logged_in = logged_in_from(request)
    if logged_in is None:
        return guest_of(bearer(request))
    logged_in.needs("read")
    return logged_in.account.id


def logged_in_from(request: HTTPConnection) -> LoggedIn | None:
    """The account that a request or a socket belongs to, as `Identity` found it; None for guests."""
    found: LoggedIn | None = request.scope.get(LOGGED_IN)
    return found


class HttpApi:
    """Serves the routes as an ASGI application; `otherwise` serves every path that none of them has."""

    def __init__(self, routes: Sequence[ApiRoute], otherwise: ASGIApp, max_body_bytes: int) -> None:
        described = openapi(routes)
        description = Response(msgspec.json.encode(described), media_type="application/vnd.oai.openapi+json")
        page = Response(api_page(described), media_type="text/html")
        served = [_served(route, max_body_bytes) for route in routes]
        served += [Route(path, lambda request: description) for path in DESCRIPTION_PATHS]
        served.append(Route(PAGE_PATH, lambda request: page))
        self._router = Router(served, redirect_slashes=False, default=otherwise)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request; an error becomes a response too."""
        # Tells the router to raise an error for a path or a method that is not offered.
        scope["app"] = self
        if scope["path"].startswith("/api/"):
            # Clients of lichess's API end some of its paths with a slash.
            scope["path"] = scope["path"].rstrip("/")
        try:
            await self._router(scope, receive, secured(send))
        except ClientDisconnect:
            return
        except Exception as error:
            await refuse(error, scope, receive, send)


def _served(route: ApiRoute, max_body_bytes: int) -> Route:
    decode: Callable[[bytes], Any] = msgspec.Raw if route.is_forwarded else msgspec.json.Decoder(route.body).decode
    max_bytes = max_body_bytes if route.is_forwarded else min(max_body_bytes, MAX_DECODED_BYTES)

    async def serve(request: Request) -> Response:
        if any(len(value) > MAX_PARAMETER_LENGTH for value in request.path_params.values()):
            raise ServiceRefused("message_unreadable", reason=f"a name has more than {MAX_PARAMETER_LENGTH} characters")
        body = None
        if route.body is not None:
            raw = await _read(request, max_bytes)
            try:
                body = (
                    msgspec.convert(_fields(request, raw), route.body, strict=False) if route.is_form else decode(raw)
                )
            except UNREADABLE as error:
                raise ServiceRefused("message_unreadable", reason=str(error)) from error
        answer = await route.handle(request, body)
        return answer if isinstance(answer, Response) else json_response(answer, route.status)

    return Route(route.path, serve, methods=[route.method])


def _fields(request: Request, raw: bytes) -> dict[str, Any]:
    """What a request says, by name; a field that is empty is left out."""
    found: dict[str, Any] = dict(request.query_params)
    if request.headers.get("content-type", "").startswith(JSON):
        found |= msgspec.json.decode(raw or b"{}", type=dict[str, Any])
    elif raw.count(b"&") >= MAX_FIELDS:
        raise msgspec.DecodeError(f"a form has more than {MAX_FIELDS} fields")
    else:
        found |= parse_qsl(raw.decode())
    return {name: value for name, value in found.items() if value not in (None, "")}


async def _read(request: Request, max_bytes: int) -> bytes:
    """The body; raises an error as soon as it is too long."""
    announced = request.headers.get("content-length", "")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > max_bytes or (announced.isdecimal() and int(announced) > max_bytes):
            raise HTTPException(413)
    return bytes(body)


def openapi(routes: Iterable[ApiRoute]) -> dict[str, Any]:
    """The description of the routes in OpenAPI's form."""
    routes = list(routes)
    types = {one for route in routes for one in (route.body, route.answer) if one is not None} | {Failure}
    references, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    schema = dict(zip(types, references, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        operation: dict[str, Any] = {
            "summary": route.summary,
            "parameters": _parameters(route),
            "responses": {
                str(route.status): _content(schema[route.answer], route.media_type, "Done"),
                "default": _content(schema[Failure], JSON, "Refused"),
            },
        }
        if route.body is not None:
            content = {kind: {"schema": schema[route.body]} for kind in ((FORM, JSON) if route.is_form else (JSON,))}
            operation["requestBody"] = {"required": not route.is_form, "content": content}
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Plyground", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def _parameters(route: ApiRoute) -> list[dict[str, Any]]:
    name_schema = {"type": "string", "minLength": 1, "maxLength": MAX_PARAMETER_LENGTH}
    found: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": name_schema}
        for name in re.findall(r"{(\w+)}", route.path)
    ]
    found += [
        {
            "name": name.removesuffix("?"),
            "in": "query",
            "required": not name.endswith("?"),
            "schema": {"type": "string"},
        }
        for name in route.parameters
    ]
    if route.is_personal:
        found.append({"name": "Authorization", "in": "header", "schema": {"type": "string", "maxLength": 200}})
    return found


def _content(schema: Any, media_type: str, description: str) -> dict[str, Any]:
    return {"description": description, "content": {media_type: {"schema": schema}}}
