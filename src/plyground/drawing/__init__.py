"""Boards as text and as pictures: any geometry, no rules."""
