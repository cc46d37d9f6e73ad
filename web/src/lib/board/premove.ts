// Premoves: clicks made in the opponent's turn, on the squares a piece could reach, and what they mean afterwards.
import type { Color, Entry, Geometry, Reach, View } from '../wire/messages.gen'
import type { Shape } from './drawable'
import { atRoot, autoAdvance, type ClickResult, follow, jumpTo, type PartialMove } from './entry'
import { rowsThrough } from './neighbours'
import { sideOf } from './pieces'

export type ReachByPiece = Readonly<Record<string, Reach>>

/** The board on which a premove is entered. */
interface Board {
  view: View
  geometry: Geometry
  reach: ReachByPiece
  side: Color
}

/**
 * The View as the side that waits may enter a premove on it: an entry tree of everything its pieces could do, whatever
 * the opponent plays. The server alone knows what is legal then.
 */
export function premoveView(view: View, geometry: Geometry, reach: ReachByPiece, side: Color): View {
  const waiting: View = { ...view, turn: side, entry: entryOf({ view, geometry, reach, side }) }
  delete waiting.forced
  return waiting
}

/** What the View after a move is expected to be, as far as its clicks tell: premoves can be entered before it arrives. */
export function afterMove(view: View, pieces: View['pieces'], path: readonly string[]): View {
  const next: View = { ...view, turn: view.turn === 'white' ? 'black' : 'white', pieces, last: [...path] }
  const isPlaced = view.pieces[path[0]!] === undefined
  if (view.hand && isPlaced) next.hand = { ...view.hand, [view.turn]: (view.hand[view.turn] ?? 0) - 1 }
  delete next.check
  return next
}

function entryOf(board: Board): Entry {
  const { view, geometry, side } = board
  const entry: Entry = {}
  const enemies = Object.keys(view.pieces).filter((point) => isEnemy(view.pieces[point], side))
  const leaf = (path: readonly string[], pieces: Record<string, string>): Entry | string => {
    const at = path[path.length - 1]!
    const removes = enemies.length > 0 && closesRow(geometry, { ...pieces, [at]: pieces[at] ?? `${side} man` }, at)
    return removes ? Object.fromEntries(enemies.map((point) => [point, [...path, point].join(' ')])) : path.join(' ')
  }
  for (const point of placements(board)) entry[point] = leaf([point], view.pieces)
  for (const [point, piece] of Object.entries(view.pieces)) {
    if (sideOf(piece) !== side) continue
    const others = without(view.pieces, point)
    const targets = targetsOf(board, point, piece)
    if (targets.length > 0)
      entry[point] = Object.fromEntries(targets.map((to) => [to, leaf([point, to], { ...others, [to]: piece })]))
  }
  return entry
}

function without(pieces: View['pieces'], point: string): View['pieces'] {
  const others = { ...pieces }
  delete others[point]
  return others
}

function isEnemy(piece: string | undefined, side: Color): boolean {
  return piece !== undefined && sideOf(piece) !== null && sideOf(piece) !== side
}

/** Where a man could be placed: if the side has men in hand or, in a game without hands, as the opponent does now. */
function placements({ view, geometry, side }: Board): string[] {
  const empty = geometry.points.map((point) => point.name).filter((name) => view.pieces[name] === undefined)
  if (view.hand) return (view.hand[side] ?? 0) > 0 ? empty : []
  return empty.filter((name) => Object.hasOwn(view.entry, name))
}

/** Where a piece could go. A game that gives no reach does not say, so anywhere. */
function targetsOf(board: Board, origin: string, piece: string): string[] {
  const { view, geometry, reach, side } = board
  const isOwn = (point: string) => view.pieces[point] !== undefined && !isEnemy(view.pieces[point], side)
  const all = () => geometry.points.map((point) => point.name).filter((name) => name !== origin && !isOwn(name))
  if (Object.keys(reach).length === 0) {
    const isOnlyPlacing = Object.values(view.entry).every((next) => typeof next === 'string')
    return isOnlyPlacing ? [] : all()
  }
  const own = reach[piece]
  if (!own) return []
  const inHand = view.hand?.[side] ?? 0
  if (own.after_placing && inHand > 0) return []
  const men = Object.values(view.pieces).filter((other) => sideOf(other) === side).length + inHand
  if (men <= own.fly_at) return all()
  const found = new Set([...landings(board, origin, piece, 'steps'), ...landings(board, origin, piece, 'jumps')])
  for (const row of own.along_lines > 0 ? rowsThrough(geometry, origin) : []) {
    const at = row.indexOf(origin)
    for (const [index, name] of row.entries()) {
      if (index !== at && Math.abs(index - at) <= own.along_lines) found.add(name)
    }
  }
  return [...found].filter((name) => own.takes_by_displacement || !isOwn(name))
}

/** Where the steps or jumps of a piece lead from a point. */
function landings({ geometry, reach }: Board, origin: string, piece: string, kind: 'steps' | 'jumps'): string[] {
  const byPlace = new Map(geometry.points.map((point) => [`${point.x},${point.y}`, point.name]))
  const from = geometry.points.find((point) => point.name === origin)
  const found: string[] = []
  for (const { dx, dy, far, origins } of from ? (reach[piece]?.[kind] ?? []) : []) {
    if (origins.length > 0 && !origins.includes(origin)) continue
    for (let n = 1; n <= far; n++) {
      const name = byPlace.get(`${from!.x + n * dx},${from!.y + n * dy}`)
      if (name !== undefined) found.push(name)
    }
  }
  return found
}

/** Whether a man on a point completes a row of three, after which one of the opponent's is removed. */
function closesRow(geometry: Geometry, pieces: Record<string, string>, at: string): boolean {
  if (geometry.style !== 'lines') return false
  return rowsThrough(geometry, at).some((row) => row.every((point) => pieces[point] === pieces[at]))
}

/** Where a complete premove could jump on to; empty unless its last step was a jump. */
export function furtherJumps(view: View, geometry: Geometry, reach: ReachByPiece, path: readonly string[]): string[] {
  const piece = view.pieces[path[0]!]
  if (path.length < 2 || piece === undefined) return []
  const board: Board = { view, geometry, reach, side: view.turn }
  const [before, last] = path.slice(-2) as [string, string]
  return landings(board, before, piece, 'jumps').includes(last) ? landings(board, last, piece, 'jumps') : []
}

/**
 * What clicks on the View `before`, made for a premove, mean on the View that has come. They stop where a choice is
 * left to the player: another man to remove, another way to jump on. A promotion is to the first piece offered.
 */
export function replayed(before: View, path: readonly string[], view: View, geometry: Geometry): ClickResult {
  const NONE: ClickResult = { kind: 'none' }
  const piece = before.pieces[path[0]!]
  const isPlaced = piece === undefined
  const first = isPlaced ? landingPlace(before, view, geometry, path[0]!) : path[0]!
  if (view.pieces[first] !== piece) return NONE
  let result = follow(atRoot(view.entry), first)
  const arrival = isPlaced ? 0 : 1
  for (const [index, step] of path.entries()) {
    if (index === 0) continue
    const isRemoval = index > arrival && isEnemy(before.pieces[step], view.turn)
    if (result.kind === 'move' && isRemoval && closesRow(geometry, moved(view, piece, path, arrival), path[arrival]!))
      // By the rules of this game nothing is removed for this row.
      return result
    if (result.kind !== 'partial') return NONE
    const next: ClickResult =
      geometry.style === 'checkered' ? jumpTo(result.partial, step) : follow(result.partial, step)
    if (next.kind === 'none' && isRemoval) return result
    result = next
  }
  const isSelection = path.length === 1 && !isPlaced
  return result.kind === 'partial' && !isSelection ? completed(result.partial, view, geometry) : result
}

/** The pieces after the first clicks of a path, up to the one where the piece arrives. */
function moved(view: View, piece: string | undefined, path: readonly string[], arrival: number): View['pieces'] {
  return { ...without(view.pieces, path[0]!), [path[arrival]!]: piece ?? `${view.turn} man` }
}

/** Follows what leaves no choice, and the first of choices that are not points. */
function completed(partial: PartialMove, view: View, geometry: Geometry): ClickResult {
  const isPoint = (step: string) => geometry.points.some((point) => point.name === step)
  const isFree = (step: string) => isPoint(step) && (view.pieces[step] === undefined || step === partial.path[0])
  const result = autoAdvance(partial, isFree)
  if (result.kind !== 'partial') return result
  const steps = Object.keys(result.partial.node)
  return steps.some(isPoint) ? result : follow(result.partial, steps[0]!)
}

/** Where a man falls that was meant for a column; in other games the point itself. */
function landingPlace(before: View, view: View, geometry: Geometry, name: string): string {
  if (!isFalling(before, geometry) || !isFalling(view, geometry)) return name
  const column = geometry.points.find((point) => point.name === name)?.x
  const open = geometry.points.find((point) => point.x === column && Object.hasOwn(view.entry, point.name))
  return open?.name ?? name
}

/** Whether men fall to the lowest empty point of a column: no man can be placed above an empty point. */
export function isFalling(view: View, geometry: Geometry): boolean {
  if (geometry.style !== 'grid') return false
  const empty = geometry.points.filter((point) => view.pieces[point.name] === undefined)
  return empty.every((point) => {
    const isLowest = !empty.some((other) => other.x === point.x && other.y < point.y)
    return isLowest === Object.hasOwn(view.entry, point.name)
  })
}

/** How a complete premove is drawn: an arrow from point to point, the man it places, the men it removes. */
export function premoveMarks(path: readonly string[], view: View, geometry: Geometry) {
  const isPlaced = path.length > 0 && view.pieces[path[0]!] === undefined
  const isRemoved = (point: string, index: number) =>
    geometry.style === 'lines' && index > (isPlaced ? 0 : 1) && view.pieces[point] !== undefined
  const way = path.filter((point, index) => !isRemoved(point, index))
  const shapes = way.slice(1).map((dest, index): Shape => ({ orig: way[index]!, dest, brush: 'premove', weight: 0.7 }))
  return { shapes, placed: isPlaced ? path[0]! : null, removed: path.filter(isRemoved) }
}
