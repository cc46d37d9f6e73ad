// Hints: the best moves of a position with their reasons.
import type { Hinted, PositionQuery, Problem } from '../wire/messages.gen'
import { refusal } from '../wire/socket'
import { session } from './session.svelte'

export class Hints {
  hint: Hinted | null = $state.raw(null)
  isThinking = $state(false)
  problem: Problem | null = $state.raw(null)
  #asked = 0

  get isOpen(): boolean {
    return this.isThinking || this.hint !== null
  }

  async ask(position: PositionQuery): Promise<void> {
    const turn = ++this.#asked
    this.isThinking = true
    this.problem = null
    try {
      const answer = await session.request({ type: 'hint', position, lines: 1, seconds: 1 })
      if (turn === this.#asked && answer.type === 'hinted') this.hint = answer
    } catch (error) {
      const problem = refusal(error)
      if (turn === this.#asked) this.problem = problem
    } finally {
      if (turn === this.#asked) this.isThinking = false
    }
  }

  clear(): void {
    this.#asked++
    this.hint = null
    this.isThinking = false
  }
}
