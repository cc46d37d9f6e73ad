"""DXP, the DamExchange protocol: its messages, and a connection that sends and receives them.

Two programs play over a TCP connection. One asks for a game (the initiator), the other accepts it (the follower). A
message is 1 to 127 ASCII characters, ended by a zero byte. See http://www.mesander.nl/damexchange/edxpmain.htm.
"""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar, Self, TypeAlias

from plyground.engines.transcript import printable
from plyground.errors import EngineFault
from plyground.games.draughts.exchange import NumberedMove
from plyground.protocol import Side

PORT = 27531
VERSION = "01"
MAX_LENGTH = 127
NAME_LENGTH = 32
MAX_SHOWN = 60
CHUNK = 4096
_LETTERS = {Side.WHITE: "W", Side.BLACK: "Z"}
_SIDES = {"W": Side.WHITE, "Z": Side.BLACK}


def _name(text: str) -> str:
    """A program's name in exactly 32 characters, none of them special."""
    plain = "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in text.strip())
    return plain[:NAME_LENGTH].ljust(NAME_LENGTH)


@dataclass(frozen=True, slots=True)
class GameRequest:
    """GAMEREQ: the initiator asks for a game.

    >>> str(GameRequest("Tornado voor Windows 4.0", Side.WHITE, 60, 65))
    'R01Tornado voor Windows 4.0        W060065A'
    """

    pattern: ClassVar = re.compile(r"R(\d\d)(.{32})([WZ])(\d{3})(\d{3})(?:A|B([WZ][wWzZe]{1,64}))\s*", re.ASCII)
    name: str
    follower: Side
    """The side of the other program."""
    minutes: int
    """Each side's time for the whole game."""
    moves: int = 0
    """How many moves each side plays; 0 for no limit."""
    position: str = ""
    """The side to move and every square, if it is not the usual start."""
    version: str = VERSION

    @classmethod
    def read(cls, found: re.Match[str]) -> Self:
        """The message of a match."""
        version, name, follower, minutes, moves, position = found.groups()
        return cls(name.strip(), _SIDES[follower], int(minutes), int(moves), position or "", version)

    def __str__(self) -> str:
        start = f"B{self.position}" if self.position else "A"
        follower = _LETTERS[self.follower]
        return f"R{self.version}{_name(self.name)}{follower}{self.minutes:03}{self.moves:03}{start}"


@dataclass(frozen=True, slots=True)
class GameAccept:
    """GAMEACC: the follower accepts a game (0), or refuses the version (1), this game (2) or any game (3)."""

    pattern: ClassVar = re.compile(r"A(.{32})([0-3])\s*", re.ASCII)
    name: str
    code: int = 0

    @classmethod
    def read(cls, found: re.Match[str]) -> Self:
        """The message of a match."""
        return cls(found[1].strip(), int(found[2]))

    def __str__(self) -> str:
        return f"A{_name(self.name)}{self.code}"


@dataclass(frozen=True, slots=True)
class MoveMessage:
    """MOVE: a move, and the seconds it took.

    >>> str(MoveMessage(NumberedMove(5, 25, frozenset({22, 12, 23, 20})), 12))
    'M001205250412202223'
    """

    pattern: ClassVar = re.compile(r"M(\d{4})(\d\d)(\d\d)(\d\d)((?:\d\d)*)\s*", re.ASCII)
    move: NumberedMove
    seconds: int = 0

    @classmethod
    def read(cls, found: re.Match[str]) -> Self | None:
        """The message of a match; None if the number of captured men is wrong."""
        seconds, start, end, count, listed = found.groups()
        captured = [int(listed[at : at + 2]) for at in range(0, len(listed), 2)]
        if len(captured) != int(count):
            return None
        return cls(NumberedMove(int(start), int(end), frozenset(captured)), int(seconds))

    def __str__(self) -> str:
        move = self.move
        captured = "".join(f"{square:02}" for square in sorted(move.captured))
        return f"M{min(self.seconds, 9999):04}{move.start:02}{move.end:02}{len(move.captured):02}{captured}"


@dataclass(frozen=True, slots=True)
class GameEnd:
    """GAMEEND, sent instead of a move: no reason (0), I give up (1), a draw (2), I win (3)."""

    pattern: ClassVar = re.compile(r"E([0-3])([01])\s*", re.ASCII)
    reason: int = 0
    is_last: bool = False
    """Whether the program wants no further game."""

    @classmethod
    def read(cls, found: re.Match[str]) -> Self:
        """The message of a match."""
        return cls(int(found[1]), found[2] == "1")

    def __str__(self) -> str:
        return f"E{self.reason}{int(self.is_last)}"


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """CHAT: any text."""

    pattern: ClassVar = re.compile(r"C(.{1,126})", re.ASCII | re.DOTALL)
    text: str

    @classmethod
    def read(cls, found: re.Match[str]) -> Self:
        """The message of a match."""
        return cls(_printable(found[1]).strip())

    def __str__(self) -> str:
        return f"C{_printable(self.text)[: MAX_LENGTH - 1] or ' '}"


@dataclass(frozen=True, slots=True)
class BackRequest:
    """BACKREQ: asks to go back to the move of this number by this side."""

    pattern: ClassVar = re.compile(r"B(\d{3})([WZ])\s*", re.ASCII)
    number: int
    side: Side

    @classmethod
    def read(cls, found: re.Match[str]) -> Self:
        """The message of a match."""
        return cls(int(found[1]), _SIDES[found[2]])

    def __str__(self) -> str:
        return f"B{self.number:03}{_LETTERS[self.side]}"


@dataclass(frozen=True, slots=True)
class BackAccept:
    """BACKACC: goes back (0), cannot (1) or does not want to (2)."""

    pattern: ClassVar = re.compile(r"K([0-2])\s*", re.ASCII)
    code: int

    @classmethod
    def read(cls, found: re.Match[str]) -> Self:
        """The message of a match."""
        return cls(int(found[1]))

    def __str__(self) -> str:
        return f"K{self.code}"


def _printable(text: str) -> str:
    """A text without characters that the protocol, or a terminal, cannot show."""
    return "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in text)


Message: TypeAlias = GameRequest | GameAccept | MoveMessage | GameEnd | ChatMessage | BackRequest | BackAccept
_KINDS = (GameRequest, GameAccept, MoveMessage, GameEnd, ChatMessage, BackRequest, BackAccept)


def parse_message(text: str) -> Message | None:
    """Reads a message; None if it is not one.

    >>> parse_message("M0012061100")
    MoveMessage(move=NumberedMove(start=6, end=11, captured=frozenset()), seconds=12)
    >>> parse_message("M00120611") is None
    True
    """
    for kind in _KINDS:
        found = kind.pattern.fullmatch(text)
        if found is not None:
            return kind.read(found)
    return None


class DxpConnection:
    """A connection to another program; everything it does wrong is an `EngineFault`."""

    def __init__(self, stream: socket.socket, name: str = "the opponent") -> None:
        self._stream = stream
        self._rest = b""
        self.name = name
        """The name that the other program gave itself."""

    @classmethod
    def open(cls, host: str, port: int = PORT, timeout_s: float = 10.0) -> Self:
        """Connects to a program that waits for games; raises `EngineFault`."""
        try:
            return cls(socket.create_connection((host, port), timeout_s), f"{host}:{port}")
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineFault("engine_failed_to_start", engine=f"{host}:{port}", reason=reason, lines=()) from None

    def send(self, message: Message) -> None:
        """Sends a message."""
        try:
            self._stream.sendall(str(message).encode("ascii", "replace") + b"\0")
        except OSError:
            raise self.fault("dxp_closed") from None

    def receive(self, timeout_s: float | None = None) -> Message:
        """The next message; raises `EngineFault` if there is none in time, or none that can be understood."""
        deadline = None if timeout_s is None else monotonic() + timeout_s
        while (at := self._rest.find(b"\0")) < 0:
            if len(self._rest) > MAX_LENGTH:
                raise self.fault("dxp_garbage", text=printable(self._rest[:MAX_SHOWN]))
            self._rest += self._more(deadline)
        data, self._rest = self._rest[:at], self._rest[at + 1 :]
        message = parse_message(data.decode("ascii", "replace")) if len(data) <= MAX_LENGTH else None
        if message is None:
            raise self.fault("dxp_garbage", text=printable(data[:MAX_SHOWN]))
        return message

    def _more(self, deadline: float | None) -> bytes:
        left_s = None if deadline is None else deadline - monotonic()
        if left_s is not None and left_s <= 0:
            raise self.fault("dxp_silent")
        try:
            self._stream.settimeout(left_s)
            data = self._stream.recv(CHUNK)
        except TimeoutError:
            raise self.fault("dxp_silent") from None
        except OSError:
            raise self.fault("dxp_closed") from None
        if not data:
            raise self.fault("dxp_closed")
        return data

    def fault(self, code: str, **arguments: object) -> EngineFault:
        """The error that says what the other program did wrong."""
        return EngineFault(code, engine=self.name, lines=(), **arguments)

    def close(self) -> None:
        """Closes the connection."""
        self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
