"""Challenges and seeks in lichess's shapes, and who hears of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from plyground.server.lichess import shapes
from plyground.server.lichess.describe import BOTH, user_id
from plyground.server.lichess.line_stream import LineStream
from plyground.server.lichess.variants import speed_of, variant_of
from plyground.server.positions import find_game
from plyground.server.wire.pairing import Challenge, Opponent, PairingMessage, SeekEnded, Terms
from plyground.server.wire.parts import ClockSettings

GENERIC = "generic"
DECLINED = "I'm not accepting challenges at the moment."
COLORS: dict[str, Literal["white", "black", "random"]] = {"white": "white", "black": "black", "any": "random"}
STATUSES: dict[str, Literal["created", "accepted", "declined", "canceled"]] = {
    "open": "created",
    "accepted": "accepted",
    "declined": "declined",
    "cancelled": "canceled",
    "expired": "canceled",
}


def challenge_of(one: Challenge, guest: str, reason: str = GENERIC) -> shapes.Challenge:
    """A challenge as one of the two sees it."""
    is_declined = one.status == "declined"
    return challenge_with(
        one.terms,
        id=one.challenge,
        url="",
        status=STATUSES[one.status],
        challenger=_user(one.by),
        dest_user=_user(one.to),
        direction="in" if one.to.guest == guest else "out",
        decline_reason=DECLINED if is_declined else None,
        decline_reason_key=reason if is_declined else None,
    )


def challenge_with(
    terms: Terms,
    *,
    id: str,
    url: str,
    challenger: shapes.ChallengeUser | None,
    dest_user: shapes.ChallengeUser | None,
    status: Literal["created", "accepted", "declined", "canceled"] = "created",
    direction: Literal["in", "out"] | None = None,
    decline_reason: str | None = None,
    decline_reason_key: str | None = None,
    url_white: str | None = None,
    url_black: str | None = None,
) -> shapes.Challenge:
    """A challenge to a game under some terms."""
    game = find_game(terms.game, terms.rules)
    return shapes.Challenge(
        id=id,
        url=url,
        status=status,
        challenger=challenger,
        dest_user=dest_user,
        variant=variant_of(game, terms.start or game.start().fen),
        rated=terms.rated,
        speed=speed_of(terms.clock),
        time_control=_time_control(terms.clock),
        color=COLORS[terms.side],
        final_color=None if terms.side == "any" else terms.side,
        perf=shapes.PerfIcon(icon="", name=game.title),
        direction=direction,
        initial_fen=terms.start or None,
        decline_reason=decline_reason,
        decline_reason_key=decline_reason_key,
        url_white=url_white,
        url_black=url_black,
    )


def event_of(one: Challenge, guest: str, reason: str = GENERIC) -> shapes.EventLine | None:
    """What the stream of events says about a challenge that has changed; None if the game that begins says it."""
    challenge = challenge_of(one, guest, reason)
    match one.status:
        case "open":
            return shapes.ChallengeSent(challenge=challenge, compat=BOTH)
        case "declined":
            return shapes.ChallengeDeclined(challenge=challenge)
        case "cancelled" | "expired":
            return shapes.ChallengeCanceled(challenge=challenge)
        case "accepted":
            return None


def _user(one: Opponent) -> shapes.ChallengeUser:
    return shapes.ChallengeUser(id=user_id(one.name), name=one.name, rating=one.rating, online=True)


def _time_control(clock: ClockSettings | None) -> shapes.ClockControl | shapes.Unlimited:
    if clock is None:
        return shapes.Unlimited()
    limit_s, increment_s = clock.initial_ms // 1000, clock.increment_ms // 1000
    return shapes.ClockControl(limit=limit_s, increment=increment_s, show=f"{limit_s / 60:g}+{increment_s}")


class Visit:
    """Somebody who has sent a challenge without listening to what happens; here for a while."""

    def __init__(self, guest: str) -> None:
        self.guest = guest

    def send(self, message: PairingMessage) -> None:
        """Hears nothing."""


class OpenSeek:
    """A seek that is open while its stream is."""

    def __init__(self, guest: str, lines: LineStream, withdraw: Callable[[str], None]) -> None:
        self.guest = guest
        self._lines = lines
        self._withdraw = withdraw
        self._seek = ""

    def opened(self, seek: str) -> None:
        """The seek is open now."""
        self._seek = seek

    def send(self, message: PairingMessage) -> None:
        """Hears that an opponent is found, or that the seek was withdrawn elsewhere."""
        if isinstance(message, SeekEnded) and message.seek == self._seek:
            self._seek = ""
            self._lines.end()

    def close(self) -> None:
        """The stream has ended: withdraws the seek if it is still open."""
        seek, self._seek = self._seek, ""
        if seek:
            self._withdraw(seek)
