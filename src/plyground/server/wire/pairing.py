"""Pairing: how people find an opponent on the socket, by open seeks and by challenges."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from plyground.server.wire import Command, Notice, Outgoing, Part, parts

PairingId = Annotated[str, Meta(min_length=1, max_length=40)]
"""The id of a seek or of a challenge."""
RatingBound = Annotated[int, Meta(ge=0, le=5_000)]
SeekEnding = Literal["paired", "cancelled", "failed"]
"""`failed`: an opponent was found, but the table could not be created."""
ChallengeStatus = Literal["open", "accepted", "declined", "cancelled", "expired"]
"""`cancelled`: by whoever sent it, or because they left."""


class Terms(Part):
    """The game that somebody wants to play."""

    game: parts.GameName
    rules: parts.Rules | None = None
    start: parts.PositionText = ""
    clock: parts.ClockSettings | None = None
    side: parts.Color | Literal["any"] = "any"
    """The side of whoever wants to play it; `any` is decided by lot."""
    rated: bool = False
    """Whether the result counts for the ratings; only for people with accounts."""


class PostSeek(Command):
    """Looks for an opponent: answered by `paired` if a fitting seek is open, else by `seek_posted`.

    The seek stays open until it is cancelled, or until its owner plays or has left.
    """

    terms: Terms
    min_rating: RatingBound | None = None
    max_rating: RatingBound | None = None
    """The ratings that an opponent may have; with a bound, somebody without a rating does not fit."""


class CancelSeek(Command):
    """Withdraws a seek; answered by `acknowledged`."""

    seek: PairingId


class TakeSeek(Command):
    """Plays the owner of a seek; answered by `paired`."""

    seek: PairingId


class SendChallenge(Command):
    """Challenges a person who is here; answered by `challenge_changed`."""

    to: parts.Name
    """The name of the person."""
    terms: Terms


class AnswerChallenge(Command):
    """Accepts or declines a challenge; answered by `paired` or `challenge_changed`."""

    challenge: PairingId
    accept: bool


class CancelChallenge(Command):
    """Withdraws a challenge; answered by `challenge_changed`."""

    challenge: PairingId


class Opponent(Outgoing):
    """A person who wants to play."""

    guest: str
    """The public id."""
    name: str
    rating: int | None
    """In the game and at the speed in question; None without one."""


class Seek(Outgoing):
    """Somebody looks for an opponent."""

    seek: str
    by: Opponent
    terms: Terms
    title: str
    """The game's name as people read it."""
    min_rating: int | None
    max_rating: int | None


class Challenge(Outgoing):
    """Somebody wants to play a certain person."""

    challenge: str
    by: Opponent
    to: Opponent
    terms: Terms
    title: str
    """The game's name as people read it."""
    status: ChallengeStatus


class SeekPosted(Notice):
    """A seek of this person is open; also sent when they connect again."""

    id: str
    """The id of the message that caused it, "" if none did."""
    seek: Seek


class SeekEnded(Notice):
    """A seek of this person is not open any more."""

    seek: str
    reason: SeekEnding


class ChallengeChanged(Notice):
    """A challenge from or to this person is open, or has ended; the open ones are also sent after `welcome`."""

    id: str
    """The id of the message that caused it, "" if none did."""
    challenge: Challenge


class Paired(Notice):
    """An opponent is found, and both are seated: join the table."""

    id: str
    """The id of the message that caused it, "" if none did."""
    table: str
    side: parts.Color
    opponent: Opponent
    challenge: str
    """The challenge that was accepted; "" for a seek."""


PairingCommand: TypeAlias = PostSeek | CancelSeek | TakeSeek | SendChallenge | AnswerChallenge | CancelChallenge
"""The commands of people who want to play."""
PairingMessage: TypeAlias = SeekPosted | SeekEnded | ChallengeChanged | Paired
"""What they get."""
