"""Every job that workers can run, by name, and how long those of a service command may take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from msgspec.structs import replace

from plyground.server.bots import moves
from plyground.server.limits import ServiceLimits
from plyground.server.services import analysis, databases, files, installed_games, laboratory, rules, verdicts, views
from plyground.server.wire import services
from plyground.server.workers.job import Job

JOBS: Mapping[str, Job[Any, Any]] = {
    job.name: job
    for module in (moves, analysis, databases, files, installed_games, laboratory, rules, verdicts, views)
    for job in vars(module).values()
    if isinstance(job, Job)
}

SLACK_S = 5.0
"""Time a job may take in addition to its search."""

Kind = Literal["look", "verdicts", "study"]
"""A look at a position, or at its verdicts, replaces the previous one; a study must end before the next starts."""


@dataclass(frozen=True, slots=True)
class JobPlan:
    """How a service command is run."""

    job: Job[Any, Any]
    command: services.ServiceCommand
    kind: Kind
    seconds: float
    """When it must have ended."""
    share_s: float | None = None
    """When it must end if others wait; None for never."""
    is_help: bool = True
    """Whether it suggests moves, which is not allowed during a game against a person."""
    is_quick: bool = False
    """Whether it is done by the workers for quick requests."""


def plan_of(command: services.ServiceCommand, limits: ServiceLimits) -> JobPlan:
    """The job of a command, which is cut down to the limits."""
    hint_ms = round(limits.hint_s * 1000)
    match command:
        case services.Analyse(time_ms=time_ms, lines=lines):
            capped_ms = min(time_ms, round(limits.analysis_s * 1000))
            shorter = replace(command, time_ms=capped_ms, lines=min(lines, limits.lines))
            return JobPlan(analysis.ANALYSE, shorter, "look", capped_ms / 1000 + SLACK_S, limits.share_s)
        case services.FindHint(time_ms=time_ms) | services.Explain(time_ms=time_ms):
            job = analysis.HINT if isinstance(command, services.FindHint) else analysis.EXPLAIN
            capped_ms = min(time_ms, hint_ms)
            # Reasons and threats cost about as much as the search itself.
            seconds = 3 * capped_ms / 1000 + SLACK_S
            return JobPlan(job, replace(command, time_ms=capped_ms), "look", seconds, limits.share_s)
        case services.FindVerdicts():
            return JobPlan(verdicts.FIND_VERDICTS, command, "verdicts", limits.hint_s, is_quick=True)
        case services.ReviewGame(time_ms=time_ms):
            capped = replace(command, time_ms=min(time_ms, hint_ms))
            return JobPlan(analysis.REVIEW, capped, "study", limits.review_s, limits.study_share_s)
        case services.RunExperiment():
            seconds, share_s = limits.experiment_s, limits.study_share_s
            return JobPlan(laboratory.EXPERIMENT, command, "study", seconds, share_s, is_help=False)
        case services.TraceSearch():
            return JobPlan(laboratory.TRACE, command, "study", limits.trace_s, limits.share_s)
        case services.Stop():
            raise AssertionError(f"{command} is not done by a worker")
