import { expect, test } from 'vitest'
import type { Geometry } from '../wire/messages.gen'
import { arrowPath, distinct, type Shape, toggled } from './drawable'
import { darkSquares, labelsOf, layoutOf, placeAt } from './layout'
import { neighbour, readingOrder, rowsThrough } from './neighbours'

function squares(size: number, isUsed: (x: number, y: number) => boolean): Geometry {
  const columns = [...'abcdefghij'].slice(0, size)
  const rows = columns.map((_, index) => String(index + 1))
  const points = rows.flatMap((row, y) =>
    columns.map((column, x) => ({ name: column + row, x, y })).filter(({ x, y }) => isUsed(x, y)),
  )
  return { style: 'checkered', width: size, height: size, points, columns, rows, lines: [] }
}

const chess = squares(8, () => true)
const draughts = squares(8, (x, y) => (x + y) % 2 === 0)

/** As much of a mill board as the tests need: the outer ring and its links to the middle ring. */
const mill: Geometry = {
  style: 'lines',
  width: 7,
  height: 7,
  points: [
    { name: 'a1', x: 0, y: 0 },
    { name: 'd1', x: 3, y: 0 },
    { name: 'g1', x: 6, y: 0 },
    { name: 'a4', x: 0, y: 3 },
    { name: 'b4', x: 1, y: 3 },
    { name: 'c4', x: 2, y: 3 },
    { name: 'a7', x: 0, y: 6 },
    { name: 'd2', x: 3, y: 1 },
  ],
  columns: [],
  rows: [],
  lines: [
    ['a1', 'd1'],
    ['d1', 'g1'],
    ['a1', 'a4'],
    ['a4', 'a7'],
    ['a4', 'b4'],
    ['b4', 'c4'],
    ['d1', 'd2'],
  ],
}

test('a1 is at the lower left for White and at the upper right for Black', () => {
  expect(layoutOf(chess).places.get('a1')).toMatchObject({ x: 50, y: 750 })
  expect(layoutOf(chess, 'black').places.get('a1')).toMatchObject({ x: 750, y: 50 })
})

test('a board without opposite sides is never flipped', () => {
  expect(layoutOf(mill, 'black').places).toEqual(layoutOf(mill).places)
})

test('a whole square belongs to its point, and nothing outside the board does', () => {
  const layout = layoutOf(chess)
  expect(placeAt(layout, 5, 795)?.name).toBe('a1')
  expect(placeAt(layout, 99, 701)?.name).toBe('a1')
  expect(placeAt(layout, 101, 701)?.name).toBe('b1')
  expect(placeAt(layout, -40, 795)).toBeNull()
})

test('half of the squares are dark, a1 among them, from both sides', () => {
  for (const side of ['white', 'black'] as const) {
    expect(darkSquares(chess, layoutOf(chess, side)).match(/M/g)).toHaveLength(32)
  }
  expect(darkSquares(chess, layoutOf(chess))).toContain('M0 700h')
})

test('on boards that use the other squares, those are dark', () => {
  const italian = squares(8, (x, y) => (x + y) % 2 === 1)
  expect(darkSquares(italian, layoutOf(italian))).not.toContain('M0 700h')
  expect(darkSquares(italian, layoutOf(italian))).toContain('M100 700h')
})

test('numbered squares show their numbers', () => {
  const numbered = {
    ...draughts,
    points: draughts.points.map((point, index) => ({ ...point, label: String(index + 1) })),
  }
  for (const side of ['white', 'black'] as const) {
    const layout = layoutOf(numbered, side)
    const labels = labelsOf(numbered, layout)
    expect(labels).toHaveLength(32)
    for (const { text, x, y } of labels) expect(placeAt(layout, x, y)?.label).toBe(text)
  }
  expect(layoutOf(draughts).places.get('c3')?.label).toBe('c3')
})

test('coordinates follow the side at the bottom', () => {
  const first = labelsOf(chess, layoutOf(chess, 'black'))
    .filter(({ axis }) => axis === 'column')
    .sort((a, b) => a.x - b.x)
  expect(first.map(({ text }) => text).join('')).toBe('hgfedcba')
})

test('arrow keys move to the next point on the drawn board', () => {
  const layout = layoutOf(chess)
  expect(neighbour(layout, 'e4', 'up')).toBe('e5')
  expect(neighbour(layoutOf(chess, 'black'), 'e4', 'up')).toBe('e3')
  expect(neighbour(layout, 'a1', 'left')).toBeNull()
})

test('on half of the squares arrow keys still reach every point', () => {
  const layout = layoutOf(draughts)
  const reached = new Set(['a1'])
  for (const point of reached) {
    for (const direction of ['up', 'down', 'left', 'right'] as const) {
      const next = neighbour(layout, point, direction)
      if (next) reached.add(next)
    }
  }
  expect(reached.size).toBe(32)
  expect(neighbour(layout, 'a1', 'right')).toBe('b2')
  expect(neighbour(layout, 'b2', 'right')).toBe('c1')
  expect(neighbour(layout, 'b2', 'up')).toBe('b4')
})

test('on a mill board arrow keys skip places without a point', () => {
  const layout = layoutOf(mill)
  expect(neighbour(layout, 'a1', 'right')).toBe('d1')
  expect(neighbour(layout, 'a1', 'up')).toBe('a4')
})

test('points are read from the upper left', () => {
  expect(readingOrder(layoutOf(chess)).slice(0, 9)).toEqual(['a8', 'b8', 'c8', 'd8', 'e8', 'f8', 'g8', 'h8', 'a7'])
})

test('rows of three follow the drawn lines and do not turn corners', () => {
  const names = (point: string) =>
    rowsThrough(mill, point)
      .map((row) => [...row].sort().join(' '))
      .sort()
  expect(names('a1')).toEqual(['a1 a4 a7', 'a1 d1 g1'])
  expect(names('a4')).toEqual(['a1 a4 a7', 'a4 b4 c4'])
  expect(names('d2')).toEqual([])
})

test('drawing an arrow again removes it, in another colour recolours it', () => {
  const arrow: Shape = { orig: 'e2', dest: 'e4', brush: 'green' }
  expect(toggled([arrow], arrow)).toEqual([])
  expect(toggled([arrow], { ...arrow, brush: 'red' })).toEqual([{ ...arrow, brush: 'red' }])
})

test('equal arrows are drawn once, as thick as the thickest', () => {
  const thin: Shape = { orig: 'd6', dest: 'e5', brush: 'green', weight: 0.5 }
  const red: Shape = { ...thin, brush: 'red' }
  expect(distinct([thin, red, { ...thin, weight: 1 }, thin])).toEqual([{ ...thin, weight: 1 }, red])
})

test('an arrow ends at its destination, and an unknown destination draws nothing', () => {
  const layout = layoutOf(chess)
  expect(arrowPath(layout, { orig: 'e2', dest: 'e4', brush: 'green' })).toMatch(/L450 458L/)
  expect(arrowPath(layout, { orig: 'e2', dest: 'z9', brush: 'green' })).toBe('')
})
