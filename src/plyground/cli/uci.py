"""`plyground uci`: the engine for chess programs, match runners and scripts."""

from __future__ import annotations


def uci() -> None:
    """Speak UCI (or UGI) on standard input and output, for chess programs and match runners.

    The same as the program `plyground-uci`; the option UCI_Variant chooses the game.
    """
    from plyground.uci.engine import main

    main([])
