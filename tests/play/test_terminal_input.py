"""Completion at the prompt of the terminal game."""

import plyground
from plyground.play.terminal_input import COMMANDS, MoveCompleter

CHESS = plyground.game("chess")


def completions(typed, position=None):
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    completer = MoveCompleter(position or CHESS.start())
    return {
        found.text: found.display_meta_text for found in completer.get_completions(Document(typed), CompleteEvent())
    }


def test_completion_offers_notation_and_tokens_with_the_other_as_meaning():
    assert completions("N") == {"Na3": "b1a3", "Nc3": "b1c3", "Nf3": "g1f3", "Nh3": "g1h3", "new": COMMANDS["new"]}
    assert completions("e2") == {"e2e3": "e3", "e2e4": "e4"}
    assert completions("") == {}


def test_completion_of_a_landing_offers_its_removals():
    position = plyground.game("mill").start()
    for move in ("d6", "d5", "f6", "d3"):
        position = position.after(move)
    assert list(completions("b6", position)) == ["b6xd5", "b6xd3"]
