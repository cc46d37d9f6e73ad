"""Pairing: people find an opponent by open seeks and by challenges."""
