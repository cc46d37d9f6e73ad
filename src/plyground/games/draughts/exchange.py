"""How draughts programs exchange positions and moves: numbered squares, and the men that a move captures.

Hub and DXP share this: a position is a letter for the side to move and one for each square, a move is where it begins,
where it ends and what it captures. The path of a capture is left out; of two paths that capture the same men, either
will do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from plyground.abilities import family_rules
from plyground.errors import AmbiguousMove, IllegalMove, InvalidPosition, UnknownGame
from plyground.games.draughts.rules import DraughtsRules
from plyground.protocol import Game, Move, Position, Side

_POINT = re.compile(r"[a-z]\d+")


@dataclass(frozen=True, slots=True)
class NumberedMove:
    """A move by the numbers of its squares.

    >>> str(NumberedMove(32, 28)), str(NumberedMove(28, 17, frozenset({23, 12, 13})))
    ('32-28', '28x17x12x13x23')
    """

    start: int
    end: int
    captured: frozenset[int] = frozenset()

    def __str__(self) -> str:
        if not self.captured:
            return f"{self.start}-{self.end}"
        return "x".join(map(str, (self.start, self.end, *sorted(self.captured))))

    @classmethod
    def parse(cls, text: str) -> NumberedMove | None:
        """Reads `32-28` or `28x19x23`; None if it is neither."""
        if re.fullmatch(r"\d{1,2}-\d{1,2}", text, re.ASCII):
            start, end = map(int, text.split("-"))
            return cls(start, end)
        if re.fullmatch(r"\d{1,2}(x\d{1,2}){1,63}", text, re.ASCII):
            start, end, *captured = map(int, text.split("x"))
            return cls(start, end, frozenset(captured))
        return None


class Exchange:
    """A draughts game as other programs number it; raises `UnknownGame` for any other game.

    >>> import plyground
    >>> exchange = Exchange(plyground.game("draughts:international"))
    >>> start = plyground.game("draughts:international").start()
    >>> exchange.format_position(start)
    'Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww'
    >>> str(exchange.find_move(start, NumberedMove(32, 28)))
    'd4-e5'
    """

    def __init__(self, game: Game) -> None:
        rules = family_rules(game, DraughtsRules)
        if rules is None:
            raise UnknownGame("draughts_only", game=game.name)
        self._game = game
        points = game.geometry.points
        # The standard numbers the squares from the top left, where a game does not number them otherwise.
        from_top = sorted(points, key=lambda point: (-point.y, point.x))
        self.numbers = {point.name: int(point.label or place) for place, point in enumerate(from_top, 1)}
        """The number of each point."""
        self._points = {number: name for name, number in self.numbers.items()}
        is_numeric = rules["numeric"] == "yes"
        self._texts = {number: str(number) if is_numeric else name for number, name in self._points.items()}

    def format_position(self, position: Position, black: str = "b") -> str:
        """The side to move and every square: `w` and `b` are men, `W` and `B` kings, `e` is empty."""
        letters = {"white man": "w", "white king": "W", "black man": black, "black king": black.upper()}
        pieces = position.pieces
        squares = "".join(letters.get(pieces.get(self._points[number], ""), "e") for number in sorted(self._points))
        return ("W" if position.side_to_move is Side.WHITE else black.upper()) + squares

    def parse_position(self, text: str, black: str = "b") -> Position:
        """The opposite of `format_position`; raises `InvalidPosition`."""
        if len(text) != len(self._points) + 1:
            raise InvalidPosition("exchange_length", count=len(text), expected=len(self._points) + 1)
        if text[0] not in ("W", black.upper()) or set(text[1:]) - set(f"wWe{black}{black.upper()}"):
            raise InvalidPosition("exchange_letters", letters=f"w, W, {black}, {black.upper()} and e")
        squares = dict(zip(sorted(self._points), text[1:], strict=True))
        sides = [
            ",".join(
                ("K" if letter.isupper() else "") + self._texts[at] for at, letter in squares.items() if letter in own
            )
            for own in ("wW", black + black.upper())
        ]
        return self._game.from_fen(f"{'W' if text[0] == 'W' else 'B'}:W{sides[0]}:B{sides[1]}")

    def number_move(self, position: Position, move: Move) -> NumberedMove:
        """A legal move by its numbers."""
        path = _POINT.findall(str(move))
        before, after = position.pieces, position.after(move).pieces
        theirs = position.side_to_move.other.value
        captured = (
            self.numbers[point]
            for point, piece in before.items()
            if piece.startswith(theirs) and not after.get(point, "").startswith(theirs)
        )
        return NumberedMove(self.numbers[path[0]], self.numbers[path[-1]], frozenset(captured))

    def find_move(self, position: Position, wanted: NumberedMove) -> Move:
        """The legal move with these numbers; one that names no captured men fits if it is the only one.

        Raises `IllegalMove` or `AmbiguousMove`.
        """
        ends = (wanted.start, wanted.end)
        found = [
            (numbered, move)
            for move in position.legal_moves
            if (numbered := self.number_move(position, move)) and (numbered.start, numbered.end) == ends
        ]
        exact = [move for numbered, move in found if numbered == wanted]
        if exact:
            return exact[0]
        if found and not wanted.captured:
            if len({numbered for numbered, _ in found}) > 1:
                choices = ", ".join(str(numbered) for numbered, _ in found)
                raise AmbiguousMove("move_ambiguous", text=str(wanted), candidates=choices)
            return found[0][1]
        raise IllegalMove("exchange_move", move=str(wanted), known=", ".join(self._all_moves(position)))

    def parse_move(self, position: Position, text: str) -> Move:
        """The legal move of a text like `32-28` or `28x19x23`; raises `IllegalMove` or `AmbiguousMove`."""
        wanted = NumberedMove.parse(text)
        if wanted is None:
            raise IllegalMove("exchange_move", move=text[:40], known=", ".join(self._all_moves(position)))
        return self.find_move(position, wanted)

    def _all_moves(self, position: Position) -> list[str]:
        return [str(self.number_move(position, move)) for move in position.legal_moves]
