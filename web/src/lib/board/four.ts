// The row that won a game in which men drop into holes.
import type { Geometry, View } from '../wire/messages.gen'

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const

/** The points of every row of four or more men of one side through the last move; empty while the game goes on. */
export function winningRows(geometry: Geometry, view: View): string[][] {
  const last = view.last[view.last.length - 1]
  const piece = last === undefined ? undefined : view.pieces[last]
  if (piece === undefined || Object.keys(view.entry).length > 0) return []
  const names = new Map(geometry.points.map(({ name, x, y }) => [`${x} ${y}`, name]))
  const { x, y } = geometry.points.find(({ name }) => name === last)!
  /** The men of the same side from the last move on, in one direction. */
  const reach = (dx: number, dy: number) => {
    const row: string[] = []
    for (let step = 1; ; step++) {
      const name = names.get(`${x + step * dx} ${y + step * dy}`)
      if (name === undefined || view.pieces[name] !== piece) return row
      row.push(name)
    }
  }
  return DIRECTIONS.map(([dx, dy]) => [...reach(-dx, -dy).reverse(), last!, ...reach(dx, dy)]).filter(
    (row) => row.length >= 4,
  )
}
