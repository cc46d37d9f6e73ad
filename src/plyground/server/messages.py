"""Every type that crosses the wire, stated once; the page's TypeScript is generated from this file.

Three kinds of types: `Ask` is what a client sends (fields with a default may be left out, unknown fields are refused),
`Tell` is what the server sends (every field is always there), `Value` is part of either. Socket messages are tagged by
their field `type`, the name of the class in snake_case: `{"type": "play", "id": "7", "move": "e2e4", "ply": 0}`.

A client says `hello` first and `join` next; a socket is at one table at a time. What changes a game are *events*: each
has the table's next `version`, the `hash` of the state after it, and the `id` of the message that caused it ("" if none
did). An event that carries your own `id` is the acknowledgement of that message: it is on disk. A message sent again
with the same `id` is never applied twice; `acknowledged` names the version it had. What cannot be done is answered by
`refused` with the same `id`. Whoever reconnects joins with the last `version` seen and gets what was missed.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

Color = Literal["white", "black"]
"""A side; `white` names the first player in games without colours."""
Termination = str
"""How a game ended, as a code of `plyground.terminations`, such as `checkmate`, `agreement` or `aborted`."""
Rules = dict[str, Any]
"""Rule options by name, for rules of one's own; their names and ranges are in `RulesSchema`."""

Entry = dict[str, Any]
"""A tree of clicks: each follows a branch, a leaf is the token of a move."""

Id = Annotated[str, Meta(max_length=64)]
"""A client's own name for a message; unique among all its guest ever sends to a table, so begin it with something
random that is new with each load of the page."""
GameName = Annotated[str, Meta(min_length=1, max_length=80)]
"""`GAME[:PRESET]`, such as `mill:nine`."""
PositionText = Annotated[str, Meta(max_length=2_000)]
"""A position as text (FEN); empty for the usual start."""
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
"""A move's token, or the move in the game's own notation."""
MOST_PLIES = 4_000
CHAT_LENGTH = 300
Moves = Annotated[list[MoveText], Meta(max_length=MOST_PLIES)]
Tags = Annotated[
    dict[Annotated[str, Meta(pattern=r'^\w[^\s"\[\]]*$')], Annotated[str, Meta(max_length=1_000)]],
    Meta(max_length=50),
]
"""The tags of a game file by name, none of them a name that no file could have."""
Name = Annotated[str, Meta(min_length=1, max_length=30)]
BotSpec = Annotated[str, Meta(max_length=120)]
"""A bot by name, with its options: `level=7`, `level=3:style=attacking`, `negascout:depth=4`, `random`, `best`."""


class Value(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A part of messages in either direction."""


class Ask(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """What a client sends."""


class Tell(Struct, frozen=True, gc=False, kw_only=True):
    """What the server sends."""


def snake_case(name: str) -> str:
    """The tag of a socket message: `ClaimWin` is `claim_win`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Command(Ask, tag_field="type", tag=snake_case, frozen=True, kw_only=True):
    """What a client says on its socket."""

    id: Id = ""
    """Names this message in the answer; needed for whatever shall be applied once."""


class Notice(Tell, tag_field="type", tag=snake_case, frozen=True, kw_only=True):
    """What the server says on a socket."""


class Event(Notice, frozen=True, kw_only=True):
    """A change of a table, on disk before it is told."""

    version: int
    """Counts the events of the table from 1."""
    hash: str
    """A digest of the table's state after the event: equal hashes, equal states."""
    id: str
    """The id of the message that caused it, "" if none did."""


# --- parts of messages ---


class Problem(Tell, frozen=True, kw_only=True):
    """Why something cannot be done."""

    code: str
    """A code of `plyground.errors`; the page renders it in the person's language."""
    arguments: dict[str, Any]
    """What the rendering needs, by name."""
    message: str
    """The English rendering."""


class Outcome(Tell, frozen=True, kw_only=True):
    """How a game ended."""

    winner: Color | None
    termination: Termination
    score: Literal["1-0", "0-1", "1/2-1/2", "*"]
    """As game files write it; `*` for a game that was aborted."""


class ViewResult(Tell, frozen=True, kw_only=True):
    """The result as a View carries it."""

    winner: Color | None
    termination: Termination


class View(Tell, frozen=True, kw_only=True, omit_defaults=True):
    """A position as a board shows it: `plyground.protocol.View.as_dict()`. The page draws it and knows no rules."""

    game: str
    turn: Color
    pieces: dict[str, str]
    """Point -> piece, such as `white queen`."""
    last: list[str]
    """The points that the last move touched."""
    result: ViewResult | None
    entry: Entry
    """How a move is entered; empty when the game is over."""
    hand: dict[Color, int] = {}
    """Men still to be placed; left out in games without them."""
    check: str = ""
    """The point of a king in check; left out if there is none."""
    forced: str = ""
    """Why only some moves are allowed, as a code such as `capture`; left out if all are."""


class BoardPoint(Tell, frozen=True, kw_only=True, omit_defaults=True):
    """A place where a piece may stand; x grows to the right, y upwards."""

    name: str
    x: float
    y: float
    label: str = ""
    """What people call it; left out where that is its name."""


class Geometry(Tell, frozen=True, kw_only=True):
    """The board as data; see `plyground.protocol.Geometry`."""

    style: Literal["checkered", "grid", "lines"]
    width: int
    height: int
    points: list[BoardPoint]
    columns: list[str]
    """Labels from left to right."""
    rows: list[str]
    """Labels from bottom to top."""
    lines: list[list[str]]
    """Points that are joined by a drawn line."""


class PlayedMove(Tell, frozen=True, kw_only=True):
    """A move of a game."""

    move: str
    """The token, the same on every wire."""
    notation: str
    """As people write it (SAN in chess)."""
    side: Color
    spent_ms: int
    """What it took, by the server's clock; 0 where nothing was measured."""


class ClockSettings(Value, frozen=True, kw_only=True):
    """How much time a game gives each side."""

    initial_ms: Annotated[int, Meta(ge=1_000, le=7 * 86_400_000)]
    increment_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    """Added after each move."""
    delay_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    """Passes at each move before the clock runs."""


class Clocks(Tell, frozen=True, kw_only=True):
    """The time left, at the moment this is sent; only the server's clock counts."""

    white_ms: int
    black_ms: int
    running: Color | None
    """Whose clock runs; None before the first move, in a pause, and when the game is over."""
    delay_ms: int
    """What is left of the delay before it runs down."""


class Seat(Tell, frozen=True, kw_only=True):
    """One of a table's two chairs."""

    kind: Literal["open", "person", "bot"]
    """`open`: whoever comes first may take it."""
    name: str
    """The person's or bot's name; "" while open."""
    guest: str
    """The public id of the guest who sits there, "" otherwise; `Welcome.guest` says which is yours."""
    bot: str
    """The bot's name with its options; "" for people."""
    present: bool
    """Whether its owner is connected."""
    claimable_in_ms: int | None
    """After so long the opponent may claim the game because this seat is deserted; None while it is not."""


class Seats(Tell, frozen=True, kw_only=True):
    """Both chairs."""

    white: Seat
    black: Seat


class Offers(Tell, frozen=True, kw_only=True):
    """What is on offer, and by whom; each is answered by `accept` or `decline`."""

    draw: Color | None
    takeback: Color | None
    rematch: Color | None


class Chat(Tell, frozen=True, kw_only=True):
    """Something that was said."""

    name: str
    side: Color | None
    """None for a spectator."""
    text: str
    at: float
    """Seconds since 1970."""


class TableSettings(Tell, frozen=True, kw_only=True):
    """What a table was created with."""

    game: str
    title: str
    rules: Rules | None
    """Options of rules of one's own; None for the preset in `game`."""
    start: str
    """The first position as text."""
    clock: ClockSettings | None
    public: bool
    """Listed in the lobby; otherwise only who has the link finds it."""
    mode: Literal["person-person", "person-engine", "engine-engine", "same-screen"]
    pace_ms: int
    """The least time between two moves of bots, so that they can be followed."""


class Snapshot(Tell, frozen=True, kw_only=True):
    """All that a page needs to show a table."""

    table: str
    version: int
    hash: str
    round: int
    """Counts the games at this table from 1; a rematch is the next."""
    phase: Literal["waiting", "playing", "over"]
    """`waiting` for both seats to be taken."""
    settings: TableSettings
    geometry: Geometry
    symbols: dict[str, str]
    """Piece -> letter in the game's notation, such as `white queen` -> `Q`."""
    view: View
    moves: list[PlayedMove]
    clocks: Clocks | None
    seats: Seats
    offers: Offers
    outcome: Outcome | None
    claim: str
    """The draw that stands to be claimed in this position, as a code; "" if none does. A claim may also rest on the
    next move, so `claim_draw` can succeed without it."""
    paused: bool
    chat: list[Chat]
    spectators: int
    owner: str
    """The public id of the guest who created it and may pause and step an engine-engine game."""


# --- the socket: what clients say ---


class Hello(Command, frozen=True, kw_only=True):
    """The first message: who is there."""

    token: Annotated[str, Meta(max_length=100)] = ""
    """The secret `Welcome` gave earlier, which keeps seats and name; "" for somebody new."""
    name: Annotated[str, Meta(max_length=30)] = ""
    """The name one wishes to have; "" gets one made up."""


class Rename(Command, frozen=True, kw_only=True):
    """Takes another name."""

    name: Name


class Join(Command, frozen=True, kw_only=True):
    """Comes to a table, or comes back to it; whoever owns a seat there sits down in it whatever `side` says."""

    table: Annotated[str, Meta(max_length=40)]
    side: Color | Literal["any"] | None = None
    """The seat to take if it is open, `any` for either; None watches."""
    version: int | None = None
    """The last version seen; the answer brings only what is missing if that is little."""


class Leave(Command, frozen=True, kw_only=True):
    """Goes from the table; a seat in a game that has begun stays one's own, another becomes open."""


class Play(Command, frozen=True, kw_only=True):
    """Plays a move. Answered by the event `moved` with this `id`, or `refused`."""

    move: MoveText
    ply: Annotated[int, Meta(ge=0)]
    """How many moves had been played when it was chosen; a move for another position is refused as stale."""


class Offer(Command, frozen=True, kw_only=True):
    """Offers a draw or a rematch, or asks to take moves back; if the other side has offered the same, accepts."""

    what: Literal["draw", "takeback", "rematch"]


class Accept(Command, frozen=True, kw_only=True):
    """Accepts what the other side offered."""

    what: Literal["draw", "takeback", "rematch"]


class Decline(Command, frozen=True, kw_only=True):
    """Declines what the other side offered, or takes one's own offer back."""

    what: Literal["draw", "takeback", "rematch"]


class Resign(Command, frozen=True, kw_only=True):
    """Gives up."""


class Abort(Command, frozen=True, kw_only=True):
    """Ends a game that has hardly begun, without a result; possible until both sides have moved."""


class ClaimDraw(Command, frozen=True, kw_only=True):
    """Claims a draw that the rules give to the side to move: repetition, fifty moves and the like."""


class ClaimWin(Command, frozen=True, kw_only=True):
    """Claims the game because the opponent has been gone for long enough."""

    draw: bool = False
    """Takes a draw instead."""


class Pause(Command, frozen=True, kw_only=True):
    """Stops an engine-engine game, or lets it go on; only for the owner of the table."""

    on: bool


class Step(Command, frozen=True, kw_only=True):
    """Lets one move be played in a paused engine-engine game."""


class Say(Command, frozen=True, kw_only=True):
    """Says something to everyone at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]


class WatchLobby(Command, frozen=True, kw_only=True):
    """Asks for `lobby` now and whenever it changes, or for no more of it."""

    on: bool


class Pong(Command, frozen=True, kw_only=True):
    """The answer to `ping`, at once: it measures the way, which is not charged to the clock."""

    ping: int


class PositionQuery(Value, frozen=True, kw_only=True):
    """A position without a table: a game, where it started, and what was played."""

    game: GameName
    rules: Rules | None = None
    start: PositionText = ""
    moves: Moves = []


class Analyse(Command, frozen=True, kw_only=True):
    """Has the engine look at a position; `analysis` follows again and again until it is `done` or stopped."""

    position: PositionQuery
    lines: Annotated[int, Meta(ge=1, le=10)] = 1
    """How many of the best moves to rank."""
    seconds: Annotated[float, Meta(gt=0, le=3600)] = 10.0
    depth: Annotated[int, Meta(ge=1, le=120)] | None = None


class Hint(Command, frozen=True, kw_only=True):
    """Asks for the best moves with reasons, and what the opponent threatens; answered by `hinted`."""

    position: PositionQuery
    lines: Annotated[int, Meta(ge=1, le=5)] = 1
    """How many moves."""
    seconds: Annotated[float, Meta(gt=0, le=60)] = 1.0


class Explain(Command, frozen=True, kw_only=True):
    """Asks what is good or bad about a move; answered by `explained`."""

    position: PositionQuery
    move: MoveText
    seconds: Annotated[float, Meta(gt=0, le=60)] = 1.0


class Review(Command, frozen=True, kw_only=True):
    """Has every move of a game graded; `review_progress` follows, then `reviewed`."""

    position: PositionQuery
    seconds: Annotated[float, Meta(gt=0, le=60)] = 0.3
    """For each position."""
    tags: Tags = {}
    """What else is known of the game, for its file."""


class Experiment(Command, frozen=True, kw_only=True):
    """Runs a comparison of the laboratory; `experiment_progress` follows, then `experiment_done`."""

    game: GameName
    contenders: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(min_length=1, max_length=12)]
    """Algorithms by name with their switches, such as `alphabeta+tt`."""
    depths: Annotated[list[Annotated[int, Meta(ge=1, le=12)]], Meta(min_length=1, max_length=12)]
    positions: Annotated[int, Meta(ge=1, le=50)] = 5


class TraceSearch(Command, frozen=True, kw_only=True):
    """Has a textbook search written down node by node; answered by `traced`."""

    position: PositionQuery
    algorithm: Annotated[str, Meta(max_length=80)]
    depth: Annotated[int, Meta(ge=1, le=8)]
    limit: Annotated[int, Meta(ge=1, le=20_000)] = 5_000


class Stop(Command, frozen=True, kw_only=True):
    """Ends the analysis, review or experiment that was asked for with the id `of`."""

    of: Id


TableCommand: TypeAlias = Play | Offer | Accept | Decline | Resign | Abort | ClaimDraw | ClaimWin | Pause | Step | Say
"""What is said to a table by those at it."""

ServiceCommand: TypeAlias = Analyse | Hint | Explain | Review | Experiment | TraceSearch | Stop
"""What is asked of the engine and the laboratory."""

ClientMessage: TypeAlias = (
    Hello
    | Rename
    | Join
    | Leave
    | WatchLobby
    | Pong
    | Play
    | Offer
    | Accept
    | Decline
    | Resign
    | Abort
    | ClaimDraw
    | ClaimWin
    | Pause
    | Step
    | Say
    | Analyse
    | Hint
    | Explain
    | Review
    | Experiment
    | TraceSearch
    | Stop
)
"""Everything a client may say on its socket."""


# --- the socket: events of a table ---


class Seated(Event, frozen=True, kw_only=True):
    """Somebody took a seat, or gave it up (`kind` is `open`)."""

    side: Color
    kind: Literal["open", "person", "bot"]
    name: str
    guest: str
    bot: str


class Started(Event, frozen=True, kw_only=True):
    """A game begins, the first or a rematch: the board, moves, clocks and offers are new."""

    round: int
    start: str
    """The first position as text."""
    seats: Seats
    """As they are now; in a rematch the sides are swapped."""
    view: View
    clocks: Clocks | None
    moves: list[PlayedMove]
    """Already played when the game begins, where a game is taken up again; else empty."""


class Moved(Event, frozen=True, kw_only=True):
    """A move was played. It declines a draw that was offered to the mover, and ends any request to take back."""

    ply: int
    """How many moves have been played, this one included."""
    move: PlayedMove
    view: View
    clocks: Clocks | None
    claim: str
    """As in `Snapshot`."""


class TakenBack(Event, frozen=True, kw_only=True):
    """Moves were taken back."""

    ply: int
    """How many moves are left."""
    view: View
    clocks: Clocks | None
    claim: str


class Offered(Event, frozen=True, kw_only=True):
    """A side offered something."""

    what: Literal["draw", "takeback", "rematch"]
    side: Color


class Declined(Event, frozen=True, kw_only=True):
    """An offer is off the table."""

    what: Literal["draw", "takeback", "rematch"]
    side: Color
    """Who declined or withdrew it."""


class Paused(Event, frozen=True, kw_only=True):
    """The game was paused, or goes on."""

    on: bool
    clocks: Clocks | None


class Said(Event, frozen=True, kw_only=True):
    """Somebody said something."""

    chat: Chat


class Ended(Event, frozen=True, kw_only=True):
    """The game is over. A move that ends it is told by `moved` first, and by this event next."""

    outcome: Outcome
    view: View
    clocks: Clocks | None


TableEvent: TypeAlias = Seated | Started | Moved | TakenBack | Offered | Declined | Paused | Said | Ended
"""Everything that changes a table."""


# --- the socket: what else the server says ---


class Welcome(Notice, frozen=True, kw_only=True):
    """The answer to `hello`."""

    id: str
    token: str
    """The guest's secret: keep it, and send it with the next `hello`."""
    guest: str
    """The guest's public id, as seats show it."""
    name: str
    server: str
    """The server's version; when it changes, the page itself may be out of date."""
    run: str
    """New each time the server starts."""


class Refused(Notice, frozen=True, kw_only=True):
    """What was asked cannot be done; nothing has changed."""

    id: str
    """Of the message that is refused; "" if it could not be read."""
    problem: Problem


class Acknowledged(Notice, frozen=True, kw_only=True):
    """A message took effect at this version: told for one that was sent again, and for one without an event."""

    id: str
    version: int


class Joined(Notice, frozen=True, kw_only=True):
    """At the table; the answer to `join` with the whole state. Also sent unasked to resynchronise a slow client, or
    when a change could not be saved (`reason` is `resync` or `commit_failed`).
    """

    id: str
    reason: Literal["joined", "resync", "commit_failed"]
    side: Color | Literal["both"] | None
    """The seat one has: `both` on one screen, None for a spectator."""
    snapshot: Snapshot


class CaughtUp(Notice, frozen=True, kw_only=True):
    """At the table again; the answer to `join` with a version: the events that were missed, and what is not in them."""

    id: str
    side: Color | Literal["both"] | None
    events: list[TableEvent]
    version: int
    hash: str
    clocks: Clocks | None
    seats: Seats
    spectators: int


class Left(Notice, frozen=True, kw_only=True):
    """No longer at the table: by one's own wish, because it was closed, or because the same guest joined elsewhere."""

    id: str
    table: str
    reason: Literal["left", "closed"]


class Presence(Notice, frozen=True, kw_only=True):
    """Who is here now; sent when it changes. It is no event and has no version."""

    seats: Seats
    people: list[str]
    """The names of those present, players first; at most 100 of them."""
    spectators: int
    clocks: Clocks | None
    """As they stand; after a restart of the server a clock runs on when its owner is back."""


class Ping(Notice, frozen=True, kw_only=True):
    """Asks for `pong` at once."""

    ping: int
    lag_ms: int
    """How long the way there and back took last time."""


class Lobby(Notice, frozen=True, kw_only=True):
    """The public tables, newest first."""

    tables: list[TableEntry]
    people: int
    """How many guests are connected."""


class Line(Tell, frozen=True, kw_only=True):
    """One of the best lines of play."""

    rank: int
    """From 1."""
    score_cp: int | None
    """In hundredths of a man, from White's side; None when it is decided."""
    wins_in: int | None
    """Plies to the end of a decided game: positive if White wins, negative if Black does."""
    depth: int
    moves: list[str]
    notation: list[str]


class Analysis(Notice, frozen=True, kw_only=True):
    """What the engine thinks so far."""

    id: str
    lines: list[Line]
    depth: int
    nodes: int
    nps: int
    seconds: float
    done: bool


class Reason(Tell, frozen=True, kw_only=True):
    """What speaks for or against a move."""

    code: str
    """A code of `plyground.reasons`; the page renders it in the person's language."""
    arguments: dict[str, Any]
    message: str
    """The English rendering."""


class Advice(Tell, frozen=True, kw_only=True):
    """A move with its line and what speaks for it, the most important first."""

    line: Line
    reasons: list[Reason]


class Hinted(Notice, frozen=True, kw_only=True):
    """The best moves, and what the opponent would gain by moving twice."""

    id: str
    moves: list[Advice]
    """The best first; empty when the game is over."""
    threat: Advice | None
    depth: int
    nodes: int
    seconds: float


class Explained(Notice, frozen=True, kw_only=True):
    """What is good or bad about a move."""

    id: str
    grade: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    move: Advice
    """The move itself and how the opponent would best answer it; its reasons are what it loses or misses."""
    better: Advice | None
    """What should be played instead; None if it is the best move."""


class GradedMove(Tell, frozen=True, kw_only=True):
    """A move of a reviewed game."""

    ply: int
    """From 1."""
    side: Color
    move: str
    notation: str
    grade: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    loss: float
    """What it gave away in points of a game, 0 to 1."""
    best_cp: int | None
    """Before the move, with the best play, from White's side; None when decided."""
    played_cp: int | None
    """After the move, from White's side; None when decided."""
    wins_in: int | None
    """As in `Line`, after the move."""
    line: list[str]
    """What should have been played, as tokens."""
    line_notation: list[str]
    reasons: list[Reason]
    """What a bad move loses or misses."""


class ReviewProgress(Notice, frozen=True, kw_only=True):
    """How far a review has come."""

    id: str
    done: int
    of: int
    move: GradedMove | None
    """The move just graded."""


class Exported(Tell, frozen=True, kw_only=True):
    """Something as a file."""

    text: str
    filename: str
    media_type: str


class Reviewed(Notice, frozen=True, kw_only=True):
    """A finished review."""

    id: str
    moves: list[GradedMove]
    white_accuracy: float | None
    """0 to 100; None if there was no choice."""
    black_accuracy: float | None
    complete: bool
    """Whether every move is graded; if not, its time was over or it was stopped."""
    file: Exported
    """The game with scores, signs and better lines, in the notation of its family (PGN, PDN ...)."""


class ExperimentProgress(Notice, frozen=True, kw_only=True):
    """How far an experiment has come."""

    id: str
    done: int
    of: int


class ExperimentRow(Tell, frozen=True, kw_only=True):
    """What one contender did at one depth, over all positions."""

    contender: str
    depth: int
    nodes: int
    seconds: float
    cutoffs: int
    table_hits: int
    branching: float


class ExperimentDone(Notice, frozen=True, kw_only=True):
    """A finished experiment."""

    id: str
    rows: list[ExperimentRow]
    left_out: list[str]
    """What would have taken too long, such as `minimax @ 9`."""


class Traced(Notice, frozen=True, kw_only=True):
    """A search written down, in the form described in `plyground.lab.trace`."""

    id: str
    trace: dict[str, Any]


class Stopped(Notice, frozen=True, kw_only=True):
    """The service with this id has ended early, because it was asked to or because its limit was reached."""

    id: str


Tidings: TypeAlias = Welcome | Refused | Acknowledged | Joined | CaughtUp | Left | Presence | Ping | Lobby
"""What the server says about tables and people, besides events."""

ServiceMessage: TypeAlias = (
    Analysis | Hinted | Explained | ReviewProgress | Reviewed | ExperimentProgress | ExperimentDone | Traced | Stopped
)
"""What the engine and the laboratory answer."""

ServerMessage: TypeAlias = (
    Seated
    | Started
    | Moved
    | TakenBack
    | Offered
    | Declined
    | Paused
    | Said
    | Ended
    | Welcome
    | Refused
    | Acknowledged
    | Joined
    | CaughtUp
    | Left
    | Presence
    | Ping
    | Lobby
    | Analysis
    | Hinted
    | Explained
    | ReviewProgress
    | Reviewed
    | ExperimentProgress
    | ExperimentDone
    | Traced
    | Stopped
)
"""Everything the server may say on a socket."""


# --- HTTP: tables ---


class SeatWish(Value, frozen=True, kw_only=True):
    """Who shall sit in a seat."""

    kind: Literal["me", "open", "bot"] = "open"
    bot: BotSpec = ""


class CreateTable(Ask, frozen=True, kw_only=True):
    """`POST /api/tables`."""

    game: GameName
    rules: Rules | None = None
    start: PositionText = ""
    """The first position as text; "" for the usual one (a drawn one in Chess960)."""
    moves: Moves = []
    """Already played: an interrupted or imported game goes on from there."""
    clock: ClockSettings | None = None
    white: SeatWish = SeatWish(kind="me")
    black: SeatWish = SeatWish(kind="open")
    """Both `me` is a game on one screen."""
    random_sides: bool = False
    """Draws lots who gets which of the two wishes."""
    public: bool = False
    pace_ms: Annotated[int, Meta(ge=0, le=60_000)] = 0
    """See `TableSettings`."""
    token: Annotated[str, Meta(max_length=100)] = ""
    """The guest's secret; "" makes a new guest."""


class CreatedTable(Tell, frozen=True, kw_only=True):
    """The answer: join it on the socket."""

    table: str
    token: str
    """The guest's secret, new if none was given."""
    guest: str


class TableEntry(Tell, frozen=True, kw_only=True):
    """A table as lists show it."""

    table: str
    game: str
    title: str
    """The game's name as people read it."""
    phase: Literal["waiting", "playing", "over"]
    mode: Literal["person-person", "person-engine", "engine-engine", "same-screen"]
    clock: ClockSettings | None
    white: str
    """The name in the seat; "" while open."""
    black: str
    ply: int
    spectators: int
    created: float
    """Seconds since 1970."""
    outcome: Outcome | None


class TableList(Tell, frozen=True, kw_only=True):
    """`GET /api/tables` (the public ones) and `GET /api/tables/mine` (those where the guest has a seat)."""

    tables: list[TableEntry]


# --- HTTP: games, rules, positions ---


class GameEntry(Tell, frozen=True, kw_only=True):
    """A game that can be played."""

    name: str
    """`GAME[:PRESET]`."""
    title: str
    family: str
    """The part before the colon."""
    own_rules: bool
    """Whether its family can be played by rules of one's own."""
    starts: int
    """How many start positions there are."""
    formats: list[str]
    """The forms of game files it can be written in, such as `pgn`."""


class GameList(Tell, frozen=True, kw_only=True):
    """`GET /api/games`."""

    games: list[GameEntry]


class GameDescription(Tell, frozen=True, kw_only=True):
    """`GET /api/games/{name}`: all that is needed to draw it."""

    name: str
    title: str
    geometry: Geometry
    symbols: dict[str, str]
    start: str
    view: View
    claim_at: int
    """On which occurrence of a position a draw may be claimed; 0 = never."""
    automatic_at: int
    """On which occurrence it is drawn by itself; 0 = never."""


class RuleOption(Tell, frozen=True, kw_only=True):
    """An option of rules of one's own."""

    name: str
    kind: Literal["number", "choice", "flag", "set"]
    low: int
    high: int
    default: Any
    never: bool
    """Whether a number may also be the word `never`."""
    choices: list[str]
    """Of a choice or a set."""
    meaning: str


class RulesPreset(Tell, frozen=True, kw_only=True):
    """A named rule set."""

    name: str
    """`GAME:PRESET`."""
    title: str
    source: str
    """Where the rules come from."""
    options: Rules


class RulesSchema(Tell, frozen=True, kw_only=True):
    """`GET /api/rules/{family}`."""

    family: str
    options: list[RuleOption]
    presets: list[RulesPreset]


class RulesQuery(Ask, frozen=True, kw_only=True):
    """`POST /api/rules/check`."""

    game: GameName
    rules: Rules


class CheckedRules(Tell, frozen=True, kw_only=True):
    """The answer."""

    valid: bool
    problem: Problem | None
    rules: Rules
    """As they are kept: only what differs from the usual."""
    preset: str
    """The named rule set that they are, "" if none."""


class ViewQuery(Ask, frozen=True, kw_only=True):
    """`POST /api/view`: a position without a table."""

    position: PositionQuery
    geometry: bool = False
    """Whether to send the geometry too."""


class PositionView(Tell, frozen=True, kw_only=True):
    """The answer. Moves that cannot be played end the list, and `problem` says why."""

    game: str
    title: str
    fen: str
    view: View
    moves: list[PlayedMove]
    outcome: Outcome | None
    claims: list[str]
    """The draws that the side to move may claim."""
    geometry: Geometry | None
    symbols: dict[str, str]
    problem: Problem | None


class CheckPosition(Ask, frozen=True, kw_only=True):
    """`POST /api/position/check`."""

    game: GameName
    rules: Rules | None = None
    fen: Annotated[str, Meta(max_length=2_000)]


class CheckedPosition(Tell, frozen=True, kw_only=True):
    """The answer."""

    valid: bool
    problem: Problem | None
    fen: str
    """As Plyground writes it, "" if it is not valid."""
    view: View | None


class LegalQuery(Ask, frozen=True, kw_only=True):
    """`POST /api/legal`."""

    position: PositionQuery
    move: Annotated[str, Meta(max_length=200)] = ""
    """A move somebody wants to play, to hear why it cannot be played."""


class LegalMove(Tell, frozen=True, kw_only=True):
    """A legal move."""

    move: str
    notation: str


class LegalMoves(Tell, frozen=True, kw_only=True):
    """The answer."""

    moves: list[LegalMove]
    move: str
    """The token of the move asked about, "" if it is not legal."""
    problem: Problem | None
    """Why it is not legal."""


# --- HTTP: files, bots, the rest ---


class ImportQuery(Ask, frozen=True, kw_only=True):
    """`POST /api/import`: a FEN, a PGN, PDN or mill record, or a list of moves."""

    text: str
    game: Annotated[str, Meta(max_length=80)] = ""
    """The game to read it as where the text does not say."""


class ImportedGame(Tell, frozen=True, kw_only=True):
    """A game that was read."""

    game: str
    rules: Rules | None
    start: str
    """"" for the usual start."""
    moves: list[PlayedMove]
    tags: dict[str, str]
    outcome: Outcome | None
    comment: str
    """What is said before the first move."""
    tree: list[MoveNode]
    """The moves of all variations; each comes after the one it follows, the main line first among those of a place."""


class MoveNode(Tell, frozen=True, kw_only=True):
    """A move with its comment and its signs."""

    parent: int
    """The place in the list of the move that it follows, -1 at the start."""
    move: str
    notation: str
    comment: str
    nags: list[int]
    """Signs as game files number them: 1 is !, 2 is ?, ..."""


class Imported(Tell, frozen=True, kw_only=True):
    """The answer: every game that could be read, and why reading ended early."""

    format: str
    games: list[ImportedGame]
    problem: Problem | None


class WrittenMove(Value, frozen=True, kw_only=True):
    """A move that somebody has written something about."""

    parent: int
    """The place in the list of the move that it follows, -1 at the start."""
    move: MoveText
    comment: str = ""
    nags: Annotated[list[int], Meta(max_length=8)] = []


class ExportQuery(Ask, frozen=True, kw_only=True):
    """`POST /api/export`."""

    position: PositionQuery
    tree: Annotated[list[WrittenMove], Meta(max_length=5_000)] = []
    """All variations with what is said about them, in place of the moves of the position; for game files."""
    comment: Annotated[str, Meta(max_length=5_000)] = ""
    """What is said before the first move."""
    format: Literal["fen", "pgn", "pdn", "mill", "plain", "svg"] = "plain"
    tags: Tags = {}
    flipped: bool = False
    """For `svg`: seen from Black's side."""


class BotEntry(Tell, frozen=True, kw_only=True):
    """A bot that may be given a seat."""

    spec: str
    """What `SeatWish.bot` says."""
    name: str
    kind: Literal["level", "bot", "engine"]
    """A level of our engine, a bot of the course work, or an engine that the operator added."""
    level: int | None
    styles: list[str]
    """What may follow as `:style=`."""
    ratings: dict[str, int]
    """Elo as measured in the arena, by the full name of the game."""
    games: list[str]
    """The families it plays; empty for all."""


class BotList(Tell, frozen=True, kw_only=True):
    """`GET /api/bots`."""

    bots: list[BotEntry]


class ServerSettings(Tell, frozen=True, kw_only=True):
    """`GET /api/settings`: what the page should know about the server."""

    version: str
    addresses: list[str]
    """Where others on the network reach it."""
    max_analysis_seconds: float
    max_lines: int
    chat_length: int
    reports: bool
    """Whether crash reports are taken."""


class ResultCount(Tell, frozen=True, kw_only=True):
    """Results of a guest against one kind of opponent in one game."""

    game: str
    opponent: str
    """A bot's spec, or `person`."""
    wins: int
    draws: int
    losses: int


class Statistics(Tell, frozen=True, kw_only=True):
    """`GET /api/statistics`, of the guest whose token is in the header `Authorization: Bearer TOKEN`."""

    results: list[ResultCount]
    streak: int
    """Games won in a row up to now; negative for lost ones."""
    best_streak: int
    games: int


class CrashReport(Ask, frozen=True, kw_only=True):
    """`POST /api/reports`: what a person has read and chosen to send."""

    message: Annotated[str, Meta(max_length=2_000)]
    details: Annotated[str, Meta(max_length=50_000)] = ""
    """The stack, what was on the page."""
    page: Annotated[str, Meta(max_length=500)] = ""
    version: Annotated[str, Meta(max_length=50)] = ""
    comment: Annotated[str, Meta(max_length=5_000)] = ""
    """What the person adds."""


class Stored(Tell, frozen=True, kw_only=True):
    """The answer: kept under this name."""

    name: str


class Health(Tell, frozen=True, kw_only=True):
    """`GET /health`: 200 if all is well, 503 if the last change could not be saved."""

    status: Literal["ok", "failing"]
    version: str
    tables: int
    sockets: int


class Failure(Tell, frozen=True, kw_only=True):
    """Any answer of HTTP that is not 2xx."""

    problem: Problem


HTTP_TYPES: tuple[type[Struct], ...] = (
    CreateTable,
    CreatedTable,
    TableList,
    GameList,
    GameDescription,
    RulesSchema,
    RulesQuery,
    CheckedRules,
    ViewQuery,
    PositionView,
    CheckPosition,
    CheckedPosition,
    LegalQuery,
    LegalMoves,
    ImportQuery,
    Imported,
    ExportQuery,
    Exported,
    BotList,
    ServerSettings,
    Statistics,
    CrashReport,
    Stored,
    Health,
    Failure,
)
"""What goes over HTTP; with the messages of the socket, everything."""
