// What the server's engine says about a game: one analysis of each position, from which everything else follows.
import { SvelteMap } from 'svelte/reactivity'
import { refusal } from '../backend/backend'
import { scoreText } from '../i18n/codes'
import { number } from '../i18n/index.svelte'
import {
  type AnalysisUpdate,
  type Explanation,
  type Grade,
  type GradedMove,
  type Hint,
  type Line,
  MIN_WIN,
  type PositionQuery,
  type Problem,
  type Reviewed,
  type Score,
  type ServerMessage,
  WIN,
} from '../wire/messages.gen'
import { catalogue } from './catalogue.svelte'
import { connection } from './session.svelte'

/** How long the engine looks at a position, unless it is asked to look deeper. */
export const USUAL_MS = 30_000
/** How long it looks for a hint while it is off. */
const HINT_MS = 1_000
const DEEPER = 4
/** Ends the longest search there is, which the server ends if others wait. */
const LONGEST_MS = 3_600_000

/** The name of a position among those that were analysed. */
function keyOf({ game, rules, start, moves }: PositionQuery): string {
  return JSON.stringify([game, rules ?? null, start ?? '', moves ?? []])
}

/** The analyses of the positions that were looked at; the deepest of each is kept. */
export class Engine {
  isRunning = $state(false)
  problem: Problem | null = $state.raw(null)
  /** How long the position on the board is searched. */
  #time_ms = USUAL_MS
  #position = $state('')
  #query: { position: PositionQuery; lines: number } | null = null
  /** What was asked for last, so that a comment or a name does not begin the search again. */
  #asked = ''
  /** The analysis that waits for an explanation. */
  #paused: { position: PositionQuery; lines: number } | null = null
  readonly #known = new SvelteMap<string, AnalysisUpdate>()
  #listener: ((message: ServerMessage) => void) | null = null

  /** What is known of the position on the board. */
  get analysis(): AnalysisUpdate | null {
    return this.#known.get(this.#position) ?? null
  }

  get best(): Line | null {
    return this.analysis?.lines[0] ?? null
  }

  /** The reasons for the best move, and the threat; null while they are not known. */
  get hint(): Hint | null {
    const hint = this.analysis?.hint ?? null
    return hint?.moves[0]?.move === this.best?.moves[0] ? hint : null
  }

  /** Whether a longer search may find more. */
  get canGoDeeper(): boolean {
    return this.analysis !== null && !this.analysis.final && !this.isRunning
  }

  /** What is known of any position. */
  of(position: PositionQuery): AnalysisUpdate | null {
    return this.#known.get(keyOf(position)) ?? null
  }

  /** Shows a position without a search. */
  show(position: PositionQuery): void {
    if (this.#position === keyOf(position)) return
    this.stop()
    this.#position = keyOf(position)
  }

  /** Analyses a position in place of the one before. */
  analyse(position: PositionQuery, lines: number, isEndless = false): void {
    const asked = JSON.stringify([keyOf(position), lines, isEndless])
    if (asked === this.#asked) return
    this.show(position)
    this.#time_ms = isEndless ? LONGEST_MS : USUAL_MS
    this.#search(position, lines)
    this.#asked = asked
  }

  /** Searches a position just long enough for a hint. */
  look(position: PositionQuery, lines: number): void {
    this.show(position)
    this.#time_ms = HINT_MS
    this.#search(position, lines)
  }

  goDeeper(): void {
    if (!this.#query) return
    const asked = this.#asked
    const searched_ms = this.analysis?.time_ms ?? 0
    this.#time_ms = DEEPER * Math.max(searched_ms, this.#time_ms)
    this.#search(this.#query.position, this.#query.lines)
    this.#asked = asked
  }

  stop(): void {
    if (this.#listener) connection.stop(this.#listener)
    this.#listener = null
    this.#asked = ''
    this.#paused = null
    this.isRunning = false
  }

  /** Explains what is good or bad about a move. The server does one thing at a time, so the analysis pauses. */
  async explain(position: PositionQuery, move: string): Promise<Explanation | null> {
    const [asked, paused] = [this.#asked, this.isRunning ? this.#query : null]
    if (paused) this.stop()
    this.#paused = paused
    try {
      const answer = await connection.request({ type: 'explain', position, move, time_ms: 1000 })
      return answer.type === 'explained' ? answer.explanation : null
    } finally {
      if (paused && this.#paused === paused) {
        this.#search(paused.position, paused.lines)
        this.#asked = asked
      }
    }
  }

  #search(position: PositionQuery, wanted: number): void {
    this.stop()
    this.problem = null
    this.#query = { position, lines: wanted }
    const key = keyOf(position)
    const listener = (message: ServerMessage) => {
      if (message.type === 'analysis_update') this.#keep(key, message)
      const isEnd = message.type !== 'analysis_update' || message.done
      if (this.#listener === listener && isEnd) this.isRunning = false
    }
    this.#listener = listener
    this.isRunning = true
    const time_ms = Math.min(this.#time_ms, catalogue.server?.max_analysis_ms ?? USUAL_MS)
    const lines = Math.min(wanted, catalogue.server?.max_lines ?? wanted)
    connection
      .request({ type: 'analyse', position, lines, time_ms, reasons: 1 }, listener)
      .then(listener, (error: unknown) => {
        const problem = refusal(error)
        if (this.#listener !== listener) return
        this.problem = problem
        this.isRunning = false
      })
  }

  /** A new search begins with the first depths again, which say less than what is known. */
  #keep(key: string, found: AnalysisUpdate): void {
    const known = this.#known.get(key)
    const isMore = !known || found.depth > known.depth || found.lines.length > known.lines.length
    if (isMore || found.done || found.depth === known.depth) this.#known.set(key, found)
  }
}

/** Whether a move of this grade gave something away, so that a better one should be shown. */
export function isBad(grade: Grade): boolean {
  return grade === 'inaccuracy' || grade === 'mistake' || grade === 'blunder'
}

/** What a move of each grade gives away at least, in points: the scale of the server's reviews. */
const LOSSES: readonly [Grade, number][] = [
  ['blunder', 0.2],
  ['mistake', 0.1],
  ['inaccuracy', 0.05],
]

/** A graded move by what the engine has found since, if it has looked longer at the positions around the move. */
export function regraded(move: GradedMove, before: AnalysisUpdate | null, after: AnalysisUpdate | null): GradedMove {
  const best = before?.lines[0]
  const reply = after?.lines[0]
  if ((!best && !reply) || move.grade === 'forced' || move.verdict) return move
  const played = reply?.score ?? move.played
  if (best?.moves[0] === move.move || (!best && move.grade === 'best')) {
    return {
      ...move,
      grade: 'best',
      loss: 0,
      best: played,
      played,
      line: [move.move],
      line_notation: [move.notation],
      reasons: [],
    }
  }
  const target = best?.score ?? move.best
  const line = best ? { line: best.moves, line_notation: best.notation } : {}
  const loss = Math.max(0, expectation(target, move.side) - expectation(played, move.side))
  const grade = LOSSES.find(([, least]) => loss >= least)?.[0] ?? 'good'
  const reasons = isBad(grade) && grade === move.grade ? move.reasons : []
  return { ...move, ...line, grade, loss, best: target, played, reasons }
}

/** A review of a whole game, move by move. */
export class Review {
  moves: GradedMove[] = $state.raw([])
  result: Reviewed | null = $state.raw(null)
  done = $state(0)
  of = $state(0)
  isRunning = $state(false)
  problem: Problem | null = $state.raw(null)
  readonly #listener = (message: ServerMessage) => {
    if (message.type !== 'review_progress') return
    this.done = message.done
    this.of = message.of
    if (message.move) this.moves = [...this.moves, message.move]
  }

  async start(position: PositionQuery, tags: Record<string, string>): Promise<void> {
    this.clear()
    this.isRunning = true
    try {
      const answer = await connection.request({ type: 'review_game', position, tags, time_ms: 250 }, this.#listener)
      if (answer.type === 'reviewed') {
        this.result = answer
        this.moves = answer.moves
      }
    } catch (error) {
      this.problem = refusal(error)
    } finally {
      this.isRunning = false
    }
  }

  clear(): void {
    connection.stop(this.#listener)
    this.moves = []
    this.result = null
    this.problem = null
    this.isRunning = false
    this.done = this.of = 0
  }
}

/** The best move of a position with its reasons, on request. */
export class Hints {
  hint: Hint | null = $state.raw(null)
  isThinking = $state(false)
  problem: Problem | null = $state.raw(null)
  #lastRequest = 0

  get isOpen(): boolean {
    return this.isThinking || this.hint !== null
  }

  async ask(position: PositionQuery): Promise<void> {
    const request = ++this.#lastRequest
    this.isThinking = true
    this.problem = null
    try {
      const answer = await connection.request({ type: 'find_hint', position, lines: 1, time_ms: 1000 })
      if (request === this.#lastRequest && answer.type === 'hinted') this.hint = answer.hint
    } catch (error) {
      const problem = refusal(error)
      if (request === this.#lastRequest) this.problem = problem
    } finally {
      if (request === this.#lastRequest) this.isThinking = false
    }
  }

  clear(): void {
    this.#lastRequest++
    this.hint = null
    this.isThinking = false
  }
}

/** An advantage of this size means an expected score of 73 %: the scale of the server's reviews. */
const SCALE_CP = 250

/** A score from White's side. */
const fromWhite = ({ value, side }: Score) => (side === 'white' ? value : -value)

/** White's expected score, 0 to 1. */
export function whiteExpectation(score: Score): number {
  const value = fromWhite(score)
  if (Math.abs(value) >= MIN_WIN) return value > 0 ? 1 : 0
  return 1 / (1 + Math.exp(-value / SCALE_CP))
}

/** The expected score of a side. */
function expectation(score: Score, side: 'white' | 'black'): number {
  return side === 'white' ? whiteExpectation(score) : 1 - whiteExpectation(score)
}

/** `+0.35`, or `#3` for a forced win in three moves. */
export function whiteScoreText(score: Score, digits = 2): string {
  const value = fromWhite(score)
  if (Math.abs(value) < MIN_WIN) return scoreText(value, digits)
  const moves = Math.ceil((WIN - Math.abs(value)) / 2)
  return `${value > 0 ? '' : '−'}#${number(moves)}`
}
