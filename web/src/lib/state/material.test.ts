import { expect, test } from 'vitest'
import { materialOf } from './material'

const CHESS = {
  'white king': 1,
  'black king': 1,
  'white queen': 1,
  'black queen': 1,
  'white pawn': 3,
  'black pawn': 3,
  'black knight': 1,
}
const VALUES = { pawn: 100, knight: 300, queen: 900, king: 0 }

/** A View with these pieces on some points. */
function view(...pieces: string[]) {
  return { pieces: Object.fromEntries(pieces.map((piece, index) => [`p${index}`, piece])) }
}

const FULL = ['white king', 'black king', 'white queen', 'black queen', 'black knight']
const PAWNS = (white: number, black: number) => [
  ...Array<string>(white).fill('white pawn'),
  ...Array<string>(black).fill('black pawn'),
]

test('what is missing was captured by the other side, the most valuable first', () => {
  const position = view('white king', 'black king', 'white queen', ...PAWNS(2, 1))
  expect(materialOf(position, CHESS, VALUES)).toEqual({
    white: {
      captured: [
        ['black queen', 1],
        ['black knight', 1],
        ['black pawn', 2],
      ],
      ahead: 10,
    },
    black: { captured: [['white pawn', 1]], ahead: 0 },
  })
})

test('at the start nobody has captured anything, and the lead is what the position says', () => {
  expect(materialOf(view(...FULL, ...PAWNS(3, 3)), CHESS, VALUES)).toEqual({
    white: { captured: [], ahead: 0 },
    black: { captured: [], ahead: 3 },
  })
})

test('a promoted pawn was not captured', () => {
  const position = view(...FULL, 'white queen', ...PAWNS(2, 3))
  expect(materialOf(position, CHESS, VALUES).black.captured).toEqual([])
  const kings = materialOf(view('white king', 'black man'), { 'white man': 2, 'black man': 2 }, { king: 300 })
  expect(kings).toEqual({
    white: { captured: [['black man', 1]], ahead: 2 },
    black: { captured: [['white man', 1]], ahead: 0 },
  })
})

test('men in hand are not captured', () => {
  const nine = { 'white man': 9, 'black man': 9 }
  const placing = { ...view('white man', 'white man'), hand: { white: 7, black: 8 } }
  expect(materialOf(placing, nine, {})).toEqual({
    white: { captured: [['black man', 1]], ahead: 1 },
    black: { captured: [], ahead: 0 },
  })
})

test('a game that starts with an empty board has no material', () => {
  expect(materialOf(view('white man', 'white man', 'black man'), {}, {}).white).toEqual({ captured: [], ahead: 0 })
})
