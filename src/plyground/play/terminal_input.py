"""Input of the terminal game: a prompt that completes moves or plain lines, and Ctrl-C while the computer searches."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from rich.console import Console
from rich.markup import escape
from rich.status import Status

from plyground.protocol import Position
from plyground.search.limits import StopFlag

COMMANDS: dict[str, str] = {
    "hint": "what the computer would play for you, and why; what is threatened",
    "analyse": "the best moves with their lines",
    "why": "what is wrong with your last move, or with the move you name",
    "review": "the moves of the game so far, graded",
    "undo": "take your last move back, and the reply to it",
    "redo": "play again what you took back",
    "save": "write the game to the file you name",
    "load": "go on with a game from the file you name, and its number if there are several",
    "moves": "all legal moves",
    "flip": "look from the other side",
    "fen": "the position as text",
    "draw": "claim a draw, or offer one",
    "resign": "give up",
    "new": "start again",
    "help": "this list",
    "quit": "leave",
}
"""The commands, and what they do."""


class Reader(Protocol):
    """Reads one line at a time; raises `EOFError` when there are no more, `KeyboardInterrupt` on Ctrl-C."""

    def read(self, prompt: str, position: Position | None) -> str:
        """One line; `position` offers its legal moves for completion."""


class PlainReader:
    """Lines from a file or a pipe, without a prompt."""

    def __init__(self, lines: TextIO) -> None:
        self._lines = lines

    def read(self, prompt: str, position: Position | None) -> str:
        """The next line."""
        line = self._lines.readline()
        if not line:
            raise EOFError
        return line.strip()


class PromptReader:
    """A prompt with history and completion."""

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession

        self._session: PromptSession[str] = PromptSession()

    def read(self, prompt: str, position: Position | None) -> str:
        """One line from the person at the keyboard."""
        completer = None if position is None else MoveCompleter(position)
        # Reserve space for completions only if there are any: it would push the board off a small screen.
        reserve = 0 if completer is None else 6
        line = self._session.prompt(
            f"{prompt} ", completer=completer, complete_while_typing=True, reserve_space_for_menu=reserve
        )
        return str(line).strip()


class MoveCompleter(Completer):
    """Completes legal moves, by token and by notation, and commands; each shows its other name or its meaning."""

    def __init__(self, position: Position) -> None:
        moves = [(str(move), position.notation(move)) for move in position.legal_moves]
        self._moves = {
            **{notation: token for token, notation in moves if notation != token},
            **{token: notation if notation != token else "move" for token, notation in moves},
        }

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Completions of the line so far; a blank line completes only when asked (Tab)."""
        typed = document.text_before_cursor.lstrip()
        if not typed and not complete_event.completion_requested:
            return
        for start, texts in ((typed, self._moves), (typed.lower(), COMMANDS)):
            for text, meaning in texts.items():
                if text.startswith(start):
                    yield Completion(text, start_position=-len(typed), display_meta=meaning)


LEAVE_WITHIN_S = 1.0
"""A second Ctrl-C within this time quits the game."""


@contextmanager
def spinner(console: Console, words: str, keys: str = "play now") -> Iterator[Callable[[str], None]]:
    """Shows a spinner and what Ctrl-C does; yields a function that shows progress."""
    if not console.is_terminal:
        yield lambda progress: None
        return
    pressed = f"[dim](Ctrl-C: {escape(keys)})[/]"
    with Status(f"{escape(words)} … {pressed}", console=console) as status:
        yield lambda progress: status.update(f"{escape(words)} … {escape(progress)} {pressed}")


class Interrupts:
    """Turns Ctrl-C into a request to stop; pressed twice in quick succession it raises `KeyboardInterrupt`."""

    def __init__(self) -> None:
        self._last_s = float("-inf")

    @contextmanager
    def caught(self) -> Iterator[StopFlag]:
        """Inside, Ctrl-C only requests the flag."""
        stop = StopFlag()

        def press(_number: int, _frame: object) -> None:
            now_s = time.monotonic()
            if now_s - self._last_s < LEAVE_WITHIN_S:
                raise KeyboardInterrupt
            self._last_s = now_s
            stop.request()

        before = signal.signal(signal.SIGINT, press)
        try:
            yield stop
        finally:
            signal.signal(signal.SIGINT, before)
