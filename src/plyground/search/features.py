"""Features: what a textbook search uses besides its algorithm, and the evaluation that they name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from plyground.abilities import HasNamedEvaluations
from plyground.errors import InvalidRules
from plyground.games.native import NativePosition
from plyground.protocol import Position

Policy = Literal["", "depth-preferred", "always", "two-tier"]
POLICIES: tuple[Policy, ...] = ("", "depth-preferred", "always", "two-tier")

MAX_ENTRIES = 1 << 28
"""The largest table."""

KILLERS = 3
"""How many killer moves a ply remembers; the oldest is replaced."""

QUIESCENCE_PLIES = 32
"""The most plies that quiescence follows forcing moves; in some games they never end."""

NOISE = "+noise"
NOISE_SCALE = 256
"""Noisy values are multiplied by this, and the noise is smaller than it."""
_WORD = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Features:
    """What can be switched on besides the algorithm itself; by default everything is off.

    `evaluation` names one of the game's evaluations, "" its default; the suffix `+noise` multiplies by 256 and adds a
    byte that depends on `seed` and the position alone, so that every search sees the same tree.
    """

    tt: Policy = ""
    """The transposition table's replacement policy; "" = no table."""
    tt_size: int = 1 << 16
    """Entries, a power of two."""
    tt_move: bool = False
    """Try the table's move first."""
    forcing_first: bool = False
    """Try forcing moves before others."""
    killers: bool = False
    """Try moves that caused a cut-off at the same ply."""
    history: bool = False
    """Try moves first that caused many cut-offs anywhere."""
    quiescence: bool = False
    """Follow forcing moves below the last ply."""
    evaluation: str = ""
    seed: int = 0
    weights: tuple[int, ...] = ()
    """The weights of the evaluation `playing`; none for those the game ships with."""

    def __post_init__(self) -> None:
        if self.tt not in POLICIES:
            raise ValueError(f"the table policy is '{self.tt}'; expected one of {', '.join(POLICIES[1:])}")
        if not 2 <= self.tt_size <= MAX_ENTRIES or self.tt_size & (self.tt_size - 1):
            raise ValueError(f"the table size is {self.tt_size}; expected a power of two, at most {MAX_ENTRIES}")


ALL_FEATURES = Features(tt="two-tier", tt_move=True, forcing_first=True, killers=True, history=True, quiescence=True)
"""Everything on."""


def mix(seed: int) -> int:
    """A 64-bit hash of a number by splitmix64 (Steele, Lea and Flood 2014), the same as in the native core.

    >>> hex(mix(0))
    '0xe220a8397b1dcdaf'
    """
    z = (seed + 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)


PLAYING = "playing"
"""The evaluation of the search that plays, among the named ones."""


def evaluator(name: str, seed: int, weights: tuple[int, ...] = ()) -> Callable[[Position], int]:
    """The evaluation with a name like `piece-row+noise`; "" is the game's default. `weights` are those of `playing`.

    >>> import plyground
    >>> evaluator("", 0)(plyground.game("chess").start())
    0
    """
    plain, noise = name.removesuffix(NOISE), name.endswith(NOISE)

    def by_name(position: Position) -> int:
        if not isinstance(position.game, HasNamedEvaluations):
            raise InvalidRules("unknown_evaluation", game=position.game.name, name=plain, known="none")
        if weights and isinstance(position, NativePosition):
            return position.evaluate(plain, 0, list(weights))
        return position.game.evaluate_by_name(position, plain)

    def default(position: Position) -> int:
        return position.evaluation

    value = by_name if plain else default
    if not noise:
        return value
    return lambda position: NOISE_SCALE * value(position) + (mix((seed & _WORD) ^ mix(position.key)) & 0xFF)
