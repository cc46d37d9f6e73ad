"""The scripts in `peers` run in separate environments, where other programs are installed."""

collect_ignore = ["peers"]
