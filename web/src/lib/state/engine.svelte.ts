// The engine looking at a position: its lines as they come, until the position changes or it is switched off.
import type {
  Analysis,
  Explained,
  GradedMove,
  PositionQuery,
  Problem,
  Reviewed,
  ServerMessage,
} from '../wire/messages.gen'
import { refusal } from '../wire/socket'
import { catalogue } from './catalogue.svelte'
import { session } from './session.svelte'

export class Engine {
  isOn = $state(false)
  analysis: Analysis | null = $state.raw(null)
  problem: Problem | null = $state.raw(null)
  #hear: ((message: ServerMessage) => void) | null = null

  /** Looks at a position from now on, in place of the one before. */
  look(position: PositionQuery, lines: number): void {
    this.stop()
    this.problem = null
    const hear = (message: ServerMessage) => {
      if (this.#hear === hear && message.type === 'analysis') this.analysis = message
    }
    this.#hear = hear
    const seconds = Math.min(30, catalogue.server?.max_analysis_seconds ?? 30)
    const most = Math.min(lines, catalogue.server?.max_lines ?? lines)
    session.request({ type: 'analyse', position, lines: most, seconds }, hear).then(hear, (error: unknown) => {
      const problem = refusal(error)
      if (this.#hear !== hear) return
      this.problem = problem
      this.isOn = false
    })
  }

  stop(): void {
    if (this.#hear) session.stop(this.#hear)
    this.#hear = null
    this.analysis = null
  }
}

/** Whether a move of this grade gave something away, so that a better one is worth showing. */
export function isBad(grade: GradedMove['grade']): boolean {
  return grade === 'inaccuracy' || grade === 'mistake' || grade === 'blunder'
}

export class Reviewing {
  moves: GradedMove[] = $state.raw([])
  result: Reviewed | null = $state.raw(null)
  done = $state(0)
  of = $state(0)
  isRunning = $state(false)
  problem: Problem | null = $state.raw(null)
  readonly #hear = (message: ServerMessage) => {
    if (message.type !== 'review_progress') return
    this.done = message.done
    this.of = message.of
    if (message.move) this.moves = [...this.moves, message.move]
  }

  async start(position: PositionQuery, tags: Record<string, string>): Promise<void> {
    this.clear()
    this.isRunning = true
    try {
      const answer = await session.request({ type: 'review', position, tags, seconds: 0.25 }, this.#hear)
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
    session.stop(this.#hear)
    this.moves = []
    this.result = null
    this.problem = null
    this.isRunning = false
    this.done = this.of = 0
  }
}

/** Asks what is good or bad about a move. */
export async function explain(position: PositionQuery, move: string): Promise<Explained | null> {
  const answer = await session.request({ type: 'explain', position, move, seconds: 1 })
  return answer.type === 'explained' ? answer : null
}
