"""The games, each found by its name in the registry, and what a new one is made of."""
