"""`plyground serve --processes`: several processes on one port, one of which may die at any time."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
from tests.waiting import PATIENCE_S, wait_until


def start(data: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "plyground", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
    return subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def address_of(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://localhost:\d+", line):
            return found[0]
    raise AssertionError(server.communicate()[1])


def children_of(process: int) -> set[int]:
    return {int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()}


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_process_that_dies_is_replaced_and_ctrl_c_stops_all(tmp_path, postgresql):
    server = start(tmp_path, "--store", postgresql.new_schema(), "--processes", "2")
    try:
        address = address_of(server)
        wait_until(lambda: len(children_of(server.pid)) == 2)
        first = children_of(server.pid)
        os.kill(min(first), signal.SIGKILL)
        wait_until(lambda: len(children_of(server.pid) - first) == 1 and len(children_of(server.pid)) == 2)
        assert httpx.get(f"{address}/health", timeout=PATIENCE_S, trust_env=False).status_code == 200
        known = children_of(server.pid)
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE_S) == 0
        wait_until(lambda: not any(map(is_running, known)))
    finally:
        server.kill()
        server.communicate()


def test_the_processes_end_when_nobody_supervises_them(tmp_path, postgresql):
    server = start(tmp_path, "--store", postgresql.new_schema(), "--processes", "2")
    try:
        address_of(server)
        known = children_of(server.pid)
        server.kill()
        wait_until(lambda: not any(map(is_running, known)))
    finally:
        server.kill()
        server.communicate()


def test_processes_that_cannot_start_are_not_started_again(tmp_path):
    server = start(tmp_path, "--store", "postgresql://127.0.0.1:1/games", "--processes", "2")
    _, complaint = server.communicate(timeout=PATIENCE_S)
    assert server.returncode == 1
    assert "cannot be used as a store" in complaint


def test_several_processes_need_a_database(tmp_path):
    server = start(tmp_path, "--processes", "2")
    _, complaint = server.communicate(timeout=PATIENCE_S)
    assert server.returncode != 0
    assert "need a database" in complaint


def test_a_store_must_be_a_database(tmp_path):
    server = start(tmp_path, "--store", "mysql://localhost/games")
    _, complaint = server.communicate(timeout=PATIENCE_S)
    assert server.returncode == 2
    assert "is not a store" in " ".join(complaint.split())
