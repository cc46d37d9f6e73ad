import { expect, test } from 'vitest'
import type { Geometry, View } from '../wire/messages.gen'
import { winningRows } from './four'

const points = [...'abcdefg'].flatMap((column, x) => [...'123456'].map((row, y) => ({ name: column + row, x, y })))
const grid: Geometry = { style: 'grid', width: 7, height: 6, points, columns: [], rows: [], lines: [] }
const view = (yellow: string, last: string, entry = {}): View => ({
  game: 'connect-four',
  turn: 'black',
  pieces: Object.fromEntries(yellow.split(' ').map((at) => [at, 'white man'])),
  last: [last],
  result: null,
  entry,
})

test('the four that won is found in every direction, also from its middle', () => {
  expect(winningRows(grid, view('a1 b1 c1 d1 g6', 'b1'))).toEqual([['a1', 'b1', 'c1', 'd1']])
  expect(winningRows(grid, view('c2 c3 c4 c5', 'c5'))).toEqual([['c2', 'c3', 'c4', 'c5']])
  expect(winningRows(grid, view('a4 b3 c2 d1 e1', 'd1'))).toEqual([['a4', 'b3', 'c2', 'd1']])
  expect(winningRows(grid, view('a1 b2 c3 d4 d3 d2 d1', 'd4'))).toHaveLength(2)
})

test('nothing is marked while the game goes on, or if it was drawn', () => {
  expect(winningRows(grid, view('a1 b1 c1 d1', 'b1', { e1: 'e' }))).toEqual([])
  expect(winningRows(grid, view('a1 b1 c1 e1', 'b1'))).toEqual([])
})
