"""MoveReader: the words of a file as moves, those that the notation allows and those that are read with a warning."""

from __future__ import annotations

from collections.abc import Callable

from plyground.errors import AmbiguousMove, InvalidMove, PlygroundError
from plyground.notation.annotated import InvalidFile, Node
from plyground.notation.dialect import Dialect, Translation
from plyground.notation.movetext import Kind, Token
from plyground.notation.token_stream import TokenStream
from plyground.protocol import PASS, Move, Position


class MoveReader:
    """Reads the moves of one game; `warn` gets what a strict reader refuses."""

    def __init__(self, dialect: Dialect, warn: Callable[[InvalidFile], None]) -> None:
        self._dialect = dialect
        self._warn = warn
        self.translation: Translation | None = None
        """How to read words in another language."""

    def read(self, parent: Node, token: Token, stream: TokenStream) -> Node:
        """The node of the move that a word names, after `parent`, with the words ahead that belong to it."""
        text = self._whole_move(parent.position, token.text, stream)
        translated = self.translation(text) if self.translation else None
        if translated is not None and self._refusal(parent.position, translated) is None:
            self._warn_reading(token, text, parent.position, translated)
            return self._added(parent, translated)
        try:
            return self._added(parent, text)
        except PlygroundError as error:
            tolerated = self._tolerated(parent, text)
            if tolerated is None:
                raise fault("file_move", token, error) from error
            if isinstance(tolerated, str):
                self._warn_reading(token, text, parent.position, tolerated)
                return self._added(parent, tolerated)
            null_move = InvalidMove("null_move", text=text, game=parent.position.game.name)
            self._warn(fault("file_move", token, null_move))
            return parent.add_null_move(tolerated)

    def may_begin(self, parent: Node, text: str) -> bool:
        """Whether a word is a move, or may be the beginning of one."""
        error = self._refusal(parent.position, text)
        if error is None or isinstance(error, AmbiguousMove) or self._dialect.is_unfinished(text):
            return True
        return self._tolerated(parent, text) is not None

    def _added(self, parent: Node, text: str) -> Node:
        node = parent
        for move in self._moves(parent.position, text):
            node = node.add(move)
        return node

    def _tolerated(self, parent: Node, text: str) -> str | Position | None:
        """Another reading of a word that is no move, or the position after a null move."""
        if text in self._dialect.null_moves:
            return self._dialect.after_null_move(parent.position)
        return next((each for each in self._dialect.readings(text) if not self._refusal(parent.position, each)), None)

    def _warn_reading(self, token: Token, text: str, position: Position, reading: str) -> None:
        *passes, move = self._moves(position, reading)
        for passed in passes:
            position = position.after(passed)
        self._warn(fault("file_move", token, InvalidMove("move_read_as", text=text, move=position.notation(move))))

    def _moves(self, position: Position, text: str) -> list[Move]:
        """The move that a text names, after the passes that the file leaves out before it."""
        moves: list[Move] = []
        while True:
            try:
                return [*moves, self._dialect.read_move(position, text)]
            except PlygroundError:
                if not self._dialect.omits_passes or not _must_pass(position):
                    raise
            moves.append(position.parse(PASS))
            position = position.after(moves[-1])

    def _whole_move(self, position: Position, text: str, stream: TokenStream) -> str:
        """A word together with the words ahead that are the rest of its move, which are taken from the stream."""
        if text.isdigit() and stream.ahead is not None and self._dialect.continues_number(stream.ahead.text):
            text = f"{text} {stream.take().text}"
        if stream.ahead is not None and stream.ahead.text[:1].isdigit() and self._dialect.is_unfinished(text):
            text = f"{text} {stream.take().text}"
        if " " in text:
            return text
        is_incomplete = False
        while stream.ahead is not None and stream.ahead.kind is Kind.WORD:
            rest = stream.ahead.text
            if not self._dialect.continues_move(rest):
                break
            error = self._refusal(position, text)
            is_incomplete = is_incomplete or isinstance(error, AmbiguousMove)
            belongs = self._belongs_to(position, text, rest) if error is None else is_incomplete
            if not belongs:
                break
            text += stream.take().text
        return text

    def _belongs_to(self, position: Position, text: str, rest: str) -> bool:
        """Whether a word belongs to the complete move before it: both together are a move, and the next side has no
        such move.
        """
        after = position
        for move in self._moves(position, text):
            after = after.after(move)
        return self._refusal(position, text + rest) is None and self._refusal(after, rest) is not None

    def _refusal(self, position: Position, text: str) -> PlygroundError | None:
        """Why a text is not a move, or None."""
        try:
            self._moves(position, text)
        except PlygroundError as error:
            return error
        return None


def fault(code: str, token: Token, reason: PlygroundError) -> InvalidFile:
    """An error at the place of a token."""
    return InvalidFile(code, line=token.line, column=token.column, reason=reason)


def _must_pass(position: Position) -> bool:
    return len(position.legal_moves) == 1 and PASS in position.legal_moves
