"""The game in the terminal: a board, a prompt, and an opponent that thinks aloud."""

from __future__ import annotations

import io
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from plyground.errors import PlygroundError
from plyground.play.players import ReferencePlayer, Thought, score_text
from plyground.play.referee import forced_pass
from plyground.play.terminal_board import Panels, board_picture, side_panel, status
from plyground.play.terminal_input import COMMANDS, PlainReader, PromptReader, Reader
from plyground.play.terminal_thinking import Interrupts, spinner
from plyground.protocol import Move, Position, Side
from plyground.record import Record
from plyground.terminations import sentence

People = Literal["white", "black", "both", "none"]

DRAW_MARGIN_CP = 25
"""The computer takes a draw unless it thinks itself better by more than this."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How the terminal game is set up: who sits at the keyboard and how long the computer thinks."""

    name: str = ""
    """The game as it was named on the command line, which may be a file."""
    people: People = "white"
    depth: int | None = None
    seconds: float | None = 2.0
    seed: int | None = None


class Leave(Exception):
    """The person at the keyboard wants to go."""


class TerminalGame:
    """One sitting at the terminal: games of one kind, from one start position, until somebody leaves."""

    def __init__(self, start: Position, setting: Setting, *, console: Console, reader: Reader) -> None:
        self._start = start
        self._setting = setting
        self._console = console
        self._reader = reader
        self._record = Record(start)
        self._flipped = setting.people == "black"
        self._thought: tuple[Side, Thought] | None = None
        self._notice = ""
        self._interrupts = Interrupts()

    def run(self) -> None:
        """Plays until the person leaves; never raises `KeyboardInterrupt` or `EOFError`."""
        try:
            self._play()
            while self._console.is_terminal and isinstance(self._reader, PromptReader) and self._another():
                self._restart()
                self._play()
        except (Leave, KeyboardInterrupt, EOFError):
            self._say_goodbye()

    def _play(self) -> None:
        """Plays one game to its end."""
        while (result := self._record.outcome()) is None:
            position = self._record.position
            only = forced_pass(position)
            if only is not None:
                self._push(only, f"{_name(position.side_to_move)} must pass.")
            elif self._is_person(position.side_to_move):
                self._person_turn()
            else:
                self._computer_turn()
        self._draw()
        self._say(f"{sentence(result)}. {result.score}", "bold")

    def _another(self) -> bool:
        return self._reader.read("Another game? (yes/no)", None).lower() in ("y", "yes")

    def _restart(self) -> None:
        self._record = Record(self._start)
        self._thought = None

    def _is_person(self, side: Side) -> bool:
        return self._setting.people in ("both", side.value)

    # --- turns ---

    def _person_turn(self) -> None:
        """Asks until a move has been played or a command has changed the game."""
        self._draw()
        before = (self._record, len(self._record), self._record.outcome())
        while before == (self._record, len(self._record), self._record.outcome()):
            side = self._record.position.side_to_move
            typed = self._reader.read(f"{_name(side)} to move:", self._record.position)
            try:
                self._obey(typed)
            except PlygroundError as error:
                self._say(_sentence_case(str(error)), "red")

    def _obey(self, typed: str) -> None:
        """Plays a move or follows a command; a legal move wins over a command of the same name."""
        if not typed:
            return
        word = typed.split()[0].lower()
        position = self._record.position
        command = self._commands().get("help" if word == "?" else word)
        if command is not None and typed not in position.legal_moves:
            command()
            return
        self._push(position.parse(typed), "")

    def _computer_turn(self) -> None:
        position = self._record.position
        if self._console.is_terminal or self._setting.people == "none":
            self._draw()
        thought = self._think()
        self._push(thought.move, f"{_name(position.side_to_move)} plays {position.notation(thought.move)}.")

    def _push(self, move: Move, notice: str) -> None:
        self._record.push(move)
        self._notice = notice

    # --- thinking ---

    def _think(self) -> Thought:
        """Lets the computer think about the position, showing how far it is; Ctrl-C ends it early."""
        position = self._record.position
        side = position.side_to_move
        player = ReferencePlayer(self._setting.depth, self._setting.seconds, seed=self._setting.seed)
        with spinner(self._console, f"{_name(side)} is thinking") as show, self._interrupts.caught() as stop:

            def tell(so_far: Thought) -> None:
                self._thought = (side, so_far)
                show(f"depth {so_far.depth}, {position.notation(so_far.move)} ({so_far.score_text})")

            thought = player.think(self._record, stop=stop, on_progress=tell)
        self._thought = (side, thought)
        return thought

    # --- commands ---

    def _commands(self) -> dict[str, Callable[[], None]]:
        return {name: getattr(self, f"_do_{name}") for name in COMMANDS}

    def _do_hint(self) -> None:
        position = self._record.position
        thought = self._think()
        said = position.notation(thought.move)
        token = "" if said == str(thought.move) else f" ({thought.move})"
        self._say(f"Try {said}{token}: {thought.score_text} at depth {thought.depth}.", "cyan")

    def _do_undo(self) -> None:
        self._record.pop()
        while len(self._record) and not self._may_choose():
            self._record.pop()
        self._thought, self._notice = None, "Taken back."

    def _may_choose(self) -> bool:
        position = self._record.position
        return self._is_person(position.side_to_move) and forced_pass(position) is None

    def _do_moves(self) -> None:
        position = self._record.position
        said = [(str(move), position.notation(move)) for move in position.legal_moves]
        words = [token if token == notation else f"{notation} ({token})" for token, notation in said]
        self._say(f"{len(words)} legal moves: {', '.join(words)}")

    def _do_flip(self) -> None:
        self._flipped = not self._flipped
        self._draw()

    def _do_fen(self) -> None:
        self._console.print(Text(self._record.position.fen), soft_wrap=True)

    def _do_draw(self) -> None:
        side = self._record.position.side_to_move
        if self._record.claims():
            self._record.claim_draw()
        elif self._accepts_draw(side.other):
            self._record.agree_draw()
        else:
            self._say(f"{_name(side.other)} declines the draw.", "yellow")

    def _accepts_draw(self, side: Side) -> bool:
        """A person is asked; the computer takes a draw when it does not think itself better."""
        if self._is_person(side):
            answer = self._reader.read(f"{_name(side)}, do you accept a draw? (yes/no)", None)
            return answer.lower() in ("y", "yes")
        return self._think().score >= -DRAW_MARGIN_CP

    def _do_resign(self) -> None:
        self._record.resign(self._record.position.side_to_move)

    def _do_new(self) -> None:
        self._restart()
        self._notice = "A new game."

    def _do_help(self) -> None:
        move = next(iter(self._record.position.legal_moves))
        notation = self._record.position.notation(move)
        example = str(move) if notation == str(move) else f"{notation} or {move}"
        listed = {example: "play that move", **COMMANDS}
        width = max(len(name) for name in listed)
        self._say("\n".join(f"{name.ljust(width)}  {meaning}" for name, meaning in listed.items()))

    def _do_quit(self) -> None:
        raise Leave

    # --- showing ---

    def _draw(self) -> None:
        """The board with its panel on a terminal; without one, the last move, the board and whose turn it is."""
        console, record = self._console, self._record
        if not console.is_terminal:
            self._draw_plainly()
            return
        console.clear()
        picture = board_picture(console, record.position, record.view, flipped=self._flipped)
        layout = Table.grid(padding=(0, 3))
        panel = side_panel(record, Panels(self._players(), self._evaluation()), height=len(picture.split()))
        layout.add_row(picture, panel)
        console.print(layout)
        console.print()
        if self._notice:
            console.print(Text(self._notice, style="dim"))
            self._notice = ""

    def _draw_plainly(self) -> None:
        record = self._record
        if self._notice:
            self._console.print(Text(self._notice))
            self._notice = ""
        self._console.print(board_picture(self._console, record.position, record.view, flipped=self._flipped))
        if record.outcome() is None:
            self._console.print(Text(f"{status(record)}."))

    def _players(self) -> dict[Side, str]:
        person = "person" if self._setting.people == "both" else "you"
        return {side: person if self._is_person(side) else "computer" for side in Side}

    def _evaluation(self) -> str:
        """The computer's last opinion, from White's side as chess players are used to."""
        if self._thought is None:
            return ""
        side, thought = self._thought
        score = thought.score if side is Side.WHITE else -thought.score
        return f"Evaluation for White: {score_text(score)} (depth {thought.depth})"

    def _say(self, words: str, style: str = "") -> None:
        # Lines are broken for people only: what is piped may be read by a program.
        self._console.print(Text(words, style=style), soft_wrap=not self._console.is_terminal)

    def _say_goodbye(self) -> None:
        """Says how to come back to this position."""
        if self._record.outcome() is not None:
            self._say("Goodbye.")
            return
        self._say("Goodbye. To go on from here:")
        name = self._setting.name or self._start.game.name
        words = ["plyground", "play", name, "--fen", self._record.position.fen]
        if self._setting.people != "white":
            words += ["--side", self._setting.people]
        self._console.print(Text(f"  {shlex.join(words)}"), soft_wrap=True)


def run(start: Position, setting: Setting) -> None:
    """Plays at this terminal, or over standard input and output where it is not one."""
    console = Console(highlight=False)
    at_keyboard = sys.stdin is not None and sys.stdin.isatty() and console.is_terminal
    # Python has no standard input at all where it was closed; that is an empty one.
    reader: Reader = PromptReader() if at_keyboard else PlainReader(sys.stdin or io.StringIO())
    TerminalGame(start, setting, console=console, reader=reader).run()


def _name(side: Side) -> str:
    return side.value.capitalize()


def _sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
