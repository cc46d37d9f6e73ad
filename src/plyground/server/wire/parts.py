"""Parts of messages: the values that they are made of."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, UnsetType

from plyground.abilities import Reach
from plyground.protocol import Geometry, Result
from plyground.server.wire import Outgoing, Part

Color = Literal["white", "black"]
"""A side; `white` names the first player in games without colours."""
Phase = Literal["waiting", "playing", "over"]
"""`waiting`: until both seats are taken for the first time."""
Mode = Literal["person-person", "person-engine", "engine-engine", "same-screen"]
TimeClass = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]
"""Clocks of about the same length, for each of which people have a rating."""
OfferKind = Literal["draw", "takeback", "rematch"]
Rules = dict[str, Any]
"""The options of custom rules by name; `RulesSchema` has their names and ranges."""
Entry = dict[str, Any]
"""A tree of clicks: each follows a branch, a leaf is the token of a move."""
GameName = Annotated[str, Meta(min_length=1, max_length=80)]
"""`GAME[:PRESET]`, such as `mill:nine`."""
PositionText = Annotated[str, Meta(max_length=2_000)]
"""A position as text (FEN); empty for the usual start."""
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
"""A move's token, or the move in the game's own notation."""
MAX_PLIES = 4_000
MAX_CHAT_LENGTH = 300
MAX_NAME_LENGTH = 30
Moves = Annotated[list[MoveText], Meta(max_length=MAX_PLIES)]
Tags = Annotated[
    dict[Annotated[str, Meta(pattern=r'^\w[^\s"\[\]]*$')], Annotated[str, Meta(max_length=1_000)]],
    Meta(max_length=50),
]
"""The tags of a game file by name; only names that a file can have."""
GuestId = Annotated[str, Meta(min_length=1, max_length=40)]
"""The public id of a guest."""
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
BotSpec = Annotated[str, Meta(max_length=120)]
"""A bot by name, with its options: `level=7`, `level=3:style=attacking`, `negascout:depth=4`, `random`, `best`."""


class Problem(Outgoing):
    """Why something cannot be done."""

    code: str
    """A code of `plyground.errors`; the page renders it in the person's language."""
    arguments: dict[str, Any]
    """The values for the text, by name."""
    message: str
    """The English rendering."""


class View(Outgoing, omit_defaults=True):
    """A position as a board shows it: `plyground.protocol.View.as_dict()`. The page draws it and knows no rules."""

    game: str
    turn: Color
    pieces: dict[str, str]
    """Point -> piece, such as `white queen`."""
    last: list[str]
    """The points that the last move touched."""
    result: Result | None
    entry: Entry
    """How a move is entered; empty when the game is over."""
    hand: dict[Color, int] = {}
    """Men still to be placed; left out in games without them."""
    check: str = ""
    """The point of a king in check; left out if there is none."""
    forced: str = ""
    """Why only some moves are allowed, as a code such as `capture`; left out if all are."""


ViewJson = Raw
"""A `View` that is JSON already: the native core writes it, and it goes into messages as it is."""


class PlayedMove(Outgoing):
    """A move of a game."""

    move: str
    """The token, the same on every wire."""
    notation: str
    """As people write it (SAN in chess)."""
    side: Color
    spent_ms: int
    """The time it took by the server's clock; 0 if it was not measured."""


class ClockSettings(Part):
    """How much time a game gives each side."""

    initial_ms: Annotated[int, Meta(ge=1_000, le=7 * 86_400_000)]
    increment_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    """Added after each move."""
    delay_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    """Time at each move before the clock starts to run."""
    black_ms: Annotated[int, Meta(ge=1_000, le=7 * 86_400_000)] | None = None
    """Black's time at odds; None for the same as White's."""


class Clocks(Outgoing):
    """The time left, at the moment this is sent; only the server's clock counts."""

    white_ms: int
    black_ms: int
    running: Color | None
    """Whose clock runs; None before the first move, in a pause, and when the game is over."""
    delay_ms: int
    """The rest of the delay before the clock runs down."""


class SeatState(Outgoing):
    """A seat and its owner."""

    kind: Literal["open", "person", "bot"] = "open"
    """`open` means that anyone may take it."""
    name: str = ""
    """The person's or bot's name; "" while open."""
    guest: str = ""
    """The public id of the guest who sits there, "" otherwise; `Welcome.guest` says which is yours."""
    bot: str = ""
    """The bot's name with its options; "" for people."""


class RatingMark(Outgoing):
    """A rating as seats and lists show it."""

    rating: int
    provisional: bool
    """Whether too little is known of the player; shown by a question mark."""
    change: int
    """What the game that has just ended here has changed; 0 before that."""


class Seat(SeatState):
    """A seat as clients see it."""

    present: bool
    """Whether its owner is connected."""
    claimable_in_ms: int | None
    """How long until the opponent may claim the game because the owner is gone; None while the owner is present."""
    rating: RatingMark | None
    """The rating in this game at this speed; None for guests, and for bots whose strength was not measured."""


class Seats(Outgoing):
    """Both seats of a table."""

    white: Seat
    black: Seat


class Offers(Outgoing):
    """The open offers and the side that made each; they are answered by `accept` or `decline`."""

    draw: Color | None
    takeback: Color | None
    rematch: Color | None


class MatchScore(Outgoing):
    """The points from all games that ended at a table, for who sits where now; a draw is half a point for each."""

    white: float
    black: float


class Chat(Outgoing):
    """A chat message."""

    name: str
    side: Color | None
    """None for a spectator."""
    text: str
    at: float
    """Seconds since 1970."""
    guest: str = ""
    """The public id of who said it; "" in games of 0.1."""


class TableSettings(Outgoing):
    """What a table was created with. It never changes."""

    game: str
    rules: Rules | None
    """Options of custom rules; None for the preset in `game`."""
    start: str
    """The first position of every game at this table, as text."""
    moves: list[str]
    """Moves played before the first game came here, as tokens."""
    clock: ClockSettings | None
    public: bool
    """Listed in the lobby; otherwise only people with the link find it."""
    pace_ms: int
    """The least time between two moves of bots, so that people can follow them."""
    owner: str
    """The public id of the guest who created it and may pause and step an engine-engine game."""
    created: float
    """Seconds since 1970."""
    rated: bool = False
    """Whether the games at the table change the ratings of the players."""


class Snapshot(Outgoing):
    """Everything a page needs to show a table."""

    table: str
    version: int
    hash: str
    settings: TableSettings
    title: str
    """The game's name as people read it."""
    geometry: Geometry
    symbols: dict[str, str]
    """Piece -> letter in the game's notation, such as `white queen` -> `Q`."""
    reach: dict[str, Reach]
    """Piece -> where it could go in one turn, for premoves; empty if the game does not say."""
    start_pieces: dict[str, int]
    """Piece -> how many of it the game began with, on the board and in hand."""
    piece_values: dict[str, int]
    """Kind of piece, such as `queen` -> its value in hundredths of a man; other kinds are worth a man."""
    round: int
    """Counts the games at this table from 1; a rematch is the next."""
    phase: Phase
    mode: Mode
    turn: Color | None
    """Whose move it is; None unless a game is in progress."""
    view: ViewJson
    moves: list[PlayedMove]
    clocks: Clocks | None
    seats: Seats
    offers: Offers
    outcome: Result | None
    """How the game ended; None until it has. `aborted` and `expired` games have no result."""
    match: MatchScore
    claim: str
    """The draw that can be claimed in this position, as a code; "" if there is none. A claim may also rest on the
    next move, so `claim_draw` can succeed without it."""
    can_abort: bool
    """Whether a player may still end the game without a result."""
    paused: bool
    chat: list[Chat]
    """The latest messages."""
    muted: list[str]
    """The guests whose messages nobody at the table sees; they cannot write any."""
    spectators_chat: bool
    """Whether spectators may write messages."""
    spectators: int


class Changes(Outgoing):
    """What an event changed: the new values of fields of `Snapshot`. Fields that are left out did not change."""

    round: int | UnsetType = UNSET
    phase: Phase | UnsetType = UNSET
    mode: Mode | UnsetType = UNSET
    turn: Color | UnsetType | None = UNSET
    view: ViewJson | UnsetType = UNSET
    moves_kept: int | UnsetType = UNSET
    """How many moves at the start are the same as before; `moves_added` follow them."""
    moves_added: list[PlayedMove] | UnsetType = UNSET
    clocks: Clocks | UnsetType | None = UNSET
    seats: Seats | UnsetType = UNSET
    offers: Offers | UnsetType = UNSET
    outcome: Result | UnsetType | None = UNSET
    match: MatchScore | UnsetType = UNSET
    claim: str | UnsetType = UNSET
    can_abort: bool | UnsetType = UNSET
    paused: bool | UnsetType = UNSET
    chat_added: list[Chat] | UnsetType = UNSET
    muted: list[str] | UnsetType = UNSET
    spectators_chat: bool | UnsetType = UNSET


class PositionQuery(Part):
    """A position without a table: a game, where it started, and what was played."""

    game: GameName
    rules: Rules | None = None
    start: PositionText = ""
    moves: Moves = []


class Exported(Outgoing):
    """Something as a file."""

    text: str
    filename: str
    media_type: str


class TableSummary(Outgoing):
    """A table as lists show it."""

    table: str
    game: str
    title: str
    phase: Phase
    mode: Mode
    clock: ClockSettings | None
    white: str
    """The name in the seat; "" while open."""
    black: str
    ply: int
    spectators: int
    created: float
    """Seconds since 1970."""
    outcome: Result | None
    rated: bool = False
    white_rating: RatingMark | None = None
    black_rating: RatingMark | None = None


class MiniBoard(Outgoing):
    """A game that is being played, as a small board shows it."""

    table: str
    game: str
    rules: Rules | None
    title: str
    clock: ClockSettings | None
    white: str
    """The name in the seat."""
    black: str
    white_rating: RatingMark | None
    """None without one."""
    black_rating: RatingMark | None
    ply: int
    last: str
    """The token of the last move; "" before the first."""
    view: ViewJson
