// Pieces with an identity that lasts from one View to the next, so that their moves can be animated.
import type { Color, View } from '../wire/messages.gen'

export interface Piece {
  /** Unique, and unchanged while the piece is on the board. */
  readonly id: number
  readonly name: string
  readonly at: string
}

/** The difference between two Views. */
export interface Change {
  readonly pieces: Piece[]
  /** Pieces that moved; `by` are all points on the way, including the last. */
  readonly moved: { id: number; from: string; by: string[] }[]
  readonly placed: Piece[]
  readonly taken: Piece[]
  readonly promoted: boolean
}

let lastId = 0

/** The side of a piece: white for `white queen`; null for a piece of neither side. */
export function sideOf(piece: string): Color | null {
  const side = piece.split(' ', 1)[0]
  return side === 'white' || side === 'black' ? side : null
}

/** The kind of a piece: `queen` for `white queen`. */
export function kindOf(piece: string): string {
  return sideOf(piece) ? piece.slice(piece.indexOf(' ') + 1) : piece
}

/** New pieces, each with a new id. */
export function asPieces(pieces: Record<string, string>): Piece[] {
  return Object.entries(pieces).map(([at, name]) => ({ id: ++lastId, name, at }))
}

type Leaving = Map<string, Piece>

/** The piece that moved here: the one at the start of the path, or one of the same name. */
function origin(leaving: Leaving, name: string, at: string, path: readonly string[] | null): Piece | undefined {
  if (path && path.length > 1 && path.includes(at)) {
    const mover = leaving.get(path[0]!)
    if (mover && sideOf(mover.name) === sideOf(name)) return mover
  }
  const same = [...leaving.values()].filter((piece) => piece.name === name)
  return same[0]
}

/**
 * How the pieces of one View become those of the next. `path` holds the clicks of the move between them, if known: it
 * tells which piece moved and by which points.
 */
export function change(
  before: readonly Piece[],
  after: Record<string, string>,
  path: readonly string[] | null,
): Change {
  const leaving: Leaving = new Map()
  const pieces: Piece[] = []
  for (const piece of before) {
    if (after[piece.at] === piece.name) pieces.push(piece)
    else leaving.set(piece.at, piece)
  }
  const standing = new Set(pieces.map((piece) => piece.at))
  const moved: Change['moved'] = []
  const placed: Piece[] = []
  let promoted = false
  // Points on the path come first, so that they get the moving piece before another of the same name does.
  const entered = Object.entries(after)
    .filter(([at]) => !standing.has(at))
    .sort(([a], [b]) => Number(path?.includes(b) ?? false) - Number(path?.includes(a) ?? false))
  const onlyOne =
    entered.length === 1 && [...leaving.values()].filter((p) => sideOf(p.name) === sideOf(entered[0]![1])).length === 1
  for (const [at, name] of entered) {
    let from = origin(leaving, name, at, path)
    if (!from && onlyOne) from = [...leaving.values()].find((piece) => sideOf(piece.name) === sideOf(name))
    if (!from) {
      const piece = { id: ++lastId, name, at }
      pieces.push(piece)
      placed.push(piece)
      continue
    }
    leaving.delete(from.at)
    pieces.push({ id: from.id, name, at })
    if (from.name !== name) promoted = true
    if (from.at === at) continue
    const way = path?.[0] === from.at ? path.slice(1, path.indexOf(at) + 1) : []
    moved.push({ id: from.id, from: from.at, by: way.length ? way : [at] })
  }
  return { pieces: pieces.sort((a, b) => a.id - b.id), moved, placed, taken: [...leaving.values()], promoted }
}

/** The pieces after the clicks so far, as far as clicks can tell. The server's View shows the rest. */
export function preview(
  view: View,
  path: readonly string[],
  isPoint: (step: string) => boolean,
  placed: string,
): Record<string, string> {
  const points = path.filter(isPoint)
  const first = points[0]
  if (first === undefined) return view.pieces
  const pieces = { ...view.pieces }
  const mover = pieces[first]
  if (mover === undefined) {
    // The point is empty: a man is placed from the hand, and may remove others.
    pieces[first] = placed
    for (const point of points.slice(1)) delete pieces[point]
    return pieces
  }
  if (sideOf(mover) !== view.turn) {
    delete pieces[first]
    return pieces
  }
  delete pieces[first]
  let at = first
  for (const point of points.slice(1)) {
    // Once the piece has arrived, a click on an enemy man removes it.
    const isTaken = at !== first && pieces[point] !== undefined && sideOf(pieces[point]) !== view.turn
    if (isTaken) delete pieces[point]
    else at = point
  }
  pieces[at] = mover
  return pieces
}

/** The piece a side places: the kind it has on the board, or the first one that the game lists for it. */
export function placedPiece(view: View, symbols: Record<string, string>): string {
  const isOwn = (piece: string) => sideOf(piece) === view.turn
  return Object.values(view.pieces).find(isOwn) ?? Object.keys(symbols).find(isOwn) ?? `${view.turn} man`
}

/** How many men each side has in hand, and how they are drawn. */
export function handsOf(view: View, symbols: Record<string, string>): { side: Color; count: number; piece: string }[] {
  const { hand } = view
  if (!hand) return []
  return (['white', 'black'] as const).map((side) => ({
    side,
    count: hand[side] ?? 0,
    piece: placedPiece({ ...view, turn: side }, symbols),
  }))
}

/** The piece that a choice makes, found by its letter: a queen for `=q`; null if it makes none. */
export function pieceOf(step: string, turn: Color, symbols: Record<string, string>): string | null {
  const letter = step.replace(/^=/, '').toLowerCase()
  return Object.keys(symbols).find((name) => sideOf(name) === turn && symbols[name]?.toLowerCase() === letter) ?? null
}
