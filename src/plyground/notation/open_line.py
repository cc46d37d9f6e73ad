"""OpenLine: a line of moves while it is read, and which of its comments belong to which move."""

from __future__ import annotations

from dataclasses import dataclass, field

from plyground.notation.annotated import Node
from plyground.notation.movetext import Token


@dataclass(slots=True)
class OpenLine:
    """A line of moves being read: the main line, or a variation between its parentheses."""

    node: Node
    opened: Token | None
    has_move: bool = False
    is_after_move: bool = False
    """Whether a comment now belongs to `node`; else it is written before the next move."""
    comments: list[str] = field(default_factory=list)
    """Those since the last move or variation, joined only when all are known, since there may be thousands."""
    nags: list[int] = field(default_factory=list)

    def comment(self, text: str) -> None:
        if text:
            self.comments.append(text)

    def end_comment(self) -> None:
        """What follows is written before the next move."""
        if self.is_after_move:
            self.node.comment = joined(self.node.comment, self._take_comments())
            self.is_after_move = False

    def play(self, node: Node) -> None:
        self.end_comment()
        if self.node.alternatives if self.has_move else self.opened is not None:
            node.before = self._take_comments()
        else:
            # The variation that parted the comments had no move.
            self.node.comment = joined(self.node.comment, self._take_comments())
        node.nags, self.nags = self.nags, []
        self.node = node
        self.has_move = self.is_after_move = True

    def close(self) -> str:
        """Ends the line; a comment without a move after it goes to the last move, or is returned."""
        if not self.has_move and self.opened is not None:
            return self._take_comments()
        self.node.comment = joined(self.node.comment, self._take_comments())
        return ""

    def _take_comments(self) -> str:
        taken, self.comments = " ".join(self.comments), []
        return taken


def joined(first: str, second: str) -> str:
    """Two comments as one."""
    return f"{first} {second}" if first and second else first or second
