// Learning from mistakes: the positions of a game where a side went wrong, one after the other, to find what is better.
import type { Color, Explanation, Grade, GradedMove } from '../wire/messages.gen'
import { isBad } from './engine.svelte'

/** How many moves of each bad grade a side made. */
export function countsOf(
  moves: readonly GradedMove[],
  side: Color,
): Record<'inaccuracy' | 'mistake' | 'blunder', number> {
  const count = (grade: Grade) => moves.filter((move) => move.side === side && move.grade === grade).length
  return { inaccuracy: count('inaccuracy'), mistake: count('mistake'), blunder: count('blunder') }
}

/** What is known of the move that was tried: nothing yet, being looked at, right, as good, wrong, or shown. */
export type LearningState = 'asking' | 'checking' | 'right' | 'good' | 'wrong' | 'shown'

/** A walk through the bad moves of a side. */
export class Learning {
  side: Color = $state('white')
  state: LearningState = $state('asking')
  /** The move that was tried last, as written. */
  tried = $state('')
  #moves: readonly GradedMove[] = $state.raw([])
  #at = $state(-1)

  /** The mistake to be corrected; null when there is nothing to learn. */
  get current(): GradedMove | null {
    return this.#moves[this.#at] ?? null
  }

  get isOn(): boolean {
    return this.#at >= 0
  }

  get isFinished(): boolean {
    return this.isOn && this.#at >= this.#moves.length
  }

  get number(): number {
    return this.#at + 1
  }

  get count(): number {
    return this.#moves.length
  }

  /** Whether the person is to find a move, so that the engine must not show it. */
  get isAsking(): boolean {
    return this.current !== null && this.state !== 'right' && this.state !== 'good' && this.state !== 'shown'
  }

  start(moves: readonly GradedMove[], side: Color): void {
    this.side = side
    this.#moves = moves.filter((move) => move.side === side && isBad(move.grade))
    this.#at = -1
    this.next()
  }

  next(): void {
    this.#at += 1
    this.state = 'asking'
    this.tried = ''
  }

  show(): void {
    this.state = 'shown'
  }

  stop(): void {
    this.#at = -1
    this.#moves = []
  }

  /** Judges a move that was tried: the engine's own is right, and one that gives nothing away is good too. */
  async judge(token: string, notation: string, explain: () => Promise<Explanation | null>): Promise<void> {
    const asked = this.current
    if (!asked) return
    this.tried = notation
    if (token === asked.line[0]) return void (this.state = 'right')
    if (token === asked.move) return void (this.state = 'wrong')
    this.state = 'checking'
    const answer = await explain()
    if (this.current !== asked || this.state !== 'checking') return
    this.state = answer && !isBad(answer.grade as Grade) ? 'good' : 'wrong'
  }
}
