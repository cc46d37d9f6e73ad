"""`plyground serve`: the play server on this machine, and backups of what it keeps."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

PORT = 43210
MAX_PORT = 65_535


class LogLevel(StrEnum):
    """How much is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def serve(
    host: Annotated[str, typer.Option(help="Listen here; 127.0.0.1 keeps the server to this machine.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=0, max=MAX_PORT, help="Listen on this port; 0 finds a free one.")] = PORT,
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep games here instead of the user's data folder.")
    ] = None,
    log_level: Annotated[LogLevel, typer.Option(help="How much is logged.")] = LogLevel.WARNING,
    limit: Annotated[
        list[str] | None, typer.Option(metavar="NAME=NUMBER", help="Set a limit; --limit help lists them.")
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="A page of another site that may connect.")
    ] = None,
    engine: Annotated[
        list[str] | None, typer.Option(metavar="NAME=COMMAND", help="A UCI engine that people may play against.")
    ] = None,
    reports: Annotated[bool, typer.Option("--reports", help="Print the crash reports people sent, and leave.")] = False,
    backup: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a copy of all games and leave; a server may be running."),
    ] = None,
) -> None:
    """Serve the page and the tables: play in the browser, with friends on the network, against the engine."""
    from plyground.database.folders import data_folder

    folder = data or data_folder() / "server"
    if backup is not None:
        _back_up(folder, backup)
        return
    if reports:
        _show_reports(folder)
        return
    _need_packages()
    from plyground.cli.serve_limits import list_limits, set_limits
    from plyground.server.extras import ExtrasSettings
    from plyground.server.limits import ServerLimits
    from plyground.server.serving import ServeSettings, network_addresses
    from plyground.server.serving import serve as run

    extras = ExtrasSettings(
        engines=dict(_pair(text, "engine") for text in engine or ()), addresses=network_addresses(host, port)
    )
    usual = (ServerLimits(), extras.limits, extras.workers)
    if limit and "help" in limit:
        list_limits(*usual)
        return
    limits, service_limits, workers = set_limits(limit or (), *usual)
    settings = ServeSettings(
        data=folder,
        host=host,
        port=port,
        log_level=log_level.value,
        limits=limits,
        origins=tuple(_origin(text) for text in origin or ()),
    )
    extras = replace(extras, limits=service_limits, workers=workers)
    try:
        run(settings, extras, lambda used: _welcome(host, used, folder))
    except KeyboardInterrupt:
        typer.echo("  Plyground has stopped.")


def _origin(text: str) -> str:
    """The site of a page as browsers name it."""
    try:
        parts = urlsplit(text)
        is_site = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_site = False
    if not is_site:
        raise typer.BadParameter(f"'{text}' is no site; expected one such as https://example.org")
    return f"{parts.scheme}://{parts.netloc}"


def _welcome(host: str, port: int, folder: Path) -> None:
    """Says where the server is, for people here and on the network."""
    from plyground.server.serving import local_address, network_addresses

    typer.echo(f"\n  Plyground is running.\n\n  On this machine   {local_address(port)}")
    for address in network_addresses(host, port):
        typer.echo(f"  On your network   {address}\n\n{_qr_code(address)}")
    typer.echo(f"  Games are kept in {folder}\n  Ctrl-C stops the server; games go on when it is started again.\n")


def _qr_code(address: str) -> str:
    """The address as a picture that a telephone reads from the terminal."""
    import io

    import segno

    picture = io.StringIO()
    segno.make(address, micro=False).terminal(picture, compact=True, border=2)
    return picture.getvalue()


def _back_up(folder: Path, file: Path) -> None:
    import sqlite3

    from plyground.errors import StoreFault
    from plyground.server.serving import DATABASE
    from plyground.server.store_sqlite import back_up, connect_to_read

    source = folder / DATABASE
    if not source.is_file():
        raise typer.BadParameter(f"there are no games in {folder}; --data names the folder of the server")
    if file.exists() and file.samefile(source):
        raise typer.BadParameter(f"{file} is the file with the games itself; expected another one for the copy")
    connection = connect_to_read(source)
    try:
        back_up(connection, file)
    except (sqlite3.Error, OSError) as error:
        raise StoreFault("data_copy", path=file, reason=str(error)) from error
    finally:
        connection.close()
    typer.echo(f"{file} holds a copy of {source}")


def _show_reports(folder: Path) -> None:
    """Crash reports as JSON lines, the newest first."""
    from plyground.server.serving import DATABASE
    from plyground.server.store_sqlite import read_reports

    source = folder / DATABASE
    if not source.is_file():
        raise typer.BadParameter(f"there are no reports in {folder}; --data names the folder of the server")
    for report in read_reports(source):
        typer.echo(report)


def _pair(text: str, option: str) -> tuple[str, str]:
    name, mark, value = text.partition("=")
    if not mark or not name or not value:
        raise typer.BadParameter(f"--{option} '{text}' is incomplete; expected NAME=VALUE")
    return name, value


def _need_packages() -> None:
    """A plain sentence instead of a trace where the server's packages are missing."""
    from importlib.util import find_spec

    missing = [name for name in ("litestar", "uvicorn", "websockets", "alembic", "segno") if find_spec(name) is None]
    if missing:
        raise typer.BadParameter(f"the server needs {', '.join(missing)}; pip install 'plyground[server]' brings them")
