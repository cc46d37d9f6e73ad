"""From tokens to games: the one reader of every family of game files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from plyground.errors import InvalidRecord
from plyground.notation.annotated import AnnotatedGame, InvalidFile
from plyground.notation.dialect import Dialect, InvalidTag
from plyground.notation.move_reader import MoveReader, fault
from plyground.notation.movetext import Kind, Token, Tokens
from plyground.notation.open_line import OpenLine, joined
from plyground.notation.token_stream import TokenStream, is_first_number
from plyground.protocol import Game


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """How much a game in a file may contain; more of it is an error."""

    moves: int = sys.maxsize
    """Moves, with those of its variations."""
    variations: int = sys.maxsize
    nesting: int = sys.maxsize
    """Variations in one another."""


UNLIMITED = ReadLimits()

MOST_WARNINGS = 1000
"""How many warnings a game keeps."""


def read_all(
    lines: Iterable[str],
    dialect: Dialect,
    game: Game | None = None,
    limits: ReadLimits = UNLIMITED,
    *,
    strict: bool = False,
) -> Iterator[AnnotatedGame | InvalidFile]:
    """The games of a text one by one; in place of a game that cannot be read, its error.

    `game` is assumed where tags do not name one. If `strict`, warnings are errors.
    """
    stream = TokenStream(Tokens(lines, dialect.results))
    while stream.ahead is not None:
        game_reader = _GameReader(dialect, game, limits, strict=strict)
        try:
            game_reader.read(stream)
            if (read := game_reader.partial()) is not None:
                yield read
        except InvalidFile as error:
            in_tags = game_reader.game is None
            error.partial = game_reader.partial()
            yield error
            stream.skip_game(in_tags=in_tags)


class _GameReader:
    """One game while it is read."""

    def __init__(self, dialect: Dialect, default: Game | None, limits: ReadLimits, *, strict: bool) -> None:
        self._dialect = dialect
        self._default = default
        self._limits = limits
        self._is_strict = strict
        self._warnings: list[InvalidFile] = []
        self._moves = MoveReader(dialect, self._warn)
        self._after_blank = False
        """Whether a blank line, and at most a number, was read since the last word."""
        self._has_number = False
        self._last: Token | None = None
        self._moves_read = self._variations_read = 0
        self._tags: dict[str, Token] = {}
        self._preface = ""
        self._lines: list[OpenLine] = []
        self.game: AnnotatedGame | None = None
        """None while only tags, or comments before them, have been read."""

    def read(self, stream: TokenStream) -> None:
        """Takes the tokens of one game; raises `InvalidFile` at the first that does not fit."""
        while stream.ahead is not None:
            token = stream.ahead
            if token.kind is Kind.TAG:
                if self._begins_another(token):
                    break
                self._tags[token.name] = token
                stream.take()
                continue
            if token.kind in (Kind.FAULT, Kind.STRAY):
                stream.take()
                error = fault("file_syntax", token, InvalidRecord(token.name, text=token.text))
                if token.kind is Kind.FAULT:
                    raise error
                self._warn(error)
                continue
            if self.game is None and token.kind is Kind.COMMENT and not self._tags:
                self._preface = joined(self._preface, stream.take().text)
                continue
            if self.game is None:
                self._begin(token)
            if self._is_next_game(token):
                self._warn(fault("file_syntax", token, InvalidRecord("result_missing")))
                break
            stream.take()
            if self._movetext(token, stream):
                self._trailing_comments(stream, token.line)
                break
            self._last = token
        if self.game is None and self._tags:
            self._begin(next(reversed(self._tags.values())))
        self._check_closed()

    def _warn(self, error: InvalidFile) -> None:
        """Keeps what a strict reader raises."""
        if self._is_strict:
            raise error
        if len(self._warnings) < MOST_WARNINGS:
            self._warnings.append(error)

    def _is_next_game(self, token: Token) -> bool:
        """Whether a blank line before a token ended the game, although no result did."""
        after_blank = token.after_blank or self._after_blank
        self._after_blank = after_blank and token.kind is Kind.NUMBER
        self._has_number = self._has_number or token.kind is Kind.NUMBER
        line = self._lines[-1]
        if not after_blank or not self._lines[0].has_move:
            return False
        if line.opened is not None:
            is_over = self._last is not None and self._last.kind is Kind.RESULT
            return is_over and is_first_number(token) and token.after_blank
        if token.kind is not Kind.WORD:
            return token.after_blank and is_first_number(token)
        if not self._tags and not self._has_number:
            return True
        return not self._moves.may_begin(line.node, token.text)

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
        self.game.warnings = sorted(self._warnings, key=lambda warning: (warning.line, warning.column))
        left = ""
        for line in reversed(self._lines):
            line.comment(left)
            left = line.close()
        return self.game

    def _headers(self) -> dict[str, str]:
        return {name: token.text for name, token in self._tags.items()}

    def _begins_another(self, tag: Token) -> bool:
        """A tag after the moves begins another game, as does the first tag of this one seen again; after a blank line
        any of its tags seen again, or the first of the standard.
        """
        if self.game is not None or tag.name == next(iter(self._tags), None):
            return True
        return bool(self._tags) and tag.after_blank and (tag.name in self._tags or tag.name == "Event")

    def _begin(self, near: Token) -> None:
        """Creates the game that the tags describe; a missing tag is missed `near` a token."""
        headers = self._headers()
        result = self._dialect.results.get(headers.get("Result", ""), "*")
        try:
            start = self._dialect.start(headers, self._default)
        except InvalidTag as error:
            tag = self._tags.get(error.name)
            code, where = ("file_syntax", near) if tag is None else ("file_tag", tag)
            mended = self._dialect.mended(headers, error)
            if mended is None:
                raise fault(code, where, error.reason) from error.reason
            self._warn(fault(code, where, mended[1]))
            headers = dict(mended[0])
            start = self._dialect.start(headers, self._default)
        self.game = AnnotatedGame(start, headers, result)
        self._moves.translation = self._dialect.translation(headers)
        self.game.root.comment = self._preface
        self._lines = [OpenLine(self.game.root, None, is_after_move=True)]

    def _movetext(self, token: Token, stream: TokenStream) -> bool:
        """Puts one token, and what belongs to it ahead, into the tree; True if it ends the game."""
        line = self._lines[-1]
        match token.kind:
            case Kind.WORD:
                self._play(token, stream)
            case Kind.NUMBER if token.text.isdigit() and self._is_move(token, stream.ahead):
                self._play(token, stream)
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

    def _is_move(self, number: Token, ahead: Token | None) -> bool:
        """Whether a number without a dot is not that of the move."""
        if number.text in self._lines[-1].node.position.legal_moves or number.text in self._dialect.null_moves:
            return True
        if ahead is not None and ahead.kind is Kind.WORD and self._dialect.continues_number(ahead.text):
            return True
        names_point = ahead is not None and ahead.kind is Kind.WORD and ahead.text[0].isalpha()
        is_removal = ahead is not None and self._dialect.continues_move(ahead.text)
        return self._dialect.has_numbered_points and (is_removal or not names_point)

    def _play(self, token: Token, stream: TokenStream) -> None:
        if token.text in self._dialect.fillers:
            return
        self._moves_read += 1
        if self._moves_read > self._limits.moves:
            raise fault("file_syntax", token, InvalidRecord("moves_too_many", most=self._limits.moves))
        line = self._lines[-1]
        line.play(self._moves.read(line.node, token, stream))

    def _open(self, token: Token) -> None:
        line = self._lines[-1]
        if not line.has_move or line.node.parent is None:
            self._warn(fault("file_syntax", token, InvalidRecord("variation_too_early")))
            self._lines.append(line)
            return
        self._variations_read += 1
        if self._variations_read > self._limits.variations:
            raise fault("file_syntax", token, InvalidRecord("variations_too_many", most=self._limits.variations))
        if len(self._lines) > self._limits.nesting:
            raise fault("file_syntax", token, InvalidRecord("variations_too_deep", most=self._limits.nesting))
        self._lines.append(OpenLine(line.node.parent, token))

    def _close(self, token: Token) -> None:
        if self._lines[-1].opened is None:
            if len(self._lines) == 1:
                self._warn(fault("file_syntax", token, InvalidRecord("variation_stray_end")))
            else:
                self._lines.pop()  # the moves between parentheses that begin too early
            return
        ended = self._lines.pop()
        if ended is self._lines[-1]:
            return
        left = ended.close()
        self._lines[-1].end_comment()
        self._lines[-1].comment(left)

    def _trailing_comments(self, stream: TokenStream, line: int) -> None:
        """Comments after the result on the same line belong to this game."""
        while stream.ahead is not None and stream.ahead.kind is Kind.COMMENT and stream.ahead.line == line:
            self._lines[-1].comment(stream.take().text)

    def _check_closed(self) -> None:
        """An unclosed variation ends with the game, and a result at its end is that of the game."""
        opened = self._lines[-1].opened if self._lines else None
        if opened is None or self.game is None:
            return
        self._warn(fault("file_syntax", opened, InvalidRecord("variation_unclosed")))
        if self._last is not None and self._last.kind is Kind.RESULT:
            self.game.result = self._lines[-1].comments.pop()
