// Pieces are seen to move: from where they stood, by the points on their way, to where they stand.
import type { Layout } from './layout'
import type { Change } from './pieces'

/** More pieces than this are not one move but another position, which is shown at once. */
const MOST_MOVED = 4

export function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Lets the pieces of a change travel; each jump of a chain takes its own time. */
export function animateMoves(svg: SVGSVGElement, layout: Layout, change: Change, duration_ms: number): void {
  if (duration_ms <= 0 || change.moved.length > MOST_MOVED || prefersStillness()) return
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
