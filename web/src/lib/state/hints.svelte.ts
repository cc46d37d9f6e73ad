// A hint that was asked for: the moves, their reasons, and the arrows that show them.
import type { Arrow, Brush } from '../board/arrows'
import { pathOf } from '../board/entry'
import type { Entry, Geometry, Hinted, PositionQuery, Problem } from '../wire/messages.gen'
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

/** A move as arrows: from point to point along its entry path, a circle where a man is put or taken. */
export function arrowsOf(move: string, entry: Entry, geometry: Geometry, brush: Brush, weight = 1): Arrow[] {
  const path = pathOf(entry, move)
  return arrowsAlong(path ?? move.match(/[a-z]\d+/g) ?? [], geometry, brush, weight)
}

function arrowsAlong(steps: readonly string[], geometry: Geometry, brush: Brush, weight: number): Arrow[] {
  const names = new Set(geometry.points.map((point) => point.name))
  const points = steps.filter((step) => names.has(step))
  if (points.length === 1) return [{ from: points[0]!, to: points[0]!, brush, weight }]
  return points.slice(1).map((to, index) => ({ from: points[index]!, to, brush, weight }))
}
