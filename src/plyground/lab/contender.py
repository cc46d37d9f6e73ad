"""Contenders: searches by name, an algorithm with the helpers that are added to it, such as `negascout+tt+killers`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from plyground.abilities import evaluations_of
from plyground.errors import InvalidRules
from plyground.play.classic import BOTS, evaluation_in
from plyground.protocol import Game, Position
from plyground.search.deepening import ALGORITHMS
from plyground.search.evaluation import NOISE
from plyground.search.features import POLICIES, Features, Policy
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult
from plyground.search.textbook import solve

BOT = "bot:"
"""What makes a name a bot's where an algorithm has it too."""

USUAL = "usual"
"""The name of a game's usual evaluation, which has none of its own."""

HELPERS: Mapping[str, Callable[[Features], Features]] = {
    "tt": lambda features: replace(features, tt=features.tt or "two-tier", tt_move=True),
    "tt-cutoffs": lambda features: replace(features, tt=features.tt or "two-tier"),
    "tt-move": lambda features: replace(features, tt_move=True),
    "killers": lambda features: replace(features, killers=True),
    "history": lambda features: replace(features, history=True),
    "ordering": lambda features: replace(features, forcing_first=True),
    "quiescence": lambda features: replace(features, quiescence=True),
}
"""What may be added: `tt` is a transposition table whose move is tried first, `tt-cutoffs` one whose move is not,
`ordering` tries forcing moves first."""

ABSENCES: Mapping[str, Callable[[Features], Features]] = {
    "tt": lambda features: replace(features, tt="", tt_move=False),
    "tt-move": lambda features: replace(features, tt_move=False),
    "killers": lambda features: replace(features, killers=False),
    "history": lambda features: replace(features, history=False),
    "ordering": lambda features: replace(features, forcing_first=False),
    "quiescence": lambda features: replace(features, quiescence=False),
}
"""The same helpers taken away; the table's move goes with the table."""

ITERATED = "iterated"
RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Contender:
    """A search under the name it was asked for by; `random` chooses moves without any."""

    name: str
    algorithm: str
    features: Features
    iterated: bool = False

    @property
    def is_random(self) -> bool:
        """Whether it only plays."""
        return self.algorithm == RANDOM

    @property
    def evaluation(self) -> str:
        """The evaluation by a name that is never empty."""
        plain = self.features.evaluation.removesuffix(NOISE) or USUAL
        return plain + (NOISE if self.features.evaluation.endswith(NOISE) else "")

    def search(self, position: Position, depth: int, stop: StopFlag | None = None) -> SearchResult:
        """Searches a position natively; raises `Stopped` once the flag is set."""
        if self.is_random:
            raise InvalidRules("random_search")
        return solve(position, self.algorithm, depth, self.features, iterated=self.iterated, stop=stop)

    def without(self, helper: str) -> Contender:
        """The same search without one of its helpers; raises `InvalidRules` if it has not got it.

        >>> import plyground
        >>> base = contender("negascout+tt+killers", plyground.game("chess"))
        >>> base.without("tt").features == contender("negascout+killers", plyground.game("chess")).features
        True
        """
        if helper not in ABSENCES:
            raise InvalidRules("unknown_switch", text=helper, algorithm=self.name, known=", ".join(ABSENCES))
        left = ABSENCES[helper](self.features)
        if left == self.features:
            raise InvalidRules("helper_absent", base=self.name, helper=helper)
        return replace(self, name=f"without {helper}", features=left)

    def seeded(self, seed: int) -> Contender:
        """The same search with other noise, if it has any."""
        return replace(self, features=replace(self.features, seed=seed))


def contender(
    spec: str, game: Game, *, evaluation: str | None = None, tt_size: int | None = None, seed: int = 0
) -> Contender:
    """The search that a text names: an algorithm or a bot, then `+` and a helper, an evaluation, `noise` or `iterated`.

    `tt=always` and `tt-cutoffs=depth-preferred` choose the table's policy. A name that both an algorithm and a bot
    have is the bare algorithm; `bot:alphabeta` is the bot, with its noisy evaluation. `evaluation` is the default.

    >>> import plyground
    >>> draughts = plyground.game("draughts")
    >>> contender("alphabeta+tt=always+killers", draughts).features.tt
    'always'
    >>> contender("negascout-tt", draughts).evaluation, contender("mtdf+tt+noise", draughts).evaluation
    ('piece-row+noise', 'usual+noise')
    >>> contender("alphabeta+magic", draughts)
    Traceback (most recent call last):
    plyground.errors.InvalidRules: 'magic' cannot be added to the search 'alphabeta'; expected tt, tt-cutoffs, ...
    """
    name, *parts = spec.split("+")
    algorithm, features = _named(name, game)
    if evaluation is not None:
        features = replace(features, evaluation=_evaluation(evaluation))
    features = replace(features, seed=seed, tt_size=tt_size or features.tt_size)
    known = evaluations_of(game)
    for part in parts:
        helper, _, policy = part.partition("=")
        if part == ITERATED:
            continue
        if part == "noise":
            features = replace(features, evaluation=features.evaluation.removesuffix(NOISE) + NOISE)
        elif part == USUAL or part in known:
            features = replace(features, evaluation=_evaluation(part))
        elif helper in ("tt", "tt-cutoffs") and policy in POLICIES[1:]:
            features = HELPERS[helper](replace(features, tt=_policy(policy)))
        elif part in HELPERS:
            features = HELPERS[part](features)
        else:
            choices = (*HELPERS, *(f"tt={policy}" for policy in POLICIES[1:]), ITERATED, "noise", USUAL, *known)
            expected = ", ".join(choice for choice in choices if not choice.endswith(NOISE))
            raise InvalidRules("unknown_switch", text=part, algorithm=name, known=expected)
    return Contender(spec, algorithm, features, ITERATED in parts)


def _named(name: str, game: Game) -> tuple[str, Features]:
    if name in ALGORITHMS:
        return name, Features()
    bare = name.removeprefix(BOT)
    if bare == RANDOM:
        return RANDOM, Features()
    if bare not in BOTS:
        known = ", ".join((*ALGORITHMS, RANDOM, *(kind for kind in BOTS if kind not in ALGORITHMS)))
        raise InvalidRules("unknown_algorithm", name=name, known=known)
    kind = BOTS[bare]
    return kind.algorithm, replace(kind.features, evaluation=evaluation_in(game, kind))


def _evaluation(name: str) -> str:
    """A name as features have it, where the usual evaluation is the empty one."""
    noise = NOISE if name.endswith(NOISE) else ""
    plain = name.removesuffix(NOISE)
    return ("" if plain == USUAL else plain) + noise


def _policy(name: str) -> Policy:
    return POLICIES[POLICIES.index(name)]
