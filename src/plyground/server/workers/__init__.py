"""Workers: processes beside the server that do whatever takes long, so that its event loop never does."""

JOBS = "plyground.server.jobs:JOBS"
"""Where workers find what they can do."""
