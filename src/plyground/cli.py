"""The command line: `plyground play | show | perft | bench | games`."""

from __future__ import annotations

import io
import os
import sys
import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, Self

import typer

from plyground import __version__
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.protocol import Position

MAX_DEPTH = 100
MAX_THREADS = 1024
MAX_SECONDS = 86_400
INTERRUPTED = 130
PROGRESS_AFTER_S = 2.0
"""Work that takes longer than this shows how far it is."""

UsageError: type[Exception] = typer.BadParameter.__bases__[0]
"""What typer raises for a wrong command line; it has this class from click, of its own or installed."""

BENCH_DEPTHS = {"chess": 6, "chess:960": 6, "connect-four": 6}
BENCH_DEPTH = 3
"""How deep `bench` counts, by game, and in games that are not named."""

app = typer.Typer(
    name="plyground",
    help="Classic board games, and the game-tree search that plays them.",
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples:\n\n"
    "[bold]plyground play[/]  a game of chess against the computer\n\n"
    "[bold]plyground play connect-four --side black --seconds 5[/]\n\n"
    "[bold]plyground show chess --svg board.svg[/]  the start position as a picture\n\n"
    "[bold]plyground perft chess --depth 5 --divide[/]  count the game tree below each move",
)


class People(StrEnum):
    """Which sides people play; the computer plays the others."""

    WHITE = "white"
    BLACK = "black"
    BOTH = "both"
    NONE = "none"


GameName = Annotated[str, typer.Argument(metavar="GAME", help="GAME[:PRESET]; `plyground games` lists them.")]
Fen = Annotated[str | None, typer.Option("--fen", metavar="TEXT", help="The position; without it, the game's start.")]

Start = Annotated[int | None, typer.Option("--start", metavar="N", help="The start position of that number.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        print("plyground", __version__)
        raise typer.Exit


def _refuse_nan(value: float | None) -> float | None:
    if value is not None and value != value:
        raise typer.BadParameter("nan is not a number of seconds")
    return value


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Classic board games, and the game-tree search that plays them."""


@app.command()
def play(
    game: GameName = "chess",
    fen: Fen = None,
    number: Start = None,
    side: Annotated[People, typer.Option(help="Who sits at the keyboard: white, black, both or none.")] = People.WHITE,
    depth: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=MAX_DEPTH, help="How many plies the computer looks ahead.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            min=0.01,
            max=MAX_SECONDS,
            callback=_refuse_nan,
            help="How long it thinks; 2 seconds unless a depth is given.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Vary the computer's openings, repeatably.")] = None,
) -> None:
    """Play in the terminal against the computer, or two people at one keyboard.

    Type moves as tokens (e2e4) or in the game's own notation (e4, Nf3); ? lists the commands.

    Without a terminal, moves and commands are read from standard input, one per line.
    """
    from plyground.play.terminal import Setting, run

    start = _position(game, fen, number)
    if depth is None and seconds is None:
        seconds = 2.0
    run(start, Setting(name=game, people=side.value, depth=depth, seconds=seconds, seed=seed))


@app.command()
def show(
    game: GameName = "chess",
    fen: Fen = None,
    number: Start = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture instead; - is the output.")] = None,
    moves: Annotated[bool, typer.Option("--moves", help="List the legal moves.")] = False,
    flip: Annotated[bool, typer.Option("--flip", help="Look from the other side.")] = False,
) -> None:
    """Show a position: the board, its text, whose turn it is, the result, the legal moves."""
    position = _position(game, fen, number)
    if svg is not None:
        from plyground.drawing.svg import draw_board

        picture = draw_board(position.game.geometry, position.view, flipped=flip)
        print(picture, end="") if str(svg) == "-" else svg.write_text(picture, encoding="utf-8")
        return
    from rich.console import Console
    from rich.text import Text

    from plyground.play.terminal_board import board_picture
    from plyground.terminations import sentence

    console = Console(highlight=False)
    if position.game.geometry.points:
        console.print(board_picture(console, position, position.view, flipped=flip), soft_wrap=True)
    result = position.result
    turn = f"{position.side_to_move.value.capitalize()} to move" if result is None else sentence(result)
    count = len(position.legal_moves)
    for line in (position.fen, turn, f"{count} legal {'move' if count == 1 else 'moves'}"):
        console.print(Text(line), soft_wrap=True)
    if moves:
        for token, notation in ((str(move), position.notation(move)) for move in position.legal_moves):
            console.print(Text(token if token == notation else f"{token}  {notation}"), soft_wrap=True)


@app.command()
def perft(
    game: GameName = "chess",
    depth: Annotated[int, typer.Option(metavar="N", min=0, max=MAX_DEPTH, help="How many plies deep.")] = 4,
    fen: Fen = None,
    number: Start = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count below each legal move first.")] = False,
    threads: Annotated[
        int, typer.Option(metavar="T", min=0, max=MAX_THREADS, help="How many threads count; 0 = one per processor.")
    ] = 1,
) -> None:
    """Count the leaves of the full game tree; the count is the last line.

    Time and speed go to standard error, so that the count can be piped.
    """
    from plyground.search.perft import divide as count_each

    position = _position(game, fen, number)
    progress = _Progress()
    with progress:
        counts = count_each(position, depth, threads=threads or os.cpu_count() or 1, on_progress=progress)
    leaves = sum(counts.values()) if depth else 1
    if divide:
        for token, count in counts.items():
            print(f"{token}: {count}")
        print()
    print(leaves)
    print(f"{leaves:,} leaves in {progress.elapsed_s:.3f} s, {progress.speed(leaves)}", file=sys.stderr)


@app.command()
def games() -> None:
    """List the games."""
    from plyground.games import registry

    names = registry.games()
    width = max(len(name) for name in names)
    for name in names:
        print(f"{name.ljust(width)}  {registry.game(name).title}")


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; without it, all of them.")] = None,
) -> None:
    """Measure move generation on a fixed workload; the last line is its number of leaves, always the same."""
    from plyground.games import registry
    from plyground.search.perft import perft as count

    names = registry.games() if game is None else (game,)
    width = max(len(name) for name in names)
    total = 0
    print(f"{'game'.ljust(width)}  depth        leaves   seconds  leaves/s")
    for name in names:
        start, depth = registry.game(name).start(), BENCH_DEPTHS.get(name, BENCH_DEPTH)
        with _Progress() as progress:
            leaves = count(start, depth)
        total += leaves
        speed = leaves / max(progress.elapsed_s, 1e-9)
        print(f"{name.ljust(width)}  {depth:>5}  {leaves:>12,}  {progress.elapsed_s:>8.3f}  {speed:,.0f}")
    print(total)


def main() -> None:
    """Runs the command line; a mistake is one line on standard error and exit status 2, Ctrl-C is 130."""
    _make_streams_lenient()
    try:
        status = app(sys.argv[1:] or ["--help"], prog_name="plyground", standalone_mode=False)
        sys.stdout.flush()
    except UsageError as error:
        _fail(_one_line(error))
    except PlygroundError as error:
        _fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has left; point it elsewhere, or Python complains once more while shutting down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    if status == INTERRUPTED:
        print("plyground: interrupted", file=sys.stderr)
    sys.exit(status if isinstance(status, int) else 0)


def _make_streams_lenient() -> None:
    """Bytes that are no text, characters a terminal cannot show, or a closed output are no reason to stop."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


class _Progress:
    """Times what happens inside; called with how far it is, shows that on a terminal once it takes long."""

    def __init__(self) -> None:
        self.elapsed_s = 0.0
        self._began_s = time.perf_counter()
        self._shown = False

    def __enter__(self) -> Self:
        self._began_s = time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self.elapsed_s = time.perf_counter() - self._began_s
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def __call__(self, done: int, parts: int, leaves: int) -> None:
        self.elapsed_s = time.perf_counter() - self._began_s
        if self.elapsed_s < PROGRESS_AFTER_S or not sys.stderr.isatty():
            return
        self._shown = True
        line = f"{100 * done // max(parts, 1)} %  {leaves:,} leaves  {self.speed(leaves)}"
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)

    def speed(self, leaves: int) -> str:
        """Leaves per second in words."""
        return f"{leaves / max(self.elapsed_s, 1e-9):,.0f} leaves/s"


def _one_line(error: Exception) -> str:
    """What is wrong with the command line, without the box that typer would draw around it."""
    words = getattr(error, "format_message", error.__str__)()
    line = " ".join(str(words).split()).removesuffix(".")
    return f"{line[:1].lower()}{line[1:]}; see plyground --help"


def _fail(words: str) -> NoReturn:
    print(f"plyground: {words}", file=sys.stderr)
    sys.exit(2)


def _position(name: str, fen: str | None, number: int | None) -> Position:
    from plyground.games import registry

    if fen is not None and number is not None:
        raise typer.BadParameter("give --fen or --start, not both")
    game = registry.game(name)
    # What is not UTF-8 on the command line reaches Python as characters that no position can hold.
    return game.start(number) if fen is None else game.from_fen(fen.encode(errors="replace").decode())
