"""Game files: annotated games, read and written."""

from plyground.notation.annotated import AnnotatedGame, Node
from plyground.notation.reader import InvalidFile

__all__ = ["AnnotatedGame", "InvalidFile", "Node"]
