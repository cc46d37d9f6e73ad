"""Textbook searches by name: an algorithm with its features, like `negascout+tt+killers`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from plyground.abilities import evaluations_of
from plyground.errors import InvalidRules
from plyground.play.classic import BOTS, DEFAULT_EVALUATION, evaluation_in
from plyground.protocol import Game, Position
from plyground.search.deepening import ALGORITHMS
from plyground.search.features import NOISE, PLAYING, POLICIES, Features, Policy
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult
from plyground.search.textbook import solve
from plyground.search.weights import Weights

BOT = "bot:"
"""The prefix of a classic bot: `alphabeta` is the plain algorithm, `bot:alphabeta` searches as the player does."""

FEATURES: Mapping[str, Mapping[str, Any]] = {
    "tt": {"tt": "two-tier", "tt_move": True},
    "tt-cutoffs": {"tt": "two-tier"},
    "tt-move": {"tt_move": True},
    "killers": {"killers": True},
    "history": {"history": True},
    "ordering": {"forcing_first": True},
    "quiescence": {"quiescence": True},
}
"""What can be added: `tt` is a transposition table whose move is tried first, `tt-cutoffs` one whose move is not,
`ordering` tries forcing moves first."""

ITERATED = "iterated"
RANDOM = "random"


@dataclass(frozen=True, slots=True)
class TextbookSearch:
    """A search by the name it was given; `random` plays without searching."""

    name: str
    algorithm: str
    features: Features
    iterated: bool = False

    @property
    def is_random(self) -> bool:
        """Whether it plays without searching."""
        return self.algorithm == RANDOM

    @property
    def evaluation(self) -> str:
        """The name of its evaluation, never empty."""
        plain = self.features.evaluation.removesuffix(NOISE) or DEFAULT_EVALUATION
        return plain + (NOISE if self.features.evaluation.endswith(NOISE) else "")

    def search(self, position: Position, depth: int, stop: StopFlag | None = None) -> SearchResult:
        """Searches a position natively; raises `SearchStopped` once the flag is set."""
        if self.is_random:
            raise InvalidRules("random_search")
        return solve(position, self.algorithm, depth, self.features, iterated=self.iterated, stop=stop)

    def without(self, feature: str) -> TextbookSearch:
        """The same search without one of its features; raises `InvalidRules` if it does not have it.

        >>> import plyground
        >>> base = textbook_search("negascout+tt+killers", plyground.game("chess"))
        >>> base.without("tt").features == textbook_search("negascout+killers", plyground.game("chess")).features
        True
        """
        if feature not in FEATURES:
            raise InvalidRules("unknown_feature", text=feature, algorithm=self.name, known=", ".join(FEATURES))
        off = {name: getattr(Features(), name) for name in FEATURES[feature]}
        left = replace(self.features, **off)
        if left == self.features:
            raise InvalidRules("feature_absent", base=self.name, feature=feature)
        return replace(self, name=f"without {feature}", features=left)

    def evaluated_by(self, evaluation: str) -> TextbookSearch:
        """The same search with another evaluation, named as `Features` names it."""
        return replace(self, features=replace(self.features, evaluation=evaluation))

    def seeded(self, seed: int) -> TextbookSearch:
        """The same search with other noise, if it has any."""
        return replace(self, features=replace(self.features, seed=seed))


def textbook_search(
    spec: str,
    game: Game,
    *,
    evaluation: str | None = None,
    tt_size: int | None = None,
    seed: int = 0,
    weights: Weights | None = None,
) -> TextbookSearch:
    """Parses a search: an algorithm, then `+` and a feature, an evaluation, `noise` or `iterated`.

    `tt=always` and `tt-cutoffs=depth-preferred` choose the table's policy. A search is not a player: `alphabeta` is the
    plain algorithm, and `bot:alphabeta` is the search of the player `alphabeta`, with its features and its noisy
    evaluation. `evaluation` is for searches that name none. `weights` replace those of the evaluation `playing`, which
    is then the one for searches that name none.

    >>> import plyground
    >>> draughts = plyground.game("draughts")
    >>> textbook_search("alphabeta+tt=always+killers", draughts).features.tt
    'always'
    >>> textbook_search("bot:negascout-tt", draughts).evaluation, textbook_search("mtdf+tt+noise", draughts).evaluation
    ('piece-row+noise', 'default+noise')
    >>> textbook_search("alphabeta+magic", draughts)
    Traceback (most recent call last):
    plyground.errors.InvalidRules: 'magic' cannot be added to the search 'alphabeta'. Choose from tt, tt-cutoffs, ...
    """
    name, *parts = spec.split("+")
    algorithm, features = _named(name, game)
    if weights is not None:
        evaluation = evaluation or PLAYING
        features = replace(features, weights=weights.values)
    if evaluation is not None:
        features = replace(features, evaluation=_evaluation(evaluation))
    features = replace(features, seed=seed, tt_size=tt_size or features.tt_size)
    known = evaluations_of(game)
    for part in parts:
        feature, _, policy = part.partition("=")
        if part == ITERATED:
            continue
        if part == "noise":
            features = replace(features, evaluation=features.evaluation.removesuffix(NOISE) + NOISE)
        elif part == DEFAULT_EVALUATION or part in known:
            features = replace(features, evaluation=_evaluation(part))
        elif part in FEATURES or (feature in ("tt", "tt-cutoffs") and policy in POLICIES[1:]):
            added = replace(features, **FEATURES[feature])
            features = replace(added, tt=_policy(policy) or features.tt or added.tt)
        else:
            policies = (f"tt={policy}" for policy in POLICIES[1:])
            choices = (*FEATURES, *policies, ITERATED, "noise", DEFAULT_EVALUATION, *known)
            expected = ", ".join(choice for choice in choices if not choice.endswith(NOISE))
            raise InvalidRules("unknown_feature", text=part, algorithm=name, known=expected)
    return TextbookSearch(spec, algorithm, features, ITERATED in parts)


def weights_setup(searches: Iterable[TextbookSearch]) -> dict[str, str]:
    """What a run must agree in to be resumed, if its searches have weights of their own."""
    own = [search.features.weights for search in searches]
    return {"weights": f"{crc32(repr(own).encode()):08x}"} if any(own) else {}


def _named(name: str, game: Game) -> tuple[str, Features]:
    if name in ALGORITHMS:
        return name, Features()
    if name in (RANDOM, BOT + RANDOM):
        return RANDOM, Features()
    bots = {BOT + bot: kind for bot, kind in BOTS.items()}
    if name not in bots:
        raise InvalidRules("unknown_algorithm", name=name, known=", ".join((*ALGORITHMS, RANDOM, *bots)))
    kind = bots[name]
    return kind.algorithm, replace(kind.features, evaluation=evaluation_in(game, kind))


def _evaluation(name: str) -> str:
    """A name as `Features` has it: the default evaluation is empty."""
    noise = NOISE if name.endswith(NOISE) else ""
    plain = name.removesuffix(NOISE)
    return ("" if plain == DEFAULT_EVALUATION else plain) + noise


def _policy(name: str) -> Policy:
    return POLICIES[POLICIES.index(name)]
