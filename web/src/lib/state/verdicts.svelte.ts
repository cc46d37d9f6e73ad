// What the server's databases say about the moves of a position: which win, draw or lose, and how far away the end is.
import { refusal } from '../backend/backend'
import { lookUp } from '../i18n/index.svelte'
import type { MoveVerdict, Outcome, PositionQuery, Problem, Verdict } from '../wire/messages.gen'
import { connection } from './session.svelte'

/** Outcomes from best to worst. */
export const OUTCOMES: readonly Outcome[] = ['win', 'draw', 'loss']

const MAX_CACHED = 400

/** The verdicts on the position on the board. */
export class VerdictList {
  /** The moves, best first; null if no database covers the position. While another position loads, those before. */
  moves: readonly MoveVerdict[] | null = $state.raw(null)
  /** Whether a database covers the position, or covered an earlier one. */
  isUsed = $state(false)
  isLoading = $state(false)
  problem: Problem | null = $state.raw(null)
  #lastRequest = 0
  readonly #cache = new Map<string, readonly MoveVerdict[] | null>()

  /** Looks up a position in place of the one before. */
  async look(position: PositionQuery): Promise<void> {
    const request = ++this.#lastRequest
    const key = JSON.stringify(position)
    this.problem = null
    this.isLoading = !this.#cache.has(key)
    try {
      if (this.isLoading) this.#remember(key, await fetchVerdicts(position))
    } catch (error) {
      const problem = refusal(error)
      if (request === this.#lastRequest) this.problem = problem
    }
    if (request !== this.#lastRequest) return
    this.isLoading = false
    this.moves = this.#cache.get(key) ?? null
    this.isUsed ||= this.moves !== null
  }

  /** Shows nothing, because the game is over. */
  clear(): void {
    this.#lastRequest++
    this.moves = null
    this.isLoading = false
  }

  #remember(key: string, moves: readonly MoveVerdict[] | null): void {
    this.#cache.set(key, moves)
    if (this.#cache.size > MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value!)
  }
}

async function fetchVerdicts(position: PositionQuery): Promise<MoveVerdict[] | null> {
  const answer = await connection.request({ type: 'find_verdicts', position })
  return answer.type === 'verdicts' ? answer.verdicts : null
}

/** The moves by outcome, the best first; outcomes without moves are left out. */
export function byOutcome(moves: readonly MoveVerdict[]): { outcome: Outcome; moves: MoveVerdict[] }[] {
  return OUTCOMES.map((outcome) => ({ outcome, moves: moves.filter((move) => move.outcome === outcome) })).filter(
    (group) => group.moves.length > 0,
  )
}

/** A verdict as a sentence: "Wins in 13 plies." */
export function verdictText({ outcome, plies }: Verdict): string {
  const code = plies === null ? outcome : `${outcome}_in`
  return lookUp(`reason.verdict_${code}`, plies === null ? {} : { plies }) ?? outcome
}
