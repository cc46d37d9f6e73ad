"""Requests made up from the server's description of itself, by somebody who may play: none makes the server fail."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from tests.server.lichess.programs import new_token
from tests.server.live import live_server
from tests.server.test_accounts import LIMITS

PATHS = ("/api/bot/", "/api/board/game/", "/api/challenge", "/api/games/user/", "/game/export/", "/api/account/playing")
OPEN = replace(
    LIMITS,
    messages_per_second=1e4,
    message_burst=1e6,
    creations_burst=1e6,
    pairings_per_minute=1e6,
    tables_per_guest=10**6,
)


@pytest.mark.bench
def test_no_request_of_a_player_makes_the_server_fail(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=OPEN) as server:
        headers = {"Authorization": f"Bearer {new_token(server, 'Ann')}"}
        id = server.http.post("/api/challenge/ai", data={"level": "1", "color": "white"}, headers=headers).json()["id"]
        schema = schemathesis.openapi.from_dict(server.http.get("/api/schema").json())
        seen: dict[str, set[int]] = {}
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            if not operation.path.startswith(PATHS) or "stream" in operation.path:
                continue
            for mode in GenerationMode if operation.body else (GenerationMode.POSITIVE,):

                @settings(
                    max_examples=40,
                    database=None,
                    deadline=None,
                    derandomize=True,
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                )
                @given(case=operation.as_strategy(generation_mode=mode))
                def ask(case: Any) -> None:
                    case.headers = {**(case.headers or {}), **headers}
                    if "id" in (case.path_parameters or {}) and len(str(case.path_parameters["id"])) % 2:
                        case.path_parameters["id"] = id
                    response = case.call(base_url=str(server.http.base_url))
                    seen.setdefault(f"{case.method} {case.path}", set()).add(response.status_code)
                    assert response.status_code < 500, (case.method, case.path, case.body, response.text[:300])

                with suppress(Unsatisfiable):
                    ask()
        assert len(seen) >= 28
        assert not any(401 in statuses for statuses in seen.values())
        assert server.http.get("/health").json()["status"] == "ok"
