"""Shapes: what lichess's API sends and receives. Times are milliseconds; fields that are None are left out."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from plyground.server.wire import Outgoing, Wire
from plyground.server.wire.parts import MAX_CHAT_LENGTH, Color


class Shape(Outgoing, rename="camel", omit_defaults=True):
    """The base of what is sent. A field that equals its default is left out, so only optional fields have one."""


class Ok(Shape):
    """The answer to what has no other."""

    ok: bool


class Variant(Shape):
    """The game: `key` is what requests say."""

    key: str
    name: str
    short: str


class Perf(Shape):
    """In which list the game would be rated."""

    name: str


class Status(Shape):
    """How a game stands."""

    id: int
    name: str


class Player(Shape):
    """A player, as the stream of a game shows them."""

    id: str | None = None
    name: str
    title: str | None = None
    ai_level: int | None = None


class Clock(Shape):
    """The clock of a game."""

    initial: int
    increment: int


class GameState(Shape, tag_field="type", tag="gameState"):
    """How a game stands: a line of its stream."""

    moves: str
    """All moves so far, with blanks between them."""
    wtime: int
    btime: int
    winc: int
    binc: int
    status: str
    winner: Color | None = None
    wdraw: bool
    """Whether White offers a draw."""
    bdraw: bool
    wtakeback: bool
    btakeback: bool


class GameFull(Shape, tag_field="type", tag="gameFull"):
    """The first line of the stream of a game."""

    id: str
    variant: Variant
    clock: Clock | None
    speed: str
    perf: Perf
    rated: bool
    created_at: int
    white: Player
    black: Player
    initial_fen: str
    """`startpos` for the usual start."""
    state: GameState


class ChatLine(Shape, tag_field="type", tag="chatLine"):
    """A chat message: a line of the stream of a game."""

    room: Literal["player", "spectator"]
    username: str
    text: str


class OpponentGone(Shape, tag_field="type", tag="opponentGone"):
    """The opponent has left, or is back: a line of the stream of a game."""

    gone: bool
    claim_win_in_seconds: int | None = None


class ChatMessage(Shape):
    """A chat message in the list of all."""

    user: str
    text: str


class Opponent(Shape):
    """The opponent, in lists of games."""

    id: str | None = None
    username: str
    ai: int | None = None


class Compatibility(Shape):
    """Which API can play the game: both always."""

    bot: bool
    board: bool


class GameInfo(Shape):
    """A game of the person who asks, as events and lists show it."""

    full_id: str
    game_id: str
    id: str
    fen: str
    color: Color
    last_move: str
    source: str
    status: Status
    variant: Variant
    speed: str
    perf: str
    rated: bool
    has_moved: bool
    opponent: Opponent
    is_my_turn: bool
    seconds_left: int | None = None
    winner: Color | None = None
    compat: Compatibility


class GameStart(Shape, tag_field="type", tag="gameStart"):
    """A game has begun, or is being played: a line of the stream of events."""

    game: GameInfo


class GameFinish(Shape, tag_field="type", tag="gameFinish"):
    """A game is over: a line of the stream of events."""

    game: GameInfo


class ChallengeUser(Shape):
    """Somebody who challenges or is challenged."""

    id: str
    name: str
    rating: int | None = None
    online: bool


class ClockControl(Shape, tag_field="type", tag="clock"):
    """A clock, in seconds."""

    limit: int
    increment: int
    show: str


class Unlimited(Shape, tag_field="type", tag="unlimited"):
    """No clock."""


class PerfIcon(Shape):
    """In which list the game would be rated; there are no icons."""

    icon: str
    name: str


class Challenge(Shape):
    """A challenge from or to the person who asks."""

    id: str
    url: str
    status: Literal["created", "accepted", "declined", "canceled"]
    challenger: ChallengeUser | None
    dest_user: ChallengeUser | None
    variant: Variant
    rated: bool
    speed: str
    time_control: ClockControl | Unlimited
    color: Literal["white", "black", "random"]
    final_color: Color | None = None
    perf: PerfIcon
    direction: Literal["in", "out"] | None = None
    initial_fen: str | None = None
    decline_reason: str | None = None
    decline_reason_key: str | None = None
    url_white: str | None = None
    """Of an open challenge: the addresses for the two players."""
    url_black: str | None = None


class Challenges(Shape):
    """`GET /api/challenge`: those to you and those from you."""

    in_: list[Challenge] = field(name="in")
    out: list[Challenge]


class ChallengeSent(Shape, tag_field="type", tag="challenge"):
    """Somebody has challenged somebody: a line of the stream of events."""

    challenge: Challenge
    compat: Compatibility


class ChallengeCanceled(Shape, tag_field="type", tag="challengeCanceled"):
    """A challenge was withdrawn, or nobody answered it: a line of the stream of events."""

    challenge: Challenge


class ChallengeDeclined(Shape, tag_field="type", tag="challengeDeclined"):
    """A challenge was declined: a line of the stream of events."""

    challenge: Challenge


class Playing(Shape):
    """`GET /api/account/playing`."""

    now_playing: list[GameInfo]


class CreatedGame(Shape):
    """A game that was created."""

    id: str
    full_id: str
    variant: Variant
    speed: str
    perf: str
    rated: bool
    initial_fen: str
    fen: str
    player: Color
    """Whose turn it is."""
    turns: int
    status: Status
    source: str
    created_at: int


class User(Shape):
    """A person."""

    id: str
    name: str


class ExportedPlayer(Shape):
    """A player, as an exported game shows them."""

    user: User | None = None
    name: str | None = None
    ai_level: int | None = None


class ExportedPlayers(Shape):
    """Both players of an exported game."""

    white: ExportedPlayer
    black: ExportedPlayer


class ExportedClock(Shape):
    """The clock of an exported game, in seconds."""

    initial: int
    increment: int
    total_time: int


class ExportedGame(Shape):
    """A game as JSON."""

    id: str
    rated: bool
    variant: str
    speed: str
    perf: str
    created_at: int
    last_move_at: int
    status: str
    players: ExportedPlayers
    winner: Color | None = None
    initial_fen: str | None = None
    moves: str
    """In the notation of the game."""
    clock: ExportedClock | None = None


class Request(Wire):
    """The base of what is received, as a form or as JSON. Unknown fields are ignored, as lichess does."""


class NoFields(Request):
    """A request that says nothing besides its path."""


class Move(Request):
    """`POST .../move/{move}`."""

    offering_draw: bool = field(default=False, name="offeringDraw")
    """Whether the move comes with the offer of a draw; if the opponent has offered one, it is accepted instead."""


class Chat(Request):
    """`POST .../chat`."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT_LENGTH)]
    room: Literal["player", "spectator"] = "player"
    """Players and spectators share one chat here."""


ClockLimit = Annotated[int, Meta(ge=0, le=7 * 86_400)]
ClockIncrement = Annotated[int, Meta(ge=0, le=3_600)]


class GameWish(Request):
    """What game somebody wants."""

    clock_limit: ClockLimit | None = field(default=None, name="clock.limit")
    """Seconds; without it there is no clock."""
    clock_increment: ClockIncrement = field(default=0, name="clock.increment")
    days: int | None = None
    """Not offered."""
    variant: Annotated[str, Meta(max_length=80)] = "standard"
    fen: Annotated[str, Meta(max_length=2_000)] = ""


class ChallengeAi(GameWish):
    """`POST /api/challenge/ai`."""

    level: Annotated[int, Meta(ge=1, le=20)]
    color: Literal["white", "black", "random"] = "random"


class ChallengePerson(GameWish):
    """`POST /api/challenge/{username}`."""

    rated: bool = False
    color: Literal["white", "black", "random"] = "random"
    """The side of the challenger."""


class OpenChallenge(GameWish):
    """`POST /api/challenge/open`."""


class AcceptChallenge(Request):
    """`POST /api/challenge/{id}/accept`."""

    color: Literal["white", "black"] | None = None
    """The side, in an open challenge."""


class DeclineChallenge(Request):
    """`POST /api/challenge/{id}/decline`."""

    reason: Annotated[str, Meta(max_length=40)] = "generic"


class SeekWish(Request):
    """`POST /api/board/seek`."""

    time: Annotated[float, Meta(ge=0, le=180)] | None = None
    """Minutes; without it there is no clock."""
    increment: ClockIncrement = 0
    """Seconds."""
    days: int | None = None
    """Not offered."""
    rated: bool = False
    variant: Annotated[str, Meta(max_length=80)] = "standard"
    color: Literal["white", "black", "random"] = "random"
    rating_range: Annotated[str, Meta(pattern=r"^\d{1,4}-\d{1,4}$")] | None = field(default=None, name="ratingRange")


class GamesQuery(Request):
    """The query of `GET /api/games/user/{username}`."""

    max: Annotated[int, Meta(ge=1)] | None = None
    since: Annotated[int, Meta(ge=0, le=10**15)] | None = None
    """Only games that ended since then."""
    until: Annotated[int, Meta(ge=0, le=10**15)] | None = None
    vs: Annotated[str, Meta(max_length=80)] = ""
    """Only games against the person with this name."""
    color: Color | None = None
    perf_type: Annotated[str, Meta(max_length=80)] = field(default="", name="perfType")
    """Only games of this variant."""
    moves: bool = True


Line = GameFull | GameState | ChatLine | OpponentGone
"""A line of the stream of a game."""
EventLine = GameStart | GameFinish | ChallengeSent | ChallengeCanceled | ChallengeDeclined
"""A line of the stream of events."""
