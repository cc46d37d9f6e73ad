// Boards that need no server: a picture of every game, and the games that the start page plays. `tools/showcase.py`
// computes them by our own rules.
import type { Geometry, View } from '../wire/messages.gen'
import data from './showcase.gen.json'

/** Piece -> its points, separated by spaces. */
type Grouped = Record<string, string>

interface Frame {
  arrived: Grouped
  /** The points that became empty. */
  left: string
  last: string
  check?: string
}

interface Shown {
  board: number
  pieces: Grouped
  /** An option whose value distinguishes the game from its relatives. */
  option?: string
  value?: string | number | boolean | string[]
  /** Where it comes from, as a code such as NL. */
  country?: string
}

interface Recorded {
  game: string
  /** Who played it; empty for the engine. */
  players: string
  board: number
  pieces: Grouped
  frames: Frame[]
}

const { boards, pictures, playing } = data as unknown as {
  boards: Geometry[]
  pictures: Record<string, Shown>
  playing: Recorded[]
}

export interface GamePicture {
  geometry: Geometry
  pieces: Record<string, string>
}

/** A typical position of a game; null for games that are not ours. */
export function pictureOf(game: string): GamePicture | null {
  const shown = pictures[game]
  return shown ? { geometry: boards[shown.board]!, pieces: ungrouped(shown.pieces) } : null
}

/** What distinguishes a game: an option of its rules, and where it comes from. */
export function traitsOf(game: string): Pick<Shown, 'option' | 'value' | 'country'> {
  const { option, value, country } = pictures[game] ?? {}
  return { ...(option ? { option, value: value! } : {}), ...(country ? { country } : {}) }
}

/** A game as the start page plays it: the position at the start and after each move. */
export interface PlayedGame {
  game: string
  players: string
  geometry: Geometry
  views: View[]
}

export function playedGames(): PlayedGame[] {
  return playing.map(({ game, players, board, pieces, frames }) => {
    let now = ungrouped(pieces)
    const views = [viewOf(game, now, 0)]
    for (const frame of frames) {
      const left = new Set(points(frame.left))
      now = { ...Object.fromEntries(Object.entries(now).filter(([at]) => !left.has(at))), ...ungrouped(frame.arrived) }
      views.push({ ...viewOf(game, now, views.length), last: points(frame.last), ...checkOf(frame) })
    }
    return { game, players, geometry: boards[board]!, views }
  })
}

/** Which position of a game is shown after some steps: each in turn, and the last one for a while longer. */
export function shownAt(views: number, step: number, pause: number): number {
  return Math.min(step % (views + pause), views - 1)
}

const points = (text: string) => (text ? text.split(' ') : [])
const checkOf = ({ check }: Frame) => (check ? { check } : {})

function ungrouped(pieces: Grouped): Record<string, string> {
  return Object.fromEntries(Object.entries(pieces).flatMap(([piece, at]) => points(at).map((point) => [point, piece])))
}

function viewOf(game: string, pieces: Record<string, string>, ply: number): View {
  return { game, turn: ply % 2 === 0 ? 'white' : 'black', pieces, last: [], result: null, entry: {} }
}
