"""Worker processes that do everything slow, so that the event loop of the server stays responsive."""

JOBS = "plyground.server.services.jobs:JOBS"
"""Where workers find their jobs."""
