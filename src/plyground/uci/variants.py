"""Which game is played: the options UCI_Variant, UCI_Chess960 and Rules together."""

from __future__ import annotations

from pathlib import Path

from plyground.protocol import Game


def find_game(variant: str, rules: str = "", *, chess960: bool = False) -> Game:
    """The game that the three options name together; a preset's own rules come before those of the option.

    Rules are a file, or one line such as `men=7 fly_at=never` after mill and `flying_kings=no` after draughts.

    >>> find_game("chess", chess960=True).name, find_game("mill").name, find_game("mill", "men=7").name
    ('chess:960', 'mill:nine', 'mill:custom')
    """
    from plyground.games import registry
    from plyground.rules import CUSTOM

    if variant == "chess" and chess960:
        return registry.game("chess:960")
    base, _, preset = variant.partition(":")
    if not rules or base not in registry.families_with_rules() or preset not in ("", CUSTOM):
        return registry.game(variant)
    made, path = registry.rules_type(base), Path(rules)
    is_path = "=" not in rules or _is_file(path)
    return registry.game_with_rules(base, made.load(path) if is_path else made.from_line(rules))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
