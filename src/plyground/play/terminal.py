"""The game in the terminal: a board, a prompt, and an opponent that shows its thinking."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from time import monotonic

from rich.console import Console
from rich.text import Text

from plyground.database.memory import Memory
from plyground.errors import InvalidRecord, PlygroundError
from plyground.notation.writer import move_number
from plyground.play import terminal_words as words
from plyground.play.advice import Hint
from plyground.play.decisions import ScoreHistory, is_early
from plyground.play.engine_player import EnginePlayer
from plyground.play.player import Player, forced_pass
from plyground.play.terminal_advice import TerminalAdvice
from plyground.play.terminal_files import GameFiles, load
from plyground.play.terminal_input import COMMANDS, Interrupts, PlainReader, PromptReader, Reader, spinner
from plyground.play.terminal_screen import TerminalScreen
from plyground.play.terminal_setting import Setting
from plyground.protocol import Move, Position, Side
from plyground.record import Record
from plyground.search.limits import Limits, elapsed_ms
from plyground.search.result import SearchResult

__all__ = ["Quit", "Setting", "TerminalGame", "run"]


class Quit(Exception):
    """The person at the keyboard wants to quit."""


class TerminalGame:
    """Games at the terminal from one start position, until the person quits."""

    def __init__(
        self, start: Position, setting: Setting, *, console: Console, reader: Reader, memory: Memory | None = None
    ) -> None:
        self._start = start
        self._setting = setting
        self._console = console
        self._reader = reader
        self._record = Record(start)
        self._undone: list[Move] = []
        """Moves taken back, the next to be played again last."""
        self._files = GameFiles()
        # Only checkered boards have two sides to sit at; in a game like Connect Four both look the same way.
        flipped = setting.people == "black" and start.game.geometry.style == "checkered"
        self._screen = TerminalScreen(console, setting, setting.new_clock(), flipped)
        self._interrupts = Interrupts()
        self._computers = {
            side: setting.computer(start.game, memory) for side in Side if not self._setting.is_person(side)
        }
        self._histories = {side: ScoreHistory() for side in self._computers}
        self._advice = TerminalAdvice(start.game, console, self._interrupts, setting.threads)

    def run(self) -> None:
        """Plays until the person quits; never raises `KeyboardInterrupt` or `EOFError`."""
        try:
            self._play()
            while self._console.is_terminal and isinstance(self._reader, PromptReader) and self._another():
                self._restart()
                self._play()
        except (Quit, KeyboardInterrupt, EOFError):
            self._say_goodbye()

    def _play(self) -> None:
        """Plays one game to its end."""
        while (result := self._record.outcome()) is None:
            position = self._record.position
            only = forced_pass(position)
            if only is not None:
                self._push(only, f"{words.name_of(position.side_to_move)} must pass.")
            elif self._setting.is_person(position.side_to_move):
                self._person_turn()
            else:
                self._computer_turn()
        self._draw()
        self._screen.say(f"{result.sentence} {result.score}", "bold")
        self._learn()

    def _learn(self) -> None:
        """The computer remembers the move that lost it the game."""
        if len(self._computers) != 1:
            return
        ((side, computer),) = self._computers.items()
        if not isinstance(computer, EnginePlayer):
            return
        try:
            ply = computer.learn(self._record)
        except OSError as error:
            self._screen.say(f"The lesson from it could not be saved: {error.strerror or error}.", "yellow")
            return
        if ply is not None:
            number = move_number(self._record.start, ply)
            played = self._record.positions[ply].notation(self._record.moves[ply])
            self._screen.say(f"{words.name_of(side)} will remember {number} {played}.", "dim")

    def _another(self) -> bool:
        """Asks whether to play again; a review may come first."""
        while (answer := self._reader.read("Another game? (yes/no/review)", None).lower()) in ("r", "review"):
            self._review()
        return answer in ("y", "yes")

    def _restart(self, *notices: str, record: Record | None = None) -> None:
        self._record = Record(self._start) if record is None else record
        self._undone.clear()
        self._screen.result, self._screen.notices = None, list(notices)
        self._screen.clock = self._setting.new_clock()
        for side, computer in self._computers.items():
            computer.new_game(self._start.game)
            self._histories[side] = ScoreHistory()

    # --- turns ---

    def _person_turn(self) -> None:
        """Asks until a move has been played or a command has changed the game."""
        self._draw()
        side, began = self._record.position.side_to_move, monotonic()
        before = (self._record, len(self._record), self._record.outcome())
        while before == (self._record, len(self._record), self._record.outcome()):
            typed = self._reader.read(f"{words.name_of(side)} to move:", self._record.position)
            try:
                self._obey(typed)
            except PlygroundError as error:
                self._screen.say(words.complaint(typed, self._record.position, error), "red")
            except OSError as error:
                self._screen.say(f"{error.filename}: {error.strerror}." if error.filename else f"{error}.", "red")
        if self._record is before[0] and len(self._record) == before[1] + 1:
            self._press_clock(side, elapsed_ms(began))

    def _press_clock(self, side: Side, time_ms: int) -> None:
        """Updates the clock after a move; the move does not count if the time was up."""
        clock = self._screen.clock
        if clock is not None and not clock.spend(side, time_ms):
            self._record.pop()
            self._record.flag(side)

    def _obey(self, typed: str) -> None:
        """Plays a move or runs a command; a legal move takes precedence over a command of the same name."""
        if not typed:
            return
        word = typed.split()[0].lower()
        position = self._record.position
        command = self._commands().get("help" if word == "?" else word)
        if command is not None and typed not in position.legal_moves:
            command(typed[len(word) :].strip())
            return
        self._play_move(position.parse(typed))
        self._screen.notices.clear()

    def _computer_turn(self) -> None:
        position = self._record.position
        if self._console.is_terminal or self._setting.people == "none":
            self._draw()
        if self._setting.people == "none":
            self._screen.notices.clear()
        side, began = position.side_to_move, monotonic()
        history = self._histories[side]
        result = self._search(self._computers[side])
        history.forget_from(len(self._record))
        history.note(len(self._record), result)
        if history.should_resign and not self._setting.no_resigning:
            self._record.resign(side)
            return
        said = f"{words.name_of(side)} plays {position.notation(result.line[0])}."
        if self._setting.is_perfect and not result.is_exact:
            said += " No database covers the position, so the engine chose it."
        self._push(result.line[0], said)
        self._press_clock(side, elapsed_ms(began))

    def _push(self, move: Move, notice: str) -> None:
        """Plays a move that was not typed, and announces it when the board is drawn next."""
        self._play_move(move)
        self._screen.notices.append(notice)

    def _play_move(self, move: Move) -> None:
        """Plays a move; what was taken back can still be played again if this is where it began."""
        self._record.push(move)
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()

    # --- searching ---

    def _search(self, computer: Player) -> SearchResult:
        """Lets the computer search the position and shows its progress; Ctrl-C ends it early."""
        position = self._record.position
        side = position.side_to_move
        with spinner(self._console, f"{words.name_of(side)} is thinking") as show, self._interrupts.caught() as stop:

            def tell(result: SearchResult) -> None:
                if result.move is not None:
                    said = words.verdict(side, result.value)
                    show(f"depth {result.depth}, {position.notation(result.move)} ({said})")

            clock = self._setting.computer_clock(self._screen.clock)
            result = computer.move(self._record, clock, tell if self._console.is_terminal else None, stop)
        self._screen.result = (side, result)
        return result

    # --- commands ---

    def _commands(self) -> dict[str, Callable[[str], object]]:
        """What each of the `COMMANDS` does with the rest of its line."""
        return {
            "hint": lambda _: self._advise(words.hint_words(self._advised())),
            "analyse": lambda _: self._advise(words.analysis_words(self._advised())),
            "why": lambda move: self._advise(self._advice.why(self._record, move, self._limits())),
            "review": lambda _: self._review(),
            "undo": lambda _: self._undo(),
            "redo": lambda _: self._redo(),
            "save": self._save,
            "load": self._load,
            "moves": lambda _: self._list_moves(),
            "flip": lambda _: self._flip(),
            "fen": lambda _: self._console.print(Text(self._record.position.fen), soft_wrap=True),
            "draw": lambda _: self._offer_draw(),
            "resign": lambda _: self._record.resign(self._record.position.side_to_move),
            "new": lambda _: self._restart("A new game."),
            "help": lambda _: self._help(),
            "quit": lambda _: self._quit(),
        }

    def _advise(self, lines: list[str]) -> None:
        self._screen.say("\n".join(lines), "cyan")

    def _review(self) -> None:
        self._advise(self._advice.review(self._record, self._setting.depth))

    def _advised(self) -> Hint:
        """The best moves of the position; the panel then shows the score of the first."""
        position = self._record.position
        hint = self._advice.hint(self._record, self._limits())
        best = hint.moves[0]
        result = SearchResult(line=(position.parse(best.move),), score=best.score, depth=hint.depth)
        self._screen.result = (hint.side, result)
        if self._console.is_terminal:
            self._draw()
        return hint

    def _limits(self) -> Limits:
        return self._setting.computer_clock(None).limits(self._record.position.side_to_move)

    def _undo(self) -> None:
        self._undone.append(self._record.pop())
        while len(self._record) and not self._may_choose():
            self._undone.append(self._record.pop())
        self._screen.result, self._screen.notices = None, ["Taken back."]

    def _redo(self) -> None:
        """Plays the person's move and the reply to it again."""
        if not self._undone:
            raise InvalidRecord("nothing_undone")
        self._record.push(self._undone.pop())
        while self._undone and not self._may_choose():
            self._record.push(self._undone.pop())
        self._screen.result, self._screen.notices = None, ["Played again."]

    def _save(self, name: str) -> None:
        path = self._files.save(self._record, self._screen.players(self._start.game), name)
        self._screen.say(f"Saved as {path}.")

    def _load(self, name: str) -> None:
        loaded = load(self._start.game, name)
        players = " - ".join(loaded.headers.get(side.value.capitalize(), "?") for side in Side)
        self._restart(f"Loaded {players}, {loaded.result}.", record=loaded.record())

    def _may_choose(self) -> bool:
        position = self._record.position
        return self._setting.is_person(position.side_to_move) and forced_pass(position) is None

    def _list_moves(self) -> None:
        position = self._record.position
        said = [words.both_names(position, move) for move in position.legal_moves]
        moves = [f"{notation} ({token})" if token else notation for notation, token in said]
        self._screen.say(f"{len(moves)} legal {'move' if len(moves) == 1 else 'moves'}: {', '.join(moves)}")

    def _flip(self) -> None:
        self._screen.flipped = not self._screen.flipped
        self._draw()

    def _offer_draw(self) -> None:
        side = self._record.position.side_to_move
        if self._record.claims():
            self._record.claim_draw()
        elif not self._setting.is_person(side.other) and is_early(self._record):
            self._screen.say(f"{words.name_of(side.other)} declines the draw: it is too early for that.", "yellow")
        elif self._accepts_draw(side.other):
            self._record.agree_draw()
        else:
            self._screen.say(f"{words.name_of(side.other)} declines the draw.", "yellow")

    def _accepts_draw(self, side: Side) -> bool:
        """A person is asked; the computer decides by its scores, for which it may have to search first."""
        if self._setting.is_person(side):
            answer = self._reader.read(f"{words.name_of(side)}, do you accept a draw? (yes/no)", None)
            return answer.lower() in ("y", "yes")
        history = self._histories[side]
        history.forget_from(len(self._record))
        if history.last is None:
            score = self._search(self._computers[side]).lines[0].score
            history.note_score(len(self._record), score.of(side))
        return history.accepts_draw(len(self._record))

    def _help(self) -> None:
        position = self._record.position
        shown = " or ".join(filter(None, words.both_names(position, words.example(position))))
        listed = {shown: "play that move, or any other", **COMMANDS}
        width = max(len(word) for word in listed)
        self._screen.say("\n".join(f"{word.ljust(width)}  {meaning}" for word, meaning in listed.items()))

    def _quit(self) -> None:
        raise Quit

    # --- showing ---

    def _draw(self) -> None:
        self._screen.draw(self._record)

    def _say_goodbye(self) -> None:
        """Prints the command that continues from this position."""
        if self._record.outcome() is not None:
            self._screen.say("Goodbye.")
            return
        self._screen.say("Goodbye. To continue from here:")
        command = self._setting.command(self._start.game.name, self._record.position.fen)
        self._console.print(Text(f"  {command}"), soft_wrap=True)


def run(start: Position, setting: Setting, memory: Memory | None = None) -> None:
    """Plays at this terminal, or over standard input and output."""
    console = Console(highlight=False)
    at_keyboard = sys.stdin is not None and sys.stdin.isatty() and console.is_terminal
    # Python has no standard input if it was closed; treat it as empty.
    reader: Reader = PromptReader() if at_keyboard else PlainReader(sys.stdin or io.StringIO())
    TerminalGame(start, setting, console=console, reader=reader, memory=memory).run()
