"""Boards as text and as pictures, tables and plots: any geometry, no rules."""
