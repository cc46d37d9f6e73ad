// The last move if it captured: the way of the piece, and the points whose men it took off the board.
import type { Geometry, View } from '../wire/messages.gen'

export interface Capture {
  /** Every point that the piece came through, the first and the last included. */
  path: readonly string[]
  captured: readonly string[]
}

/**
 * What a move captured on points that it did not go to, as in draughts, mill or en passant; null if it took nothing
 * there. A piece that moved along with another, such as the rook in castling, was not captured.
 */
export function captureOf(
  move: string | null,
  view: Pick<View, 'last' | 'pieces'>,
  geometry: Pick<Geometry, 'points'>,
): Capture | null {
  if (move === null) return null
  const names = new Set(geometry.points.map((point) => point.name))
  const [moved = '', ...removed] = move.split('x')
  const path = (moved.match(/[a-z]\d+/g) ?? []).filter((name) => names.has(name))
  const aside = view.last.filter((name) => !path.includes(name))
  const isPlain = path.length > 0 && removed.every((name) => aside.includes(name))
  const isEmpty = aside.every((name) => !Object.hasOwn(view.pieces, name))
  return isPlain && isEmpty && aside.length > 0 ? { path, captured: aside } : null
}
