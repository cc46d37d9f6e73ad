"""From games to text: the one writer of every family of game files."""

from __future__ import annotations

import re
from collections.abc import Mapping

from plyground.errors import InvalidRecord
from plyground.notation.annotated import AnnotatedGame, Node
from plyground.notation.movetext import plain_comment
from plyground.protocol import Position, Side

_TAG_NAME = re.compile(r'\w[^\s"\[\]]*')
_PIECE = re.compile(r"\[%[^\]]*\]\S*|[^ ]+")
_UNSAFE_AT_LINE_START = re.compile(r"%|\[\w")


def format_tags(headers: Mapping[str, str]) -> str:
    r"""The tag pairs, one to a line.

    >>> print(format_tags({"Event": 'The "Immortal" game'}))
    [Event "The \"Immortal\" game"]
    """
    lines = []
    for name, value in headers.items():
        if not _TAG_NAME.fullmatch(name):
            raise InvalidRecord("tag_name", name=name)
        escaped = plain_comment(value).replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]')
    return "\n".join(lines)


def move_number(start: Position, ply: int) -> str:
    """The number before a move; the side that opens the game makes the first of two moves.

    >>> import plyground
    >>> [move_number(plyground.game("draughts:english").start(), ply) for ply in (0, 1, 2)]
    ['1.', '1...', '2.']
    """
    place = ply + (start.side_to_move is not start.game.start().side_to_move)
    return f"{place // 2 + 1}{'...' if place % 2 else '.'}"


def format_movetext(
    game: AnnotatedGame,
    *,
    result: str | None = None,
    first_number: int = 1,
    opens: Side = Side.WHITE,
    columns: int | None = 80,
) -> str:
    """The moves with their annotations, and the result, which may be spelled differently from the game's.

    A number counts a move of the side that `opens` a game and its reply. Every line is shorter than `columns` unless
    a single word is not; None writes one line.
    """
    lines: list[str] = []
    line: list[str] = []
    width = 0
    for piece in _Pieces(game, result or game.result, first_number, opens).written:
        if line and columns is not None and width + len(piece) >= columns:
            lines.append(" ".join(line))
            line, width = [], 0
        line.append(piece)
        width += len(piece) + 1
    lines.append(" ".join(line))
    return "\n".join(lines)


class _Pieces:
    """The words of a movetext in the order of a file."""

    def __init__(self, game: AnnotatedGame, result: str, first_number: int, opens: Side) -> None:
        self.written: list[str] = []
        self._opening = ""
        self._shows_number = True
        """Whether a move of the second side needs its number, because something was written since the last move."""
        self._offset = 2 * (first_number - 1) + (game.start.side_to_move is not opens)
        self._annotations(game.root)
        self._moves(game.root)
        self._add(result)

    def _add(self, piece: str) -> None:
        self.written.append(self._opening + piece)
        self._opening = ""

    def _moves(self, root: Node) -> None:
        """All moves below the root, with a stack instead of recursion, because lines may be very long."""
        ahead: list[Node | str] = [*root.variations[:1]]
        while ahead:
            item = ahead.pop()
            if item == "(":
                self._opening = "("
                self._shows_number = True
            elif isinstance(item, str):
                self.written[-1] += ")"
                self._shows_number = True
            else:
                self._move(item)
                ahead.extend(item.variations[:1])
                for alternative in reversed(item.alternatives):
                    ahead += (")", alternative, "(")

    def _move(self, node: Node) -> None:
        self._comment(node.before)
        number, is_second = divmod(self._offset + node.ply - 1, 2)
        if not is_second:
            self._add(f"{number + 1}. {node.notation}")
        elif self._shows_number:
            self._add(f"{number + 1}... {node.notation}")
        else:
            self._add(node.notation)
        self._shows_number = False
        self._annotations(node)

    def _annotations(self, node: Node) -> None:
        for nag in node.nags:
            self._add(f"${nag}")
        self._comment(node.comment)

    def _comment(self, text: str) -> None:
        """A comment as pieces that may be wrapped, so that no line begins like an escape or a tag."""
        plain = plain_comment(text)
        if not plain:
            return
        if "}" in plain:
            plain = plain.replace("{", "(").replace("}", ")")
        pieces: list[str] = []
        for found in _PIECE.finditer(plain):
            if pieces and _UNSAFE_AT_LINE_START.match(found[0]):
                pieces[-1] += f" {found[0]}"
            else:
                pieces.append(found[0])
        pieces[0] = "{" + pieces[0]
        pieces[-1] += "}"
        for piece in pieces:
            self._add(piece)
        self._shows_number = True
