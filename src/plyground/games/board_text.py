"""Boards of plain values as one word of text and back, the default for games written in Python."""

from __future__ import annotations

import ast
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from plyground.protocol import Side

B = TypeVar("B")

MAX_LENGTH = 10_000
"""Longer texts are refused, so that a hostile one costs no time."""


def format_plain(board: object) -> str:
    """The board without blanks, the same on every computer.

    Plain values are text, numbers, True, False, None, sides, and tuples and frozensets of them; a NamedTuple or a
    dataclass may hold them all together. Text that is one word stands for itself. Anything else is a `TypeError`.

    >>> format_plain("X.O"), format_plain((Side.BLACK, 3, "to go", frozenset({2, 1})))
    ('X.O', "(black,3,'to\\\\x20go',{1,2})")
    """
    if isinstance(board, str) and not isinstance(board, Side) and _is_word(board):
        return board
    parts = _parts(board)
    return _format(board if parts is None else parts)


def parse_plain(text: str, like: B) -> B:
    """The board that `format_plain` wrote, of the same type as `like`; anything else raises an exception.

    >>> parse_plain("(black,3)", (Side.WHITE, 0))
    (<Side.BLACK: 'black'>, 3)
    """
    if len(text) > MAX_LENGTH:
        raise ValueError(f"it is longer than {MAX_LENGTH} characters")
    if isinstance(like, str) and _is_word(text):
        return type(like)(text)
    try:
        plain = ast.literal_eval(_Immutable().visit(ast.parse(text, mode="eval")))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        raise ValueError(f"expected something like {format_plain(like)}") from None
    board = plain
    parts = _parts(like)
    if parts is not None and isinstance(plain, tuple) and len(plain) == len(parts):
        board = type(like)(*plain)
    if not isinstance(board, type(like)):
        raise ValueError(f"expected something like {format_plain(like)}")
    format_plain(board)
    return board


def _is_word(text: str) -> bool:
    return text.isprintable() and text != "" and " " not in text and text[0] not in "'\""


def _parts(board: object) -> tuple[object, ...] | None:
    """The members of a NamedTuple or a dataclass; None for other values."""
    if isinstance(board, tuple) and hasattr(board, "_fields"):
        return tuple(board)
    if is_dataclass(board) and not isinstance(board, type):
        return tuple(getattr(board, field.name) for field in fields(board))
    return None


def _format(value: object) -> str:
    if isinstance(value, Side):
        return value.value
    if type(value) is str:
        return repr(value).replace(" ", r"\x20")
    if value is None or type(value) in (bool, int, float):
        return repr(value)
    if type(value) is tuple:
        return f"({','.join(map(_format, value))}{',' if len(value) == 1 else ''})"
    if type(value) is frozenset:
        return f"{{{','.join(sorted(map(_format, value)))}}}" if value else "set()"
    raise TypeError(f"a board made of {type(value).__name__} needs its own format_fen and parse_fen")


class _Immutable(ast.NodeTransformer):
    """Makes sets frozen and the bare words white and black sides, which `ast.literal_eval` does not know."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return _constant(Side(node.id)) if node.id in ("white", "black") else node

    def visit_Set(self, node: ast.Set) -> ast.AST:
        return _constant(frozenset(ast.literal_eval(self.visit(element)) for element in node.elts))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return _constant(frozenset()) if ast.unparse(node) == "set()" else node


def _constant(value: Any) -> ast.AST:
    return ast.Constant(value)
