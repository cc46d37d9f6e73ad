"""Every job that workers can run, by name, and how long those of a service command may take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from msgspec.structs import replace

from plyground.server.bots import moves
from plyground.server.limits import ServiceLimits
from plyground.server.services import (
    analysis,
    databases,
    editing,
    files,
    installed_games,
    laboratory,
    rules,
    verdicts,
    views,
)
from plyground.server.services.findings import Findings
from plyground.server.wire import services
from plyground.server.workers.job import Job

JOBS: Mapping[str, Job[Any, Any]] = {
    job.name: job
    for module in (moves, analysis, databases, editing, files, installed_games, laboratory, rules, verdicts, views)
    for job in vars(module).values()
    if isinstance(job, Job)
}

SLACK_S = 5.0
"""Time a job may take in addition to its search."""

REASONS_S = 10.0
"""Time an analysis may take for its reasons."""

Kind = Literal["look", "verdicts", "study"]
"""A look at a position, or at its verdicts, replaces the previous one; a study must end before the next starts."""


@dataclass(frozen=True, slots=True)
class JobPlan:
    """How a service command is run."""

    job: Job[Any, Any]
    given: Any
    """The command, with what is known of its positions."""
    kind: Kind
    seconds: float
    """When it must have ended."""
    share_s: float | None = None
    """When it must end if others wait; None for never."""
    is_help: bool = True
    """Whether it suggests moves, which is not allowed during a game against a person."""
    is_quick: bool = False
    """Whether it is done by the workers for quick requests."""


def plan_of(command: services.ServiceCommand, limits: ServiceLimits, findings: Findings) -> JobPlan:
    """The job of a command, which is cut down to the limits, with what is known of its positions."""
    hint_ms = round(limits.hint_s * 1000)
    match command:
        case services.Analyse(position=position, time_ms=time_ms, lines=lines):
            capped_ms, lines = min(time_ms, round(limits.analysis_s * 1000)), min(lines, limits.lines)
            known = findings.find(position, time_ms=capped_ms, lines=lines)
            work = analysis.AnalyseWork(replace(command, time_ms=capped_ms, lines=lines), known)
            seconds = capped_ms / 1000 + (REASONS_S if command.reasons else 0) + SLACK_S
            return JobPlan(analysis.ANALYSE, work, "look", seconds, limits.share_s)
        case services.FindHint(position=position, time_ms=time_ms):
            capped_ms = min(time_ms, hint_ms)
            known = findings.find(position, time_ms=capped_ms, lines=command.lines)
            hint = analysis.HintWork(replace(command, time_ms=capped_ms), known)
            # Reasons and threats cost about as much as the search itself.
            return JobPlan(analysis.HINT, hint, "look", 3 * capped_ms / 1000 + SLACK_S, limits.share_s)
        case services.Explain(position=position, time_ms=time_ms):
            capped_ms = min(time_ms, hint_ms)
            played = replace(position, moves=[*position.moves, command.move])
            before, after = (findings.find(one, time_ms=capped_ms) for one in (position, played))
            explain = analysis.ExplainWork(replace(command, time_ms=capped_ms), before, after)
            return JobPlan(analysis.EXPLAIN, explain, "look", 3 * capped_ms / 1000 + SLACK_S, limits.share_s)
        case services.FindVerdicts():
            return JobPlan(verdicts.FIND_VERDICTS, command, "verdicts", limits.hint_s, is_quick=True)
        case services.ReviewGame(position=position, time_ms=time_ms):
            capped_ms = min(time_ms, hint_ms)
            along = findings.along(position, time_ms=capped_ms)
            review = analysis.ReviewWork(replace(command, time_ms=capped_ms), along)
            return JobPlan(analysis.REVIEW, review, "study", limits.review_s, limits.study_share_s)
        case services.RunExperiment():
            seconds, share_s = limits.experiment_s, limits.study_share_s
            return JobPlan(laboratory.EXPERIMENT, command, "study", seconds, share_s, is_help=False)
        case services.TraceSearch():
            return JobPlan(laboratory.TRACE, command, "study", limits.trace_s, limits.share_s)
        case services.Stop():
            raise AssertionError(f"{command} is not done by a worker")
