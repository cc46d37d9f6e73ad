// Follows the pieces from one View to the next, so that each keeps its identity and its moves can be animated.
import type { View } from '../wire/messages.gen'
import { pathOf } from './entry'
import type { Layout } from './layout'
import { asPieces, type Change, change, type Piece } from './pieces'

export class PieceTracker {
  pieces: Piece[] = $state.raw([])
  /** Captured pieces that are still fading out. */
  fading: Piece[] = $state.raw([])
  #view: View | null = null
  #isDropped = false

  /** The next change was made by hand and needs no animation. */
  skipAnimation(): void {
    this.#isDropped = true
  }

  /**
   * Updates the pieces to those of a View, or of a move being entered on it. Returns the change to animate, and
   * how a new View differs from the one before. The first call returns neither.
   */
  update(next: Record<string, string>, view: View, entered: readonly string[], lastMove: string | null) {
    const before = this.#view
    const isDropped = this.#isDropped
    this.#view = view
    this.#isDropped = false
    const isNew = before !== null && before !== view
    const played = isNew && lastMove !== null ? pathOf(before.entry, lastMove) : null
    const visible = change(this.pieces, next, entered.length > 0 ? entered : played)
    this.pieces = visible.pieces
    if (before === null) return { animated: null, played: null }
    this.fading = visible.taken
    const difference: Change | null = isNew ? change(asPieces(before.pieces), view.pieces, played) : null
    return { animated: isDropped ? null : visible, played: difference }
  }

  /** Removes the captured pieces once they have faded out. */
  clearFading(): void {
    this.fading = []
  }
}

/** With more pieces than this it is another position rather than a move, and is not animated. */
const MAX_ANIMATED = 4

/** Animates the pieces of a change along their paths. Each jump of a chain takes its own time. */
export function animateMoves(svg: SVGSVGElement, layout: Layout, change: Change, duration_ms: number): void {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (duration_ms <= 0 || change.moved.length > MAX_ANIMATED || isReduced) return
  for (const { id, from, by } of change.moved) {
    const element = svg.querySelector(`[data-id="${id}"]`)
    const stops = [from, ...by].map((name) => layout.places.get(name)).filter((place) => place !== undefined)
    if (!element || stops.length < 2) continue
    const frames = stops.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }))
    element.animate(frames, {
      duration: duration_ms * (0.4 + 0.6 * by.length),
      easing: 'cubic-bezier(0.3, 0.1, 0.3, 1)',
    })
  }
}
