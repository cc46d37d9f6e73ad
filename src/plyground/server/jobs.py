"""Every job that workers can run, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.server.bots.moves import CHOOSE_MOVE, TRY_ENGINE
from plyground.server.services.analysis import ANALYSE, EXPLAIN, HINT
from plyground.server.services.files import EXPORT, IMPORT
from plyground.server.services.laboratory import EXPERIMENT, TRACE
from plyground.server.services.reviewing import REVIEW
from plyground.server.services.rules import CHECK_RULES, RULES_SCHEMA
from plyground.server.services.views import CHECK_POSITION, DESCRIBE_GAME, GAME_LIST, LEGAL_MOVES, VIEW_POSITION
from plyground.server.workers.job import Job

JOBS: Mapping[str, Job[Any, Any]] = {
    job.name: job
    for job in (
        CHOOSE_MOVE,
        TRY_ENGINE,
        ANALYSE,
        HINT,
        EXPLAIN,
        REVIEW,
        EXPERIMENT,
        TRACE,
        GAME_LIST,
        DESCRIBE_GAME,
        VIEW_POSITION,
        CHECK_POSITION,
        LEGAL_MOVES,
        RULES_SCHEMA,
        CHECK_RULES,
        IMPORT,
        EXPORT,
    )
}
