"""`plyground` with three men's morris solved by `tests.exhaustive` in place of databases, for tests of the page.

Workers import this module for their jobs, which look verdicts up in the modules that are patched here.
"""

from __future__ import annotations

from tests.exhaustive import three_mens_morris

import plyground.server.workers
from plyground.play import spec
from plyground.server.bots import roster
from plyground.server.services import jobs, verdicts

for module in (roster, spec, verdicts):
    vars(module)["default_source"] = lambda: three_mens_morris("mill:three")

JOBS = jobs.JOBS

if __name__ == "__main__":
    plyground.server.workers.JOBS = "tests.page.solved_server:JOBS"
    from plyground.cli import main

    main()
