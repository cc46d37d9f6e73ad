// What the server's engine says about a game: analysis, review, hints, explanations and their scores.
import { scoreText } from '../i18n/codes'
import { number } from '../i18n/index.svelte'
import type {
  AnalysisUpdate,
  Explained,
  Hinted,
  PositionQuery,
  Problem,
  Reviewed,
  ReviewedMove,
  ServerMessage,
} from '../wire/messages.gen'
import { refusal } from '../wire/socket'
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
    const seconds = Math.min(30, catalogue.server?.max_analysis_seconds ?? 30)
    const count = Math.min(lines, catalogue.server?.max_lines ?? lines)
    connection
      .request({ type: 'analyse', position, lines: count, seconds }, listener)
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
export function isBad(grade: ReviewedMove['grade']): boolean {
  return grade === 'inaccuracy' || grade === 'mistake' || grade === 'blunder'
}

/** A review of a whole game, move by move. */
export class Review {
  moves: ReviewedMove[] = $state.raw([])
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
      const answer = await connection.request({ type: 'review_game', position, tags, seconds: 0.25 }, this.#listener)
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
export async function explain(position: PositionQuery, move: string): Promise<Explained | null> {
  const answer = await connection.request({ type: 'explain', position, move, seconds: 1 })
  return answer.type === 'explained' ? answer : null
}

/** The best move of a position with its reasons, on request. */
export class Hints {
  hint: Hinted | null = $state.raw(null)
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
      const answer = await connection.request({ type: 'find_hint', position, lines: 1, seconds: 1 })
      if (request === this.#lastRequest && answer.type === 'hinted') this.hint = answer
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

/** A score from White's side: centipawns, or plies to the end of a decided game. */
export interface WhiteScore {
  score_cp: number | null
  wins_in: number | null
}

/** White's expected score, 0 to 1. */
export function whiteExpectation({ score_cp, wins_in }: WhiteScore): number {
  if (score_cp !== null) return 1 / (1 + Math.exp(-score_cp / SCALE_CP))
  if (wins_in === null) return 0.5
  return wins_in > 0 ? 1 : 0
}

/** `+0.35`, or `#3` for a forced win in three moves. */
export function whiteScoreText({ score_cp, wins_in }: WhiteScore, digits = 2): string {
  if (score_cp !== null) return scoreText(score_cp, digits)
  if (wins_in === null) return ''
  const moves = Math.ceil(Math.abs(wins_in) / 2)
  return `${wins_in > 0 ? '' : '−'}#${number(moves)}`
}
