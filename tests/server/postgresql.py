"""A PostgreSQL of its own for tests: Debian's package, in a temporary folder, on a unix socket, with fsync on."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

from tests.waiting import PATIENCE_S

HOW_TO_INSTALL = "PostgreSQL is missing; 'apt-get install postgresql' and 'pip install asyncpg' install what it needs"
USER = "plyground"


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, the newest ones; None if they are not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    anywhere = shutil.which("postgres")
    return None if anywhere is None else Path(anywhere).parent


class Cluster:
    """A server of PostgreSQL. Root may not run one, so it is run as the user that Debian's package adds."""

    def __init__(self, bin: Path) -> None:
        self._bin = bin
        self.folder = Path(tempfile.mkdtemp(prefix="plyground-pg-"))
        self._user = "postgres" if os.geteuid() == 0 else None
        if self._user is not None:
            os.chown(self.folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._databases = 0
        self._server: subprocess.Popen[bytes] | None = None
        options = ("--auth=trust", f"--username={USER}", "--locale=C", "--encoding=UTF8", "--no-sync")
        self._run([str(bin / "initdb"), "-D", str(self.folder / "data"), *options])
        self.start()

    def _run(self, command: list[str]) -> None:
        subprocess.run(command, user=self._user, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        """Starts it, and waits until it can be used. After a kill the old processes may take a while to end."""
        options = {
            "listen_addresses": "",
            "unix_socket_directories": self.folder,
            "fsync": "on",
            "shared_buffers": "32MB",
        }
        command = [str(self._bin / "postgres"), "-D", str(self.folder / "data")]
        command += [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        until = time.monotonic() + PATIENCE_S
        while True:
            with (self.folder / "log").open("ab") as log:
                self._server = subprocess.Popen(command, user=self._user, cwd=self.folder, stdout=log, stderr=log)
            while self._server.poll() is None:
                ready = [str(self._bin / "pg_isready"), "-q", "-h", str(self.folder), "-U", USER]
                if subprocess.run(ready, check=False).returncode == 0:
                    return
                time.sleep(0.02)
            if time.monotonic() > until:
                raise TimeoutError((self.folder / "log").read_text()[-2000:])
            time.sleep(0.05)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Ends the postmaster."""
        assert self._server is not None
        self._server.send_signal(how)
        self._server.wait()

    @property
    def process(self) -> int:
        """The id of the postmaster."""
        assert self._server is not None
        return self._server.pid

    def new_schema(self) -> str:
        """The address of an empty schema, which is to a store what a database is, and cheaper."""
        self._databases += 1
        name = f"s{os.getpid()}_{self._databases}"
        self.execute(f"CREATE SCHEMA {name}")
        return f"{self.address}&options={quote(f'-csearch_path={name}')}"

    @property
    def address(self) -> str:
        """The address of the first database."""
        return f"postgresql://{USER}@/postgres?host={self.folder}"

    def execute(self, statement: str, address: str = "") -> list[tuple[object, ...]]:
        """Executes a statement, and returns what it finds."""
        import asyncpg

        async def use() -> list[tuple[object, ...]]:
            connection = await asyncpg.connect(address or self.address)
            try:
                return [tuple(row) for row in await connection.fetch(statement)]
            finally:
                await connection.close()

        return asyncio.run(use())

    def remove(self) -> None:
        """Ends it, and deletes everything."""
        self.kill(signal.SIGQUIT)
        shutil.rmtree(self.folder)
