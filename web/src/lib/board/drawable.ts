// Arrows and circles drawn on the board: their outlines, and what a right drag adds or removes.
import type { Entry, Geometry } from '../wire/messages.gen'
import { pathOf } from './entry'
import { type Layout, STEP } from './layout'

export type Brush = 'green' | 'red' | 'blue' | 'yellow' | 'premove'

/** An arrow from one point to another, or a circle if both are the same. */
export interface Shape {
  orig: string
  dest: string
  brush: Brush
  /** 1 for a main line, less for thinner ones. */
  weight?: number
}

/** The brush for the modifier keys held down. */
export function brushOf(keys: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean }): Brush {
  if (keys.shiftKey || keys.ctrlKey) return keys.altKey ? 'yellow' : 'red'
  return keys.altKey ? 'blue' : 'green'
}

/** Adds a shape. Drawing it again removes it; drawing it in another colour recolours it. */
export function toggled(shapes: readonly Shape[], shape: Shape): Shape[] {
  const same = (other: Shape) => other.orig === shape.orig && other.dest === shape.dest
  const old = shapes.find(same)
  const rest = shapes.filter((other) => !same(other))
  return old?.brush === shape.brush ? rest : [...rest, shape]
}

/** Identifies a shape among those drawn at the same time. */
export function keyOf(shape: Shape): string {
  return `${shape.orig} ${shape.dest} ${shape.brush}`
}

/** Each shape once; of equal ones the thickest is kept. */
export function distinct(shapes: readonly Shape[]): Shape[] {
  const found = new Map<string, Shape>()
  for (const shape of shapes) {
    const other = found.get(keyOf(shape))
    if (!other || (other.weight ?? 1) < (shape.weight ?? 1)) found.set(keyOf(shape), shape)
  }
  return [...found.values()]
}

/** The outline of an arrow as an SVG path that ends just short of the centre of its destination. */
export function arrowPath(layout: Layout, arrow: Shape): string {
  const from = layout.places.get(arrow.orig)
  const to = layout.places.get(arrow.dest)
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

/** A move as arrows from point to point along its entry path, or as a circle if it places or removes a single man. */
export function moveShapes(move: string, entry: Entry, geometry: Geometry, brush: Brush, weight = 1): Shape[] {
  const steps = pathOf(entry, move) ?? move.match(/[a-z]\d+/g) ?? []
  const names = new Set(geometry.points.map((point) => point.name))
  const points = steps.filter((step) => names.has(step))
  if (points.length === 1) return [{ orig: points[0]!, dest: points[0]!, brush, weight }]
  return points.slice(1).map((dest, index) => ({ orig: points[index]!, dest, brush, weight }))
}
