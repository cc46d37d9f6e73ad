"""HTTP: the bodies of requests and responses."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from plyground.position_form import FormField
from plyground.protocol import Geometry, Result
from plyground.rules import RuleOption
from plyground.server.wire import Incoming, Outgoing, Part, parts


class SeatWish(Part):
    """Who gets a seat."""

    kind: Literal["me", "open", "bot"] = "open"
    bot: parts.BotSpec = ""


class CreateTable(Incoming):
    """`POST /api/tables`."""

    game: parts.GameName
    rules: parts.Rules | None = None
    start: parts.PositionText = ""
    """The first position as text; "" for the usual one (a random one in Chess960)."""
    moves: parts.Moves = []
    """Moves already played; an interrupted or imported game continues from there."""
    clock: parts.ClockSettings | None = None
    white: SeatWish = SeatWish(kind="me")
    black: SeatWish = SeatWish(kind="open")
    """If both are `me`, the game is played on one screen."""
    random_sides: bool = False
    """Whether the two wishes are assigned to the sides at random."""
    public: bool = False
    rated: bool = False
    """Whether the games change the ratings of the players, who need accounts; see `rated_games.check_wish`."""
    pace_ms: Annotated[int, Meta(ge=0, le=60_000)] = 0
    """See `TableSettings`."""
    token: Annotated[str, Meta(max_length=100)] = ""
    """The guest's secret; "" makes a new guest."""


class CreatedTable(Outgoing):
    """The answer: join it on the socket."""

    table: str
    token: str
    """The guest's secret, new if none was given; "" if this is an account."""
    guest: str


class TableList(Outgoing):
    """`GET /api/tables` (the public ones) and `GET /api/tables/mine` (those where the guest has a seat)."""

    tables: list[parts.TableSummary]


class GameEntry(Outgoing):
    """A game that can be played."""

    name: str
    """`GAME[:PRESET]`."""
    title: str
    family: str
    """The part before the colon."""
    own_rules: bool
    """Whether its family can be played with custom rules."""
    starts: int
    """How many start positions there are."""
    formats: list[str]
    """The formats its games can be exported to, such as `pgn`."""
    styles: list[str]
    """The styles in which bots with styles can play it."""


class GameList(Outgoing):
    """`GET /api/games`."""

    games: list[GameEntry]


class GameDescription(Outgoing):
    """`GET /api/games/{name}`: everything needed to draw it."""

    name: str
    title: str
    geometry: Geometry
    symbols: dict[str, str]
    start: str
    view: parts.View
    claim_at: int
    """On which occurrence of a position a draw may be claimed; 0 = never."""
    automatic_at: int
    """On which occurrence it is drawn automatically; 0 = never."""


class RulesPreset(Outgoing):
    """A named rule set."""

    name: str
    """`GAME:PRESET`."""
    title: str
    source: str
    """Where the rules come from."""
    options: parts.Rules


class RulesSchema(Outgoing):
    """`GET /api/rules/{family}`."""

    family: str
    options: list[RuleOption]
    presets: list[RulesPreset]


class RulesQuery(Incoming):
    """`POST /api/rules/check`."""

    game: parts.GameName
    rules: parts.Rules


class CheckedRules(Outgoing):
    """The answer."""

    valid: bool
    problem: parts.Problem | None
    rules: parts.Rules
    """As they are stored: only the options that differ from the default."""
    preset: str
    """The name of the equal preset, "" if there is none."""


class ViewQuery(Incoming):
    """`POST /api/view`: a position without a table."""

    position: parts.PositionQuery
    geometry: bool = False
    """Whether to send the geometry too."""


class PositionView(Outgoing):
    """The answer. Moves that cannot be played end the list, and `problem` says why."""

    game: str
    title: str
    fen: str
    view: parts.View
    moves: list[parts.PlayedMove]
    outcome: Result | None
    claims: list[str]
    """The draws that the side to move may claim."""
    geometry: Geometry | None
    symbols: dict[str, str]
    problem: parts.Problem | None
    opening: str = ""
    """The name of the opening with its code, such as `C60 Ruy Lopez`; empty if it has none."""


class CheckPosition(Incoming):
    """`POST /api/position/check`."""

    game: parts.GameName
    rules: parts.Rules | None = None
    fen: Annotated[str, Meta(max_length=2_000)]


class CheckedPosition(Outgoing):
    """The answer."""

    valid: bool
    problem: parts.Problem | None
    fen: str
    """As Plyground writes it, "" if it is not valid."""
    view: parts.View | None


class PositionDraft(Part):
    """A position as an editor fills it in: `plyground.position_form.Draft`; it need not be legal."""

    pieces: Annotated[
        dict[Annotated[str, Meta(max_length=10)], Annotated[str, Meta(max_length=40)]], Meta(max_length=400)
    ]
    """Point -> piece, such as `white queen`."""
    turn: parts.Color
    fields: Annotated[
        dict[Annotated[str, Meta(max_length=40)], bool | int | Annotated[str, Meta(max_length=40)]],
        Meta(max_length=40),
    ] = {}
    """The values of `FormField`s: by name, or by name and side such as `hand.white`."""
    rest: Annotated[str, Meta(max_length=500)] = ""
    """What the text says and no field shows; an editor leaves it out once something has been changed."""


class EditPosition(Incoming):
    """`POST /api/position/edit`: a draft, or else a text, or else a start position."""

    game: parts.GameName
    rules: parts.Rules | None = None
    draft: PositionDraft | None = None
    fen: parts.PositionText = ""
    start: Annotated[int, Meta(ge=0)] | None = None
    """The number of a start position; without one, the usual."""


class EditForm(Outgoing):
    """What there is to be filled in; see `plyground.position_form.PositionForm`."""

    pieces: list[str]
    """Every kind of piece."""
    fields: list[FormField]
    has_turn: bool
    """Whether the side to move can be chosen."""


class EditedPosition(Outgoing):
    """The answer."""

    game: str
    title: str
    fen: str
    """The text of the draft, or the text that was sent."""
    draft: PositionDraft | None
    """What the text says; None if it cannot be read, or the game has no form."""
    problem: parts.Problem | None
    """Why nobody could play from there."""
    view: parts.View | None
    """None if it is not a legal position."""
    outcome: Result | None
    """How the game ends there at once."""
    form: EditForm | None
    """None for games whose positions can only be written as text."""
    starts: int
    """How many start positions there are."""
    geometry: Geometry
    symbols: dict[str, str]


class LegalQuery(Incoming):
    """`POST /api/legal`."""

    position: parts.PositionQuery
    move: Annotated[str, Meta(max_length=200)] = ""
    """A move to be checked; the answer says why it cannot be played."""


class LegalMove(Outgoing):
    """A legal move."""

    move: str
    notation: str


class LegalMoveList(Outgoing):
    """The answer."""

    moves: list[LegalMove]
    move: str
    """The token of the move asked about, "" if it is not legal."""
    problem: parts.Problem | None
    """Why it is not legal."""


class ImportQuery(Incoming):
    """`POST /api/import`: a FEN, a PGN, PDN or mill record, or a list of moves."""

    text: str
    game: Annotated[str, Meta(max_length=80)] = ""
    """The game to read it as if the text does not say."""


class ImportedGame(Outgoing):
    """A game that was read."""

    game: str
    rules: parts.Rules | None
    start: str
    """"" for the usual start."""
    moves: list[parts.PlayedMove]
    tags: dict[str, str]
    outcome: Result | None
    comment: str
    """The comment before the first move."""
    tree: list[MoveNode]
    """The moves of all variations; each comes after its parent, and the main line first among siblings."""


class MoveNode(Outgoing):
    """A move with its comment and annotation symbols."""

    parent: int
    """The index in the list of the move it follows, -1 at the start."""
    move: str
    notation: str
    comment: str
    nags: list[int]
    """Annotation symbols by their NAG numbers: 1 is !, 2 is ?, ..."""


class Imported(Outgoing):
    """The answer: every game that could be read, what is unusual in them, and why reading ended early."""

    format: str
    games: list[ImportedGame]
    problem: parts.Problem | None
    warnings: list[parts.Problem] = []
    """What the text does not write as its notation wants, the first twenty."""


class WrittenMove(Part):
    """A move of a tree to be exported."""

    parent: int
    """The index in the list of the move it follows, -1 at the start."""
    move: parts.MoveText
    comment: str = ""
    nags: Annotated[list[int], Meta(max_length=8)] = []


class ExportQuery(Incoming):
    """`POST /api/export`."""

    position: parts.PositionQuery
    tree: Annotated[list[WrittenMove], Meta(max_length=5_000)] = []
    """All variations with comments, in place of the moves of the position; for game files."""
    comment: Annotated[str, Meta(max_length=5_000)] = ""
    """The comment before the first move."""
    format: Annotated[str, Meta(max_length=20)] = "plain"
    """`fen`, `svg`, or a notation such as `pgn`; `GameEntry.formats` has those of a game."""
    tags: parts.Tags = {}
    flipped: bool = False
    """For `svg`: seen from Black's side."""


class BotEntry(Outgoing):
    """A bot that may be given a seat."""

    spec: str
    """What `SeatWish.bot` says."""
    name: str
    kind: Literal["level", "bot", "engine"]
    """A level of our engine, a classic bot, or an engine that the operator added."""
    level: int | None
    styles: list[str]
    """What may follow as `:style=`, if the game has it too."""
    evaluations: dict[str, list[str]]
    """What may follow as `:evaluation=`, by family."""
    ratings: dict[str, int]
    """Elo as measured in the arena, by the full name of the game."""
    games: list[str]
    """The families it plays; empty for all."""
    max_depth: int
    """The most that may follow as `:depth=`; 0 for a bot without it."""
    max_seconds: int
    """The most that may follow as `:seconds=`, for each move; 0 for a bot without it."""


class BotList(Outgoing):
    """`GET /api/bots`."""

    bots: list[BotEntry]


class ServerSettings(Outgoing):
    """`GET /api/settings`: what the page should know about the server."""

    version: str
    addresses: list[str]
    """Where others on the network reach it."""
    max_analysis_ms: int
    max_lines: int
    chat_length: int
    reports: bool
    """Whether crash reports are accepted."""


class Catalogue(Outgoing):
    """`GET /api/catalogue`: all that the page asks first, in one answer."""

    games: GameList
    bots: BotList
    settings: ServerSettings


class CrashReport(Incoming):
    """`POST /api/reports`: a crash report that a person read and chose to send."""

    message: Annotated[str, Meta(max_length=2_000)]
    details: Annotated[str, Meta(max_length=50_000)] = ""
    """The stack and the state of the page."""
    page: Annotated[str, Meta(max_length=500)] = ""
    version: Annotated[str, Meta(max_length=50)] = ""
    comment: Annotated[str, Meta(max_length=5_000)] = ""
    """A comment of the person."""


class Stored(Outgoing):
    """The answer: the report is stored under this name."""

    name: str


class Health(Outgoing):
    """`GET /health`: 200 normally, 503 if the last change could not be saved or the file is damaged."""

    status: Literal["ok", "failing"]
    reason: str
    """Why it is failing; "" if it is not."""
    version: str
    tables: int
    sockets: int


class Failure(Outgoing):
    """The body of every HTTP response that is not 2xx."""

    problem: parts.Problem
    error: str
    """Its message, where clients of lichess's API look for it."""
