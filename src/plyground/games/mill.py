"""Mill: nine men's morris and its whole family."""

from __future__ import annotations

from typing import ClassVar

from plyground._core import mill_game
from plyground.errors import UnknownGame
from plyground.games.mill_rules import PRESETS, MillRules
from plyground.games.native import NativeGame
from plyground.games.own_rules import CUSTOM


class Mill(NativeGame):
    """A game of the mill family: a preset by name, or rules of one's own.

    >>> Mill().start().after("d6").after("f4").fen
    '********/O*@*****/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2'
    >>> Mill(rules=MillRules(men=7)).start().hand
    {<Side.WHITE: 'white'>: 7, <Side.BLACK: 'black'>: 7}
    """

    presets: ClassVar[tuple[str, ...]] = tuple(PRESETS)

    def __init__(self, preset: str = "", *, rules: MillRules | None = None) -> None:
        preset = preset or ("nine" if rules is None else CUSTOM)
        if rules is None:
            if preset not in PRESETS:
                raise UnknownGame("unknown_preset", game="mill", preset=preset, known=", ".join(PRESETS))
            rules = PRESETS[preset].rules
        elif preset not in PRESETS or PRESETS[preset].rules != rules:
            preset = CUSTOM
        self.rules = rules
        title = PRESETS[preset].title if preset in PRESETS else "Mill by own rules"
        super().__init__(mill_game(rules.values(), f"mill:{preset}"), title)

    def __repr__(self) -> str:
        return f"Mill(rules={self.rules!r})" if self.name == f"mill:{CUSTOM}" else super().__repr__()

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (self.name, self.rules))


def _restore(name: str, rules: MillRules) -> Mill:
    """Unpickle: a game by its name and rules."""
    return Mill(name.partition(":")[2], rules=rules)
