"""Limits of the services: how long each may take, and how many a client may have."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServiceLimits:
    """What the page may ask for; more is cut or refused."""

    analysis_s: float = 60.0
    """The longest analysis of a position."""
    share_s: float = 5.0
    """After so long an analysis or a trace ends when others wait."""
    study_share_s: float = 20.0
    """... and a review or an experiment."""
    hint_s: float = 5.0
    """The longest search for a hint or an explanation."""
    review_s: float = 300.0
    """The longest review of a whole game."""
    experiment_s: float = 120.0
    trace_s: float = 20.0
    quick_s: float = 5.0
    """The longest a view, a check or a file may take."""
    per_address: int = 8
    """Services that run or wait for one network address."""
    requests_per_address: int = 16
    """Requests by HTTP that run or wait for one network address."""
    lines: int = 10
    reports: int = 1_000
    """Crash reports that are kept, the newest."""
    reports_per_hour: int = 10
    """From one network address."""
