"""The laboratory: search algorithms side by side on real games, with tables, plots and search traces."""
