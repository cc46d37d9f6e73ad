"""What benchmarks share: installed peers, repeated ratios, and a results file that says how it was made."""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent


def find_peer(name: str) -> str:
    """The path of a peer program; Debian keeps game engines outside the usual PATH."""
    path = shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")
    if path is None:
        sys.exit(f"{name} is not installed; on Debian: apt-get install {name}")
    return path


def processor() -> str:
    """The processor's name as the system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


@contextmanager
def compiled(source: Path, game: str) -> Iterator[str]:
    """A C++ program of a benchmark, built with one game's sources and the flags of the package."""
    sources = [source, *sorted((ROOT / "cpp/plyground/games" / game).glob("*.cpp"))]
    flags = ["-O3", "-std=c++20", "-I", str(ROOT / "cpp"), "-pthread"]
    if platform.machine() == "x86_64":
        flags.append("-march=x86-64-v2")
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / source.stem)
        subprocess.run([os.environ.get("CXX", "g++"), *flags, *map(str, sources), "-o", program], check=True)
        yield program


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
