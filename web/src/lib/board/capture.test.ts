import { expect, test } from 'vitest'
import { captureOf } from './capture'

const board = {
  points: [...'abcdefgh'].flatMap((file) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((rank) => ({ name: `${file}${rank}`, x: 0, y: 0, label: '' })),
  ),
}
const after = (last: string[], ...occupied: string[]) => ({
  last,
  pieces: Object.fromEntries(occupied.map((name) => [name, 'white man'])),
})

test('a chain shows its whole way and every captured man', () => {
  expect(captureOf('c3:e5:g7', after(['c3', 'd4', 'f6', 'g7'], 'g7'), board)).toEqual({
    path: ['c3', 'e5', 'g7'],
    captured: ['d4', 'f6'],
  })
})

test('a chain that ends where it began is shown as well', () => {
  const shown = captureOf('c3:e5:c7:a5:c3', after(['d4', 'd6', 'b6', 'b4'], 'c3'), board)
  expect(shown?.path).toEqual(['c3', 'e5', 'c7', 'a5', 'c3'])
  expect(shown?.captured).toHaveLength(4)
})

test('the man that a mill removes is captured', () => {
  expect(captureOf('d6-d5xb4', after(['d6', 'd5', 'b4'], 'd5'), board)).toEqual({
    path: ['d6', 'd5'],
    captured: ['b4'],
  })
  expect(captureOf('d5xb4', after(['d5', 'b4'], 'd5'), board)).toEqual({ path: ['d5'], captured: ['b4'] })
})

test('en passant captures, castling and plain moves do not', () => {
  expect(captureOf('e5d6', after(['e5', 'd6', 'd5'], 'd6'), board)?.captured).toEqual(['d5'])
  expect(captureOf('e1g1', after(['e1', 'f1', 'g1', 'h1'], 'f1', 'g1'), board)).toBeNull()
  expect(captureOf('e4d5', after(['e4', 'd5'], 'd5'), board)).toBeNull()
  expect(captureOf('c3-d4', after(['c3', 'd4'], 'd4'), board)).toBeNull()
})

test('a move of another position, and none at all, show nothing', () => {
  expect(captureOf('d5xb4', after(['d5'], 'd5', 'b4'), board)).toBeNull()
  expect(captureOf('d', after(['a1'], 'a1'), board)).toBeNull()
  expect(captureOf(null, after([]), board)).toBeNull()
})
