"""Features: what a textbook search uses besides its algorithm, so that each feature can be measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Policy = Literal["", "depth-preferred", "always", "two-tier"]
POLICIES: tuple[Policy, ...] = ("", "depth-preferred", "always", "two-tier")

MAX_ENTRIES = 1 << 28
"""The largest table."""

KILLERS = 3
"""How many killer moves a ply remembers; the oldest is replaced."""

QUIESCENCE_PLIES = 32
"""The most plies that quiescence follows forcing moves; in some games they never end."""


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

    def __post_init__(self) -> None:
        if self.tt not in POLICIES:
            raise ValueError(f"the table policy is '{self.tt}'; expected one of {', '.join(POLICIES[1:])}")
        if not 2 <= self.tt_size <= MAX_ENTRIES or self.tt_size & (self.tt_size - 1):
            raise ValueError(f"the table size is {self.tt_size}; expected a power of two, at most {MAX_ENTRIES}")


ALL_FEATURES = Features(tt="two-tier", tt_move=True, forcing_first=True, killers=True, history=True, quiescence=True)
"""Everything on."""
