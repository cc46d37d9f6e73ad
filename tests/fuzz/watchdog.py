"""A watchdog: what every thread of a process that does not answer is doing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

DUMPING = "import faulthandler, signal; faulthandler.enable(); faulthandler.register(signal.SIGUSR1); "
"""Python for a process under a watchdog: at SIGUSR1 it prints what its Python threads are doing."""


def watched(code: str) -> list[str]:
    """The command that runs Python code under a watchdog."""
    return [sys.executable, "-c", DUMPING + code]


def dump_threads(process: int) -> str:
    """What all threads are doing: the Python ones on the standard error of the process, the native ones here."""
    os.kill(process, signal.SIGUSR1)
    sleep(1.0)
    return _by_debugger(process) or _by_kernel(process)


def _by_debugger(process: int) -> str:
    gdb = shutil.which("gdb")
    if gdb is None:
        return ""
    command = [gdb, "-batch", "-p", str(process), "-ex", "thread apply all bt 30"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return ""
    return answer.stdout if "Thread " in answer.stdout else ""


def _by_kernel(process: int) -> str:
    lines = []
    for task in sorted(Path(f"/proc/{process}/task").glob("*")):
        for name in ("comm", "wchan", "syscall", "stack"):
            try:
                lines.append(f"{task.name} {name}: {(task / name).read_text().strip()}")
            except OSError:
                continue
    return "\n".join(lines)
