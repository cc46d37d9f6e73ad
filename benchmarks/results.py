"""What benchmarks share: peers that are there, repeated ratios, and a results file that says how it was made."""

from __future__ import annotations

import platform
import shutil
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path


def find_peer(name: str) -> str:
    """The path of a peer program; Debian keeps game engines outside the usual PATH."""
    path = shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")
    if path is None:
        sys.exit(f"{name} is not installed; on Debian: apt-get install {name}")
    return path


def processor() -> str:
    """The processor's name as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def spread(values: Sequence[float]) -> str:
    """Median and range of repeated measurements."""
    return f"{statistics.median(values):.2f} ({min(values):.2f}-{max(values):.2f})"


def write(folder: Path, title: str, body: str) -> None:
    """Prints the results and writes them to the benchmark's RESULTS.md."""
    command = f"make bench ARGS={folder.name}"
    machine = f"{processor()}, {platform.system()}, Python {platform.python_version()}"
    text = f"# {title}\n\nMade by `{command}` on {machine}.\n\n{body}\n"
    print(text, flush=True)
    (folder / "RESULTS.md").write_text(text)
