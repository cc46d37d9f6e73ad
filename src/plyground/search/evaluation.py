"""Evaluations by name, with or without noise."""

from __future__ import annotations

from collections.abc import Callable

from plyground.abilities import HasNamedEvaluations
from plyground.errors import InvalidRules
from plyground.protocol import Position

NOISE = "+noise"
NOISE_SCALE = 256
"""Noisy values are multiplied by this, and the noise is smaller than it."""
_WORD = 2**64 - 1


def mix(seed: int) -> int:
    """A 64-bit hash of a number by splitmix64 (Steele, Lea and Flood 2014), the same as in the native core.

    >>> hex(mix(0))
    '0xe220a8397b1dcdaf'
    """
    z = (seed + 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)


def evaluator(name: str, seed: int) -> Callable[[Position], int]:
    """The evaluation with a name like `piece-row+noise`; "" is the game's default.

    >>> import plyground
    >>> evaluator("", 0)(plyground.game("chess").start())
    0
    """
    plain, noise = name.removesuffix(NOISE), name.endswith(NOISE)

    def by_name(position: Position) -> int:
        if not isinstance(position.game, HasNamedEvaluations):
            raise InvalidRules("unknown_evaluation", game=position.game.name, name=plain, known="none")
        return position.game.evaluate_by_name(position, plain)

    def usual(position: Position) -> int:
        return position.evaluation

    value = by_name if plain else usual
    if not noise:
        return value
    return lambda position: NOISE_SCALE * value(position) + (mix((seed & _WORD) ^ mix(position.key)) & 0xFF)
