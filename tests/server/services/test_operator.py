"""What operators do on the command line: read crash reports, set limits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from tests.server.live import live_server
from typer.testing import CliRunner

from plyground.cli.program import app
from plyground.cli.serve import set_limits
from plyground.errors import StoreFault
from plyground.server.limits import ServerLimits, ServiceLimits
from plyground.server.serving import DATABASE
from plyground.server.workers.pool import PoolLimits

USUAL = (ServerLimits(), ServiceLimits(), PoolLimits())


def test_crash_reports_can_be_read_while_the_server_runs_and_after(tmp_path: Path) -> None:
    with live_server(tmp_path) as server:
        stored = server.http.post("/api/reports", json={"message": "it broke", "comment": "after “undo”\n"}).json()
        assert server.http.get("/api/settings").json()["reports"] is True
        (tmp_path / DATABASE).symlink_to(tmp_path / "live.db")
        shown = CliRunner().invoke(app, ["serve", "--reports", "--data", str(tmp_path)])
    assert shown.exit_code == 0, shown.output
    (report,) = [json.loads(line) for line in shown.output.splitlines()]
    assert (report["name"], report["message"], report["comment"]) == (stored["name"], "it broke", "after “undo”\n")


def test_without_a_server_there_are_no_reports(tmp_path: Path) -> None:
    shown = CliRunner().invoke(app, ["serve", "--reports", "--data", str(tmp_path)])
    assert shown.exit_code != 0
    assert "no reports" in shown.output


@pytest.mark.parametrize("content", [b"", b"no database at all"])
def test_a_file_without_reports_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / DATABASE).write_bytes(content)
    shown = CliRunner().invoke(app, ["serve", "--reports", "--data", str(tmp_path)])
    assert isinstance(shown.exception, StoreFault)
    assert "cannot be used as a store" in str(shown.exception)


def test_every_limit_can_be_set_by_its_name() -> None:
    texts = ["sockets=5", "analysis_s=2.5", "workers=3", "niceness=0"]
    server, services, workers = set_limits(texts, *USUAL)
    assert (server.sockets, services.analysis_s, workers.workers, workers.niceness) == (5, 2.5, 3, 0)
    listed = CliRunner().invoke(app, ["serve", "--limit", "help"]).output.splitlines()
    names = [line.partition("=")[0] for line in listed]
    assert len(names) == len(set(names)), "a name means one limit"
    for value, limit in zip(set_limits(listed, *USUAL), USUAL, strict=True):
        assert type(value) is type(limit)


@pytest.mark.parametrize("text", ["workers", "workers=", "=5", "workers=0", "workers=two", "sokets=5", "ping_s=inf"])
def test_a_limit_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(typer.BadParameter):
        set_limits([text], *USUAL)
