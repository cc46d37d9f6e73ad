"""From tokens to games: the one reader of every family of game files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from plyground.errors import AmbiguousMove, InvalidRecord, PlygroundError
from plyground.notation.annotated import AnnotatedGame, Node
from plyground.notation.movetext import Dialect, InvalidTag, Kind, Token, Tokens
from plyground.protocol import PASS, Game, Move, Position


class InvalidFile(InvalidRecord):
    """An error in a game file; `line` and `column` count from 1.

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


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """How much a game in a file may contain; more of it is an error."""

    moves: int = sys.maxsize
    """Moves, with those of its variations."""
    variations: int = sys.maxsize
    nesting: int = sys.maxsize
    """Variations in one another."""


UNLIMITED = ReadLimits()


def read_all(
    lines: Iterable[str], dialect: Dialect, game: Game | None = None, limits: ReadLimits = UNLIMITED
) -> Iterator[AnnotatedGame | InvalidFile]:
    """The games of a text one by one; in place of a game that cannot be read, its error.

    `game` is assumed where tags do not name one.
    """
    stream = _Stream(Tokens(lines, dialect.results))
    while stream.ahead is not None:
        game_reader = _GameReader(dialect, game, limits)
        try:
            game_reader.read(stream)
            if (read := game_reader.partial()) is not None:
                yield read
        except InvalidFile as error:
            in_tags = game_reader.game is None
            error.partial = game_reader.partial()
            yield error
            stream.skip_game(in_tags=in_tags)


class _Stream:
    """Tokens with one token of lookahead."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        self._tokens = iter(tokens)
        self.ahead: Token | None = next(self._tokens, None)

    def take(self) -> Token:
        taken = self.ahead
        assert taken is not None
        self.ahead = next(self._tokens, None)
        return taken

    def skip_game(self, *, in_tags: bool) -> None:
        """Skips the rest of a broken game: up to a tag after its moves, or to a first move after its result."""
        after_result = False
        while self.ahead is not None:
            kind = self.ahead.kind
            if kind is Kind.TAG and (not in_tags or self.ahead.name == "Event"):
                return
            if kind is Kind.NUMBER and after_result and self.ahead.text.rstrip(".…") == "1":
                return
            if kind not in (Kind.TAG, Kind.FAULT):
                in_tags = False
            after_result = kind is Kind.RESULT
            self.take()


@dataclass(slots=True)
class _Variation:
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
            self.node.comment = _joined(self.node.comment, self._take_comments())
            self.is_after_move = False

    def play(self, node: Node) -> None:
        self.end_comment()
        node.before = self._take_comments()
        node.nags, self.nags = self.nags, []
        self.node = node
        self.has_move = self.is_after_move = True

    def close(self) -> str:
        """Ends the line; a comment without a move after it goes to the last move, or is returned."""
        if not self.has_move and self.opened is not None:
            return self._take_comments()
        self.node.comment = _joined(self.node.comment, self._take_comments())
        return ""

    def _take_comments(self) -> str:
        taken, self.comments = " ".join(self.comments), []
        return taken


class _GameReader:
    """One game while it is read."""

    def __init__(self, dialect: Dialect, default: Game | None, limits: ReadLimits) -> None:
        self._dialect = dialect
        self._default = default
        self._limits = limits
        self._moves_read = self._variations_read = 0
        self._tags: dict[str, Token] = {}
        self._preface = ""
        self._lines: list[_Variation] = []
        self.game: AnnotatedGame | None = None
        """None while only tags, or comments before them, have been read."""

    def read(self, stream: _Stream) -> None:
        """Takes the tokens of one game; raises `InvalidFile` at the first that does not fit."""
        while stream.ahead is not None:
            token = stream.ahead
            if token.kind is Kind.TAG:
                if self._begins_another(token):
                    break
                self._tags[token.name] = token
                stream.take()
                continue
            if token.kind is Kind.FAULT:
                stream.take()
                raise _fault("file_syntax", token, InvalidRecord(token.name, text=token.text))
            if self.game is None and token.kind is Kind.COMMENT and not self._tags:
                self._preface = _joined(self._preface, stream.take().text)
                continue
            if self.game is None:
                self._begin(token)
            stream.take()
            if self._movetext(token, stream):
                self._trailing_comments(stream, token.line)
                break
        if self.game is None and self._tags:
            self._begin(next(reversed(self._tags.values())))
        self._check_closed()

    def partial(self) -> AnnotatedGame | None:
        """The game as far as it was read; None if there was only a comment."""
        if self.game is None:
            if not self._tags:
                return None
            try:
                usual = self._dialect.start({}, self._default)
            except InvalidTag:
                return None  # Not even the game is known.
            self.game = AnnotatedGame(usual, self._headers())
        left = ""
        for line in reversed(self._lines):
            line.comment(left)
            left = line.close()
        return self.game

    def _headers(self) -> dict[str, str]:
        return {name: token.text for name, token in self._tags.items()}

    def _begins_another(self, tag: Token) -> bool:
        """A tag after the moves begins another game, as does the first tag of this one seen again."""
        return self.game is not None or tag.name == next(iter(self._tags), None)

    def _begin(self, near: Token) -> None:
        """Creates the game that the tags describe; a missing tag is missed `near` a token."""
        headers = self._headers()
        result = self._dialect.results.get(headers.get("Result", ""), "*")
        try:
            self.game = AnnotatedGame(self._dialect.start(headers, self._default), headers, result)
        except InvalidTag as error:
            tag = self._tags.get(error.name)
            code, where = ("file_syntax", near) if tag is None else ("file_tag", tag)
            raise _fault(code, where, error.reason) from error.reason
        self.game.root.comment = self._preface
        self._lines = [_Variation(self.game.root, None, is_after_move=True)]

    def _movetext(self, token: Token, stream: _Stream) -> bool:
        """Puts one token, and what belongs to it ahead, into the tree; True if it ends the game."""
        line = self._lines[-1]
        match token.kind:
            case Kind.WORD:
                self._play(token, stream)
            case Kind.NUMBER if token.text.isdigit() and token.text in line.node.position.legal_moves:
                self._play(token, stream)  # a game whose moves are numbers
            case Kind.COMMENT:
                line.comment(token.text)
            case Kind.NAG:
                (line.nags if line.opened and not line.has_move else line.node.nags).append(int(token.text))
            case Kind.OPEN:
                self._open(token)
            case Kind.CLOSE:
                self._close(token)
            case Kind.RESULT if line.opened is None:
                assert self.game is not None
                self.game.result = token.text
                return True
            case Kind.RESULT:
                line.comment(token.text)
        return False

    def _play(self, token: Token, stream: _Stream) -> None:
        if token.text in self._dialect.fillers:
            return
        self._moves_read += 1
        if self._moves_read > self._limits.moves:
            raise _fault("file_syntax", token, InvalidRecord("moves_too_many", most=self._limits.moves))
        line = self._lines[-1]
        node, text = line.node, self._whole_move(line.node.position, token.text, stream)
        try:
            *passes, move = self._moves(node.position, text)
            for passed in passes:
                node = node.add(passed)
            line.play(node.add(move))
        except PlygroundError as error:
            raise _fault("file_move", token, error) from error

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

    def _whole_move(self, position: Position, text: str, stream: _Stream) -> str:
        """A word together with the words ahead that are the rest of its move, which are taken from the stream."""
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

    def _open(self, token: Token) -> None:
        line = self._lines[-1]
        if not line.has_move or line.node.parent is None:
            raise _fault("file_syntax", token, InvalidRecord("variation_too_early"))
        self._variations_read += 1
        if self._variations_read > self._limits.variations:
            raise _fault("file_syntax", token, InvalidRecord("variations_too_many", most=self._limits.variations))
        if len(self._lines) > self._limits.nesting:
            raise _fault("file_syntax", token, InvalidRecord("variations_too_deep", most=self._limits.nesting))
        self._lines.append(_Variation(line.node.parent, token))

    def _close(self, token: Token) -> None:
        if self._lines[-1].opened is None:
            raise _fault("file_syntax", token, InvalidRecord("variation_stray_end"))
        left = self._lines.pop().close()
        self._lines[-1].end_comment()
        self._lines[-1].comment(left)

    def _trailing_comments(self, stream: _Stream, line: int) -> None:
        """Comments after the result on the same line belong to this game."""
        while stream.ahead is not None and stream.ahead.kind is Kind.COMMENT and stream.ahead.line == line:
            self._lines[-1].comment(stream.take().text)

    def _check_closed(self) -> None:
        opened = self._lines[-1].opened if self._lines else None
        if opened is not None:
            raise _fault("file_syntax", opened, InvalidRecord("variation_unclosed"))


def _must_pass(position: Position) -> bool:
    return len(position.legal_moves) == 1 and PASS in position.legal_moves


def _fault(code: str, token: Token, reason: PlygroundError) -> InvalidFile:
    return InvalidFile(code, line=token.line, column=token.column, reason=reason)


def _joined(first: str, second: str) -> str:
    return f"{first} {second}" if first and second else first or second
