"""The scripts in `peers` run in environments of their own, where other programs are installed."""

collect_ignore = ["peers"]
