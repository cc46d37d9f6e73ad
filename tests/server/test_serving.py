"""`plyground serve` as people run it: what it says, how it starts, how it stops, and what it refuses."""

import gzip
import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.server.live import live_server
from tests.waiting import PATIENCE_S, wait_until

from plyground.errors import PlygroundError
from plyground.server.page import FOLDER, MISSING, PageFiles
from plyground.server.serving import DATABASE, database, hold, listen, network_addresses


@contextmanager
def served(
    folder: Path, *options: str, descriptors: int | None = None
) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """The command in a separate process, with its port and what it said; it may open only so many descriptors."""
    command = [sys.executable, "-m", "plyground", "serve", "--data", str(folder), "--port", "0", *options]
    if descriptors is not None:
        command = ["sh", "-c", f'ulimit -n {descriptors} && exec "$@"', "sh", *command]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said, port = "", 0
    for line in process.stdout:
        said += line
        if "On this machine" in line:
            port = int(line.rpartition(":")[2])
        if "Ctrl-C" in line:
            break
    try:
        yield process, port, said
    finally:
        process.kill()
        process.communicate()


def ask(port: int, path: str, body: object = None) -> bytes:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        content: bytes = answer.read()
    return content


def test_it_says_where_it_is_serves_and_stops_when_told(tmp_path):
    with served(tmp_path, "--host", "127.0.0.1") as (process, port, said):
        assert f"http://localhost:{port}" in said
        assert str(tmp_path) in said
        assert "On your network" not in said, "nobody else can reach it"
        assert json.loads(ask(port, "/health"))["status"] == "ok"
        created = json.loads(ask(port, "/api/tables", {"game": "mill"}))
        assert "plyground_tables 1" in ask(port, "/metrics").decode()
        assert b"/api/tables" in ask(port, "/api/schema/openapi.json")
        with pytest.raises(urllib.error.HTTPError) as refused:
            ask(port, "/api/nothing")
        assert json.loads(refused.value.read())["problem"]["code"] == "http_error"
        refused.value.close()
        copied = subprocess.run(
            [sys.executable, "-m", "plyground", "serve", "--data", tmp_path, "--backup", tmp_path / "copy"],
            check=True,
            capture_output=True,
            text=True,
        )
        assert "copied " in copied.stdout
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0
        assert "Plyground has stopped" in rest
        expected = ("the event loop was late", "the page has not been built")
        assert not [line for line in errors.splitlines() if not any(one in line for one in expected)]
    copy = sqlite3.connect(tmp_path / "copy")
    assert copy.execute("SELECT id FROM tables").fetchall() == [(created["table"],)]
    copy.close()


def test_sigterm_waits_for_nobody_who_does_not_end_by_themselves(tmp_path):
    with served(tmp_path, "--host", "127.0.0.1") as (process, port, _):
        bodies = (
            b"GET /hea",
            b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
            # An answer that nobody reads.
            b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
        )
        with ExitStack() as stack:
            for body in bodies:
                client = stack.enter_context(socket.socket())
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
                client.connect(("127.0.0.1", port))
                client.send(body)
            ask(port, "/health")
            process.send_signal(signal.SIGTERM)
            rest, errors = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0
        assert "Plyground has stopped" in rest
        assert '"error"' not in errors
        assert "Traceback" not in errors


def workers_of(process: int) -> list[int]:
    """The children that run a program of their own; one that was just forked still has everything of its parent."""
    own = Path(f"/proc/{process}/cmdline").read_bytes()
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in children if Path(f"/proc/{child}/cmdline").read_bytes() not in (own, b"")]


def can_listen(port: int) -> bool:
    try:
        listen("127.0.0.1", port).close()
    except PlygroundError:
        return False
    return True


def test_a_worker_that_lingers_does_not_keep_the_port(tmp_path):
    with served(tmp_path, "--host", "127.0.0.1") as (process, port, _):
        wait_until(lambda: workers_of(process.pid))
        workers = workers_of(process.pid)
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        try:
            process.kill()
            process.wait()
            # A stopped worker cannot give it back; another one may be about to start.
            wait_until(lambda: can_listen(port))
            assert all(Path(f"/proc/{worker}").exists() for worker in workers)
        finally:
            for worker in workers:
                os.kill(worker, signal.SIGKILL)


def refusal(*options: str | Path) -> str:
    command = [sys.executable, "-m", "plyground", "serve", *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    return ended.stderr


def test_a_newer_file_is_refused_in_one_line(tmp_path):
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
    connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.commit()
    connection.close()
    lines = refusal("--data", tmp_path, "--port", "0").splitlines()
    assert "A newer version of Plyground wrote" in lines[-1]


def test_a_backup_needs_something_to_copy(tmp_path):
    assert "there are no games in" in refusal("--data", tmp_path, "--backup", tmp_path / "copy")


@pytest.mark.parametrize("name", ["games#1", "what?", "100%41", "plain"])
def test_a_backup_is_a_copy_whatever_the_folder_is_called(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("CREATE TABLE kept (what TEXT)")
    connection.commit()
    connection.close()
    command = [sys.executable, "-m", "plyground", "serve", "--data", folder, "--backup", tmp_path / "copy"]
    subprocess.run(command, capture_output=True, text=True, check=True)
    copy = sqlite3.connect(tmp_path / "copy")
    assert copy.execute("SELECT name FROM sqlite_master").fetchall() == [("kept",)]
    copy.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "copy"])


def test_a_backup_never_replaces_the_games_themselves(tmp_path):
    sqlite3.connect(tmp_path / DATABASE).close()
    assert "choose another file for the copy" in refusal("--data", tmp_path, "--backup", tmp_path / DATABASE)


def test_a_backup_that_cannot_be_written_says_why(tmp_path):
    sqlite3.connect(tmp_path / DATABASE).close()
    target = tmp_path / "nowhere" / "copy"
    command = [sys.executable, "-m", "plyground", "serve", "--data", tmp_path, "--backup", target]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert f"The copy could not be written to {target}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_folder_serves_one_server_at_a_time(tmp_path):
    with hold(tmp_path):
        with pytest.raises(PlygroundError) as refused:
            hold(tmp_path)
        assert refused.value.code == "data_in_use"
    hold(tmp_path).close()


@pytest.mark.parametrize("origin", ["example", "http://[::1", "ftp://example.org", "http://"])
def test_an_origin_that_is_no_site_is_refused(tmp_path, origin):
    command = [sys.executable, "-m", "plyground", "serve", "--data", tmp_path, "--origin", origin]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert "expected something like https://example.org" in ended.stderr


def test_metrics_are_for_networks(tmp_path):
    command = [sys.executable, "-m", "plyground", "serve", "--data", tmp_path, "--metrics-from", "10.0.0.1/8"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "expected something like 10.0.0.0/8" in ended.stderr


def test_a_server_has_the_names_it_is_given(tmp_path):
    with served(tmp_path, "--host", "127.0.0.1", "--allowed-host", "play.example") as (_, port, _):
        for host, status in (("play.example", 200), ("localhost", 200), ("evil.example", 421)):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
            connection.request("HEAD", "/health", headers={"Host": host})
            assert connection.getresponse().status == status
            connection.close()


def test_a_port_that_is_taken_is_named_with_a_way_out():
    taken = listen("127.0.0.1", 0)
    taken.listen()
    port = taken.getsockname()[1]
    with pytest.raises(PlygroundError, match=f"Port {port} is in use.*--port {port + 1}"):
        listen("127.0.0.1", port)
    taken.close()


def test_a_host_that_is_not_here_is_refused():
    with pytest.raises(PlygroundError, match="cannot listen on"):
        listen("192.0.2.77", 0)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(PlygroundError, match="is not writable"):
        database(tmp_path / "file" / "below")


def test_a_server_for_this_machine_alone_has_no_network_address():
    assert network_addresses("127.0.0.1", 1) == []
    assert network_addresses("192.0.2.5", 80) == ["http://192.0.2.5:80"]
    assert all(address.startswith("http://") for address in network_addresses("0.0.0.0", 1))


def test_without_a_built_page_there_is_a_friendly_one(tmp_path):
    page = PageFiles(tmp_path)
    assert not page.is_built
    for path in ("/", "/play/chess"):
        found = page.find(path)
        assert found is not None
        assert found.content.decode() == MISSING
        assert found.response("").headers["content-type"] == "text/html; charset=utf-8"
    assert "make page" in MISSING


def test_a_server_without_a_page_says_so(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr("plyground.server.page.PageFiles.is_built", False)
    with live_server(tmp_path) as server:
        assert "the page has not been built" in caplog.messages
        assert server.http.get("/health").status_code == 200


def test_the_page_answers_only_with_its_own_files(tmp_path):
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("index")
    (tmp_path / "page" / "assets" / "app-1.js").write_text("code")
    (tmp_path / "secret.txt").write_text("secret")
    page = PageFiles(tmp_path / "page")
    for path in ("/../secret.txt", "..%2fsecret.txt", "/assets/../../secret.txt", "//etc/passwd.txt", "/missing.png"):
        assert page.find(path) is None
    for path, content in (("/", b"index"), ("/table/abc", b"index"), ("/assets/app-1.js", b"code")):
        found = page.find(path)
        assert found is not None
        assert found.content == content
    script = page.find("assets/app-1.js")
    assert script is not None
    assert "immutable" in script.caching


def test_files_are_served_compressed_to_those_who_accept_it(tmp_path):
    assets = tmp_path / "assets"
    assets.mkdir()
    for suffix, text in (("", "plain"), (".br", "brotli"), (".gz", "zipped")):
        (assets / f"app-1.js{suffix}").write_text(text)
    page = PageFiles(tmp_path)
    script = page.find("/assets/app-1.js")
    assert script is not None
    for accepted, encoding, content in (
        ("gzip, deflate, br, zstd", "br", b"brotli"),
        ("gzip;q=1.0, br;q=0", "gzip", b"zipped"),
        ("identity", None, b"plain"),
        ("", None, b"plain"),
    ):
        response = script.response(accepted)
        assert (response.headers.get("content-encoding"), response.body) == (encoding, content)
        assert response.headers["vary"] == "Accept-Encoding"
        assert response.headers["content-type"] == "text/javascript; charset=utf-8"
        assert response.headers["content-length"] == str(len(content))
    assert page.find("/assets/app-1.js.br") is None


@pytest.mark.skipif(not PageFiles().is_built, reason="the page has not been built")
def test_the_build_compresses_what_is_worth_it():
    page = PageFiles()
    paths = [path for path in FOLDER.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg", ".json")]
    assert paths
    for path in paths:
        found = page.find(path.relative_to(FOLDER).as_posix())
        assert found is not None
        assert set(found.compressed) == ({"br", "gzip"} if len(found.content) >= 1_000 else set()), path.name
        assert gzip.decompress(found.compressed.get("gzip", gzip.compress(found.content))) == found.content
        assert all(len(smaller) < len(found.content) for smaller in found.compressed.values())
