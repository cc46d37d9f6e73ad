import { beforeEach, expect, test } from 'vitest'
import type { Geometry, View } from '../wire/messages.gen'
import { MoveInput } from './moveInput.svelte'

/** A board whose View and Geometry a test sets. */
class FakeBoard {
  shown!: View
  lines: Geometry['lines'] = []
  style: Geometry['style'] = 'checkered'
  entered: string[] = []
  isMovable = true

  show(pieces: Record<string, string>, entry: View['entry'], more: Partial<View> = {}) {
    this.shown = { game: 'test', turn: 'white', pieces, last: [], result: null, entry, ...more }
  }

  geometry(): Geometry {
    const columns = [...'abcdefg']
    const points = columns.flatMap((column, x) =>
      [0, 1, 2, 3, 4, 5, 6].map((y) => ({ name: `${column}${y + 1}`, x, y })),
    )
    return { style: this.style, width: 7, height: 7, points, columns, rows: [], lines: this.lines }
  }
}

let board: FakeBoard
let input: MoveInput

beforeEach(() => {
  board = new FakeBoard()
  input = new MoveInput({
    view: () => board.shown,
    geometry: () => board.geometry(),
    symbols: () => ({}),
    isMovable: () => board.isMovable,
    isPremove: () => false,
    reach: () => ({}),
    ply: () => 0,
    entered: (token) => board.entered.push(token),
  })
})

test('a selected piece shows its destinations: free points and captures', () => {
  board.show({ a1: 'white rook', a3: 'black rook' }, { a1: { a2: 'a1a2', a3: 'a1a3' } })
  expect(input.markOf('a1')).toBe('movable')
  input.press('a1')
  expect(['a1', 'a2', 'a3', 'b1'].map((point) => input.markOf(point))).toEqual(['selected', 'dest', 'capture', null])
})

test('a placed man that closes a row is shown with the men it can remove', () => {
  board.style = 'lines'
  board.lines = [
    ['a1', 'd1'],
    ['d1', 'g1'],
  ]
  board.show({ a1: 'white man', d1: 'white man', b4: 'black man' }, { g1: { b4: 'g1xb4' }, a4: 'a4' })
  input.press('g1')
  expect(input.pieces['g1']).toBe('white man')
  expect(input.removals).toEqual(['b4'])
  expect(input.rows.map((row) => [...row].sort())).toEqual([['a1', 'd1', 'g1']])
  input.press('b4')
  expect(board.entered).toEqual(['g1xb4'])
})

test('a turn that only removes marks the men from the start', () => {
  board.show({ b4: 'black man' }, { b4: 'xb4' })
  expect(input.removals).toEqual(['b4'])
})

test('a side that must remove its own man sees that as well', () => {
  board.show({ a1: 'white man', b4: 'black man' }, { a1: 'xa1' })
  expect(input.removals).toEqual(['a1'])
})

test('selecting a man in a row closes nothing', () => {
  board.style = 'lines'
  board.lines = [
    ['a1', 'd1'],
    ['d1', 'g1'],
  ]
  board.show({ a1: 'white man', d1: 'white man', g1: 'white man' }, { g1: { g4: 'g1-g4' } })
  input.press('g1')
  expect(input.rows).toEqual([])
})

test('a chain without a choice is complete after its first jump', () => {
  board.show({ a1: 'white man', b2: 'black man', d4: 'black man' }, { a1: { c3: { e5: 'a1:c3:e5' } } })
  input.press('a1')
  input.press('c3')
  expect(board.entered).toEqual(['a1:c3:e5'])
  expect(input.isSent).toBe(true)
})

test('a chain can end where it began', () => {
  const ring = { c3: { e5: 'd2:b4:d6:e5' }, b4: { d6: { f4: { d2: 'd2:b4:d6:f4:d2' } } } }
  board.show({ d2: 'white man' }, { d2: ring })
  for (const point of ['d2', 'b4', 'd6', 'f4', 'd2']) input.press(point)
  expect(board.entered).toEqual(['d2:b4:d6:f4:d2'])
})

test('clicking the points of a chain that advanced automatically loses nothing', () => {
  const fork = { g5: { e7: 'a', g7: 'b' } }
  board.show({ a1: 'white man' }, { a1: { c3: { e3: fork }, b2: 'c' } })
  for (const point of ['a1', 'c3', 'e3', 'g5']) input.press(point)
  expect(input.partial.path).toEqual(['a1', 'c3', 'e3', 'g5'])
})

test('a sent move is shown until the next View, and can be cancelled', () => {
  const [pieces, entry] = [{ a1: 'white rook' }, { a1: { a2: 'a1a2' } }]
  board.show(pieces, entry)
  input.press('a1')
  input.press('a2')
  expect(input.pieces).toEqual({ a2: 'white rook' })
  expect(input.press('a1')).toBe(false)
  input.cancel()
  expect(input.pieces).toEqual(pieces)
})

test('nothing can be entered on a board that is not movable', () => {
  board.isMovable = false
  board.show({ a1: 'white rook' }, { a1: { a2: 'a1a2' } })
  expect(input.press('a1')).toBe(false)
  expect(input.next.points).toEqual([])
})

test('destinations are marked unless a man can be placed nearly anywhere', () => {
  const everywhere = Object.fromEntries(board.geometry().points.map(({ name }) => [name, name]))
  board.show({}, everywhere)
  expect(input.dests).toEqual([])
  board.show({}, { a1: 'a', b1: 'b' })
  expect(input.dests).toEqual(['a1', 'b1'])
})

test('where men fall, any empty point of a column works', () => {
  board.style = 'grid'
  board.show({ a1: 'black man' }, { a2: 'a', b1: 'b' })
  expect(input.press('a1')).toBe(false)
  input.press('a6')
  expect(board.entered).toEqual(['a'])
})

test('pieces that a rule forces to move are marked until one is selected', () => {
  board.show({ a1: 'white man', b2: 'black man' }, { a1: { c3: 'a1:c3' } }, { forced: 'capture' })
  expect(input.forced).toEqual(['a1'])
  input.press('a1')
  expect(input.forced).toEqual([])
})

test('a click beside the men to remove does not take the placed man back; a click on it does', () => {
  board.show({ b4: 'black man' }, { g1: { b4: 'g1xb4' }, a4: 'a4' })
  input.press('g1')
  expect(input.hasPlaced).toBe(true)
  expect(input.press('a4')).toBe(false)
  expect(input.points).toEqual(['g1'])
  input.press('g1')
  expect(input.points).toEqual([])
})

test('a jump over an enemy is a capture, also from afar; a step is not', () => {
  board.show({ a1: 'white king', c3: 'black man' }, { a1: { b2: 'a', d4: 'b', e5: 'c', a5: 'd' } })
  input.press('a1')
  expect(['b2', 'd4', 'e5', 'a5'].map((point) => input.markOf(point))).toEqual(['dest', 'capture', 'capture', 'dest'])
  expect([...input.dests].sort()).toEqual(['a5', 'b2', 'd4', 'e5'])
})
