"""The words of a game file: tags, comments, variations, numbers and moves, each with its line and column.

PGN, PDN and mill records have the same structure: tag pairs, then moves with numbers, comments, variations,
annotations and a result, several games to a file. A `Dialect` says where the notations differ. Reading never stops:
an error becomes a `FAULT` token, so that the reader can report it and continue with the next game.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from plyground.errors import InvalidMove, PlygroundError
from plyground.protocol import Game, Move, Position


class Kind(StrEnum):
    """What a token is."""

    TAG = "tag"
    COMMENT = "comment"
    OPEN = "open"
    CLOSE = "close"
    NAG = "nag"
    NUMBER = "number"
    RESULT = "result"
    WORD = "word"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a game file; lines and columns count from 1.

    `text` is the content without its punctuation: a comment's words, a tag's value, an annotation's number, a
    result as the dialect spells it. `name` is a tag's name or the message code of a fault.
    """

    kind: Kind
    text: str
    line: int
    column: int
    name: str = ""


GLYPHS: dict[str, str] = {
    "!": "1", "?": "2", "!!": "3", "??": "4", "!?": "5", "?!": "6",
    "□": "7", "=": "10", "∞": "13", "⩲": "14", "+/=": "14", "+=": "14", "⩱": "15", "=/+": "15", "=+": "15",
    "±": "16", "+/-": "16", "∓": "17", "-/+": "17", "+-": "18", "-+": "19",
}  # fmt: skip
"""Annotations that people write as signs, and their numbers in the PGN standard (section 10)."""


class InvalidTag(Exception):
    """Raised by `Dialect.start`: an invalid tag and the reason. The reader adds its place in the file."""

    def __init__(self, name: str, reason: PlygroundError) -> None:
        super().__init__(name, reason)
        self.name = name
        self.reason = reason


class Dialect(ABC):
    """How one notation of game files differs from the others, as far as the reader is concerned."""

    results: ClassVar[Mapping[str, str]]
    """Results as files write them -> the one spelling we keep."""
    fillers: ClassVar[frozenset[str]] = frozenset()
    """Words that say nothing."""
    omits_passes: ClassVar[bool] = False
    """Whether files may leave out the pass of a side that must sit out; it is played before a word that does not fit
    otherwise, and has its own node in the game."""
    max_move_length: ClassVar[int | None] = 40
    """Longer words are not moves, which keeps messages short and patterns quick; None = any length."""
    example_move: ClassVar[str] = ""

    @abstractmethod
    def start(self, headers: Mapping[str, str], game: Game | None) -> Position:
        """The position a game with these tags begins from; raises `InvalidTag`.

        `game` is the game to assume where the tags do not name one.
        """

    def parse(self, position: Position, word: str) -> Move:
        """The legal move that a word of a file names; raises `PlygroundError`."""
        return position.parse(word)

    def read_move(self, position: Position, word: str) -> Move:
        """`parse`, which gets no words that are too long."""
        if self.max_move_length is not None and len(word) > self.max_move_length:
            shown = word[:_SHOWN] + "..."
            raise InvalidMove("move_unreadable", text=shown, game=position.game.name, expected=self.example_move)
        return self.parse(position, word)

    def continues_move(self, word: str) -> bool:
        """Whether a word may be the rest of the move before it, as `xb4` is in `d6-d5 xb4`.

        It is, where the first word alone is ambiguous, or where both together are a move and the second is none of the
        next side's.
        """
        return False


_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"[0-9]*[.…]+")
_NAG = re.compile(r"\$([0-9]{0,3})(?![0-9])")
_MARKS = re.compile(r"[!?]+")
_WORD = re.compile(r"[^\s(){}\[\];$!?*]+")
# Possessive, so that a long value is read once and not remembered character by character.
_TAG = re.compile(r'\[\s*(\w[^\s"\[\]]*)\s+"((?:[^"\\]++|\\.)*+)"\s*\]')
_TAG_LENIENT = re.compile(r'\[\s*(\w[^\s"\[\]]*)\s+"(.*)"\s*\]\s*$')
_ESCAPE = re.compile(r'\\(["\\])')
_BLANKS = re.compile(r"[ \t\r\n\f\v]+")
_SHOWN = 40
"""How many characters of an unreadable word or tag a message shows."""


def plain_comment(text: str) -> str:
    """A comment as a game keeps it: line breaks in a file mean no more than spaces.

    >>> plain_comment("  a comment \\n over two lines ")
    'a comment over two lines'
    """
    return _BLANKS.sub(" ", text).strip(" ")


class Tokens:
    """The tokens of a text given line by line, read as they are asked for; `results` are those of its dialect.

    >>> for token in Tokens(['[White "Me"]', "1.e4! {so far} *"], results={"*": "*"}):
    ...     print(token.line, token.column, token.kind, token.name, token.text)
    1 1 tag White Me
    2 1 number  1.
    2 3 word  e4
    2 5 nag  1
    2 7 comment  so far
    2 16 result  *
    """

    def __init__(self, lines: Iterable[str], results: Mapping[str, str]) -> None:
        self._lines = iter(lines)
        self._results = results
        self._returned: deque[str] = deque()
        """Lines that belonged to an unclosed comment, to be read again."""
        self._closable = True
        """False once no comment can end in the rest of the text, so that not every '{' searches it again."""
        self._number = 0
        self._text = ""
        self._at = 0

    def __iter__(self) -> Iterator[Token]:
        while self._advance():
            if self._text.startswith("%"):
                continue
            while (token := self._token()) is not None:
                yield token

    def _advance(self) -> bool:
        """Goes to the next line; False at the end of the text."""
        line = self._returned.popleft() if self._returned else next(self._lines, None)
        if line is None:
            return False
        self._number += 1
        # Concatenated files have a byte order mark where each of them began.
        self._text = line.removeprefix("\ufeff")
        self._at = 0
        return True

    def _token(self) -> Token | None:
        """The next token of the line, or of the line where a comment beginning in this one ends."""
        space = _SPACE.match(self._text, self._at)
        assert space is not None
        self._at = space.end()
        if self._at >= len(self._text):
            return None
        match self._text[self._at]:
            case "{":
                return self._comment()
            case ";":
                return self._take(Kind.COMMENT, len(self._text), plain_comment(self._text[self._at + 1 :]))
            case "[":
                return self._tag()
            case "(":
                return self._take(Kind.OPEN, self._at + 1)
            case ")":
                return self._take(Kind.CLOSE, self._at + 1)
            case "}":
                return self._take(Kind.FAULT, self._at + 1, name="comment_stray_end")
            case "]":
                return self._take(Kind.FAULT, self._at + 1, name="tag_stray_end")
            case "*":
                return self._take(Kind.RESULT, self._at + 1, "*")
            case "$" | "!" | "?":
                return self._annotation()
        return self._word()

    def _take(self, kind: Kind, end: int, text: str | None = None, name: str = "") -> Token:
        """The token from here to `end`."""
        begin, self._at = self._at, end
        return Token(kind, self._text[begin:end] if text is None else text, self._number, begin + 1, name)

    def _comment(self) -> Token:
        """A comment in braces, which may span lines and does not nest (PGN standard, section 5)."""
        begin, line, column = self._at + 1, self._number, self._at + 1
        pieces: list[str] = []
        whole: list[str] = []
        while self._closable:
            end = self._text.find("}", begin)
            if end >= 0:
                pieces.append(self._text[begin:end])
                self._at = end + 1
                return Token(Kind.COMMENT, plain_comment("\n".join(pieces)), line, column)
            pieces.append(self._text[begin:])
            if not self._advance():
                self._closable = False
                break
            whole.append(self._text)
            begin = 0
        if whole:
            self._returned.extend(whole)
            self._number = line
        self._at = len(self._text)
        return Token(Kind.FAULT, "{", line, column, "comment_unclosed")

    def _tag(self) -> Token:
        """A tag pair; a value with bare quotes in it is read to the last quote of the line."""
        found = _TAG.match(self._text, self._at) or _TAG_LENIENT.match(self._text, self._at)
        if found is None:
            text = self._text[self._at :].strip()
            shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
            return self._take(Kind.FAULT, len(self._text), shown, "tag_unreadable")
        return self._take(Kind.TAG, found.end(), _ESCAPE.sub(r"\1", found[2]), found[1])

    def _annotation(self) -> Token:
        """`$n`, or marks like `!?`; a meaningless combination like `!!!` counts as its first two marks."""
        number = _NAG.match(self._text, self._at)
        if number is not None and number[1]:
            return self._take(Kind.NAG, number.end(), str(int(number[1])))
        marks = _MARKS.match(self._text, self._at)
        if marks is not None:
            return self._take(Kind.NAG, marks.end(), GLYPHS[marks[0][:2]])
        word = _WORD.match(self._text, self._at + 1)
        end = word.end() if word else self._at + 1
        return self._take(Kind.FAULT, end, self._text[self._at : end][:_SHOWN], "nag_unreadable")

    def _word(self) -> Token:
        """A result, a move number, a sign, or else a move. Numbers may be glued to the next word."""
        number = _NUMBER.match(self._text, self._at)
        if number is not None:
            return self._take(Kind.NUMBER, number.end())
        word = _WORD.match(self._text, self._at)
        assert word is not None
        if word[0] in self._results:
            return self._take(Kind.RESULT, word.end(), self._results[word[0]])
        if word[0] in GLYPHS:
            return self._take(Kind.NAG, word.end(), GLYPHS[word[0]])
        is_number = word[0].isascii() and word[0].isdigit()
        return self._take(Kind.NUMBER if is_number else Kind.WORD, word.end())
