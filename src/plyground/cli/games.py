"""`plyground games`, `rules` and `show`: the games, their rule options, and single positions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.options import Fen, GameName, Rules, Start, check_target, find_game, find_position
from plyground.cli.output import new_console, print_lines, print_or_write
from plyground.games import registry
from plyground.protocol import Game
from plyground.rules import GameRules, Value

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


def games() -> None:
    """List the games."""
    names = registry.game_names()
    width = max(len(name) for name in names)
    for name in names:
        typer.echo(f"{name.ljust(width)}  {registry.game(name).title}")


def show(
    game: GameName = registry.DEFAULT_GAME,
    fen: Fen = None,
    number: Start = None,
    rules: Rules = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture to this file instead; - is standard output.")
    ] = None,
    moves: Annotated[bool, typer.Option("--moves", help="List the legal moves too.")] = False,
    flip: Annotated[bool, typer.Option("--flip", help="Turn the board around.")] = False,
) -> None:
    """Show a position: the board, its FEN, the side to move or the result, and the number of legal moves."""
    position = find_position(game, rules, fen, number)
    if svg is not None:
        from plyground.drawing.svg import draw_board

        print_or_write(draw_board(position.game.geometry, position.view, flipped=flip), svg)
        return
    from rich.console import Console
    from rich.text import Text

    from plyground.play.terminal_board import board_picture

    console = Console(highlight=False)
    if position.game.geometry.points:
        console.print(board_picture(console, position, position.view, flipped=flip), soft_wrap=True)
    result = position.result
    turn = f"{position.side_to_move.value.capitalize()} to move" if result is None else result.sentence
    count = len(position.legal_moves)
    for line in (position.fen, turn, f"{count} legal {'move' if count == 1 else 'moves'}"):
        console.print(Text(line), soft_wrap=True)
    if moves:
        for token, notation in ((str(move), position.notation(move)) for move in position.legal_moves):
            console.print(Text(token if token == notation else f"{token}  {notation}"), soft_wrap=True)


def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME[:PRESET]]", help="The game; the default is a list of all presets.")
    ] = None,
    rules: Rules = None,
    changed: Annotated[bool, typer.Option("--changed", help="Only show what differs from the standard game.")] = False,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the rules to a TOML file that you can edit; - is standard output."),
    ] = None,
) -> None:
    """Show every rule option of a game of mill or draughts, or list the presets.

    Edit a saved file and play by it: `plyground play mill --rules FILE`.
    """
    console = new_console()
    if game is None:
        if save is not None or rules is not None:
            raise typer.BadParameter("name a game, for example mill:morabaraba")
        print_lines(console, _presets(changed, narrow=console.is_terminal))
        return
    found = find_game(game, rules)
    chosen = _rules(found)
    if save is not None:
        check_target(save)
        print_or_write(_file_text(found, chosen), save)
        return
    options = _options(chosen, changed, narrow=console.is_terminal)
    print_lines(console, f"{found.title} ({found.name})", *_source(found, chosen), "", options)


def _rules(game: Game) -> GameRules:
    from plyground.abilities import HasRules

    if not isinstance(game, HasRules):
        raise typer.BadParameter(f"{game.name} has no rule options; expected a game of mill or draughts")
    return game.rules


def _presets(changed: bool, *, narrow: bool) -> Table:
    """Every preset with its title and its source or its differences."""
    last = "differs in" if changed else "source"
    table = _table("game", f"title, {last}") if narrow else _table("game", "title", last)
    for family in registry.families_with_rules():
        for preset in registry.rules_type(family).presets().values():
            said = (preset.title, differences(preset.rules.options()) if changed else preset.source)
            table.add_row(f"{family}:{preset.name}", *([_stacked(*said)] if narrow else said))
    return table


def _options(rules: GameRules, changed: bool, *, narrow: bool) -> Table:
    """Every option with its value, range and meaning; a dot marks those that differ from the standard game."""
    table = _table("", "option", "meaning") if narrow else _table("", "option", "value", "may be", "meaning")
    different = rules.options()
    for option in rules.all_options():
        differs = option.name in different
        mark, name, value = "•" if differs else "", option.name, _words(different.get(option.name, option.default))
        if changed and not differs:
            continue
        if narrow:
            style = "bold" if differs else ""
            table.add_row(mark, _stacked(name, f"  {value}", style), _stacked(option.meaning, option.range))
        else:
            table.add_row(mark, name, value, option.range, option.meaning)
    return table


def differences(options: Mapping[str, Value]) -> str:
    """The options that differ from the standard game, in one line."""
    return ", ".join(f"{name} {_words(value)}" for name, value in options.items())


def _words(value: Value) -> str:
    if isinstance(value, list):
        return " + ".join(value) or "off"
    return str(value).lower()


def _source(game: Game, rules: GameRules) -> list[str]:
    family, _, name = game.name.partition(":")
    preset = rules.presets().get(name)
    said = f"Options without a mark are as in {_standard(family)}." if preset is None else preset.source
    return [said] if said else []


def _standard(family: str) -> str:
    """The game of a family that the others are compared with."""
    return registry.registered(family).name


def _file_text(game: Game, rules: GameRules) -> str:
    family = game.name.partition(":")[0]
    head = f"# {game.title} ({game.name}): what differs from {_standard(family)}.\n"
    return f"{head}# `plyground rules {family}` lists every option.\n{rules.to_toml()}"


def _stacked(above: str, below: str, style: str = "dim") -> Text:
    """Two cells in one, for narrow terminals."""
    from rich.text import Text

    return Text(f"{above}\n").append(below, style)


def _table(*columns: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 2, 0, 0), show_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
