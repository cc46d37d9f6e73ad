// Generated from src/plyground/server/wire by tools/generate_wire.py; never edited by hand.

/** How a game ended: the winner (None for a draw), and a code like `checkmate`. */
export interface Result {
  winner: Color | null;
  termination: string;
}

/** A place where a piece may stand; x grows to the right, y upwards, in units of one step. */
export interface Point {
  name: string;
  x: number;
  y: number;
  /** The usual name where it is another, like a number in international draughts. */
  label?: string;
}

/** The board as data: where the points are and what is drawn between them. */
export interface Geometry {
  style: "checkered" | "grid" | "lines";
  width: number;
  height: number;
  points: Point[];
  columns: string[];
  rows: string[];
  lines: string[][];
}

/** A straight way to go: (`dx`, `dy`) on the geometry, once or up to `far` times. */
export interface Ray {
  dx: number;
  dy: number;
  far: number;
  /** The points it starts from; empty for any. */
  origins: string[];
}

/** Where a piece could go in one turn, whatever stands in its way: what a premove may be. */
export interface Reach {
  steps: Ray[];
  /** Steps over a piece that is captured; several can follow one another in one turn. */
  jumps: Ray[];
  /** How many points it goes along the lines of the board. */
  along_lines: number;
  /** It goes anywhere if its side has at most this many men; 0 = never. */
  fly_at: number;
  /** Whether it stands still while its side has men in hand. */
  after_placing: boolean;
  /** Whether it captures what stands where it goes, so that it may want to go where its own side still stands. */
  takes_by_displacement: boolean;
}

/** Something that a position says besides its pieces: a number, a flag, or one of `names`. */
export interface FormField {
  /** Such as `hand`. */
  name: string;
  kind: "number" | "flag" | "choice";
  /** Whose it is, if each side has one. */
  side: Color | null;
  low: number;
  high: number;
  names: string[];
}

/** An option: a number between `low` and `high`, one of `names` (a choice), or some of them (a set). */
export interface RuleOption {
  name: string;
  kind: "number" | "choice" | "flag" | "set";
  meaning: string;
  default: unknown;
  names: string[];
  low: number;
  high: number;
  /** Whether a number may also be `never`, which is 0. */
  may_be_never: boolean;
}

/** Why a move is good or bad. */
export interface Reason {
  code: string;
  arguments: Record<string, unknown>;
}

/** A win now. A win in n plies scores `WIN - n`, so a quicker win is the larger score. */
export const WIN = 10000000;

/** Evaluations lie strictly between `-MIN_WIN` and `MIN_WIN`; scores beyond are proven. */
export const MIN_WIN = 9999000;

/** A score from the point of view of one side; greater is better for that side. */
export interface Score {
  /** Hundredths of a man, or a decisive score with its distance. */
  value: number;
  side: Color;
}

export type Outcome = "win" | "draw" | "loss";

/** What a position is worth with best play, for the side to move. It ignores draw counters and repetition. */
export interface Verdict {
  outcome: Outcome;
  /** How far away the end is; None for draws, and where no distances are stored. */
  plies: number | null;
}

/** How good a move was. */
export type Grade = "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** The exact value of a move, from databases; it ignores draw counters and repetition. */
export interface MoveVerdict {
  /** Its token. */
  move: string;
  notation: string;
  /** For the side that plays it. */
  outcome: Outcome;
  /** To the end, the move itself included; None for draws, and where no distances are stored. */
  plies: number | null;
}

/** A move with its score, the expected line, and the reasons for it. */
export interface Advice {
  /** Its token. */
  move: string;
  /** As people write it. */
  notation: string;
  /** From the side that plays the move. */
  score: Score;
  /** The move and the best play after it, as tokens. */
  line: string[];
  line_notation: string[];
  /** The most important first; never empty for the best moves. */
  reasons: Reason[];
}

/** The best moves of a position, ranked, and the opponent's threat. */
export interface Hint {
  game: string;
  fen: string;
  /** To move. */
  side: Color;
  /** The best first; empty where the game is over. */
  moves: Advice[];
  /** What the opponent would gain by moving twice; None if nothing, or if the game has no null move. */
  threat: Advice | null;
  depth: number;
  nodes: number;
  time_ms: number;
  /** The exact value of every legal move, best first; empty where no database covers the position. */
  verdicts: MoveVerdict[];
}

/** What is good or bad about a move: the line that follows it, and the better move if there is one. */
export interface Explanation {
  move: string;
  notation: string;
  /** `best`, `good`, `inaccuracy`, `mistake`, `blunder`, or `forced` for an only move. */
  grade: string;
  /** Of the move, from the side that plays it. */
  score: Score;
  /** What a good move achieves, and what a bad one loses or misses; with its exact value where that is known. */
  reasons: Reason[];
  /** The move and the opponent's best replies, as tokens. */
  line: string[];
  line_notation: string[];
  /** The opponent's best reply with its reasons; None if the game is over. */
  reply: Advice | null;
  /** A better move with its own reasons; None if the move is best, alone or next to others. */
  better: Advice | null;
}

/** A move of a game and what the engine would have played; moves are tokens. */
export interface GradedMove {
  ply: number;
  side: Color;
  move: string;
  notation: string;
  grade: Grade;
  /** What it gave away, in points: 1 turns a won game into a lost one. */
  loss: number;
  /** Of the best move, from the mover's view. */
  best: Score;
  /** Of the move itself, from the mover's view. */
  played: Score;
  /** The best line; the move itself if there was nothing better. */
  line: string[];
  line_notation: string[];
  /** What a bad move loses or misses; empty for others. */
  reasons: Reason[];
  /** Its exact value for the side that played it, if databases know it. */
  verdict: Verdict | null;
}

/** A client's name for a message. It must be unique among all messages the guest ever sends to a table, so start it with something random that is new with each load of the page. */
export type Id = string;

/** The base of every type on the wire: immutable, made with keywords, ignored by the garbage collector. */
export type Wire = object;

/** Sent by clients. Fields with a default may be left out; unknown fields are refused. */
export type Incoming = Wire;

/** Sent by the server. Every field is present. */
export type Outgoing = Wire;

/** Part of messages in either direction. */
export type Part = Incoming;

/** A message from a client on its socket. */
export interface Command extends Incoming {
  /** Names this message in the answer; needed if the message must not be applied twice. */
  id?: Id;
}

/** A message from the server on a socket. */
export type Notice = Outgoing;

/** A side; `white` names the first player in games without colours. */
export type Color = "white" | "black";

/** `waiting`: until both seats are taken for the first time. */
export type Phase = "waiting" | "playing" | "over";

export type Mode = "person-person" | "person-engine" | "engine-engine" | "same-screen";

/** Clocks of about the same length, for each of which people have a rating. */
export type TimeClass = "bullet" | "blitz" | "rapid" | "classical" | "correspondence";

export type OfferKind = "draw" | "takeback" | "rematch";

/** The options of custom rules by name; `RulesSchema` has their names and ranges. */
export type Rules = Record<string, unknown>;

/** A tree of clicks: each follows a branch, a leaf is the token of a move. */
export type Entry = { [click: string]: Entry | string };

/** `GAME[:PRESET]`, such as `mill:nine`. */
export type GameName = string;

/** A position as text (FEN); empty for the usual start. */
export type PositionText = string;

/** A move's token, or the move in the game's own notation. */
export type MoveText = string;

export type Moves = MoveText[];

/** The tags of a game file by name; only names that a file can have. */
export type Tags = Record<string, string>;

/** The public id of a guest. */
export type GuestId = string;

export type Name = string;

/** A bot by name, with its options: `level=7`, `level=3:style=attacking`, `negascout:depth=4`, `random`, `best`. */
export type BotSpec = string;

/** Why something cannot be done. */
export interface Problem extends Outgoing {
  /** A code of `plyground.errors`; the page renders it in the person's language. */
  code: string;
  /** The values for the text, by name. */
  arguments: Record<string, unknown>;
  /** The English rendering. */
  message: string;
}

/** A position as a board shows it: `plyground.protocol.View.as_dict()`. The page draws it and knows no rules. */
export interface View extends Outgoing {
  game: string;
  turn: Color;
  /** Point -> piece, such as `white queen`. */
  pieces: Record<string, string>;
  /** The points that the last move touched. */
  last: string[];
  result: Result | null;
  /** How a move is entered; empty when the game is over. */
  entry: Entry;
  /** Men still to be placed; left out in games without them. */
  hand?: Partial<Record<Color, number>>;
  /** The point of a king in check; left out if there is none. */
  check?: string;
  /** Why only some moves are allowed, as a code such as `capture`; left out if all are. */
  forced?: string;
}

/** A `View` that is JSON already: the native core writes it, and it goes into messages as it is. */
export type ViewJson = View;

/** A move of a game. */
export interface PlayedMove extends Outgoing {
  /** The token, the same on every wire. */
  move: string;
  /** As people write it (SAN in chess). */
  notation: string;
  side: Color;
  /** The time it took by the server's clock; 0 if it was not measured. */
  spent_ms: number;
}

/** How much time a game gives each side. */
export interface ClockSettings extends Part {
  initial_ms: number;
  /** Added after each move. */
  increment_ms?: number;
  /** Time at each move before the clock starts to run. */
  delay_ms?: number;
  /** Black's time at odds; None for the same as White's. */
  black_ms?: number | null;
}

/** The time left, at the moment this is sent; only the server's clock counts. */
export interface Clocks extends Outgoing {
  white_ms: number;
  black_ms: number;
  /** Whose clock runs; None before the first move, in a pause, and when the game is over. */
  running: Color | null;
  /** The rest of the delay before the clock runs down. */
  delay_ms: number;
}

/** A seat and its owner. */
export interface SeatState extends Outgoing {
  /** `open` means that anyone may take it. */
  kind: "open" | "person" | "bot";
  /** The person's or bot's name; "" while open. */
  name: string;
  /** The public id of the guest who sits there, "" otherwise; `Welcome.guest` says which is yours. */
  guest: string;
  /** The bot's name with its options; "" for people. */
  bot: string;
}

/** A rating as seats and lists show it. */
export interface RatingMark extends Outgoing {
  rating: number;
  /** Whether too little is known of the player; shown by a question mark. */
  provisional: boolean;
  /** What the game that has just ended here has changed; 0 before that. */
  change: number;
}

/** A seat as clients see it. */
export interface Seat extends SeatState {
  /** Whether its owner is connected. */
  present: boolean;
  /** How long until the opponent may claim the game because the owner is gone; None while the owner is present. */
  claimable_in_ms: number | null;
  /** The rating in this game at this speed; None for guests, and for bots whose strength was not measured. */
  rating: RatingMark | null;
}

/** Both seats of a table. */
export interface Seats extends Outgoing {
  white: Seat;
  black: Seat;
}

/** The open offers and the side that made each; they are answered by `accept` or `decline`. */
export interface Offers extends Outgoing {
  draw: Color | null;
  takeback: Color | null;
  rematch: Color | null;
}

/** The points from all games that ended at a table, for who sits where now; a draw is half a point for each. */
export interface MatchScore extends Outgoing {
  white: number;
  black: number;
}

/** A chat message. */
export interface Chat extends Outgoing {
  name: string;
  /** None for a spectator. */
  side: Color | null;
  text: string;
  /** Seconds since 1970. */
  at: number;
  /** The public id of who said it; "" in games of 0.1. */
  guest: string;
}

/** What a table was created with. It never changes. */
export interface TableSettings extends Outgoing {
  game: string;
  /** Options of custom rules; None for the preset in `game`. */
  rules: Rules | null;
  /** The first position of every game at this table, as text. */
  start: string;
  /** Moves played before the first game came here, as tokens. */
  moves: string[];
  clock: ClockSettings | null;
  /** Listed in the lobby; otherwise only people with the link find it. */
  public: boolean;
  /** The least time between two moves of bots, so that people can follow them. */
  pace_ms: number;
  /** The public id of the guest who created it and may pause and step an engine-engine game. */
  owner: string;
  /** Seconds since 1970. */
  created: number;
  /** Whether the games at the table change the ratings of the players. */
  rated: boolean;
}

/** Everything a page needs to show a table. */
export interface Snapshot extends Outgoing {
  table: string;
  version: number;
  hash: string;
  settings: TableSettings;
  /** The game's name as people read it. */
  title: string;
  geometry: Geometry;
  /** Piece -> letter in the game's notation, such as `white queen` -> `Q`. */
  symbols: Record<string, string>;
  /** Piece -> where it could go in one turn, for premoves; empty if the game does not say. */
  reach: Record<string, Reach>;
  /** Piece -> how many of it the game began with, on the board and in hand. */
  start_pieces: Record<string, number>;
  /** Kind of piece, such as `queen` -> its value in hundredths of a man; other kinds are worth a man. */
  piece_values: Record<string, number>;
  /** Counts the games at this table from 1; a rematch is the next. */
  round: number;
  phase: Phase;
  mode: Mode;
  /** Whose move it is; None unless a game is in progress. */
  turn: Color | null;
  view: ViewJson;
  moves: PlayedMove[];
  clocks: Clocks | null;
  seats: Seats;
  offers: Offers;
  /** How the game ended; None until it has. `aborted` and `expired` games have no result. */
  outcome: Result | null;
  match: MatchScore;
  /** The draw that can be claimed in this position, as a code; "" if there is none. A claim may also rest on the next move, so `claim_draw` can succeed without it. */
  claim: string;
  /** Whether a player may still end the game without a result. */
  can_abort: boolean;
  paused: boolean;
  /** The latest messages. */
  chat: Chat[];
  /** The guests whose messages nobody at the table sees; they cannot write any. */
  muted: string[];
  /** Whether spectators may write messages. */
  spectators_chat: boolean;
  spectators: number;
}

/** What an event changed: the new values of fields of `Snapshot`. Fields that are left out did not change. */
export interface Changes extends Outgoing {
  round?: number;
  phase?: Phase;
  mode?: Mode;
  turn?: Color | null;
  view?: ViewJson;
  /** How many moves at the start are the same as before; `moves_added` follow them. */
  moves_kept?: number;
  moves_added?: PlayedMove[];
  clocks?: Clocks | null;
  seats?: Seats;
  offers?: Offers;
  outcome?: Result | null;
  match?: MatchScore;
  claim?: string;
  can_abort?: boolean;
  paused?: boolean;
  chat_added?: Chat[];
  muted?: string[];
  spectators_chat?: boolean;
}

/** A position without a table: a game, where it started, and what was played. */
export interface PositionQuery extends Part {
  game: GameName;
  rules?: Rules | null;
  start?: PositionText;
  moves?: Moves;
}

/** Something as a file. */
export interface Exported extends Outgoing {
  text: string;
  filename: string;
  media_type: string;
}

/** A table as lists show it. */
export interface TableSummary extends Outgoing {
  table: string;
  game: string;
  title: string;
  phase: Phase;
  mode: Mode;
  clock: ClockSettings | null;
  /** The name in the seat; "" while open. */
  white: string;
  black: string;
  ply: number;
  spectators: number;
  /** Seconds since 1970. */
  created: number;
  outcome: Result | null;
  rated: boolean;
  white_rating: RatingMark | null;
  black_rating: RatingMark | null;
}

/** A game that is being played, as a small board shows it. */
export interface MiniBoard extends Outgoing {
  table: string;
  game: string;
  rules: Rules | null;
  title: string;
  clock: ClockSettings | null;
  /** The name in the seat. */
  white: string;
  black: string;
  /** None without one. */
  white_rating: RatingMark | null;
  black_rating: RatingMark | null;
  ply: number;
  /** The token of the last move; "" before the first. */
  last: string;
  view: ViewJson;
}

/** The id of a seek or of a challenge. */
export type PairingId = string;

export type RatingBound = number;

/** `failed`: an opponent was found, but the table could not be created. */
export type SeekEnding = "paired" | "cancelled" | "failed";

/** `cancelled`: by whoever sent it, or because they left. */
export type ChallengeStatus = "open" | "accepted" | "declined" | "cancelled" | "expired";

/** The game that somebody wants to play. */
export interface Terms extends Part {
  game: GameName;
  rules?: Rules | null;
  start?: PositionText;
  clock?: ClockSettings | null;
  /** The side of whoever wants to play it; `any` is decided by lot. */
  side?: Color | "any";
  /** Whether the result counts for the ratings; only for people with accounts. */
  rated?: boolean;
}

/** Looks for an opponent: answered by `paired` if a fitting seek is open, else by `seek_posted`. */
export interface PostSeek extends Command {
  type: "post_seek";
  terms: Terms;
  min_rating?: RatingBound | null;
  /** The ratings that an opponent may have; with a bound, somebody without a rating does not fit. */
  max_rating?: RatingBound | null;
}

/** Withdraws a seek; answered by `acknowledged`. */
export interface CancelSeek extends Command {
  type: "cancel_seek";
  seek: PairingId;
}

/** Plays the owner of a seek; answered by `paired`. */
export interface TakeSeek extends Command {
  type: "take_seek";
  seek: PairingId;
}

/** Challenges a person who is here; answered by `challenge_changed`. */
export interface SendChallenge extends Command {
  type: "send_challenge";
  /** The name of the person. */
  to: Name;
  terms: Terms;
}

/** Accepts or declines a challenge; answered by `paired` or `challenge_changed`. */
export interface AnswerChallenge extends Command {
  type: "answer_challenge";
  challenge: PairingId;
  accept: boolean;
}

/** Withdraws a challenge; answered by `challenge_changed`. */
export interface CancelChallenge extends Command {
  type: "cancel_challenge";
  challenge: PairingId;
}

/** A person who wants to play. */
export interface Opponent extends Outgoing {
  /** The public id. */
  guest: string;
  name: string;
  /** In the game and at the speed in question; None without one. */
  rating: number | null;
}

/** Somebody looks for an opponent. */
export interface Seek extends Outgoing {
  seek: string;
  by: Opponent;
  terms: Terms;
  /** The game's name as people read it. */
  title: string;
  min_rating: number | null;
  max_rating: number | null;
}

/** Somebody wants to play a certain person. */
export interface Challenge extends Outgoing {
  challenge: string;
  by: Opponent;
  to: Opponent;
  terms: Terms;
  /** The game's name as people read it. */
  title: string;
  status: ChallengeStatus;
}

/** A seek of this person is open; also sent when they connect again. */
export interface SeekPosted extends Notice {
  type: "seek_posted";
  /** The id of the message that caused it, "" if none did. */
  id: string;
  seek: Seek;
}

/** A seek of this person is not open any more. */
export interface SeekEnded extends Notice {
  type: "seek_ended";
  seek: string;
  reason: SeekEnding;
}

/** A challenge from or to this person is open, or has ended; the open ones are also sent after `welcome`. */
export interface ChallengeChanged extends Notice {
  type: "challenge_changed";
  /** The id of the message that caused it, "" if none did. */
  id: string;
  challenge: Challenge;
}

/** An opponent is found, and both are seated: join the table. */
export interface Paired extends Notice {
  type: "paired";
  /** The id of the message that caused it, "" if none did. */
  id: string;
  table: string;
  side: Color;
  opponent: Opponent;
  /** The challenge that was accepted; "" for a seek. */
  challenge: string;
}

/** The commands of people who want to play. */
export type PairingCommand = PostSeek | CancelSeek | TakeSeek | SendChallenge | AnswerChallenge | CancelChallenge;

/** What they get. */
export type PairingMessage = SeekPosted | SeekEnded | ChallengeChanged | Paired;

/** The first message: says who the client is. */
export interface Hello extends Command {
  type: "hello";
  /** The secret from an earlier `Welcome`, which keeps seats and name; "" for a new guest. */
  token?: string;
  /** The name to use; the server makes one up for "". */
  name?: string;
}

/** Changes the guest's name. */
export interface Rename extends Command {
  type: "rename";
  name: Name;
}

/** Joins a table, or rejoins it; a guest who owns a seat there gets it, regardless of `side`. */
export interface Join extends Command {
  type: "join";
  table: string;
  /** The seat to take if it is open, `any` for either; None to watch. */
  side?: Color | "any" | null;
  /** The last version seen; if little was missed, the answer has only that. */
  version?: number | null;
}

/** Leaves the table. The guest keeps the seat if its game has begun; otherwise it becomes open. */
export interface Leave extends Command {
  type: "leave";
}

/** Plays a move. Answered by a `table_event` with this `id`, or `refused`. */
export interface Play extends Command {
  type: "play";
  move: MoveText;
  /** How many moves had been played when it was chosen; a move for another position is refused. */
  ply: number;
}

/** Offers a draw or a rematch, or asks to take moves back; if the other side has offered the same, accepts. */
export interface Offer extends Command {
  type: "offer";
  what: OfferKind;
}

/** Accepts what the other side offered. */
export interface Accept extends Command {
  type: "accept";
  what: OfferKind;
}

/** Declines an offer of the other side, or withdraws an offer. */
export interface Decline extends Command {
  type: "decline";
  what: OfferKind;
}

/** Resigns the game. */
export interface Resign extends Command {
  type: "resign";
}

/** Ends a game without a result; possible until both sides have moved. */
export interface Abort extends Command {
  type: "abort";
}

/** Claims a draw that the rules grant the side to move, such as repetition or fifty moves. */
export interface ClaimDraw extends Command {
  type: "claim_draw";
}

/** Claims the game because the opponent has been gone long enough. */
export interface ClaimWin extends Command {
  type: "claim_win";
  /** Claims a draw instead of a win. */
  draw?: boolean;
}

/** Pauses or resumes an engine-engine game; only for the owner of the table. */
export interface Pause extends Command {
  type: "pause";
  on: boolean;
}

/** Plays one move in a paused engine-engine game. */
export interface Step extends Command {
  type: "step";
}

/** Posts a chat message to everyone at the table. */
export interface PostChat extends Command {
  type: "post_chat";
  text: string;
}

/** Hides the messages of a spectator for everyone at the table, or shows them again; for players and the owner. */
export interface Mute extends Command {
  type: "mute";
  guest: GuestId;
  on?: boolean;
}

/** Lets spectators chat, or stops them; for players and the owner. At first they may at public tables. */
export interface AllowChat extends Command {
  type: "allow_chat";
  on: boolean;
}

/** Reports a person's messages, with the last lines of the chat, to those who run the server. */
export interface ReportChat extends Command {
  type: "report_chat";
  guest: GuestId;
}

/** Subscribes to `lobby`, which is sent now and on each change, or unsubscribes. */
export interface WatchLobby extends Command {
  type: "watch_lobby";
  on: boolean;
}

/** Subscribes to `boards`, which is sent now and at most once a second, or unsubscribes. */
export interface WatchBoards extends Command {
  type: "watch_boards";
  on: boolean;
}

/** The answer to `ping`, sent at once: it measures the network lag, which is not charged to the clock. */
export interface Pong extends Command {
  type: "pong";
  ping: number;
}

/** The commands to a table by those at it. */
export type TableCommand = Play | Offer | Accept | Decline | Resign | Abort | ClaimDraw | ClaimWin | Pause | Step | PostChat | Mute | AllowChat;

export const TABLE_COMMANDS: ReadonlySet<string> = new Set<TableCommand["type"]>(["play", "offer", "accept", "decline", "resign", "abort", "claim_draw", "claim_win", "pause", "step", "post_chat", "mute", "allow_chat"]);

/** Every message a client may send on its socket. */
export type ClientMessage = Hello | Rename | Join | Leave | ReportChat | WatchLobby | WatchBoards | Pong | TableCommand | PairingCommand | ServiceCommand;

/** Something that happened at a table. It holds what was decided, so replaying it decides nothing again. */
export type Event = Outgoing;

/** A seat was taken, given up (`kind` is `open`), or its owner changed name. */
export interface SeatChanged extends Event {
  type: "seat_changed";
  side: Color;
  seat: SeatState;
}

/** A game began, the first or a rematch. */
export interface GameStarted extends Event {
  type: "game_started";
  round: number;
  /** The first position as text. */
  start: string;
  /** Moves played before the game came here. */
  moves: string[];
  /** Whether the players changed sides, as they do in a rematch. */
  swapped: boolean;
}

/** A move was played. It declines a draw that was offered to the mover, and ends any request to take back. */
export interface MovePlayed extends Event {
  type: "move_played";
  /** The token. */
  move: string;
  spent_ms: number;
  /** What the clock was charged: the time without the delay and the network lag. */
  charged_ms: number;
}

/** Moves were taken back, and the clocks with them. */
export interface MovesTakenBack extends Event {
  type: "moves_taken_back";
  /** How many moves are left. */
  ply: number;
}

/** A side offered something. */
export interface OfferMade extends Event {
  type: "offer_made";
  what: OfferKind;
  side: Color;
}

/** An offer was declined or withdrawn. */
export interface OfferDeclined extends Event {
  type: "offer_declined";
  what: OfferKind;
  /** The side that declined or withdrew it. */
  side: Color;
}

/** The game was paused or, if `on` is false, resumed. */
export interface GamePaused extends Event {
  type: "game_paused";
  on: boolean;
  /** How much of the turn had been used by then. */
  used_ms: number;
}

/** A chat message was posted. */
export interface ChatPosted extends Event {
  type: "chat_posted";
  chat: Chat;
}

/** The messages of a spectator were hidden or, if `on` is false, shown again. */
export interface GuestMuted extends Event {
  type: "guest_muted";
  guest: string;
  on: boolean;
}

/** Spectators may chat or, if `on` is false, may not. */
export interface ChatAllowed extends Event {
  type: "chat_allowed";
  on: boolean;
}

/** The game is over. The move that ends it comes first, as its own event. */
export interface GameEnded extends Event {
  type: "game_ended";
  outcome: Result;
  /** How much of the turn had been used by then. */
  used_ms: number;
}

/** Everything that changes a table. The store keeps these, and `TableEvent` sends them. */
export type AnyEvent = SeatChanged | GameStarted | MovePlayed | MovesTakenBack | OfferMade | OfferDeclined | GamePaused | ChatPosted | GuestMuted | ChatAllowed | GameEnded;

/** An event of the table, sent when it is on disk, with what it changed. */
export interface TableEvent extends Notice {
  type: "table_event";
  /** Counts the events of the table from 1. */
  version: number;
  /** A digest of the table's state after the event: equal hashes, equal states. */
  hash: string;
  /** The id of the message that caused it, "" if none did. */
  id: string;
  event: AnyEvent;
  changes: Changes;
}

/** A `TableEvent` that is JSON already, as it was sent to others. */
export type TableEventJson = TableEvent;

/** The answer to `hello`. */
export interface Welcome extends Notice {
  type: "welcome";
  id: string;
  /** The guest's secret: keep it, and send it with the next `hello`; "" if this is an account. */
  token: string;
  /** The person's public id, as seats show it. */
  guest: string;
  name: string;
  /** Whether the name belongs to an account, which cannot change it here. */
  is_account: boolean;
  /** The server's version. */
  server: string;
  /** New each time the server starts. */
  run: string;
  /** The build of the page that the server has; a page of another build is out of date. "" if it has none. */
  page: string;
}

/** The request cannot be done; nothing has changed. */
export interface Refused extends Notice {
  type: "refused";
  /** The id of the refused message; "" if it could not be read. */
  id: string;
  problem: Problem;
}

/** A message took effect at this version; sent for a repeated message, and for one without an event. */
export interface Acknowledged extends Notice {
  type: "acknowledged";
  id: string;
  version: number;
}

export type JoinReason = "joined" | "resync" | "commit_failed";

/** The answer to `join` with the whole state. Also sent unasked to resynchronise a slow client, or when a change could not be saved (`reason` is `resync` or `commit_failed`). */
export interface Joined extends Notice {
  type: "joined";
  id: string;
  reason: JoinReason;
  /** The guest's seat: `both` on one screen, None for a spectator. */
  side: Color | "both" | null;
  snapshot: Snapshot;
}

/** The answer to `join` with a version: the events that were missed, and what is not in them. */
export interface CaughtUp extends Notice {
  type: "caught_up";
  id: string;
  side: Color | "both" | null;
  events: TableEventJson[];
  version: number;
  hash: string;
  clocks: Clocks | null;
  seats: Seats;
  spectators: number;
}

/** The client is no longer at the table, because it left or because the table was closed. */
export interface Left extends Notice {
  type: "left";
  id: string;
  table: string;
  reason: "left" | "closed";
}

/** Who is at the table now; sent when it changes. It is not an event and has no version. */
export interface PresenceUpdate extends Notice {
  type: "presence_update";
  seats: Seats;
  /** The names of those present, players first; at most 100 of them. */
  people: string[];
  spectators: number;
  /** The clocks now; after a restart of the server a clock resumes when its owner is back. */
  clocks: Clocks | null;
}

/** Asks for `pong` at once. */
export interface Ping extends Notice {
  type: "ping";
  ping: number;
  /** How long a message took there and back last time. */
  lag_ms: number;
}

/** The public tables, newest first, and the open seeks, oldest first. */
export interface Lobby extends Notice {
  type: "lobby";
  tables: TableSummary[];
  seeks: Seek[];
  /** How many guests are connected. */
  people: number;
}

/** Public games that are being played, as boards: the top game of each family, then others. */
export interface Boards extends Notice {
  type: "boards";
  /** The tables to show, in this order. */
  shown: string[];
  /** Family -> the table of its top game: the one with the highest ratings, or else with the most people there. */
  top: Record<string, string>;
  /** Those that are new, or different from what was sent before. */
  changed: MiniBoard[];
}

/** What those at a table get. */
export type TableMessage = TableEvent | Joined | CaughtUp | Left | PresenceUpdate;

/** Every message the server may send on a socket. */
export type ServerMessage = TableMessage | Welcome | Refused | Acknowledged | Ping | Lobby | Boards | PairingMessage | ServiceMessage;

/** Has the engine analyse a position; `analysis_update` follows after each depth, the last with `done`. */
export interface Analyse extends Command {
  type: "analyse";
  position: PositionQuery;
  /** How many of the best moves to rank. */
  lines?: number;
  time_ms?: number;
  depth?: number | null;
  /** For how many of the best moves reasons are given, after a second and at the end; 0 also leaves out the threat. */
  reasons?: number;
}

/** Asks for the best moves with reasons, and what the opponent threatens; answered by `hinted`. */
export interface FindHint extends Command {
  type: "find_hint";
  position: PositionQuery;
  /** How many moves. */
  lines?: number;
  time_ms?: number;
}

/** Asks what is good or bad about a move; answered by `explained`. */
export interface Explain extends Command {
  type: "explain";
  position: PositionQuery;
  move: MoveText;
  time_ms?: number;
}

/** Asks what databases say about every legal move; answered by `verdicts`. */
export interface FindVerdicts extends Command {
  type: "find_verdicts";
  position: PositionQuery;
}

/** Has every move of a game graded; `review_progress` follows, then `reviewed`. */
export interface ReviewGame extends Command {
  type: "review_game";
  position: PositionQuery;
  /** For each position. */
  time_ms?: number;
  /** Further tags for the game's file. */
  tags?: Tags;
}

/** Compares algorithms; `experiment_progress` follows, then `experiment_done`. */
export interface RunExperiment extends Command {
  type: "run_experiment";
  game: GameName;
  /** Algorithms by name with their features, such as `alphabeta+tt`. */
  contenders: string[];
  depths: number[];
  positions?: number;
}

/** Traces a textbook search node by node; answered by `traced`. */
export interface TraceSearch extends Command {
  type: "trace_search";
  position: PositionQuery;
  algorithm: string;
  depth: number;
  limit?: number;
}

/** Stops the analysis, review or experiment whose command had the id `of`. */
export interface Stop extends Command {
  type: "stop";
  of: Id;
}

/** The commands to the engine and the lab. */
export type ServiceCommand = Analyse | FindHint | Explain | FindVerdicts | ReviewGame | RunExperiment | TraceSearch | Stop;

/** One of the best lines of play. */
export interface Line extends Outgoing {
  /** From 1. */
  rank: number;
  score: Score;
  depth: number;
  moves: string[];
  notation: string[];
}

/** The engine's best lines so far. */
export interface AnalysisUpdate extends Notice {
  type: "analysis_update";
  id: string;
  lines: Line[];
  depth: number;
  nodes: number;
  nps: number;
  time_ms: number;
  done: boolean;
  /** Whether a longer search would find nothing else. */
  final: boolean;
  /** Reasons for the best moves, and the threat, if they were asked for; about the lines of a moment ago while the search goes on. */
  hint: Hint | null;
}

/** The best moves, and what the opponent would gain by moving twice. */
export interface Hinted extends Notice {
  type: "hinted";
  id: string;
  hint: Hint;
}

/** What is good or bad about a move. */
export interface Explained extends Notice {
  type: "explained";
  id: string;
  explanation: Explanation;
}

/** The exact value of every legal move, best first; it ignores draw counters and repetition. */
export interface Verdicts extends Notice {
  type: "verdicts";
  id: string;
  /** None if no database covers the position, or the game is over. */
  verdicts: MoveVerdict[] | null;
}

/** The progress of a review. */
export interface ReviewProgress extends Notice {
  type: "review_progress";
  id: string;
  done: number;
  of: number;
  /** The move just graded. */
  move: GradedMove | null;
}

/** A finished review. */
export interface Reviewed extends Notice {
  type: "reviewed";
  id: string;
  moves: GradedMove[];
  /** 0 to 100; None if there was no choice. */
  white_accuracy: number | null;
  black_accuracy: number | null;
  /** Whether every move is graded; if not, the review ran out of time or was stopped. */
  complete: boolean;
  /** The game with scores, signs and better lines, in the notation of its family (PGN, PDN ...). */
  file: Exported;
}

/** The progress of an experiment. */
export interface ExperimentProgress extends Notice {
  type: "experiment_progress";
  id: string;
  done: number;
  of: number;
}

/** The figures of one contender at one depth, over all positions. */
export interface ExperimentRow extends Outgoing {
  contender: string;
  depth: number;
  nodes: number;
  time_ms: number;
  cutoffs: number;
  tt_hits: number;
  branching: number;
}

/** A finished experiment. */
export interface ExperimentDone extends Notice {
  type: "experiment_done";
  id: string;
  rows: ExperimentRow[];
  /** What was left out because it would take too long, such as `minimax @ 9`. */
  left_out: string[];
}

/** A traced search, in the form described in `plyground.lab.trace`. */
export interface Traced extends Notice {
  type: "traced";
  id: string;
  trace: Record<string, unknown>;
}

/** The service with this id ended early, because it was stopped or reached its limit. */
export interface ServiceStopped extends Notice {
  type: "service_stopped";
  id: string;
}

/** Answers that others follow. */
export type Progress = ReviewProgress | ExperimentProgress;

export const PROGRESS: ReadonlySet<string> = new Set<Progress["type"]>(["review_progress", "experiment_progress"]);

/** The answers of the engine and the lab. */
export type ServiceMessage = AnalysisUpdate | Hinted | Explained | Verdicts | Progress | Reviewed | ExperimentDone | Traced | ServiceStopped;

/** Who gets a seat. */
export interface SeatWish extends Part {
  kind?: "me" | "open" | "bot";
  bot?: BotSpec;
}

/** `POST /api/tables`. */
export interface CreateTable extends Incoming {
  game: GameName;
  rules?: Rules | null;
  /** The first position as text; "" for the usual one (a random one in Chess960). */
  start?: PositionText;
  /** Moves already played; an interrupted or imported game continues from there. */
  moves?: Moves;
  clock?: ClockSettings | null;
  white?: SeatWish;
  /** If both are `me`, the game is played on one screen. */
  black?: SeatWish;
  /** Whether the two wishes are assigned to the sides at random. */
  random_sides?: boolean;
  public?: boolean;
  /** Whether the games change the ratings of the players, who need accounts; see `rated_games.check_wish`. */
  rated?: boolean;
  /** See `TableSettings`. */
  pace_ms?: number;
  /** The guest's secret; "" makes a new guest. */
  token?: string;
}

/** The answer: join it on the socket. */
export interface CreatedTable extends Outgoing {
  table: string;
  /** The guest's secret, new if none was given; "" if this is an account. */
  token: string;
  guest: string;
}

/** `GET /api/tables` (the public ones) and `GET /api/tables/mine` (those where the guest has a seat). */
export interface TableList extends Outgoing {
  tables: TableSummary[];
}

/** A game that can be played. */
export interface GameEntry extends Outgoing {
  /** `GAME[:PRESET]`. */
  name: string;
  title: string;
  /** The part before the colon. */
  family: string;
  /** Whether its family can be played with custom rules. */
  own_rules: boolean;
  /** How many start positions there are. */
  starts: number;
  /** The formats its games can be exported to, such as `pgn`. */
  formats: string[];
  /** The styles in which bots with styles can play it. */
  styles: string[];
}

/** `GET /api/games`. */
export interface GameList extends Outgoing {
  games: GameEntry[];
}

/** `GET /api/games/{name}`: everything needed to draw it. */
export interface GameDescription extends Outgoing {
  name: string;
  title: string;
  geometry: Geometry;
  symbols: Record<string, string>;
  start: string;
  view: View;
  /** On which occurrence of a position a draw may be claimed; 0 = never. */
  claim_at: number;
  /** On which occurrence it is drawn automatically; 0 = never. */
  automatic_at: number;
}

/** A named rule set. */
export interface RulesPreset extends Outgoing {
  /** `GAME:PRESET`. */
  name: string;
  title: string;
  /** Where the rules come from. */
  source: string;
  options: Rules;
}

/** `GET /api/rules/{family}`. */
export interface RulesSchema extends Outgoing {
  family: string;
  options: RuleOption[];
  presets: RulesPreset[];
}

/** `POST /api/rules/check`. */
export interface RulesQuery extends Incoming {
  game: GameName;
  rules: Rules;
}

/** The answer. */
export interface CheckedRules extends Outgoing {
  valid: boolean;
  problem: Problem | null;
  /** As they are stored: only the options that differ from the default. */
  rules: Rules;
  /** The name of the equal preset, "" if there is none. */
  preset: string;
}

/** `POST /api/view`: a position without a table. */
export interface ViewQuery extends Incoming {
  position: PositionQuery;
  /** Whether to send the geometry too. */
  geometry?: boolean;
}

/** The answer. Moves that cannot be played end the list, and `problem` says why. */
export interface PositionView extends Outgoing {
  game: string;
  title: string;
  fen: string;
  view: View;
  moves: PlayedMove[];
  outcome: Result | null;
  /** The draws that the side to move may claim. */
  claims: string[];
  geometry: Geometry | null;
  symbols: Record<string, string>;
  problem: Problem | null;
  /** The name of the opening with its code, such as `C60 Ruy Lopez`; empty if it has none. */
  opening: string;
}

/** `POST /api/position/check`. */
export interface CheckPosition extends Incoming {
  game: GameName;
  rules?: Rules | null;
  fen: string;
}

/** The answer. */
export interface CheckedPosition extends Outgoing {
  valid: boolean;
  problem: Problem | null;
  /** As Plyground writes it, "" if it is not valid. */
  fen: string;
  view: View | null;
}

/** A position as an editor fills it in: `plyground.position_form.Draft`; it need not be legal. */
export interface PositionDraft extends Part {
  /** Point -> piece, such as `white queen`. */
  pieces: Record<string, string>;
  turn: Color;
  /** The values of `FormField`s: by name, or by name and side such as `hand.white`. */
  fields?: Record<string, boolean | number | string>;
  /** What the text says and no field shows; an editor leaves it out once something has been changed. */
  rest?: string;
}

/** `POST /api/position/edit`: a draft, or else a text, or else a start position. */
export interface EditPosition extends Incoming {
  game: GameName;
  rules?: Rules | null;
  draft?: PositionDraft | null;
  fen?: PositionText;
  /** The number of a start position; without one, the usual. */
  start?: number | null;
}

/** What there is to be filled in; see `plyground.position_form.PositionForm`. */
export interface EditForm extends Outgoing {
  /** Every kind of piece. */
  pieces: string[];
  fields: FormField[];
  /** Whether the side to move can be chosen. */
  has_turn: boolean;
}

/** The answer. */
export interface EditedPosition extends Outgoing {
  game: string;
  title: string;
  /** The text of the draft, or the text that was sent. */
  fen: string;
  /** What the text says; None if it cannot be read, or the game has no form. */
  draft: PositionDraft | null;
  /** Why nobody could play from there. */
  problem: Problem | null;
  /** None if it is not a legal position. */
  view: View | null;
  /** How the game ends there at once. */
  outcome: Result | null;
  /** None for games whose positions can only be written as text. */
  form: EditForm | null;
  /** How many start positions there are. */
  starts: number;
  geometry: Geometry;
  symbols: Record<string, string>;
}

/** `POST /api/legal`. */
export interface LegalQuery extends Incoming {
  position: PositionQuery;
  /** A move to be checked; the answer says why it cannot be played. */
  move?: string;
}

/** A legal move. */
export interface LegalMove extends Outgoing {
  move: string;
  notation: string;
}

/** The answer. */
export interface LegalMoveList extends Outgoing {
  moves: LegalMove[];
  /** The token of the move asked about, "" if it is not legal. */
  move: string;
  /** Why it is not legal. */
  problem: Problem | null;
}

/** `POST /api/import`: a FEN, a PGN, PDN or mill record, or a list of moves. */
export interface ImportQuery extends Incoming {
  text: string;
  /** The game to read it as if the text does not say. */
  game?: string;
}

/** A game that was read. */
export interface ImportedGame extends Outgoing {
  game: string;
  rules: Rules | null;
  /** "" for the usual start. */
  start: string;
  moves: PlayedMove[];
  tags: Record<string, string>;
  outcome: Result | null;
  /** The comment before the first move. */
  comment: string;
  /** The moves of all variations; each comes after its parent, and the main line first among siblings. */
  tree: MoveNode[];
}

/** A move with its comment and annotation symbols. */
export interface MoveNode extends Outgoing {
  /** The index in the list of the move it follows, -1 at the start. */
  parent: number;
  move: string;
  notation: string;
  comment: string;
  /** Annotation symbols by their NAG numbers: 1 is !, 2 is ?, ... */
  nags: number[];
}

/** The answer: every game that could be read, what is unusual in them, and why reading ended early. */
export interface Imported extends Outgoing {
  format: string;
  games: ImportedGame[];
  problem: Problem | null;
  /** What the text does not write as its notation wants, the first twenty. */
  warnings: Problem[];
}

/** A move of a tree to be exported. */
export interface WrittenMove extends Part {
  /** The index in the list of the move it follows, -1 at the start. */
  parent: number;
  move: MoveText;
  comment?: string;
  nags?: number[];
}

/** `POST /api/export`. */
export interface ExportQuery extends Incoming {
  position: PositionQuery;
  /** All variations with comments, in place of the moves of the position; for game files. */
  tree?: WrittenMove[];
  /** The comment before the first move. */
  comment?: string;
  /** `fen`, `svg`, or a notation such as `pgn`; `GameEntry.formats` has those of a game. */
  format?: string;
  tags?: Tags;
  /** For `svg`: seen from Black's side. */
  flipped?: boolean;
}

/** A bot that may be given a seat. */
export interface BotEntry extends Outgoing {
  /** What `SeatWish.bot` says. */
  spec: string;
  name: string;
  /** A level of our engine, a classic bot, or an engine that the operator added. */
  kind: "level" | "bot" | "engine";
  level: number | null;
  /** What may follow as `:style=`, if the game has it too. */
  styles: string[];
  /** What may follow as `:evaluation=`, by family. */
  evaluations: Record<string, string[]>;
  /** Elo as measured in the arena, by the full name of the game. */
  ratings: Record<string, number>;
  /** The families it plays; empty for all. */
  games: string[];
  /** The most that may follow as `:depth=`; 0 for a bot without it. */
  max_depth: number;
  /** The most that may follow as `:seconds=`, for each move; 0 for a bot without it. */
  max_seconds: number;
}

/** `GET /api/bots`. */
export interface BotList extends Outgoing {
  bots: BotEntry[];
}

/** `GET /api/settings`: what the page should know about the server. */
export interface ServerSettings extends Outgoing {
  version: string;
  /** Where others on the network reach it. */
  addresses: string[];
  max_analysis_ms: number;
  max_lines: number;
  chat_length: number;
  /** Whether crash reports are accepted. */
  reports: boolean;
}

/** `GET /api/catalogue`: all that the page asks first, in one answer. */
export interface Catalogue extends Outgoing {
  games: GameList;
  bots: BotList;
  settings: ServerSettings;
}

/** `POST /api/reports`: a crash report that a person read and chose to send. */
export interface CrashReport extends Incoming {
  message: string;
  /** The stack and the state of the page. */
  details?: string;
  page?: string;
  version?: string;
  /** A comment of the person. */
  comment?: string;
}

/** The answer: the report is stored under this name. */
export interface Stored extends Outgoing {
  name: string;
}

/** `GET /health`: 200 normally, 503 if the last change could not be saved or the file is damaged. */
export interface Health extends Outgoing {
  status: "ok" | "failing";
  /** Why it is failing; "" if it is not. */
  reason: string;
  version: string;
  tables: number;
  sockets: number;
}

/** The body of every HTTP response that is not 2xx. */
export interface Failure extends Outgoing {
  problem: Problem;
  /** Its message, where clients of lichess's API look for it. */
  error: string;
}

/** Results of a guest against one kind of opponent in one game. */
export interface ResultCount extends Outgoing {
  game: string;
  /** A bot's spec, or `person`. */
  opponent: string;
  wins: number;
  draws: number;
  losses: number;
}

/** Results of a guest in games of one kind that began with the same moves. */
export interface OpeningCount extends Outgoing {
  game: string;
  /** As tokens. */
  moves: string[];
  wins: number;
  draws: number;
  losses: number;
}

/** `GET /api/statistics`, of the guest whose token is in the header `Authorization: Bearer TOKEN`. */
export interface Statistics extends Outgoing {
  results: ResultCount[];
  /** The most frequent first; games from other positions or with custom rules have none. */
  openings: OpeningCount[];
  /** Games won in a row up to now; negative for lost ones. */
  streak: number;
  best_streak: number;
  games: number;
}

/** The query of `GET /api/archive`. */
export interface ArchiveQuery extends Incoming {
  /** Only this game; "" for all. */
  game?: string;
  /** Only games that ended so for the person. */
  result?: "" | "win" | "draw" | "loss";
  /** Only games against somebody with this in their name. */
  opponent?: string;
  /** Only games that ended then or later, in seconds since 1970. */
  since?: number | null;
  /** Only games that ended before; the `before` of an answer continues it. */
  before?: number | null;
}

/** The query of `GET /api/archive/export`: a file has games of one kind. */
export interface ExportArchive extends ArchiveQuery {
  game: GameName;
}

/** A finished game of a person. */
export interface ArchivedGame extends Outgoing {
  table: string;
  round: number;
  game: string;
  rules: Rules | null;
  /** As text; "" for an old game of which only the result is known. */
  start: string;
  /** As tokens. */
  moves: string[];
  white: string;
  /** Names as they were, or specs of bots; "" if unknown. */
  black: string;
  /** The person's; None if they played both. */
  side: Color | null;
  outcome: Result;
  plies: number;
  /** Seconds since 1970. */
  ended: number;
}

/** `GET /api/archive`. */
export interface Archive extends Outgoing {
  /** The newest first. */
  games: ArchivedGame[];
  /** Ask for those before it to continue; None if there are no more. */
  before: number | null;
}

/** Databases that can be built for a game, and roughly what is missing takes. */
export interface DatabaseChoice extends Outgoing {
  /** Whether they say how long every win takes. */
  distances: boolean;
  is_built: boolean;
  seconds: number;
  bytes: number;
  /** What it takes on the disk while it is built. */
  room_bytes: number;
  memory_bytes: number;
  /** Why they cannot be built on this machine. */
  lacks: "" | "memory" | "disk";
}

/** A game that can be solved. */
export interface DatabaseOffer extends Outgoing {
  game: string;
  title: string;
  choices: DatabaseChoice[];
  /** Why there are no choices: a file is damaged. */
  problem: Problem | null;
}

/** A build that is running. */
export interface DatabaseBuild extends Outgoing {
  game: string;
  distances: boolean;
  /** The finished share. */
  done: number;
  /** The seconds that are left, if they are known. */
  left_s: number | null;
}

/** Why the last build ended early. */
export interface FailedBuild extends Outgoing {
  game: string;
  problem: Problem;
}

/** `GET /api/databases`, and the answer to a change; `Authorization: Bearer KEY` carries the operator's key. */
export interface DatabaseState extends Outgoing {
  offers: DatabaseOffer[];
  build: DatabaseBuild | null;
  failure: FailedBuild | null;
}

/** `POST /api/databases/build`. */
export interface BuildDatabases extends Incoming {
  game: GameName;
  distances?: boolean;
}

/** `POST /api/databases/cancel`. */
export type CancelBuild = Incoming;

/** The query of `GET /api/probe`. */
export interface ProbeQuery extends Incoming {
  game: GameName;
  start?: PositionText;
  /** Tokens with blanks in between. */
  moves?: string;
}

/** `GET /api/probe`: what databases know of a position. Values ignore draw counters and repetition. */
export interface Probed extends Outgoing {
  game: string;
  /** As text (FEN). */
  position: string;
  /** For the side to move; None if no database covers the position, or if the game is over. */
  verdict: Verdict | null;
  /** The legal moves, the best one first; empty if they are not known. */
  moves: MoveVerdict[];
}

/** A person's rating in a game at a speed. */
export interface RatingEntry extends Outgoing {
  game: string;
  time_class: TimeClass;
  rating: number;
  /** The standard deviation of the rating, as it is now; it grows with the time without games. */
  deviation: number;
  /** Whether too little is known of the player; shown by a question mark. */
  provisional: boolean;
  wins: number;
  draws: number;
  losses: number;
  /** When the last game ended, in seconds since 1970. */
  played: number;
}

/** What a game has made of a rating. */
export interface RatingPoint extends Outgoing {
  game: string;
  time_class: TimeClass;
  /** Seconds since 1970. */
  at: number;
  rating: number;
  deviation: number;
  /** 1 for a win, 0.5 for a draw, 0 for a loss. */
  score: number;
  opponent_rating: number;
  table: string;
  round: number;
}

/** The query of `GET /api/profile`. */
export interface ProfileQuery extends Incoming {
  name: Name;
}

/** `GET /api/profile`: what everyone may know of a person with an account. */
export interface Profile extends Outgoing {
  name: string;
  /** Seconds since 1970. */
  created: number;
  /** Those of the games played last come first. */
  ratings: RatingEntry[];
}

/** The query of `GET /api/profile/history`. */
export interface HistoryQuery extends Incoming {
  name: Name;
  game: GameName;
}

/** `GET /api/profile/history`: how a person's ratings in a game have changed. */
export interface RatingHistory extends Outgoing {
  /** Oldest first; of many games, the latest. */
  points: RatingPoint[];
}

/** The query of `GET /api/leaderboard`. */
export interface LeaderboardQuery extends Incoming {
  game: GameName;
  time_class: TimeClass;
}

/** A person on a leaderboard. */
export interface LeaderboardEntry extends Outgoing {
  name: string;
  rating: number;
  deviation: number;
  games: number;
  /** When the last game ended, in seconds since 1970. */
  played: number;
}

/** One of the engine's levels, whose rating never changes. */
export interface LevelEntry extends Outgoing {
  level: number;
  rating: number;
}

/** `GET /api/leaderboard`: who is strongest in a game at a speed, among those who have played lately. */
export interface Leaderboard extends Outgoing {
  entries: LeaderboardEntry[];
  /** The levels whose strength in this game was measured, for comparison; the strongest first. */
  levels: LevelEntry[];
}

export type Password = string;

/** What a token may do: see what only its owner may see, and play. */
export type Scope = "read" | "play";

export type Email = string;

export type OneTimeCode = string;

/** In which a mail is written. */
export type Language = string;

/** `POST /api/account`. */
export interface SignUp extends Incoming {
  name: Name;
  password: Password;
  /** The guest's secret, whose games become those of the account. */
  token?: string;
}

/** `POST /api/account/login`. */
export interface LogIn extends Incoming {
  name: Name;
  password: Password;
}

/** `POST /api/account/logout`: this browser, or everything except this browser. */
export interface LogOut extends Incoming {
  others?: boolean;
}

/** `POST /api/account/password`; all other browsers and all tokens are logged out. */
export interface ChangePassword extends Incoming {
  old: Password;
  new: Password;
}

/** `POST /api/account/delete`. */
export interface DeleteAccount extends Incoming {
  password: Password;
}

/** `POST /api/account/tokens`. */
export interface CreateToken extends Incoming {
  /** What its owner calls it. */
  label: string;
  scopes: Scope[];
}

/** The answer, the only time that the token is shown. */
export interface CreatedToken extends Outgoing {
  /** To be sent as `Authorization: Bearer TOKEN`. */
  token: string;
}

/** `GET /api/account/ways`: what this server offers besides passwords. */
export interface LoginWays extends Outgoing {
  passkeys: boolean;
  /** Whether a forgotten password can be replaced by mail. */
  mail: boolean;
}

/** `POST /api/account/email`: sends a code to a new address. */
export interface SetEmail extends Incoming {
  /** "" removes the address. */
  email: Email;
  password: Password;
  language?: Language;
}

/** `POST /api/account/email/confirm`: says that the mail has arrived. */
export interface ConfirmEmail extends Incoming {
  code: OneTimeCode;
}

/** `POST /api/account/forgot`: sends a code to the owner's address; the answer does not say whether there is one. */
export interface ForgotPassword extends Incoming {
  name: Name;
  language?: Language;
}

/** `POST /api/account/reset`: a new password, by the code from the mail. */
export interface ResetPassword extends Incoming {
  code: OneTimeCode;
  password: Password;
}

/** `POST /api/account/passkeys/options` and `/login/options`: what the browser is asked. */
export interface PasskeyOptions extends Outgoing {
  /** For `navigator.credentials`, as JSON. */
  options: Record<string, unknown>;
}

/** `POST /api/account/passkeys`: what the browser has made. */
export interface AddPasskey extends Incoming {
  credential: Record<string, unknown>;
}

/** `POST /api/account/passkeys/login`: what the browser has signed. */
export interface PasskeyLogIn extends Incoming {
  credential: Record<string, unknown>;
}

/** `POST /api/account/passkeys/remove`. */
export interface RemovePasskey extends Incoming {
  id: string;
}

/** A body without anything in it. */
export type NoOptions = Incoming;

/** A device that can log in. */
export interface PasskeyEntry extends Outgoing {
  id: string;
  /** What the browser that made it says it is. */
  label: string;
  created: number;
  seen: number;
}

/** `POST /api/account/revoke`: logs a browser out, or ends a token. */
export interface RevokeLogin extends Incoming {
  key: string;
}

/** A browser that is logged in, or a token. */
export interface LoginEntry extends Outgoing {
  /** Names it in `revoke`; nobody can log in with it. */
  key: string;
  kind: "browser" | "token";
  /** What the browser says it is, or what its owner calls the token. */
  label: string;
  /** Of a token. */
  scopes: string[];
  /** Seconds since 1970. */
  created: number;
  /** When it was used, to the hour. */
  seen: number;
  /** Whether it is the one that asks. */
  is_current: boolean;
}

/** `GET /api/account`. Clients of lichess's API expect some of it under other names. */
export interface AccountView extends Outgoing {
  /** The name in lower case. */
  id: string;
  /** The public id, as seats show it. */
  guest: string;
  name: string;
  /** The name again. */
  username: string;
  /** `BOT` for a token, because a program asks; "" otherwise. */
  title: string;
  /** Seconds since 1970. */
  created: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Those used last come first. */
  logins: LoginEntry[];
  /** "" if there is none. */
  email: string;
  passkeys: PasskeyEntry[];
}

/** `GET /api/account/export`: everything that is kept about a person. */
export interface PersonalData extends Outgoing {
  account: AccountView;
  /** The tables where they have a seat; `GET /api/export` has the moves. */
  tables: TableSummary[];
  /** How many games they have finished. */
  games: number;
  ratings: RatingEntry[];
  /** Newest first. */
  rating_history: RatingPoint[];
}

/** The answer to what has no other. */
export type Done = Outgoing;

/** Somebody who is silenced cannot chat; somebody who is banned cannot do anything. An exempt network address, such as that of a school, is not held to the limits for one address. */
export type RulingKind = "silence" | "ban" | "exempt";

/** A person by name or public id, or a network address. */
export type Whom = string;

/** How the store is doing. */
export interface StoreState extends Outgoing {
  bytes: number;
  tables: number;
  /** How many of the tables are in memory. */
  live: number;
  /** Changes that are not on disk yet. */
  waiting: number;
  /** What is damaged; "" if nothing is. */
  damage: string;
  /** When the last backup was made, in seconds since 1970; None if there is none. */
  backup: number | null;
}

/** Something that a worker does. */
export interface RunningJob extends Outgoing {
  /** Names it in `POST /api/operator/cancel`. */
  job: number;
  name: string;
  /** The network address that asked for it. */
  owner: string;
  seconds: number;
}

/** What somebody has reported. */
export interface OperatorReport extends Outgoing {
  report: string;
  /** Seconds since 1970. */
  at: number;
  /** The public id of the person it is about; "" for a crash. */
  about: string;
  text: string;
}

/** What the operator has decided about somebody, for a time. */
export interface Ruling extends Outgoing {
  what: RulingKind;
  /** The public id of a person, or a network address. */
  whom: string;
  /** As the operator named them. */
  name: string;
  /** Seconds since 1970. */
  until: number;
}

/** `GET /api/operator`, and the answer to everything that changes it. */
export interface OperatorState extends Outgoing {
  store: StoreState;
  jobs: RunningJob[];
  /** Newest first. */
  reports: OperatorReport[];
  rulings: Ruling[];
}

/** `POST /api/operator/dismiss`. */
export interface DismissReport extends Incoming {
  report: string;
}

/** `POST /api/operator/cancel`: the job ends with what it has. */
export interface CancelJob extends Incoming {
  job: number;
}

/** `POST /api/operator/rule`. */
export interface MakeRuling extends Incoming {
  what: RulingKind;
  whom: Whom;
  hours: number;
}

/** `POST /api/operator/lift`. */
export interface LiftRuling extends Incoming {
  what: RulingKind;
  whom: Whom;
}
