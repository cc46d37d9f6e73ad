// What the server's engine says about a game: analysis, review, hints, explanations and their scores.
import { refusal } from '../backend/backend'
import { scoreText } from '../i18n/codes'
import { number } from '../i18n/index.svelte'
import {
  type AnalysisUpdate,
  type Explanation,
  type Grade,
  type GradedMove,
  type Hint,
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

/** A running analysis of the position on the board. */
export class Engine {
  isOn = $state(false)
  analysis: AnalysisUpdate | null = $state.raw(null)
  problem: Problem | null = $state.raw(null)
  #listener: ((message: ServerMessage) => void) | null = null

  /** Analyses a position in place of the one before. */
  analyse(position: PositionQuery, lines: number): void {
    this.stop()
    this.problem = null
    const listener = (message: ServerMessage) => {
      if (this.#listener === listener && message.type === 'analysis_update') this.analysis = message
    }
    this.#listener = listener
    const time_ms = Math.min(30_000, catalogue.server?.max_analysis_ms ?? 30_000)
    const count = Math.min(lines, catalogue.server?.max_lines ?? lines)
    connection
      .request({ type: 'analyse', position, lines: count, time_ms }, listener)
      .then(listener, (error: unknown) => {
        const problem = refusal(error)
        if (this.#listener !== listener) return
        this.problem = problem
        this.isOn = false
      })
  }

  stop(): void {
    if (this.#listener) connection.stop(this.#listener)
    this.#listener = null
    this.analysis = null
  }
}

/** Whether a move of this grade gave something away, so that a better one should be shown. */
export function isBad(grade: Grade): boolean {
  return grade === 'inaccuracy' || grade === 'mistake' || grade === 'blunder'
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

/** Explains what is good or bad about a move. */
export async function explain(position: PositionQuery, move: string): Promise<Explanation | null> {
  const answer = await connection.request({ type: 'explain', position, move, time_ms: 1000 })
  return answer.type === 'explained' ? answer.explanation : null
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

/** `+0.35`, or `#3` for a forced win in three moves. */
export function whiteScoreText(score: Score, digits = 2): string {
  const value = fromWhite(score)
  if (Math.abs(value) < MIN_WIN) return scoreText(value, digits)
  const moves = Math.ceil((WIN - Math.abs(value)) / 2)
  return `${value > 0 ? '' : '−'}#${number(moves)}`
}
