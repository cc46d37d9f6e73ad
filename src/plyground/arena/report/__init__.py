"""Reports of matches and tournaments: tables, pages with boards, game files and plots."""

from plyground.arena.report.report import Report

__all__ = ["Report"]
