// The neighbours of a point on the drawn board, for arrow keys, and the rows of three through it.
import type { Geometry } from '../wire/messages.gen'
import { type Layout, type Place, STEP } from './layout'

export type Direction = 'up' | 'down' | 'left' | 'right'

const WAYS: Record<Direction, readonly [number, number]> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
}

/** On a board that uses every other square, left and right zigzag through a pair of rows: the pair of a point. */
const pairOf = (place: Place) => Math.floor(place.y / STEP / 2)

/**
 * The nearest point in a direction, preferring points straight ahead; null at the edge. On boards that use every other
 * square, left and right go through two rows at once, so that every point can be reached.
 */
export function neighbour(layout: Layout, from: string, direction: Direction): string | null {
  const origin = layout.places.get(from)
  if (!origin) return null
  const [alongX, alongY] = WAYS[direction]
  let best: Place | null = null
  let least = Infinity
  for (const place of layout.places.values()) {
    const ahead = (place.x - origin.x) * alongX + (place.y - origin.y) * alongY
    const aside = Math.abs((place.x - origin.x) * alongY) + Math.abs((place.y - origin.y) * alongX)
    // Beyond 45 degrees it is another direction.
    if (ahead <= 0 || aside > ahead) continue
    if (layout.isHalf && alongX !== 0 && pairOf(place) !== pairOf(origin)) continue
    const distance = ahead + (layout.isHalf && alongX !== 0 ? 0.5 : 2) * aside
    if (distance < least) [best, least] = [place, distance]
  }
  return best?.name ?? null
}

/** The points in reading order, which is the order of screen readers. */
export function readingOrder(layout: Layout): string[] {
  return [...layout.places.values()].sort((a, b) => a.y - b.y || a.x - b.x).map((place) => place.name)
}

/** The straight rows of three connected points through a point. */
export function rowsThrough(geometry: Geometry, name: string): string[][] {
  const at = new Map(geometry.points.map((point) => [point.name, point]))
  const joined = new Map<string, string[]>()
  for (const line of geometry.lines) {
    for (let i = 0; i + 1 < line.length; i++) {
      joined.set(line[i]!, [...(joined.get(line[i]!) ?? []), line[i + 1]!])
      joined.set(line[i + 1]!, [...(joined.get(line[i + 1]!) ?? []), line[i]!])
    }
  }
  const rows = new Map<string, string[]>()
  for (const middle of [name, ...(joined.get(name) ?? [])]) {
    const ends = joined.get(middle) ?? []
    for (const one of ends) {
      for (const other of ends) {
        const [a, b, c] = [at.get(one), at.get(middle), at.get(other)]
        if (!a || !b || !c || one >= other) continue
        const straight = (b.x - a.x) * (c.y - b.y) === (b.y - a.y) * (c.x - b.x)
        const onward = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) > 0
        const row = [one, middle, other]
        if (straight && onward && row.includes(name)) rows.set(row.join(), row)
      }
    }
  }
  return [...rows.values()]
}
