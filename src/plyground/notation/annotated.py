"""A game with its tags, comments, annotations, clocks and variations.

The tree is the same for every game. Nothing here is recursive, so games may be as long and variations as deep as
memory allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import takewhile
from typing import TypeAlias

from plyground.errors import InvalidRecord
from plyground.notation.movetext import plain_comment
from plyground.protocol import Game, Move, Position
from plyground.record import Record

_COMMAND = re.compile(r"\[%([A-Za-z][A-Za-z0-9_]*)(?:[\s,]+([^\]]*))?\]")
_CLOCK = re.compile(r"\s*([0-9]{1,6}):([0-9]{1,2}):([0-9]{1,2})(?:[.,]([0-9]+))?\s*")

_NodeState: TypeAlias = tuple[int | None, str | Position, str, str, list[int]]
"""The place of a node's parent, its move's token or the position after a null move, the comments before and after the
move, and its annotations."""


class NullMove(Enum):
    """The turn handed over, which analyses in files show though it is no legal move."""

    NULL_MOVE = "--"

    def __str__(self) -> str:
        return self.value


NULL_MOVE = NullMove.NULL_MOVE


class Node:
    """A position of an annotated game: the move that led to it, its annotations, and its continuations.

    `variations[0]` continues the line, the others are alternatives to it; the root has no move and no parent.

    >>> import plyground
    >>> root = Node(plyground.game("chess").start())
    >>> e4 = root.add("e4")
    >>> e4.comment = "The most popular move."
    >>> root.add("d4").nags.append(5)
    >>> [str(node.move) for node in root.variations]
    ['e2e4', 'd2d4']
    """

    __slots__ = ("before", "comment", "move", "nags", "parent", "ply", "position", "variations")

    def __init__(self, position: Position, move: Move | None = None, parent: Node | None = None) -> None:
        self.position = position
        """The position after the move."""
        self.move = move
        self.parent = parent
        self.ply: int = parent.ply + 1 if parent else 0
        """How many moves lie between the root and this position."""
        self.variations: list[Node] = []
        self.before = ""
        """A comment before the move. A file can keep it apart only where the move begins a variation or follows one;
        elsewhere it becomes part of the comment after the previous move."""
        self.comment = ""
        """The comment after the move, including commands like `[%clk 0:05:00]`."""
        self.nags: list[int] = []
        """Annotations by number (Numeric Annotation Glyphs): 1 is `!`, 2 is `?` ..."""

    def add(self, move: Move | str) -> Node:
        """Adds a further continuation, the last of the variations; raises as `position.parse` does."""
        played = self.position.parse(move) if isinstance(move, str) else move
        node = Node(self.position.after(played), played, self)
        self.variations.append(node)
        return node

    def add_null_move(self, after: Position) -> Node:
        """Adds a continuation in which the turn is handed over, which gives the position `after`."""
        node = Node(after, NULL_MOVE, self)
        self.variations.append(node)
        return node

    @property
    def next(self) -> Node | None:
        """The next node of this line."""
        return self.variations[0] if self.variations else None

    @property
    def notation(self) -> str:
        """The move in the game's own notation; empty at the root."""
        if self.parent is None or self.move is None:
            return ""
        if self.move is NULL_MOVE:
            return str(NULL_MOVE)
        return self.parent.position.notation(self.move)

    def main_line(self) -> Iterator[Node]:
        """The nodes that follow this one in its line."""
        node = self.next
        while node is not None:
            yield node
            node = node.next

    @property
    def alternatives(self) -> list[Node]:
        """The alternatives to the move of a line, which are written after it; they themselves have none."""
        siblings = self.parent.variations if self.parent else []
        return siblings[1:] if siblings and siblings[0] is self else []

    def walk(self) -> Iterator[Node]:
        """This node and everything below it, a line always before its alternatives."""
        ahead = [self]
        while ahead:
            node = ahead.pop()
            yield node
            ahead.extend(reversed(node.variations))

    def path(self) -> list[Node]:
        """The nodes from the first move to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    @property
    def remark(self) -> str:
        """The comment as people read it: without commands.

        >>> import plyground
        >>> node = Node(plyground.game("chess").start())
        >>> node.comment = "[%eval 0.21] Level. [%clk 1:30:00]"
        >>> node.remark, node.commands, node.clock_ms
        ('Level.', {'eval': '0.21', 'clk': '1:30:00'}, 5400000)
        """
        return plain_comment(_COMMAND.sub(" ", self.comment))

    @property
    def commands(self) -> Mapping[str, str]:
        """The commands in the comment, name -> argument; the first of each name counts."""
        found: dict[str, str] = {}
        for command in _COMMAND.finditer(self.comment):
            found.setdefault(command[1], (command[2] or "").strip())
        return found

    def set_command(self, name: str, argument: str | None) -> None:
        """Writes a command into the comment, replacing one of the same name; None removes it.

        >>> import plyground
        >>> node = Node(plyground.game("chess").start())
        >>> node.comment = "[%clk 0:05:00] A novelty."
        >>> node.set_command("clk", "0:04:58")
        >>> node.set_command("eval", "#3")
        >>> node.comment
        '[%clk 0:04:58] A novelty. [%eval #3]'
        """
        written = "" if argument is None else f"[%{name} {argument}]"
        for command in _COMMAND.finditer(self.comment):
            if command[1] == name:
                text = self.comment[: command.start()] + written + self.comment[command.end() :]
                break
        else:
            text = f"{self.comment} {written}"
        self.comment = plain_comment(text)

    @property
    def clock_ms(self) -> int | None:
        """What the clock of the side that moved shows after the move, `[%clk h:mm:ss]`, in milliseconds.

        >>> import plyground
        >>> node = Node(plyground.game("chess").start())
        >>> node.clock_ms = 61_500
        >>> node.comment
        '[%clk 0:01:01.5]'
        """
        found = _CLOCK.fullmatch(self.commands.get("clk", ""))
        if found is None:
            return None
        seconds = (int(found[1]) * 60 + int(found[2])) * 60 + int(found[3])
        return seconds * 1000 + int(((found[4] or "") + "000")[:3])

    @clock_ms.setter
    def clock_ms(self, value: int | None) -> None:
        if value is None:
            self.set_command("clk", None)
            return
        seconds, thousandths = divmod(max(value, 0), 1000)
        fraction = f".{thousandths:03}".rstrip("0").rstrip(".")
        self.set_command("clk", f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}")

    def __repr__(self) -> str:
        return f"<Node {self.move if self.move is not None else 'root'} at ply {self.ply}>"


class InvalidFile(InvalidRecord):
    """An error in a game file, or a warning where it could be read nevertheless; `line` and `column` count from 1.

    Its code is `file_syntax`, `file_tag` or `file_move`; `arguments["reason"]` is the underlying error with its own
    code.
    """

    partial: AnnotatedGame | None = None
    """The game up to the error: its tags, its start (the usual one if the tags give none) and its moves. It is not
    pickled."""

    @property
    def line(self) -> int:
        """The line of the fault."""
        return int(str(self.arguments["line"]))

    @property
    def column(self) -> int:
        """The column of the fault in its line."""
        return int(str(self.arguments["column"]))


class AnnotatedGame:
    """A game as in a file: tags, the tree of its moves from `root`, and the result.

    >>> import plyground
    >>> game = AnnotatedGame(plyground.game("chess").start(), {"White": "Anderssen"})
    >>> node = game.root.add("e4").add("e5")
    >>> [node.notation for node in game.main_line()]
    ['e4', 'e5']
    >>> len(game.record())
    2
    """

    def __init__(self, start: Position, headers: Mapping[str, str] | None = None, result: str = "*") -> None:
        self.headers: dict[str, str] = dict(headers or {})
        """The tags in the order of the file. Writers take the result and the start from the game itself."""
        self.root = Node(start)
        self.result = result
        """The result as written: `1-0`, `0-1`, `1/2-1/2`, or `*` while nothing is known."""
        self.warnings: list[InvalidFile] = []
        """What the file does not write as its notation wants, in the order of the file. It is not pickled."""

    @property
    def start(self) -> Position:
        """The position the game begins from."""
        return self.root.position

    @property
    def game(self) -> Game:
        """The rules it is played by."""
        return self.start.game

    def main_line(self) -> Iterator[Node]:
        """The nodes of the game as it was played."""
        return self.root.main_line()

    def walk(self) -> Iterator[Node]:
        """All nodes, the root first, a line always before its alternatives."""
        return self.root.walk()

    @property
    def end(self) -> Node:
        """The last node of the main line."""
        node = self.root
        while node.variations:
            node = node.variations[0]
        return node

    def record(self) -> Record:
        """The main line as a record, up to a null move, which only files have; a result that the moves alone do not
        give stays in `result`.
        """
        moves = (node.move for node in self.main_line() if node.move is not None)
        return Record(self.start, takewhile(lambda move: move is not NULL_MOVE, moves))

    @classmethod
    def from_record(cls, record: Record, headers: Mapping[str, str] | None = None) -> AnnotatedGame:
        """The annotated game of a record, without annotations.

        >>> import plyground
        >>> record = plyground.Record(plyground.game("chess").start(), ["f3", "e5", "g4", "Qh4#"])
        >>> AnnotatedGame.from_record(record, {"White": "A fool"})
        <AnnotatedGame of chess: A fool v ?, 4 plies, 0-1>
        """
        outcome = record.outcome()
        game = cls(record.start, headers, outcome.score if outcome else "*")
        node = game.root
        for move in record.moves:
            node = node.add(move)
        return game

    def __reduce__(self) -> tuple[object, ...]:
        # As a flat list, because pickle would recurse through a line of nodes.
        places = {id(self.root): 0}
        nodes: list[_NodeState] = []
        for node in self.walk():
            parent = None if node.parent is None else places[id(node.parent)]
            places[id(node)] = len(nodes)
            move = node.position if node.move is NULL_MOVE else str(node.move)
            nodes.append((parent, move, node.before, node.comment, node.nags))
        return (_restore, (self.start, self.headers, self.result, nodes))

    def __repr__(self) -> str:
        players = f"{self.headers.get('White', '?')} v {self.headers.get('Black', '?')}"
        return f"<AnnotatedGame of {self.game.name}: {players}, {self.end.ply} plies, {self.result}>"


def _restore(start: Position, headers: dict[str, str], result: str, states: list[_NodeState]) -> AnnotatedGame:
    """Unpickle: a game from its start, its tags and its nodes."""
    game = AnnotatedGame(start, headers, result)
    nodes: list[Node] = []
    for parent, move, before, comment, nags in states:
        if parent is None:
            node = game.root
        else:
            node = nodes[parent].add(move) if isinstance(move, str) else nodes[parent].add_null_move(move)
        node.before, node.comment, node.nags = before, comment, list(nags)
        nodes.append(node)
    return game
