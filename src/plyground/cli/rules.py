"""`plyground rules`: the rule sets that have a name, and every option of one of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.options import Rules, find_game
from plyground.cli.output import PIPE_WIDTH, check_target

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from plyground.games.own_rules import OwnRules, Value
    from plyground.protocol import Game


def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME[:PRESET]]", help="Whose rules; without it, all that have a name.")
    ] = None,
    rules: Rules = None,
    changed: Annotated[bool, typer.Option("--changed", help="Only what differs from the usual game.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the rules as TOML, to be changed; - is the output.")
    ] = None,
) -> None:
    """Show the rules of a game of mill or draughts, option by option, or list the rule sets that have a name.

    A saved file can be edited and played: `plyground play mill --rules FILE`.
    """
    console = _console()
    if game is None:
        if save is not None or rules is not None:
            raise typer.BadParameter("name the game whose rules are meant, such as mill:morabaraba")
        _print(console, _presets(changed, narrow=console.is_terminal))
        return
    found = find_game(game, rules)
    chosen = _rules(found)
    if save is not None:
        check_target(save)
        text = _file_text(found, chosen)
        typer.echo(text, nl=False) if str(save) == "-" else save.write_text(text, encoding="utf-8")
        return
    options = _options(chosen, changed, narrow=console.is_terminal)
    _print(console, f"{found.title} ({found.name})", *_source(found, chosen), "", options)


def _rules(game: Game) -> OwnRules:
    from plyground.games.own_rules import rules_in

    found = rules_in(game)
    if found is None:
        raise typer.BadParameter(f"the rules of {game.name} cannot be shown; expected a game of mill or draughts")
    return found


def _presets(changed: bool, *, narrow: bool) -> Table:
    """Every preset with its title and where it comes from, or with what makes it different."""
    from plyground.games.registry import RULES, rules_of

    last = "differs in" if changed else "source"
    table = _table("game", f"title, {last}") if narrow else _table("game", "title", last)
    for family in RULES:
        for preset in rules_of(family).named():
            said = (preset.title, differences(preset.options) if changed else preset.source)
            table.add_row(f"{family}:{preset.name}", *([_stacked(*said)] if narrow else said))
    return table


def _options(rules: OwnRules, changed: bool, *, narrow: bool) -> Table:
    """Every option with its value, its range and its meaning; a dot marks what differs from the usual game."""
    table = _table("", "option", "meaning") if narrow else _table("", "option", "value", "may be", "meaning")
    different = rules.options()
    for option in rules.described():
        differs = option.name in different
        mark, name, value = "•" if differs else "", option.name, _words(different.get(option.name, option.usual))
        if changed and not differs:
            continue
        if narrow:
            style = "bold" if differs else ""
            table.add_row(mark, _stacked(name, f"  {value}", style), _stacked(option.meaning, option.range))
        else:
            table.add_row(mark, name, value, option.range, option.meaning)
    return table


def differences(options: Mapping[str, Value]) -> str:
    """What differs from the usual game, in one line."""
    return ", ".join(f"{name} {_words(value)}" for name, value in options.items())


def _words(value: Value) -> str:
    if isinstance(value, list):
        return " + ".join(value) or "off"
    return str(value).lower()


def _source(game: Game, rules: OwnRules) -> list[str]:
    family, _, name = game.name.partition(":")
    preset = next((one for one in rules.named() if one.name == name), None)
    said = f"What is not marked is as in {_usual(family)}." if preset is None else preset.source
    return [said] if said else []


def _usual(family: str) -> str:
    """The game of a family from which others differ."""
    from plyground.games.registry import registered

    return registered(family).name


def _file_text(game: Game, rules: OwnRules) -> str:
    family = game.name.partition(":")[0]
    head = f"# {game.title} ({game.name}): what differs from {_usual(family)}.\n"
    return f"{head}# `plyground rules {family}` lists every option.\n{rules.to_toml()}"


def _stacked(above: str, below: str, style: str = "dim") -> Text:
    """Two cells, one below the other: what a terminal has room for."""
    from rich.text import Text

    return Text(f"{above}\n").append(below, style)


def _table(*columns: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 2, 0, 0), show_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _console() -> Console:
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    return console


def _print(console: Console, *parts: str | Table) -> None:
    with console.capture() as printed:
        console.print(*parts, sep="\n")
    for line in printed.get().splitlines():
        typer.echo(line.rstrip())
