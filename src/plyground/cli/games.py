"""`plyground games`: what can be played."""

from __future__ import annotations

import typer


def games() -> None:
    """List the games."""
    from plyground.games import registry

    names = registry.game_names()
    width = max(len(name) for name in names)
    for name in names:
        typer.echo(f"{name.ljust(width)}  {registry.game(name).title}")
