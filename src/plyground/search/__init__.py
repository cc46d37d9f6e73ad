"""Game-tree search over any game."""
