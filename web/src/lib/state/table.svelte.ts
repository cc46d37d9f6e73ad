// A table that is open on the page: its snapshot kept up to date, and what a person may do at it.
import { refusal, Refused, type WithoutId } from '../backend/backend'
import type {
  AnyEvent,
  CaughtUp,
  Color,
  Joined,
  OfferKind,
  PositionQuery,
  Problem,
  ReportChat,
  ServerMessage,
  Snapshot,
  TableCommand,
  TableEvent,
} from '../wire/messages.gen'
import { connection, session } from './session.svelte'

/** The snapshot after an event; an event that was already seen changes nothing. */
export function after(table: Snapshot, message: TableEvent): Snapshot {
  if (message.version <= table.version) return table
  const { moves_kept, moves_added, chat_added, ...changes } = message.changes
  return {
    ...table,
    ...changes,
    version: message.version,
    hash: message.hash,
    moves: moves_kept === undefined ? table.moves : [...table.moves.slice(0, moves_kept), ...(moves_added ?? [])],
    chat: chat_added === undefined ? table.chat : [...table.chat, ...chat_added],
  }
}

/** Whether an event is the next one; if not, something was missed and the table must be joined again. */
export function follows(table: Snapshot, message: TableEvent): boolean {
  return message.version <= table.version + 1
}

/** The moves that could be played again after an event, the next one last. Any other move than that one ends it. */
export function undoneAfter(undone: readonly string[], before: Snapshot, { event }: TableEvent): string[] {
  if (event.type === 'moves_taken_back')
    return [
      ...undone,
      ...before.moves
        .slice(event.ply)
        .map((played) => played.move)
        .reverse(),
    ]
  if (event.type === 'move_played') return undone.at(-1) === event.move ? undone.slice(0, -1) : []
  return event.type === 'game_started' ? [] : [...undone]
}

/** The table that the connection is at; a new one is joined before the page of the last one closes. */
let latest: OpenTable | null = null

/** Whether this person is playing a game against another one. */
export function isPlayingAPerson(): boolean {
  const snapshot = latest?.snapshot
  return !!snapshot && latest?.side !== null && snapshot.phase === 'playing' && snapshot.mode === 'person-person'
}

export class OpenTable {
  snapshot: Snapshot | null = $state.raw(null)
  /** The seat of this guest: `both` on one screen, null for a spectator. */
  side: Color | 'both' | null = $state(null)
  people: string[] = $state.raw([])
  /** Why the last command was refused; cleared by the next. */
  problem: Problem | null = $state.raw(null)
  /** A move that was sent and not yet confirmed by the server. */
  pending: string | null = $state(null)
  /** Moves that were taken back and could be played again, the next one last. */
  undone: string[] = $state.raw([])
  /** The offer of this side that was just declined. */
  declined: OfferKind | null = $state(null)
  isClosed = $state(false)

  #stop: () => void
  #joining = false
  #isTurnedAway = false

  constructor(
    readonly id: string,
    private wishedSide: Color | 'any' | null = null,
    /** Called with every event after it is applied. */
    readonly onEvent: (event: AnyEvent) => void = () => {},
  ) {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- compared with later, not used in its place
    latest = this
    this.#stop = connection.listen((message) => this.#receive(message))
    void this.join()
  }

  close(): void {
    this.#stop()
    if (latest !== this) return
    latest = null
    connection.send({ type: 'leave' })
  }

  /** Joins the table, or rejoins it with the last version seen. */
  async join(): Promise<void> {
    if (this.#joining) return
    this.#joining = true
    try {
      const version = this.snapshot?.version ?? null
      const answer = await connection.request({ type: 'join', table: this.id, side: this.wishedSide, version })
      if (answer.type === 'joined') this.#take(answer)
      if (answer.type === 'caught_up') this.#catchUp(answer)
      this.problem = null
    } catch (error) {
      if (this.#mustWatch(error)) return
      this.refuse(error)
    } finally {
      this.#joining = false
      if (this.#isTurnedAway) {
        this.#isTurnedAway = false
        void this.join()
      }
    }
  }

  /** Without a seat you watch. */
  #mustWatch(error: unknown): boolean {
    const isFull = error instanceof Refused && ['seats_taken', 'seat_taken'].includes(error.problem.code)
    if (!isFull || this.wishedSide === null) return false
    this.wishedSide = null
    this.#isTurnedAway = true
    return true
  }

  /** Plays a move and says whether it was accepted; it is kept and sent again if the connection is lost before it is acknowledged. */
  async play(move: string): Promise<boolean> {
    if (!this.snapshot) return false
    this.pending = move
    const isPlayed = await this.ask({ type: 'play', move, ply: this.snapshot.moves.length })
    this.pending = null
    return isPlayed
  }

  /** Sends a command to the table; a refusal is shown and changes nothing. */
  async ask(command: WithoutId<TableCommand | ReportChat>): Promise<boolean> {
    try {
      await connection.request(command)
      this.problem = null
      return true
    } catch (error) {
      this.refuse(error)
      return false
    }
  }

  /** The position after a number of moves, in the form that services take. */
  query(ply = this.snapshot?.moves.length ?? 0): PositionQuery {
    const { settings, moves } = this.snapshot!
    return {
      game: settings.game,
      rules: settings.rules,
      start: settings.start,
      moves: moves.slice(0, ply).map((played) => played.move),
    }
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'welcome') void this.join()
    else if (message.type === 'joined' && message.snapshot.table === this.id) this.#take(message)
    else if (message.type === 'presence_update') {
      this.people = message.people
      if (this.snapshot) {
        this.snapshot = { ...this.snapshot, seats: message.seats, spectators: message.spectators }
      }
    } else if (message.type === 'left' && message.table === this.id && message.reason === 'closed') this.isClosed = true
    else if (message.type === 'table_event') this.#apply(message)
  }

  #apply(message: TableEvent): void {
    if (!this.snapshot || this.#joining) return
    if (!follows(this.snapshot, message)) return void this.join()
    if (message.version <= this.snapshot.version) return
    this.#advance(this.snapshot, message)
    if (message.event.type === 'game_started') this.#updateSide(this.snapshot)
    this.onEvent(message.event)
  }

  /** Applies an event to the snapshot, and keeps the moves that could be redone. */
  #advance(before: Snapshot, message: TableEvent): void {
    const { event } = message
    this.undone = undoneAfter(this.undone, before, message)
    if (event.type === 'offer_declined') {
      const isOwn = before.offers[event.what] === this.side && event.side !== this.side
      this.declined = isOwn ? event.what : null
    } else if (event.type !== 'chat_posted') this.declined = null
    this.snapshot = after(before, message)
  }

  /** After a rematch the sides are swapped, and with them this guest's. */
  #updateSide(table: Snapshot): void {
    if (this.side === 'both' || this.side === null) return
    for (const side of ['white', 'black'] as const) if (table.seats[side].guest === session.guest) this.side = side
  }

  #take(joined: Joined): void {
    if (joined.snapshot.version !== this.snapshot?.version) this.undone = []
    this.snapshot = joined.snapshot
    this.side = joined.side
    if (joined.reason === 'commit_failed') {
      this.problem = { code: 'commit_failed', arguments: {}, message: '' }
      this.pending = null
    }
  }

  #catchUp(answer: CaughtUp): void {
    for (const event of answer.events) if (this.snapshot) this.#advance(this.snapshot, event)
    if (!this.snapshot) return
    this.snapshot = { ...this.snapshot, clocks: answer.clocks, seats: answer.seats, spectators: answer.spectators }
    this.side = answer.side
  }

  /** Shows why a command was refused. */
  refuse(error: unknown): void {
    this.pending = null
    this.problem = refusal(error)
  }
}
