"""Plyground: classic two-player board games and the game-tree search that plays them.

>>> import plyground
>>> position = plyground.game("chess").start()
>>> len(position.legal_moves)
20

Everything in `__all__` is public, and docs/reference.md describes it. A name is imported from its module when it is
first used, so `import plyground` is quick. Type checkers read `__init__.pyi` instead.
"""

__version__ = "0.1.0"

_MODULES = {
    "abilities": (
        "BenchSuite",
        "DatabasePlan",
        "EngineNames",
        "HasAnchors",
        "HasBench",
        "HasChessBoard",
        "HasDatabaseSearch",
        "HasDatabases",
        "HasEngineNames",
        "HasFacts",
        "HasForcingMoves",
        "HasNamedEvaluations",
        "HasNotation",
        "HasNullMove",
        "HasOdds",
        "HasOpenings",
        "HasPhases",
        "HasPieceValues",
        "HasPositionForm",
        "HasProber",
        "HasQuickForm",
        "HasRatings",
        "HasReach",
        "HasRules",
        "HasWeights",
        "NamedOpening",
        "Odds",
        "Rating",
        "Ray",
        "Reach",
        "opening_of",
    ),
    "arena.elo": ("GameCounts", "PairCounts", "elo_to_score", "estimate", "score_to_elo"),
    "arena.match": ("Match", "match"),
    "arena.ratings": ("rate",),
    "arena.sprt": ("Sprt",),
    "database.book_building": ("BookPlan", "build_book"),
    "database.books": ("open_book",),
    "database.endgames": ("Databases",),
    "database.lessons": ("Lessons",),
    "database.syzygy": ("Tablebase",),
    "database.tt_files": ("open_tt", "save_tt"),
    "database.verdict": ("Verdict",),
    "drawing.svg": ("draw_board",),
    "drawing.text": ("format_board",),
    "errors": (
        "AmbiguousMove",
        "ConformanceError",
        "EngineFault",
        "IllegalMove",
        "InvalidBook",
        "InvalidDatabase",
        "InvalidMove",
        "InvalidOption",
        "InvalidPosition",
        "InvalidRecord",
        "InvalidRules",
        "InvalidTT",
        "PlygroundError",
        "ServiceFault",
        "ServiceRefused",
        "StoreFault",
        "TableRefused",
        "UnknownGame",
    ),
    "games.draughts.rules": ("DraughtsRules",),
    "games.files": ("read_game", "read_games", "write_game"),
    "games.mill.rules": ("MillRules",),
    "games.registry": ("game", "game_names"),
    "games.simple": ("SimpleGame", "grid"),
    "lab.textbook_search": ("textbook_search",),
    "lab.noise": ("measure_noise",),
    "lab.trace": ("trace",),
    "lab.tree_picture": ("draw_tree",),
    "notation.annotated": ("AnnotatedGame", "InvalidFile", "Node"),
    "notation.notation": ("Notation",),
    "play.clock": ("Clock", "TimeControl"),
    "play.hints": ("explain", "hints", "threat"),
    "play.player": ("Player", "Referee"),
    "play.review": ("annotate", "review"),
    "play.spec": ("PlayerSpec", "player"),
    "protocol": ("Game", "Geometry", "LegalMoves", "Move", "Point", "Position", "Repetition", "Result", "Side", "View"),
    "reasons": ("Reason",),
    "record": ("Record",),
    "rules": ("GameRules", "RuleOption"),
    "search.counters": ("branching_factor", "minimal_tree"),
    "search.limits": ("Limits", "StopFlag"),
    "search.mcts": ("mcts",),
    "search.perft": ("divide", "perft"),
    "search.result": ("SearchResult",),
    "search.score": ("Score",),
    "search.searcher": ("Searcher",),
    "search.weights": ("Weights",),
    "testing": ("check_game",),
    "turn": ("Turn",),
}
_HOMES = {name: f"plyground.{module}" for module, names in _MODULES.items() for name in names}
__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'plyground' has no attribute '{name}'")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
