"""The words of a game file: tags, comments, variations, numbers and moves, each with its line and column.

PGN, PDN and mill records have the same structure: tag pairs, then moves with numbers, comments, variations,
annotations and a result, several games to a file. Reading never stops: what makes no sense becomes a `FAULT` token, and
what can be left out or guessed a `STRAY` token before it, so that the reader can report both and continue.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf


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
    STRAY = "stray"
    """Something out of place that a reader can do without."""
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a game file; lines and columns count from 1.

    `text` is the content without its punctuation: a comment's words, a tag's value, an annotation's number, a
    result as the dialect spells it. `name` is a tag's name or the message code of a fault or a stray.
    """

    kind: Kind
    text: str
    line: int
    column: int
    name: str = ""
    after_blank: bool = False
    """Whether it is the first after a blank line."""


GLYPHS: dict[str, str] = {
    "!": "1", "?": "2", "!!": "3", "??": "4", "!?": "5", "?!": "6",
    "□": "7", "=": "10", "∞": "13", "⩲": "14", "+/=": "14", "+=": "14", "⩱": "15", "=/+": "15", "=+": "15",
    "±": "16", "+/-": "16", "∓": "17", "-/+": "17", "+-": "18", "-+": "19",
}  # fmt: skip
"""Annotations that people write as signs, and their numbers in the PGN standard (section 10)."""


_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"[0-9]*[.…]+")
_NAG = re.compile(r"\$([0-9]{0,3})(?![0-9])")
_MARKS = re.compile(r"[!?]+")
_WORD = re.compile(r"[^\s(){}\[\];$!?*]+")
# Possessive, so that a long value is read once and not remembered character by character.
_TAG = re.compile(r'\[\s*(\w[^\s"\[\]]*)\s+"((?:[^"\\]++|\\.)*+)"\s*\]')
_TAG_LENIENT = re.compile(r'\[\s*(\w[^\s"\[\]]*)\s+"(.*)"\s*\]\s*$')
_TAG_UNQUOTED = re.compile(r'\[\s*([A-Za-z]\w*+)(?=[\s"])\s*+"?([^"\[\]]*+)"?\s*\]\s*$')
_TAG_LINE = re.compile(r'\s*\[\w+\s+".*"\]\s*$')
_FIRST_MOVE_LINE = re.compile(r"\s*1\s*\.")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,100}>")
_BRACE = re.compile(r"[{}]")
_ESCAPE = re.compile(r'\\(["\\])')
_BLANKS = re.compile(r"[ \t\r\n\f\v]+")
SHOWN = 40
"""How many characters of an unreadable word or tag a message shows."""
_LONGEST_BRACKETS = 1000
"""How much text in brackets is taken for a comment."""
_MOST_NESTED_BRACES = 100
"""How many braces are looked at to see whether a comment contains others, which keeps reading linear."""


def shown(text: str) -> str:
    """As much of a text as a message shows."""
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


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
        """Lines looked at ahead, to be read again."""
        self._queued: Token | None = None
        """The token after a stray one."""
        self._unclosed_before: float = 0
        """No comment ends in a line before this one, so that not every '{' searches them again."""
        self._number = 0
        self._text = ""
        self._at = 0
        self._begin = 0
        """Where the first word of the line begins."""
        self._in_tags = True
        """Whether the line may be one of a game's tags: it is the first line, or follows a blank line or a tag."""
        self._after_blank = False

    def __iter__(self) -> Iterator[Token]:
        while self._advance():
            if self._text.startswith("%"):
                continue
            if not self._text.strip():
                self._after_blank = self._in_tags = True
                continue
            is_tags = False
            while (token := self._token()) is not None:
                yield token
                is_tags = token.kind is Kind.TAG or (token.name == "tag_unreadable" and self._in_tags)
                self._after_blank = False
                if self._queued is not None:
                    yield self._queued
                    is_tags, self._queued = self._queued.kind is Kind.TAG, None
            self._in_tags = is_tags

    def _advance(self) -> bool:
        """Goes to the next line; False at the end of the text."""
        line = self._returned.popleft() if self._returned else next(self._lines, None)
        if line is None:
            return False
        self._number += 1
        # Concatenated files have a byte order mark where each of them began.
        self._text = line.removeprefix("\ufeff")
        self._at = 0
        self._begin = len(self._text) - len(self._text.lstrip())
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
                return self._take(Kind.STRAY, self._at + 1, name="comment_stray_end")
            case "]":
                return self._take(Kind.STRAY, self._at + 1, name="tag_stray_end")
            case "*":
                return self._take(Kind.RESULT, self._at + 1, "*")
            case "$" | "!" | "?":
                return self._annotation()
            case "<" if (markup := _MARKUP.match(self._text, self._at)) is not None:
                return self._take(Kind.STRAY, markup.end(), shown(markup[0]), "markup")
        return self._word()

    def _take(self, kind: Kind, end: int, text: str | None = None, name: str = "") -> Token:
        """The token from here to `end`."""
        begin, self._at = self._at, end
        text = self._text[begin:end] if text is None else text
        return Token(kind, text, self._number, begin + 1, name, self._after_blank)

    def _comment(self) -> Token:
        """A comment in braces, which may span lines and does not nest (PGN standard, section 5).

        One that runs into the next game is not closed. Comments in a comment are kept as if in parentheses.
        """
        begin, line, column = self._at + 1, self._number, self._at + 1
        pieces: list[str] = []
        whole: list[str] = []
        first_move_line = 0
        while self._number >= self._unclosed_before:
            end = self._text.find("}", begin)
            if first_move_line and "{" in (self._text[begin:] if end < 0 else self._text[begin:end]):
                self._unclosed_before = first_move_line
                break
            if end >= 0:
                pieces.append(self._text[begin:end])
                self._at = end + 1
                return self._closed_comment(pieces, line, column)
            pieces.append(self._text[begin:])
            is_blank = not self._text.strip()
            if not self._advance():
                self._unclosed_before = inf
                break
            whole.append(self._text)
            begin = 0
            if is_blank and _TAG_LINE.match(self._text):
                self._unclosed_before = self._number
                break
            if is_blank and _FIRST_MOVE_LINE.match(self._text):
                first_move_line = self._number
        if whole:
            self._returned.extendleft(reversed(whole))
            self._number = line
        self._at = len(self._text)
        return Token(Kind.FAULT, "{", line, column, "comment_unclosed", self._after_blank)

    def _closed_comment(self, pieces: list[str], line: int, column: int) -> Token:
        """A comment that is closed here, or later if it contains others."""
        depth = sum(piece.count("{") for piece in pieces)
        name = ""
        if depth and self._closes_later(depth):
            name = "comment_nested"
            pieces[-1] += "}"
            while depth:
                brace = _BRACE.search(self._text, self._at)
                if brace is None:
                    pieces[-1] += self._text[self._at :]
                    pieces.append("")
                    self._advance()
                    continue
                depth += 1 if brace[0] == "{" else -1
                pieces[-1] += self._text[self._at : brace.end() if depth else brace.start()]
                self._at = brace.end()
        text = plain_comment("\n".join(pieces))
        if not name:
            return Token(Kind.COMMENT, text, line, column, "", self._after_blank)
        self._queued = Token(Kind.COMMENT, text.replace("{", "(").replace("}", ")"), line, column)
        return Token(Kind.STRAY, "{", line, column, name, self._after_blank)

    def _closes_later(self, depth: int) -> bool:
        """Whether braces that close as many comments follow in the same paragraph."""
        text, begin, lines = self._text, self._at, 0
        for _ in range(_MOST_NESTED_BRACES):
            while (brace := _BRACE.search(text, begin)) is None:
                if lines == len(self._returned):
                    following = next(self._lines, None)
                    if following is None:
                        return False
                    self._returned.append(following)
                text, begin, lines = self._returned[lines], 0, lines + 1
                if not text.strip() or lines > _MOST_NESTED_BRACES:
                    return False
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                return True
            begin = brace.end()
        return False

    def _tag(self) -> Token:
        """A tag pair; a value with bare quotes in it is read to the last quote of the line.

        A tag without quotes is guessed where tags are. Other text in brackets is a comment.
        """
        is_first = self._at == self._begin
        found = _TAG.match(self._text, self._at) or (is_first and _TAG_LENIENT.match(self._text, self._at)) or None
        if found is not None:
            return self._take(Kind.TAG, found.end(), _ESCAPE.sub(r"\1", found[2]), found[1])
        column = self._at + 1
        if is_first and self._in_tags:
            unquoted = _TAG_UNQUOTED.match(self._text, self._at)
            if unquoted is not None:
                self._queued = Token(Kind.TAG, unquoted[2].strip(), self._number, column, unquoted[1])
            return self._take(Kind.STRAY, len(self._text), shown(self._text[self._at :].strip()), "tag_unreadable")
        end = self._text.find("]", self._at, self._at + _LONGEST_BRACKETS) + 1
        if end:
            self._queued = Token(Kind.COMMENT, plain_comment(self._text[self._at + 1 : end - 1]), self._number, column)
        else:
            end = self._at + 1
        return self._take(Kind.STRAY, end, shown(self._text[self._at : end]), "tag_unreadable")

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
        return self._take(Kind.FAULT, end, self._text[self._at : end][:SHOWN], "nag_unreadable")

    def _word(self) -> Token:
        """A result, a move number, a sign, or else a move. Numbers may be glued to the next word."""
        number = _NUMBER.match(self._text, self._at)
        if number is not None:
            return self._take(Kind.NUMBER, number.end())
        found = _WORD.match(self._text, self._at)
        assert found is not None
        word = found[0]
        if "<" in word and (markup := _MARKUP.search(self._text, self._at, found.end() + 100)) is not None:
            word = word[: max(markup.start() - self._at, 1)]
        end = self._at + len(word)
        if word in self._results:
            return self._take(Kind.RESULT, end, self._results[word])
        if word in GLYPHS:
            return self._take(Kind.NAG, end, GLYPHS[word])
        is_number = word.isascii() and word.isdigit()
        return self._take(Kind.NUMBER if is_number else Kind.WORD, end)
