// Arrows and circles on the board: their shapes, and what a right drag adds or takes away.
import { STEP, type Layout } from './layout'

export type Brush = 'green' | 'red' | 'blue' | 'yellow'

/** From one point to another; a circle where both are the same. */
export interface Arrow {
  from: string
  to: string
  brush: Brush
  /** 1 for a main line, less for thinner ones. */
  weight?: number
}

/** The brush that held keys choose. */
export function brushOf(keys: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean }): Brush {
  if (keys.shiftKey || keys.ctrlKey) return keys.altKey ? 'yellow' : 'red'
  return keys.altKey ? 'blue' : 'green'
}

/** Adds an arrow; the same one again takes it away, in another colour repaints it. */
export function toggled(arrows: readonly Arrow[], arrow: Arrow): Arrow[] {
  const same = (other: Arrow) => other.from === arrow.from && other.to === arrow.to
  const old = arrows.find(same)
  const rest = arrows.filter((other) => !same(other))
  return old?.brush === arrow.brush ? rest : [...rest, arrow]
}

/** What tells arrows apart that are drawn at the same time. */
export function keyOf(arrow: Arrow): string {
  return `${arrow.from} ${arrow.to} ${arrow.brush}`
}

/** Each arrow once, where several say the same; the thickest is kept. */
export function distinct(arrows: readonly Arrow[]): Arrow[] {
  const found = new Map<string, Arrow>()
  for (const arrow of arrows) {
    const other = found.get(keyOf(arrow))
    if (!other || (other.weight ?? 1) < (arrow.weight ?? 1)) found.set(keyOf(arrow), arrow)
  }
  return [...found.values()]
}

/** The outline of an arrow from point to point as a path, ending short of the middle of its target. */
export function arrowPath(layout: Layout, arrow: Arrow): string {
  const from = layout.places.get(arrow.from)
  const to = layout.places.get(arrow.to)
  if (!from || !to) return ''
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const [unitX, unitY] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const half = STEP * 0.075 * (arrow.weight ?? 1)
  const head = Math.min(STEP * 0.36 * (0.5 + 0.5 * (arrow.weight ?? 1)), length * 0.5)
  const wide = half * 2.7
  const start = STEP * 0.18
  const end = length - STEP * 0.08
  const corners: [number, number][] = [
    [start, half],
    [end - head, half],
    [end - head, wide],
    [end, 0],
    [end - head, -wide],
    [end - head, -half],
    [start, -half],
  ]
  const round = (value: number) => Math.round(value * 10) / 10
  return (
    'M' +
    corners
      .map(
        ([along, aside]) =>
          `${round(from.x + along * unitX - aside * unitY)} ${round(from.y + along * unitY + aside * unitX)}`,
      )
      .join('L') +
    'z'
  )
}
