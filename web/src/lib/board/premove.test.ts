import { beforeEach, expect, test } from 'vitest'
import type { Color, Geometry, Ray, Reach, View } from '../wire/messages.gen'
import { MoveInput } from './moveInput.svelte'
import { afterMove, premoveMarks, premoveView, type ReachByPiece, replayed } from './premove'

const COLUMNS = [...'abcdefgh']
const squares = (style: Geometry['style'], lines: string[][] = []): Geometry => ({
  style,
  width: 8,
  height: 8,
  points: COLUMNS.flatMap((column, x) => [0, 1, 2, 3, 4, 5, 6, 7].map((y) => ({ name: `${column}${y + 1}`, x, y }))),
  columns: COLUMNS,
  rows: [],
  lines,
})
const CHECKERED = squares('checkered')
const GRID = squares('grid')
/** A row of three along the bottom, and two lines up from its ends. */
const LINES = squares('lines', [
  ['a1', 'b1'],
  ['b1', 'c1'],
  ['a1', 'a2'],
  ['c1', 'c2'],
])
const ray = (dx: number, dy: number, more: Partial<Ray> = {}): Ray => ({ dx, dy, far: 1, origins: [], ...more })
const reachOf = (more: Partial<Reach>): Reach => ({
  steps: [],
  jumps: [],
  along_lines: 0,
  fly_at: 0,
  after_placing: false,
  takes_by_displacement: false,
  ...more,
})
const view = (turn: Color, pieces: View['pieces'], entry: View['entry'] = {}, more: Partial<View> = {}): View => ({
  game: 'test',
  turn,
  pieces,
  last: [],
  result: null,
  entry,
  ...more,
})

/** A player of White, whose board a test sets. */
class Player {
  shown!: View
  geometry = CHECKERED
  reach: ReachByPiece = {}
  isPremove = true
  ply = 1
  played: string[] = []
  readonly input = new MoveInput({
    view: () => this.shown,
    geometry: () => this.geometry,
    symbols: () => ({}),
    isMovable: () => true,
    isPremove: () => this.isPremove,
    reach: () => this.reach,
    ply: () => this.ply,
    entered: (token) => !this.isPremove && this.played.push(token),
  })

  wait(pieces: View['pieces'], entry: View['entry'] = {}, more: Partial<View> = {}) {
    this.isPremove = true
    this.shown = premoveView(view('black', pieces, entry, more), this.geometry, this.reach, 'white')
  }

  /** The opponent has moved. Returns whether a premove was dropped. */
  turn(pieces: View['pieces'], entry: View['entry'], ply = 2): boolean {
    this.isPremove = false
    this.ply = ply
    this.shown = view('white', pieces, entry)
    return this.input.followView()
  }
}

let me: Player
beforeEach(() => (me = new Player()))

test('a premove is offered where a piece could go, even onto its own side and past others', () => {
  me.reach = { 'white rook': reachOf({ steps: [ray(1, 0, { far: 7 })], takes_by_displacement: true }) }
  me.wait({ a1: 'white rook', c1: 'white king', e1: 'black rook' })
  expect(Object.keys(me.shown.entry)).toEqual(['a1'])
  expect(Object.keys(me.shown.entry['a1']!)).toEqual(['b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1'])
})

test('a step from certain points is offered only there', () => {
  me.reach = { 'white pawn': reachOf({ steps: [ray(0, 2, { origins: ['a2'] })] }) }
  me.wait({ a2: 'white pawn', b3: 'white pawn' })
  expect(me.shown.entry).toEqual({ a2: { a4: 'a2 a4' } })
})

test('it is played once when its turn has come', () => {
  me.reach = { 'white rook': reachOf({ steps: [ray(0, 1, { far: 7 })] }) }
  me.wait({ a1: 'white rook', a5: 'black rook' })
  me.input.press('a1')
  me.input.press('a5')
  expect(me.input.premove).toEqual(['a1', 'a5'])
  expect(me.turn({ a1: 'white rook', a5: 'black queen' }, { a1: { a5: 'a1a5' } })).toBe(false)
  expect(me.played).toEqual(['a1a5'])
  expect(me.input.isSent).toBe(true)
  // The View comes once more: nothing is left to play.
  me.turn({ a1: 'white rook', a5: 'black queen' }, { a1: { a5: 'a1a5' } })
  expect(me.played).toEqual(['a1a5'])
})

test('it is dropped if it is not legal, or if the game did not go on by one move', () => {
  me.wait({ a1: 'white rook', h8: 'black rook' }, { h8: { h7: 'h8h7' } })
  for (const point of ['a1', 'a5']) me.input.press(point)
  expect(me.turn({ a1: 'white rook' }, { a1: { a2: 'a1a2' } })).toBe(true)
  me.ply = 1
  me.wait({ a1: 'white rook' }, { h8: { h7: 'h8h7' } })
  for (const point of ['a1', 'a5']) me.input.press(point)
  expect(me.turn({ a1: 'white rook' }, { a1: { a5: 'a1a5' } }, 4)).toBe(true)
  expect(me.played).toEqual([])
})

test('another piece on its first point does not play it', () => {
  const before = premoveView(view('black', { a1: 'white rook' }), CHECKERED, {}, 'white')
  const now = view('white', { a1: 'white king' }, { a1: { a2: 'a1a2' } })
  expect(replayed(before, ['a1', 'a2'], now, CHECKERED).kind).toBe('none')
})

test('the same position received again keeps it', () => {
  me.wait({ a1: 'white rook' }, { h8: { h7: 'h8h7' } })
  for (const point of ['a1', 'a5']) me.input.press(point)
  me.wait({ a1: 'white rook' }, { h8: { h7: 'h8h7' } })
  expect(me.input.followView()).toBe(false)
  expect(me.input.premove).toEqual(['a1', 'a5'])
})

test('a click elsewhere cancels it, and a click on another piece begins another', () => {
  me.wait({ a1: 'white rook', b1: 'white rook' }, { h8: { h7: 'h8h7' } })
  for (const point of ['a1', 'a5']) me.input.press(point)
  me.input.press('f3')
  expect(me.input.premove).toEqual([])
  for (const point of ['a1', 'a5', 'b1']) me.input.press(point)
  expect([me.input.premove, me.input.points]).toEqual([[], ['b1']])
  me.input.press('b5')
  expect(me.input.premove).toEqual(['b1', 'b5'])
  expect(me.input.markOf('b5')).toBe('premove')
})

test('a piece that was only selected stays selected', () => {
  me.wait({ a1: 'white rook' }, { h8: { h7: 'h8h7' } })
  me.input.press('a1')
  me.turn({ a1: 'white rook' }, { a1: { a2: 'a1a2' } })
  expect([me.input.points, me.played]).toEqual([['a1'], []])
})

test('a promotion is to the first piece offered', () => {
  me.wait({ a7: 'white pawn' }, { h8: { h7: 'h8h7' } })
  for (const point of ['a7', 'a8']) me.input.press(point)
  me.turn({ a7: 'white pawn' }, { a7: { a8: { '=q': 'a7a8q', '=n': 'a7a8n' } } })
  expect(me.played).toEqual(['a7a8q'])
})

test('a chain of jumps can be entered jump by jump, and goes on where there is no choice', () => {
  const jumps = [ray(2, 2), ray(-2, 2)]
  me.reach = { 'white man': reachOf({ steps: [ray(1, 1), ray(-1, 1)], jumps }) }
  me.wait({ a1: 'white man', b2: 'black man' })
  for (const point of ['a1', 'c3', 'e5', 'g7']) me.input.press(point)
  expect(me.input.premove).toEqual(['a1', 'c3', 'e5', 'g7'])
  me.turn({ a1: 'white man' }, { a1: { c3: { e5: { g7: 'a1:g7', c7: 'a1:c7' } } } })
  expect(me.played).toEqual(['a1:g7'])
  me.played = []
  me.ply = 1
  me.wait({ a1: 'white man' })
  for (const point of ['a1', 'c3']) me.input.press(point)
  me.turn({ a1: 'white man' }, { a1: { c3: { e5: { g7: 'a1:g7', c7: 'a1:c7' } } } })
  expect([me.played, me.input.points]).toEqual([[], ['a1', 'c3', 'e5']])
})

test('a step cannot be continued like a jump', () => {
  me.reach = { 'white man': reachOf({ steps: [ray(1, 1)], jumps: [ray(2, 2)] }) }
  me.wait({ a1: 'white man' })
  for (const point of ['a1', 'b2', 'd4']) me.input.press(point)
  expect(me.input.premove).toEqual([])
})

const ROW = { a1: 'white man', b1: 'white man', d4: 'black man', d5: 'black man' }

test('a man placed to close a row asks which man to remove, and both are played', () => {
  me.geometry = LINES
  me.wait(ROW, {}, { hand: { white: 3, black: 3 } })
  me.input.press('c1')
  expect([...me.input.removals].sort()).toEqual(['d4', 'd5'])
  me.input.press('d4')
  expect(premoveMarks(me.input.premove, me.shown, LINES)).toEqual({ shapes: [], placed: 'c1', removed: ['d4'] })
  me.turn(ROW, { c1: { d4: 'c1xd4', d5: 'c1xd5' } })
  expect(me.played).toEqual(['c1xd4'])
})

test('if that man is safe now, the player chooses another', () => {
  me.geometry = LINES
  me.wait(ROW, {}, { hand: { white: 3, black: 3 } })
  for (const point of ['c1', 'd4']) me.input.press(point)
  expect(me.turn(ROW, { c1: { d5: 'c1xd5' } })).toBe(false)
  expect([me.played, me.input.points, me.input.removals]).toEqual([[], ['c1'], ['d5']])
})

test('a row that is not closed any more drops the premove; one that removes nothing does not', () => {
  me.geometry = LINES
  me.wait(ROW, {}, { hand: { white: 3, black: 3 } })
  for (const point of ['c1', 'd4']) me.input.press(point)
  expect(me.turn({ a1: 'white man', d4: 'black man' }, { c1: 'c1' })).toBe(true)
  me.ply = 1
  me.wait(ROW, {}, { hand: { white: 3, black: 3 } })
  for (const point of ['c1', 'd4']) me.input.press(point)
  expect(me.turn(ROW, { c1: 'c1' })).toBe(false)
  expect(me.played).toEqual(['c1'])
})

test('men move along lines, not while some are in hand, and fly when few are left', () => {
  me.geometry = LINES
  me.reach = { 'white man': reachOf({ along_lines: 1, fly_at: 3, after_placing: true }) }
  const men = { b1: 'white man', h8: 'white man', h7: 'white man', h6: 'white man' }
  const targets = (pieces: View['pieces'], hand: number) => {
    me.wait(pieces, {}, { hand: { white: hand, black: 0 } })
    const entry = me.shown.entry['b1'] ?? {}
    return typeof entry === 'string' ? entry : Object.keys(entry)
  }
  expect(targets(men, 0)).toEqual(['a1', 'c1'])
  expect(targets(men, 1)).toEqual([])
  expect(targets({ b1: 'white man', h8: 'white man', h7: 'white man' }, 0)).toHaveLength(61)
})

test('after a move that is on its way, the next View is expected with its pieces and one man less in hand', () => {
  const placing = view('white', {}, { a1: 'a1' }, { hand: { white: 9, black: 8 }, check: 'e1' })
  const next = afterMove(placing, { a1: 'white man' }, ['a1'])
  expect(next).toMatchObject({ turn: 'black', pieces: { a1: 'white man' }, last: ['a1'], hand: { white: 8, black: 8 } })
  expect(next.check).toBeUndefined()
})

test('where men fall, the column counts', () => {
  me.geometry = GRID
  const bottom = Object.fromEntries(COLUMNS.map((column) => [`${column}1`, column]))
  me.wait({}, bottom)
  me.input.press('d6')
  expect(me.input.premove).toEqual(['d1'])
  me.turn({ d1: 'black man' }, { ...Object.fromEntries(Object.entries(bottom).filter(([at]) => at !== 'd1')), d2: 'd' })
  expect(me.played).toEqual(['d'])
})

test('in a game that does not say, a piece could go anywhere except onto its own side', () => {
  me.wait({ a1: 'white man', b1: 'white man' }, { h8: { h7: 'h8h7' } })
  expect(Object.keys(me.shown.entry['a1']!)).toHaveLength(62)
  // Where men are only placed, none of them moves.
  me.geometry = GRID
  me.wait({ a1: 'white man' }, { b1: 'b' })
  expect(Object.keys(me.shown.entry)).toEqual(['b1'])
})
