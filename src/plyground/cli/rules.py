"""`plyground rules`: the rule sets that have a name, and every option of one of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.options import Rules, find_game
from plyground.cli.output import PIPE_WIDTH

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from plyground.games.mill import Mill
    from plyground.games.mill_rules import MillRules, Option


def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME[:PRESET]]", help="Whose rules; without it, all that have a name.")
    ] = None,
    rules: Rules = None,
    changed: Annotated[bool, typer.Option("--changed", help="Only what differs from nine men's morris.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the rules as TOML, to be changed; - is the output.")
    ] = None,
) -> None:
    """Show the rules of a game, option by option, or list the rule sets that have a name.

    A saved file can be edited and played: `plyground play mill --rules FILE`.
    """
    console = _console()
    if game is None:
        if save is not None or rules is not None:
            raise typer.BadParameter("name the game whose rules are meant, such as mill:morabaraba")
        _print(console, _presets(changed, narrow=console.is_terminal))
        return
    found = _mill(game, rules)
    if save is not None:
        text = _file_text(found)
        typer.echo(text, nl=False) if str(save) == "-" else save.write_text(text, encoding="utf-8")
        return
    options = _options(found.rules, changed, narrow=console.is_terminal)
    _print(console, f"{found.title} ({found.name})", _source(found), "", options)


def _mill(name: str, rules: Path | None) -> Mill:
    from plyground.games.mill import Mill

    found = find_game(name, rules)
    if not isinstance(found, Mill):
        raise typer.BadParameter(f"the rules of {found.name} cannot be shown; expected a game of mill")
    return found


def _presets(changed: bool, *, narrow: bool) -> Table:
    """Every preset with its title and where it comes from, or with what makes it different."""
    from plyground.games.mill_rules import PRESETS

    last = "differs in" if changed else "source"
    table = _table("game", f"title, {last}") if narrow else _table("game", "title", last)
    for preset in PRESETS.values():
        said = (preset.title, differences(preset.rules) if changed else preset.source)
        table.add_row(f"mill:{preset.name}", *([_stacked(*said)] if narrow else said))
    return table


def _options(rules: MillRules, changed: bool, *, narrow: bool) -> Table:
    """Every option with its value, its range and its meaning; a dot marks what differs from nine men's morris."""
    from plyground.games.mill_rules import OPTIONS

    table = _table("", "option", "meaning") if narrow else _table("", "option", "value", "may be", "meaning")
    for option, number in zip(OPTIONS, rules.values(), strict=True):
        differs = number != option.default
        mark, name, value = "•" if differs else "", option.name, _words(option, number)
        if changed and not differs:
            continue
        if narrow:
            style = "bold" if differs else ""
            table.add_row(mark, _stacked(name, f"  {value}", style), _stacked(option.meaning, option.range))
        else:
            table.add_row(mark, name, value, option.range, option.meaning)
    return table


def differences(rules: MillRules) -> str:
    """What differs from nine men's morris, in one line."""
    from plyground.games.mill_rules import OPTIONS

    pairs = zip(OPTIONS, rules.values(), strict=True)
    return ", ".join(f"{option.name} {_words(option, number)}" for option, number in pairs if number != option.default)


def _words(option: Option, number: int) -> str:
    value = option.write(number)
    if isinstance(value, list):
        return " + ".join(value) or "off"
    return str(value).lower()


def _source(game: Mill) -> str:
    from plyground.games.mill_rules import PRESETS

    preset = PRESETS.get(game.name.partition(":")[2])
    return preset.source if preset else "What is not marked is as in nine men's morris."


def _file_text(game: Mill) -> str:
    head = f"# {game.title} ({game.name}): what differs from nine men's morris.\n"
    return f"{head}# `plyground rules mill` lists every option.\n{game.rules.to_toml()}"


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
