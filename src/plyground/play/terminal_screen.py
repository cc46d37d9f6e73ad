"""The screen of the terminal game: the board with a panel of players, moves and captures, or plain lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from plyground.drawing.text import symbol_of
from plyground.play.clock import Clock
from plyground.play.levels import Level
from plyground.play.terminal_board import INKS, LIGHT, board_picture, glyph, is_plain
from plyground.play.terminal_setting import Setting
from plyground.play.terminal_words import clock_text, evaluation, in_hand, name_of, status
from plyground.protocol import Game, Position, Side
from plyground.record import Record
from plyground.search.result import SearchResult

FRAME = 4
"""Columns of a panel besides its content: two borders, two margins."""
GAP = 3
"""Columns between the board and the panel."""
MIN_WIDTH, DEFAULT_WIDTH = 34, 40
"""The width of a panel's content; if not even the minimum fits next to the board, the panel goes below it."""
TALL = 16
"""A panel is at most this high, or as high as the board."""
PROMPT = 9
"""Lines left free below: a blank one, the notices, the prompt, and six for completions."""
MANY = 8
"""More captured pieces than this are shown as a count."""


@dataclass(frozen=True, slots=True)
class Panels:
    """What the panel shows besides the moves."""

    players: Mapping[Side, str]
    evaluation: str = ""


def screen(console: Console, picture: Text, record: Record, panels: Panels) -> RenderableType:
    """The board and its panel, side by side where the terminal is wide enough, otherwise one below the other."""
    lines = picture.split()
    wide, high = max(line.cell_len for line in lines), len(lines)
    picture.no_wrap, picture.overflow = True, "crop"
    beside = console.width - wide - GAP - FRAME
    if beside < MIN_WIDTH:
        room = console.height - high - PROMPT
        return Group(picture, side_panel(console, record, panels, width=console.width - FRAME, least=0, most=room))
    most = max(high, min(TALL, console.height - PROMPT))
    layout = Table.grid(padding=(0, GAP, 0, 0))
    layout.add_column(width=wide, no_wrap=True)
    layout.add_row(picture, side_panel(console, record, panels, width=beside, least=high, most=most))
    return layout


def side_panel(console: Console, record: Record, panels: Panels, *, width: int, least: int, most: int) -> Panel:
    """The players, the latest moves and the state of the game, within this width and about this many lines."""
    players = player_lines(record, panels, plain=is_plain(console))
    moves = move_lines(record)
    inside = min(width, max(DEFAULT_WIDTH, *(line.cell_len for line in players), *map(len, moves[-TALL:]), 0))
    told = [Text(status(record), style="bold"), Text(panels.evaluation, style="dim")]
    end = [line for text in told if text for line in text.wrap(console, inside)]
    room = max(most - 2 - len(players) - 2 - len(end), 1)
    shown = [*players, Text(), *(Text(line) for line in moves[-room:])]
    shown += [Text()] * max(least - 2 - len(shown) - len(end), bool(moves))
    content = Text("\n", no_wrap=True, overflow="ellipsis").join([*shown, *end])
    content.no_wrap, content.overflow = True, "ellipsis"
    title = Text(record.game.title)
    return Panel(content, title=title, border_style="dim", padding=(0, 1), width=inside + FRAME)


def player_lines(record: Record, panels: Panels, *, plain: bool) -> list[Text]:
    """A line for each side, Black's first: whose turn it is, who plays, what is in hand and what was captured."""
    wide = max(len(who) for who in panels.players.values())
    hand = record.view.hand
    lines = []
    for side in (Side.BLACK, Side.WHITE):
        turn = side is record.position.side_to_move and record.outcome() is None
        line = Text(f"{'>' if plain else '▸'} " if turn else "  ")
        line.append_text(_mark(record, side, plain))
        line.append(f" {name_of(side)}  {panels.players[side].ljust(wide)}")
        if any(hand.values()):
            line.append(f"  {hand.get(side, 0):>{len(str(max(hand.values())))}} in hand")
        line.append_text(_captured_pieces(record, side, plain))
        lines.append(line)
    return lines


def _mark(record: Record, side: Side, plain: bool) -> Text:
    """A man of that side on the board's background, which works on light and dark terminals; or its letter."""
    if not plain:
        return Text(" ● ", style=f"{INKS[side.value]} on {LIGHT}")
    letters = (symbol for piece, symbol in record.game.symbols.items() if piece.startswith(side.value))
    return Text(next(letters, ""))


def _captured_pieces(record: Record, by: Side, plain: bool) -> Text:
    """What a side has captured, in the symbols of the board."""
    taken = captured(record, by)
    if not taken:
        return Text()
    symbols = record.game.symbols
    shown = {piece: symbol_of(piece, symbols) if plain else glyph(piece, symbols) for piece in taken}
    if sum(taken.values()) > MANY:
        line = " ".join(shown[piece] if count == 1 else f"{count}{shown[piece]}" for piece, count in taken.items())
    else:
        line = "".join(shown[piece] * count for piece, count in taken.items())
    return Text(f"  {line}") if plain else Text.assemble("  ", (f" {line} ", f"{INKS[by.other.value]} on {LIGHT}"))


def captured(record: Record, by: Side) -> dict[str, int]:
    """The pieces that a side has captured: the opponent's that vanished when it moved."""
    taken: Counter[str] = Counter()
    for before, after in zip(record.positions, record.positions[1:], strict=False):
        if before.side_to_move is by:
            taken += Counter(_of(by.other, before)) - Counter(_of(by.other, after))
    symbols = record.game.symbols
    ordered = [*(piece for piece in symbols if piece in taken), *sorted(taken.keys() - symbols.keys())]
    return {piece: taken[piece] for piece in ordered}


def _of(side: Side, position: Position) -> list[str]:
    return [piece for piece in position.pieces.values() if piece.startswith(side.value)]


def move_lines(record: Record) -> list[str]:
    """The moves in the game's notation, numbered, two on a line."""
    if not record.moves:
        return []
    said = [position.notation(move) for position, move in zip(record.positions, record.moves, strict=False)]
    if record.start.side_to_move is not record.game.start().side_to_move:
        said.insert(0, "...")
    wide = max(len(text) for text in said)
    pairs = [said[ply : ply + 2] for ply in range(0, len(said), 2)]
    return [
        f"{number:>3}. " + "  ".join(text.ljust(wide) for text in pair).rstrip() for number, pair in enumerate(pairs, 1)
    ]


@dataclass
class TerminalScreen:
    """What the screen shows of a game besides its record."""

    console: Console
    setting: Setting
    clock: Clock | None = None
    flipped: bool = False
    result: tuple[Side, SearchResult] | None = None
    """What the computer found last, and for which side."""
    notices: list[str] = field(default_factory=list)
    """Moves and events that were not typed."""

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
        opinion = "" if self.result is None else evaluation(*self.result)
        console.print(screen(console, picture, record, Panels(self._with_clocks(record.game), opinion)))
        console.print()
        if self.notices:
            console.print(Text(" ".join(self.notices), style="dim"))

    def say(self, words: str, style: str = "") -> None:
        """Prints words; wraps lines only on a terminal, because a program may read piped output."""
        self.console.print(Text(words, style=style), soft_wrap=not self.console.is_terminal)

    def players(self, game: Game) -> dict[Side, str]:
        """Who plays each side."""
        person = "person" if self.setting.people == "both" else "you"
        return {side: person if self.setting.is_person(side) else self._computer(game) for side in Side}

    def _with_clocks(self, game: Game) -> dict[Side, str]:
        names = self.players(game)
        if self.clock is None:
            return names
        return {side: f"{name}  {clock_text(self.clock.left_ms(side) or 0)}" for side, name in names.items()}

    def _computer(self, game: Game) -> str:
        """The computer's name with its level and rating."""
        if self.setting.level is None:
            return "computer, perfect" if self.setting.is_perfect else "computer"
        level = Level.of(self.setting.level)
        rating = level.rating(game)
        return f"computer {level.number}" + ("" if rating is None else f", {rating} Elo")
