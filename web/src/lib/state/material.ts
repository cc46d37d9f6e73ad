// What each side has captured, and who is ahead by how much, from a position and the pieces that the game began with.
import { kindOf, sideOf } from '../board/pieces'
import type { Color, View } from '../wire/messages.gen'

export interface Material {
  /** The opponent's pieces that this side has captured, the most valuable first; piece -> how many. */
  captured: [piece: string, count: number][]
  /** By how many men this side is ahead; 0 if it is not. */
  ahead: number
}

export type Pieces = Readonly<Record<string, number>>

const MAN = 100
const SIDES = ['white', 'black'] as const

/** The material of both sides. A game that starts with an empty board and no men in hand has none. */
export function materialOf(
  view: Pick<View, 'pieces' | 'hand'>,
  start: Pieces,
  values: Readonly<Record<string, number>>,
): Record<Color, Material> {
  const now = piecesOf(view, start)
  const valueOf = (piece: string) => values[kindOf(piece)] ?? MAN
  const sum = (side: Color) =>
    Object.entries(now).reduce((total, [piece, n]) => total + (sideOf(piece) === side ? n * valueOf(piece) : 0), 0)
  const hasMaterial = Object.keys(start).length > 0
  const lead = hasMaterial ? Math.round((sum('white') - sum('black')) / MAN) : 0
  const material = (side: Color): Material => ({
    captured: hasMaterial ? missing(now, start, side === 'white' ? 'black' : 'white', valueOf) : [],
    ahead: Math.max(0, side === 'white' ? lead : -lead),
  })
  return { white: material('white'), black: material('black') }
}

/** How many of each piece there are, on the board and in hand. */
function piecesOf(view: Pick<View, 'pieces' | 'hand'>, start: Pieces): Record<string, number> {
  const found: Record<string, number> = {}
  for (const piece of Object.values(view.pieces)) found[piece] = (found[piece] ?? 0) + 1
  for (const side of SIDES) {
    const man = Object.keys(start).find((piece) => sideOf(piece) === side)
    const inHand = view.hand?.[side] ?? 0
    if (man && inHand > 0) found[man] = (found[man] ?? 0) + inHand
  }
  return found
}

/**
 * The pieces of a side that are gone. Pieces that the side has more of than at the start were promoted, each from one
 * of its least valuable pieces, which were not captured then.
 */
function missing(now: Pieces, start: Pieces, side: Color, valueOf: (piece: string) => number): [string, number][] {
  const names = [...new Set([...Object.keys(start), ...Object.keys(now)])].filter((piece) => sideOf(piece) === side)
  const gone = names.map((piece): [string, number] => [piece, (start[piece] ?? 0) - (now[piece] ?? 0)])
  let promoted = gone.reduce((total, [, count]) => total + Math.max(0, -count), 0)
  const ascending = gone.filter(([, count]) => count > 0).sort(([a], [b]) => valueOf(a) - valueOf(b))
  const left: [string, number][] = []
  for (const [piece, count] of ascending) {
    const fewer = Math.min(promoted, count)
    promoted -= fewer
    if (count > fewer) left.push([piece, count - fewer])
  }
  return left.reverse()
}
