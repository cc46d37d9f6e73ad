"""Bots in the server: the roster, their moves in workers, and their seats at tables."""
