"""Bots in the server: who they are, how they think in workers, and how they sit at tables as clients."""
