"""The games: a package for each, the registry that finds them by name, and the base classes for new ones."""
