// The layout of the drawing: a board's geometry as coordinates, 100 units per step, y downwards.
import type { Color, Geometry } from '../wire/messages.gen'

export const STEP = 100

export interface Place {
  readonly name: string
  /** The name that players use. */
  readonly label: string
  readonly x: number
  readonly y: number
}

export interface Label {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly axis: 'column' | 'row' | 'point'
  /** Whether it is on a dark square. */
  readonly onDark: boolean
}

export interface Layout {
  readonly width: number
  readonly height: number
  readonly places: ReadonlyMap<string, Place>
  readonly flipped: boolean
  /** Whether only every other square is used, as in draughts. */
  readonly isHalf: boolean
  /** The playing area inside the frame. */
  readonly area: { x: number; y: number; width: number; height: number }
}

// The margin around the points for a frame and its coordinates. Checkered boards have their coordinates inside.
const FRAME = { checkered: 0, grid: 30, lines: 26 }

/**
 * Where each point is drawn with a side at the bottom. Only boards with opposite sides are flipped: in a grid men would
 * fall upwards, and on a line board the players have no sides.
 */
export function layoutOf(geometry: Geometry, orientation: Color = 'white'): Layout {
  const flipped = orientation === 'black' && geometry.style === 'checkered'
  const frame = FRAME[geometry.style]
  const width = geometry.width * STEP
  const height = geometry.height * STEP
  const places = new Map<string, Place>()
  for (const { name, x, y, label } of geometry.points) {
    const column = flipped ? geometry.width - 1 - x : x
    const row = flipped ? y : geometry.height - 1 - y
    places.set(name, { name, label: label || name, x: frame + (column + 0.5) * STEP, y: frame + (row + 0.5) * STEP })
  }
  return {
    width: width + 2 * frame,
    height: height + 2 * frame,
    places,
    flipped,
    isHalf: geometry.style === 'checkered' && geometry.points.length < geometry.width * geometry.height,
    area: { x: frame, y: frame, width, height },
  }
}

/** The point nearest to a place in the drawing; null if it is too far away. */
export function placeAt(layout: Layout, x: number, y: number, within = STEP * 0.6): Place | null {
  let nearest: Place | null = null
  let least = within
  for (const place of layout.places.values()) {
    // Measured by the larger of the two distances, so that a whole square belongs to its point.
    const distance = Math.max(Math.abs(place.x - x), Math.abs(place.y - y))
    if (distance < least) [nearest, least] = [place, distance]
  }
  return nearest
}

/** The dark squares of a checkered board as one path. */
export function darkSquares(geometry: Geometry, layout: Layout): string {
  const { x, y } = layout.area
  let path = ''
  for (let row = 0; row < geometry.height; row++) {
    for (let column = 0; column < geometry.width; column++) {
      if (isDark(geometry, layout, column, row))
        path += `M${x + column * STEP} ${y + row * STEP}h${STEP}v${STEP}h-${STEP}z`
    }
  }
  return path
}

/** Whether a square is dark: a1 is, except on boards whose points are all of the other colour (Italian draughts). */
function isDark(geometry: Geometry, layout: Layout, column: number, row: number): boolean {
  const x = layout.flipped ? geometry.width - 1 - column : column
  const y = layout.flipped ? row : geometry.height - 1 - row
  const mirrored = geometry.points.every((point) => (point.x + point.y) % 2 === 1)
  return (x + y) % 2 === Number(mirrored)
}

/** The lines of a line board as one path, joined where they meet. */
export function linePath(geometry: Geometry, layout: Layout): string {
  return geometry.lines.map((names) => wayPath(layout, names)).join('')
}

/** The lines from point to point as a path. */
export function wayPath(layout: Layout, names: readonly string[]): string {
  return names
    .map((name) => layout.places.get(name))
    .filter((place) => place !== undefined)
    .map((place, index) => `${index ? 'L' : 'M'}${place.x} ${place.y}`)
    .join('')
}

/** The lines between the cells of a grid as one path. */
export function gridPath(geometry: Geometry, layout: Layout): string {
  const { x, y, width, height } = layout.area
  let path = ''
  for (let column = 0; column <= geometry.width; column++) path += `M${x + column * STEP} ${y}v${height}`
  for (let row = 0; row <= geometry.height; row++) path += `M${x} ${y + row * STEP}h${width}`
  return path
}

/** The holes of a grid as one path. */
export function holePath(layout: Layout, radius: number): string {
  let path = ''
  for (const { x, y } of layout.places.values()) {
    path += `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
  }
  return path
}

/**
 * The coordinates: inside each square if squares have their own names, otherwise in the squares at the left and
 * lower edge or in the margin.
 */
export function labelsOf(geometry: Geometry, layout: Layout): Label[] {
  if (geometry.points.some((point) => point.label)) {
    return [...layout.places.values()].map(({ label, x, y }) => ({
      text: label,
      x: x - STEP / 2 + 3,
      y: y - STEP / 2 + 13,
      axis: 'point',
      onDark: true,
    }))
  }
  const { x, y, height } = layout.area
  const frame = FRAME[geometry.style]
  const inside = geometry.style === 'checkered'
  const columns = geometry.columns.map((text, index): Label => {
    const column = layout.flipped ? geometry.width - 1 - index : index
    const onDark = isDark(geometry, layout, column, geometry.height - 1)
    const left = x + column * STEP
    return inside
      ? { text, x: left + STEP - 4, y: y + height - 5, axis: 'column', onDark }
      : { text, x: left + STEP / 2, y: y + height + frame / 2, axis: 'column', onDark: false }
  })
  const rows = geometry.rows.map((text, index): Label => {
    const row = layout.flipped ? index : geometry.height - 1 - index
    const top = y + row * STEP
    return inside
      ? { text, x: x + 4, y: top + 16, axis: 'row', onDark: isDark(geometry, layout, 0, row) }
      : { text, x: frame / 2, y: top + STEP / 2, axis: 'row', onDark: false }
  })
  return [...columns, ...rows]
}
