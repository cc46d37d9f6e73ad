"""Workers: processes beside the server that do whatever takes long, so that its event loop never does."""
