"""Waiting for something to happen, however slow or busy the machine is."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

PATIENCE_S = 300.0
"""Ends a test that would hang. It is never a measure of speed: a busy machine may be a hundred times slower."""
PATIENCE_MS = 300_000


def wait_until(condition: Callable[[], object]) -> None:
    """Returns as soon as the condition holds."""
    deadline = monotonic() + PATIENCE_S
    while not condition():
        assert monotonic() < deadline, "the condition never became true"
        sleep(0.01)


def cpu_s(process: int) -> float:
    """The processor time that a process has used, in seconds; 0 if it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / 100


def processes_in(group: int) -> Iterator[int]:
    """The processes of a process group."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            yield int(folder.name)
