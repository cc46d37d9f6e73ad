"""`plyground` with three men's morris solved by `tests.exhaustive` in place of databases, for tests of the page.

Workers take their jobs from this module; they look verdicts up in the modules that are patched here. Importing it
changes nothing, because the search for doctests imports it too.
"""

from __future__ import annotations

from tests.exhaustive import three_mens_morris

import plyground.server.workers
from plyground.play import spec
from plyground.server.bots import roster
from plyground.server.services import jobs, verdicts


def patch() -> None:
    for module in (roster, spec, verdicts):
        vars(module)["default_source"] = lambda: three_mens_morris("mill:three")


def __getattr__(name: str) -> object:
    if name != "JOBS":
        raise AttributeError(name)
    patch()
    return jobs.JOBS


if __name__ == "__main__":
    patch()
    plyground.server.workers.JOBS = "tests.page.solved_server:JOBS"
    from plyground.cli import main

    main()
