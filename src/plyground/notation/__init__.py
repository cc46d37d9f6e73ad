"""Game files: annotated games, read and written."""

from plyground.notation.annotated import AnnotatedGame, InvalidFile, Node

__all__ = ["AnnotatedGame", "InvalidFile", "Node"]
