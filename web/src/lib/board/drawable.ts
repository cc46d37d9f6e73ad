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

/** Below this angle, in radians, two arrows from or to one point lie on each other. */
const SAME_DIRECTION = 0.12
/** How far the middle of a curved arrow is from the straight line, as a part of its length. */
const BEND = 0.16

/** Whether an arrow would lie on a shorter one, or on the same one the other way, so that it must be curved. */
export function isCurved(layout: Layout, arrow: Shape, all: readonly Shape[]): boolean {
  const own = vectorOf(layout, arrow)
  if (!own) return false
  return all.some((other) => {
    const vector = other === arrow ? null : vectorOf(layout, other)
    if (!vector) return false
    const shares = other.orig === arrow.orig || other.dest === arrow.dest
    const isReverse = other.orig === arrow.dest && other.dest === arrow.orig
    const turn = Math.atan2(own.x * vector.y - own.y * vector.x, own.x * vector.x + own.y * vector.y)
    return isReverse || (shares && Math.abs(turn) < SAME_DIRECTION && own.length > vector.length)
  })
}

function vectorOf(layout: Layout, { orig, dest }: Shape): { x: number; y: number; length: number } | null {
  const from = layout.places.get(orig)
  const to = layout.places.get(dest)
  if (!from || !to || orig === dest) return null
  return { x: to.x - from.x, y: to.y - from.y, length: Math.hypot(to.x - from.x, to.y - from.y) }
}

/** The outline of an arrow as an SVG path that ends just short of the centre of its destination. */
export function arrowPath(layout: Layout, arrow: Shape, all: readonly Shape[] = []): string {
  const from = layout.places.get(arrow.orig)
  const vector = vectorOf(layout, arrow)
  if (!from || !vector) return ''
  const { length } = vector
  const [unitX, unitY] = [vector.x / length, vector.y / length]
  const half = STEP * 0.075 * (arrow.weight ?? 1)
  const head = Math.min(STEP * 0.36 * (0.5 + 0.5 * (arrow.weight ?? 1)), length * 0.5)
  const wide = half * 2.7
  const start = STEP * 0.18
  const end = length - STEP * 0.08
  const round = (value: number) => Math.round(value * 10) / 10
  const point = ([along, aside]: readonly [number, number]) =>
    `${round(from.x + along * unitX - aside * unitY)} ${round(from.y + along * unitY + aside * unitX)}`
  const lines = (corners: readonly (readonly [number, number])[]) => corners.map(point).join('L')
  const bend = isCurved(layout, arrow, all) ? length * BEND * 2 : 0
  if (bend === 0) {
    const corners = lines([
      [start, half],
      [end - head, half],
      [end - head, wide],
      [end, 0],
      [end - head, -wide],
      [end - head, -half],
      [start, -half],
    ])
    return `M${corners}z`
  }
  // The head follows the direction in which the curve arrives.
  const middle = (start + end) / 2
  const slant = Math.atan2(-bend, end - middle)
  const [cos, sin] = [Math.cos(slant), Math.sin(slant)]
  const atHead = (back: number, aside: number) => [end - back * cos - aside * sin, -back * sin + aside * cos] as const
  const [left, right] = [atHead(head, half), atHead(head, -half)]
  return (
    `M${point([start, half])}Q${point([middle, bend + half])} ${point(left)}` +
    `L${lines([atHead(head, wide), [end, 0], atHead(head, -wide), right])}` +
    `Q${point([middle, bend - half])} ${point([start, -half])}z`
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
