"""A running server and a real browser, for tests that play on the page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, expect, sync_playwright
from tests.page.board import BoardPage
from tests.waiting import PATIENCE_MS, PATIENCE_S

from plyground.server.page import PageFiles

expect.set_options(timeout=PATIENCE_MS)

# Workers have the priority and the patience of the tests, which create many tables from one address.
LIMITS = [
    part
    for limit in ("niceness=0", f"quick_s={PATIENCE_S}", f"file_s={PATIENCE_S}", "creations_burst=1e6")
    for part in ("--limit", limit)
]
CHROMIUM_OPTIONS = ["--no-sandbox", "--disable-background-networking"]
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
# Without animations, unless a test is about them.
NO_MOTION = {"reduced_motion": "reduce"}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}

# Chromium logs this on machines without a graphics card.
NOT_OURS = re.compile(r"GPU stall|WebGL|swiftshader", re.IGNORECASE)


class RunningServer:
    """A `plyground serve` process that can be killed and started again with the same games."""

    def __init__(self, folder: Path, module: str = "plyground", **environment: str) -> None:
        self._folder = folder
        self._environment = environment
        self._module = module
        self._process: subprocess.Popen[str] | None = None
        self.address = ""
        self._port = "0"

    def start(self) -> None:
        """Starts it on a free port, or on the port it had before."""
        command = [sys.executable, "-m", self._module, "serve", "--host", "127.0.0.1", "--port", self._port]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", **self._environment}
        self._process = subprocess.Popen(
            [*command, *LIMITS, "--data", str(self._folder)], stdout=subprocess.PIPE, text=True, env=environment
        )
        self._port = self.printed(r"http://[^\s]+:(\d+)")
        self.address = f"http://127.0.0.1:{self._port}"

    def printed(self, pattern: str) -> str:
        """The group of a pattern in the next line of output that has it."""
        assert self._process is not None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(pattern, line):
                return found[1]
        pytest.fail(f"the server ended before it printed {pattern}")

    def create(self, **request: Any) -> dict[str, Any]:
        """Creates a table; returns its id and its owner's token."""
        headers = {"Content-Type": "application/json"}
        call = Request(f"{self.address}/api/tables", json.dumps(request).encode(), headers)
        with urlopen(call) as answer:
            created: dict[str, Any] = json.load(answer)
        return created

    def kill(self) -> None:
        """Kills it without warning, as a power cut would."""
        assert self._process is not None
        with self._process:
            self._process.kill()

    def stop(self) -> None:
        """Stops it gracefully."""
        assert self._process is not None
        with self._process:
            self._process.terminate()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server shared by all tests of a process."""
    if not PageFiles().is_built:
        pytest.fail("the page has not been built; `make page` does that")
    running = RunningServer(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


# Not session-scoped: Playwright keeps an event loop running, and other tests need their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    program = shutil.which("chromium")
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("the program chromium is not installed")
        pytest.skip("the program chromium is not installed")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=CHROMIUM_OPTIONS, timeout=PATIENCE_MS)
        yield running
        running.close()


OpenContext = Callable[..., BrowserContext]


@pytest.fixture
def open_context(server: RunningServer, browser: Browser) -> Iterator[OpenContext]:
    """Opens a separate browser profile. Any warning or error it logs fails the test."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def open_(token: str = "", *, refused: int = 0, **options: Any) -> BrowserContext:
        """With `refused`, a status of requests that are meant to fail, which browsers log."""

        def listen(message: ConsoleMessage) -> None:
            is_expected = bool(refused) and f"a status of {refused} " in message.text
            if message.type in ("error", "warning") and not NOT_OURS.search(message.text) and not is_expected:
                complaints.append(f"{message.type}: {message.text}")

        context = browser.new_context(**{"base_url": server.address, **NO_MOTION, **DESKTOP, **options})
        context.set_default_timeout(PATIENCE_MS)
        if token:
            # The empty page that a window starts with has no storage.
            store = f"localStorage.setItem('plyground.token', '\"{token}\"')"
            context.add_init_script(f"if (location.protocol !== 'about:') {store}")
        context.on("console", listen)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        contexts.append(context)
        return context

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


OpenBoard = Callable[..., BoardPage]


@pytest.fixture
def open_board(server: RunningServer, open_context: OpenContext) -> OpenBoard:
    """Opens a board with a game on one screen: `open_board("chess", fen)`. Further options go to the window."""

    def open_(game: str, start: str = "", *, script: str = "", **options: Any) -> BoardPage:
        seat = {"kind": "me"}
        created = server.create(game=game, start=start, white=seat, black=seat)
        page = open_context(created["token"], **options).new_page()
        page.add_init_script(script)
        page.goto(f"/#/table/{created['table']}")
        board = BoardPage(page)
        board.wait()
        return board

    return open_
