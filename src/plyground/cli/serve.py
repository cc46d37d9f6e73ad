"""`plyground serve`: the play server, its limits, crash reports and backups."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import typer

if TYPE_CHECKING:
    from plyground.server.accounts.mail import MailSettings
    from plyground.server.wire.databases import DatabaseOffer

DEFAULT_PORT = 43210
MAX_PORT = 65_535

MAX_PROCESSES = 256
MAX_REPORTS = 1_000_000
"""The most reports that are printed: all of them."""

MAY_BE_ZERO = ("memory_mb", "niceness", "reports", "keep_days", "file_mb")
"""Limits for which 0 makes sense."""


class LogLevel(StrEnum):
    """The least important messages that are logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def serve(
    host: Annotated[str, typer.Option(help="Listen on this address; 127.0.0.1 only serves this machine.")] = "0.0.0.0",
    port: Annotated[
        int, typer.Option(min=0, max=MAX_PORT, help="Listen on this port; 0 picks a free one.")
    ] = DEFAULT_PORT,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Store games in this folder instead of the user's data folder."),
    ] = None,
    store: Annotated[
        str,
        typer.Option(metavar="URL", help="Store games in PostgreSQL, at postgresql://USER@HOST/DATABASE."),
    ] = "",
    processes: Annotated[
        int, typer.Option(min=1, max=MAX_PROCESSES, help="Serve with this many processes; they need a --store.")
    ] = 1,
    log_level: Annotated[LogLevel, typer.Option(help="Log messages of this level and above.")] = LogLevel.WARNING,
    limit: Annotated[
        list[str] | None, typer.Option(metavar="NAME=NUMBER", help="Set a limit; --limit help lists them all.")
    ] = None,
    origin: Annotated[list[str] | None, typer.Option(metavar="URL", help="Let pages of this site connect too.")] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Answer requests for this host name too, such as that of a proxy."),
    ] = None,
    metrics_from: Annotated[
        list[str] | None,
        typer.Option(metavar="NETWORK", help="Show /metrics to this address or network too, such as 10.0.0.0/8."),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Believe this reverse proxy, or network, where requests come from."),
    ] = None,
    engine: Annotated[
        list[str] | None, typer.Option(metavar="NAME=COMMAND", help="Offer a UCI engine as an opponent.")
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="PLYGROUND_SMTP",
            show_envvar=False,
            help="Send forgotten passwords by smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS; "
            "better in the environment, as PLYGROUND_SMTP.",
        ),
    ] = None,
    reports: Annotated[
        bool, typer.Option("--reports", help="Print the reports that people sent, of crashes and of chat, then exit.")
    ] = False,
    backup: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a copy of all games, then exit; the server may be running."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Check all games for damage, then exit; the server may be running.")
    ] = False,
    restore: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Go back to a copy made with --backup, then exit; stop the server first."),
    ] = None,
) -> None:
    """Serve the page: play in the browser against the engine or with friends on the network."""
    from plyground.database.files import data_folder

    folder = data or data_folder() / "server"
    if store:
        need_packages()
        if _use_database(folder, store, backup, reports, check or restore is not None):
            return
    if backup is not None:
        _back_up(folder, backup)
        return
    if reports:
        _show_reports(folder)
        return
    need_packages()
    if check:
        _check(folder)
        return
    if restore is not None:
        _restore(folder, restore)
        return
    from plyground.server.limits import ServerLimits
    from plyground.server.serving import ExtrasSettings, ServeSettings, default_workers, network_addresses
    from plyground.server.serving import serve as run

    extras = ExtrasSettings(
        engines=dict(_pair(text, "engine", "NAME=COMMAND") for text in engine or ()),
        workers=default_workers(processes),
        addresses=network_addresses(host, port),
        data=folder,
    )
    defaults = (ServerLimits(), extras.limits, extras.workers)
    if limit and "help" in limit:
        _list_limits(*defaults)
        return
    limits, service_limits, workers = set_limits(limit or (), *defaults)
    settings = ServeSettings(
        data=folder,
        host=host,
        port=port,
        log_level=log_level.value,
        limits=limits,
        origins=tuple(_origin(text) for text in origin or ()),
        allowed_hosts=tuple(allowed_host or ()),
        metrics_from=tuple(_network(text) for text in metrics_from or ()),
        proxies=tuple(_network(text) for text in trusted_proxy or ()),
        store=store,
        mail=None if smtp is None else _mail(smtp),
        processes=processes,
    )

    is_first = False

    def welcome(used: int) -> None:
        nonlocal port, is_first
        port, is_first = used, True
        _welcome(host, port, folder, store)

    def suggest(offers: Sequence[DatabaseOffer]) -> None:
        # Of several processes only the first one speaks.
        if is_first:
            _suggest(offers, port, folder)

    extras = replace(
        extras,
        limits=service_limits,
        workers=workers,
        on_suggestions=suggest,
    )
    with suppress(KeyboardInterrupt):
        run(settings, extras, welcome, lambda text: typer.echo(f"\n  {text}"))
    typer.echo("  Plyground has stopped.")


def set_limits(texts: Sequence[str], *defaults: Any) -> list[Any]:
    """The default limits, changed as the texts `NAME=NUMBER` say; raises `BadParameter`."""
    changed = list(defaults)
    for text in texts:
        name, number = _pair(text, "limit", "NAME=NUMBER")
        place = next((at for at, value in enumerate(changed) if name in _names(value)), None)
        if place is None:
            raise typer.BadParameter(f"there is no limit '{name}'; --limit help lists them")
        changed[place] = replace(changed[place], **{name: _number(name, number, getattr(changed[place], name))})
    return changed


def _names(value: Any) -> list[str]:
    return [limit.name for limit in fields(value)]


def _number(name: str, text: str, default: int | float) -> int | float:
    try:
        number = type(default)(text)
    except ValueError:
        expected = "a whole number" if isinstance(default, int) else "a number"
        raise typer.BadParameter(f"the limit {name} is '{text}'; expected {expected}") from None
    if not 0 < number < float("inf") and not (number == 0 and name in MAY_BE_ZERO):
        raise typer.BadParameter(f"the limit {name} is {text}; expected more than 0")
    return number


def _list_limits(*values: Any) -> None:
    for value in values:
        for name in _names(value):
            typer.echo(f"{name}={getattr(value, name):.10g}")


def _origin(text: str) -> str:
    """The origin of a site as browsers send it."""
    try:
        parts = urlsplit(text)
        is_site = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_site = False
    if not is_site:
        raise typer.BadParameter(f"'{text}' is not a site; expected something like https://example.org")
    return f"{parts.scheme}://{parts.netloc}"


def _network(text: str) -> str:
    from ipaddress import ip_network

    try:
        return str(ip_network(text))
    except ValueError:
        raise typer.BadParameter(f"'{text}' is not a network; expected something like 10.0.0.0/8") from None


def _mail(url: str) -> MailSettings:
    from plyground.server.accounts.mail import MailSettings

    try:
        return MailSettings.parse(url)
    except ValueError as error:
        # The URL itself has a password in it.
        raise typer.BadParameter(f"the SMTP server cannot be used: {error}") from None


def _welcome(host: str, port: int, folder: Path, store: str) -> None:
    """Prints the addresses of the server, on this machine and on the network."""
    from plyground.server.operator import Operator
    from plyground.server.serving import local_address, network_addresses
    from plyground.server.store_sql import place_of

    typer.echo(f"\n  Plyground is running.\n\n  On this machine   {local_address(port)}")
    for address in network_addresses(host, port):
        typer.echo(f"  On your network   {address}\n\n{_qr_code(address)}")
    place = place_of(store) if store else folder
    typer.echo(f"  Games are stored in {place}\n  Ctrl-C stops the server; games continue when you start it again.")
    typer.echo(f"  As the operator, open {local_address(port)}/#/operator?key={Operator.of(folder).key}\n")


def _suggest(offers: Sequence[DatabaseOffer], port: int, folder: Path) -> None:
    """Prints what the operator could build, and where."""
    from plyground.database.endgame_building import size_text, time_text
    from plyground.server.operator import Operator
    from plyground.server.serving import local_address

    builds = "; ".join(
        f"{offer.title}: about {time_text(offer.choices[0].seconds)}, {size_text(offer.choices[0].bytes)}"
        for offer in offers
    )
    if builds:
        typer.echo(f"  Perfect play can be built. {builds}.")
        typer.echo(f"  As the operator, open {local_address(port)}/#/databases?key={Operator.of(folder).key}\n")


def _qr_code(address: str) -> str:
    """The address as a QR code for the terminal."""
    import io

    import segno

    picture = io.StringIO()
    segno.make(address, micro=False).terminal(picture, compact=True, border=2)
    return picture.getvalue()


def _use_database(folder: Path, store: str, backup: Path | None, reports: bool, is_postgresql: bool) -> bool:
    """Does what the options ask for with a database instead of serving; False if they ask for nothing."""
    import asyncio

    from plyground.server.operator import note_backup
    from plyground.server.store_sql import place_of
    from plyground.server.store_sqlite import report_line
    from plyground.server.stores import open_store

    need_store(store)
    if is_postgresql:
        raise typer.BadParameter("PostgreSQL brings its own programs for that: pg_amcheck and pg_restore")

    async def use() -> None:
        opened = await open_store(store)
        try:
            if backup is not None:
                await opened.backup(backup)
                note_backup(folder)
                typer.echo(f"copied {place_of(store)} to {backup}")
            else:
                for report in await opened.reports(MAX_REPORTS):
                    typer.echo(report_line(report))
        finally:
            await opened.close()

    if backup is None and not reports:
        return False
    asyncio.run(use())
    return True


def _back_up(folder: Path, file: Path) -> None:
    import sqlite3

    from plyground.errors import StoreFault
    from plyground.server.operator import note_backup
    from plyground.server.store_files import connect_to_read, copy_to

    source = _games(folder)
    if file.exists() and file.samefile(source):
        raise typer.BadParameter(f"{file} holds the games themselves; choose another file for the copy")
    connection = connect_to_read(source)
    try:
        copy_to(connection, file)
    except (sqlite3.Error, OSError) as error:
        raise StoreFault("data_copy", path=file, reason=str(error)) from error
    finally:
        connection.close()
    note_backup(folder)
    typer.echo(f"copied {source} to {file}")


def _games(folder: Path) -> Path:
    """The file with the games; raises `BadParameter` if there is none."""
    from plyground.server.serving import DATABASE

    source = folder / DATABASE
    if not source.is_file():
        raise typer.BadParameter(f"there are no games in {folder}; --data chooses the server's folder")
    return source


def _check(folder: Path) -> None:
    """Says what is damaged, and exits with 1 if anything is."""
    from plyground.server.store_files import check_file

    source = _games(folder)
    report = check_file(source)
    for line in report.unknown:
        typer.echo(f"not checked: {line}")
    for line in report.damage:
        typer.echo(f"damaged: {line}")
    typer.echo(f"checked {source}: {report.tables} tables, {report.events} events, {len(report.damage)} damaged")
    if report.damage:
        raise typer.Exit(1)


def _restore(folder: Path, backup: Path) -> None:
    from plyground.server.serving import database, hold
    from plyground.server.store_files import restore

    if not backup.is_file():
        raise typer.BadParameter(f"{backup} is not a file")
    source = database(folder)
    if source.exists() and backup.samefile(source):
        raise typer.BadParameter(f"{backup} holds the games themselves; choose a copy made with --backup")
    with hold(folder):
        aside = restore(backup, source)
    typer.echo(f"restored {source} from {backup}")
    if aside is not None:
        typer.echo(f"the games from before are in {aside}")


def _show_reports(folder: Path) -> None:
    """Crash reports as JSON lines, the newest first."""
    from plyground.server.serving import DATABASE
    from plyground.server.store_sqlite import read_reports

    source = folder / DATABASE
    if not source.is_file():
        raise typer.BadParameter(f"there are no reports in {folder}; --data chooses the server's folder")
    for report in read_reports(source):
        typer.echo(report)


def _pair(text: str, option: str, expected: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    if not name or not value:
        raise typer.BadParameter(f"--{option} '{text}' is incomplete; expected {expected}")
    return name, value


def need_store(store: str) -> None:
    """Raises `BadParameter` if a text is not the address of a database."""
    from plyground.server.stores import SCHEMES

    if not store.startswith(SCHEMES):
        raise typer.BadParameter(f"'{store}' is not a store; expected something like postgresql://USER@HOST/DATABASE")


def need_packages() -> None:
    """Raises `BadParameter` if something that the server needs is missing."""
    from importlib.util import find_spec

    if find_spec("resource") is None:
        raise typer.BadParameter("the server runs on Linux and macOS only; the other commands run everywhere")
    missing = [name for name in ("starlette", "uvicorn", "websockets", "segno") if find_spec(name) is None]
    if missing:
        raise typer.BadParameter(f"the server needs {', '.join(missing)}; run pip install 'plyground[server]'")
