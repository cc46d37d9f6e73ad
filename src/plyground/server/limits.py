"""Limits that an operator can set: how much, how often and how long."""

from __future__ import annotations

from dataclasses import dataclass, replace

RESERVED_DESCRIPTORS = 256
"""File descriptors for the database, workers and engines."""
REQUEST_CONNECTIONS = 16
"""Connections for requests that may be open in any case."""


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """The server's limits; the command line sets any of them by `--limit NAME=NUMBER`."""

    sockets: int = 12_000
    """Sockets at a time; a quarter more connections may be open for requests."""
    sockets_per_address: int = 1_000
    """The same from one network address."""
    header_s: float = 10.0
    """How long the header of a request may take."""
    transfer_s: float = 60.0
    """How long the body of a request, or reading an answer, may take."""
    idle_s: float = 20.0
    """How long a connection stays open between two requests."""
    hello_s: float = 20.0
    """How long a socket may stay open without a hello."""
    tables: int = 20_000
    """Tables in memory at a time."""
    tables_per_guest: int = 50
    """Tables in memory that one guest created."""
    tables_per_address: int = 1_000
    """Tables in memory that were created from one network address."""
    creations_per_second: float = 1.0
    """Tables that may be created from one network address on average; more in a burst."""
    creations_burst: float = 60.0
    sign_ups_per_hour: float = 20.0
    """Accounts that may be created from one network address."""
    passwords_per_hour: float = 60.0
    """Passwords that may be tried from one network address; ten times as many for one account from all of them."""
    mails_per_hour: float = 10.0
    """Mails that may be asked for from one network address."""
    rated_games_per_pair: int = 20
    """Rated games of the same two players that count within 24 hours."""
    rated_aborts_per_day: int = 10
    """Whoever has aborted this many rated games within 24 hours cannot begin another one."""
    message_bytes: int = 65_536
    """The longest message on a socket."""
    body_bytes: int = 2_000_000
    """The longest body of a request."""
    messages_per_second: float = 20.0
    """Messages a socket may send on average; more in a burst."""
    message_burst: float = 200.0
    messages_per_address: float = 500.0
    """Messages a second that are read from all sockets of one network address; more wait."""
    message_burst_per_address: float = 5_000.0
    bytes_per_second: float = 200_000.0
    """Bytes a socket may send and ask for on average; what it sends after more than that waits."""
    byte_burst: float = 4_000_000.0
    bytes_per_address: float = 2_000_000.0
    """Bytes a second that all sockets of one network address may send and ask for."""
    byte_burst_per_address: float = 40_000_000.0
    chats_per_second: float = 0.5
    chat_burst: float = 5.0
    outbox: int = 64
    """Messages waiting for a slow client before they are dropped and it gets a snapshot instead."""
    outbox_bytes: int = 2_000_000
    """The same for their size."""
    recent_events: int = 8
    """How many events of a table are kept for clients that reconnect. A client that missed more gets a snapshot, which
    is about as long as eight moves. With 64, a thousand tables used so much memory that a move was a third slower."""
    lag_ms: float = 200.0
    """Network lag that is not charged to a clock, per move."""
    lag_quota_ms: float = 1_000.0
    """Network lag that is not charged in all; each move of a player brings some of it back."""
    lag_refill_ms: float = 50.0
    gone_after_s: float = 30.0
    """How long an opponent must be away before the game can be claimed."""
    resume_after_s: float = 30.0
    """After a restart a clock resumes when its owner is back, or after this long."""
    waiting_expires_s: float = 3 * 3600.0
    """A table whose game has not begun expires after nobody was there for this long."""
    unload_after_s: float = 60.0
    """A table without anyone leaves memory after this long if no clock runs; it is loaded again on demand."""
    keep_days: float = 365.0
    """Tables that nobody has touched for this long are deleted; 0 keeps them forever."""
    file_mb: int = 10_000
    """No tables are created while the file is larger than this; 0 for no bound."""
    check_hours: float = 24.0
    """How often the file is checked for damage, besides at the start."""
    ping_s: float = 10.0
    """How often the lag of clients is measured."""
    lobby_tables: int = 200
    """The longest list of tables."""
    lobby_seeks: int = 100
    """The longest list of seeks."""
    seeks: int = 1_000
    """Open seeks at a time."""
    seeks_per_person: int = 3
    """Open seeks of one person."""
    seeks_per_address: int = 50
    """Open seeks from one network address."""
    challenges: int = 2_000
    """Open challenges at a time."""
    challenges_per_person: int = 5
    """Open challenges that one person has sent."""
    challenges_per_address: int = 50
    """Open challenges from one network address."""
    challenges_to_person: int = 10
    """Open challenges that one person has received."""
    challenge_expires_s: float = 120.0
    """A challenge that is not answered expires after this long."""
    pairing_grace_s: float = 10.0
    """How long seeks and challenges are kept for somebody whose connection ended."""
    pairings_per_minute: float = 30.0
    """Seeks and challenges that a person may send or accept; ten times as many from one network address."""

    @property
    def connections(self) -> int:
        """Connections at a time, sockets among them."""
        return _with_requests(self.sockets)

    @property
    def connections_per_address(self) -> int:
        """Connections at a time from one network address, sockets among them."""
        return _with_requests(self.sockets_per_address)

    @property
    def descriptors(self) -> int:
        """How many files and connections the server must be able to open."""
        return self.connections + RESERVED_DESCRIPTORS

    def within(self, descriptors: int) -> ServerLimits:
        """The limits for a process that can open only so many; no address gets more than a quarter of them then."""
        if descriptors >= self.descriptors:
            return self
        sockets = max(1, (descriptors - RESERVED_DESCRIPTORS - REQUEST_CONNECTIONS) * 4 // 5)
        return replace(self, sockets=sockets, sockets_per_address=min(self.sockets_per_address, max(1, sockets // 4)))


def _with_requests(sockets: int) -> int:
    return sockets + sockets // 4 + REQUEST_CONNECTIONS


@dataclass(frozen=True, slots=True)
class ServiceLimits:
    """The limits of the page's services; larger requests are cut or refused."""

    analysis_s: float = 600.0
    """The longest analysis of a position; if others wait, it ends after its share."""
    share_s: float = 5.0
    """An analysis or a trace ends after this long if others wait."""
    study_share_s: float = 20.0
    """A review or an experiment ends after this long if others wait."""
    hint_s: float = 5.0
    """The longest search for a hint or an explanation."""
    review_s: float = 300.0
    """The longest review of a whole game."""
    experiment_s: float = 120.0
    trace_s: float = 20.0
    quick_s: float = 1.0
    """Processor time for a view, a check or the start of a table; a busy machine may take several times longer."""
    file_s: float = 5.0
    """The longest time to read or write a file."""
    per_address: int = 8
    """Services that run or wait for one network address."""
    requests_per_address: int = 16
    """HTTP requests that run or wait for one network address."""
    lines: int = 10
    probes_per_second: float = 5.0
    """Positions that a network address may look up by `GET /api/probe`; more in a burst."""
    probe_burst: float = 100.0
    reports: int = 1_000
    """How many crash reports are kept, the newest."""
    reports_per_hour: int = 10
    """Crash reports per hour from one network address."""
