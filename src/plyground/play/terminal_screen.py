"""The screen of the terminal game: the board with its panel, or plain lines where there is no terminal."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from plyground.play.clock import Clock
from plyground.play.levels import Level
from plyground.play.players import Thought
from plyground.play.terminal_board import board_picture
from plyground.play.terminal_panel import Panels, screen
from plyground.play.terminal_setting import Setting
from plyground.play.terminal_words import clock_text, evaluation, in_hand, status
from plyground.protocol import Game, Side
from plyground.record import Record


@dataclass
class TerminalScreen:
    """What is to be seen of a game besides its record; `draw` shows both."""

    console: Console
    setting: Setting
    clock: Clock | None = None
    flipped: bool = False
    thought: tuple[Side, Thought] | None = None
    """What the computer thought last, and for which side."""
    notices: list[str] = field(default_factory=list)
    """What has happened that nobody at the keyboard did."""

    def draw(self, record: Record) -> None:
        """The board with its panel on a terminal; without one, the notices, the board and whose turn it is."""
        console = self.console
        picture = board_picture(console, record.position, record.view, flipped=self.flipped)
        if not console.is_terminal:
            for notice in self.notices:
                console.print(Text(notice))
            self.notices.clear()
            console.print(picture)
            if record.outcome() is None:
                console.print(Text(f"{status(record)}{in_hand(record)}."))
            return
        console.clear()
        opinion = "" if self.thought is None else evaluation(*self.thought)
        console.print(screen(console, picture, record, Panels(self._players(record.game), opinion)))
        console.print()
        if self.notices:
            console.print(Text(" ".join(self.notices), style="dim"))

    def say(self, words: str, style: str = "") -> None:
        """Prints words; lines are broken for people only, because what is piped may be read by a program."""
        self.console.print(Text(words, style=style), soft_wrap=not self.console.is_terminal)

    def _players(self, game: Game) -> dict[Side, str]:
        person = "person" if self.setting.people == "both" else "you"
        names = {side: person if self.setting.is_person(side) else self._computer(game) for side in Side}
        if self.clock is None:
            return names
        return {side: f"{name}  {clock_text(self.clock.left_s(side) or 0.0)}" for side, name in names.items()}

    def _computer(self, game: Game) -> str:
        """The computer's name with its level, and how strong that was found to be."""
        if self.setting.level is None:
            return "computer"
        level = Level.of(self.setting.level)
        rating = level.rating(game)
        return f"computer {level.number}" + ("" if rating is None else f", {rating} Elo")
