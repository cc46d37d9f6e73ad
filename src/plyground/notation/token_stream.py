"""TokenStream: the tokens of a file with one token of lookahead, and where the next game begins."""

from __future__ import annotations

from collections.abc import Iterable

from plyground.notation.movetext import Kind, Token


class TokenStream:
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
        """Skips the rest of a broken game: up to a tag after its moves, or to a first move after its result or after a
        blank line. If it broke among its tags, one after a blank line begins the next game.
        """
        after_result = False
        while self.ahead is not None:
            ahead = self.ahead
            if ahead.kind is Kind.TAG and (not in_tags or ahead.after_blank or ahead.name == "Event"):
                return
            if not in_tags and is_first_number(ahead) and (after_result or ahead.after_blank):
                return
            if after_result and ahead.after_blank and ahead.kind is Kind.WORD:
                return
            if ahead.kind not in (Kind.TAG, Kind.FAULT, Kind.STRAY):
                in_tags = False
            after_result = ahead.kind is Kind.RESULT
            self.take()


def is_first_number(token: Token) -> bool:
    """Whether a token is the number of a first move of the side that opens."""
    return token.kind is Kind.NUMBER and token.text in ("1", "1.")
