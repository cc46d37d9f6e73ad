import { expect, test } from 'vitest'
import type { View } from '../wire/messages.gen'
import { asPieces, type Change, change, type Piece, placedPiece, preview } from './pieces'

const isPoint = (step: string) => /^[a-h][1-8]$/.test(step)
const view = (pieces: Record<string, string>, turn: 'white' | 'black' = 'white'): View => ({
  game: 'test',
  turn,
  pieces,
  last: [],
  result: null,
  entry: {},
})

/** The paths of a change as text: `e2 e4`. */
const ways = (made: Change) => made.moved.map(({ from, by }) => [from, ...by].join(' ')).sort()
const at = (pieces: Piece[]) => pieces.map((piece) => piece.at).sort()

test('a piece that moves stays the same piece', () => {
  const before = asPieces({ e2: 'white pawn', e7: 'black pawn' })
  const made = change(before, { e4: 'white pawn', e7: 'black pawn' }, null)
  expect(ways(made)).toEqual(['e2 e4'])
  expect(made.pieces.map((piece) => piece.id).sort()).toEqual(before.map((piece) => piece.id).sort())
})

test('a capture takes the piece on its point', () => {
  const made = change(asPieces({ a1: 'white rook', a8: 'black rook' }), { a8: 'white rook' }, ['a1', 'a8'])
  expect(ways(made)).toEqual(['a1 a8'])
  expect(made.taken.map((piece) => piece.name)).toEqual(['black rook'])
})

test('castling moves both pieces, however it was entered', () => {
  const before = { e1: 'white king', h1: 'white rook' }
  const after = { g1: 'white king', f1: 'white rook' }
  for (const path of [['e1', 'g1'], ['e1', 'h1'], null]) {
    expect(ways(change(asPieces(before), after, path))).toEqual(['e1 g1', 'h1 f1'])
  }
})

test('en passant takes the pawn next to it', () => {
  const made = change(asPieces({ d4: 'black pawn', e4: 'white pawn' }), { e3: 'black pawn' }, ['d4', 'e3'])
  expect(ways(made)).toEqual(['d4 e3'])
  expect(at(made.taken)).toEqual(['e4'])
})

test('a pawn promotes as it moves, with and without a known path', () => {
  for (const path of [['e7', 'e8', '=q'], null]) {
    const made = change(asPieces({ e7: 'white pawn' }), { e8: 'white queen' }, path)
    expect(ways(made)).toEqual(['e7 e8'])
    expect(made.promoted).toBe(true)
  }
})

test('a chain of jumps passes all of its points', () => {
  const before = asPieces({ c3: 'white man', d4: 'black man', d6: 'black man' })
  const made = change(before, { c7: 'white man' }, ['c3', 'e5', 'c7'])
  expect(ways(made)).toEqual(['c3 e5 c7'])
  expect(at(made.taken)).toEqual(['d4', 'd6'])
})

test('of men that look alike, the entered one moves', () => {
  const before = asPieces({ a1: 'white man', a4: 'white man' })
  const made = change(before, { a1: 'white man', d7: 'white man' }, ['a4', 'd7'])
  expect(ways(made)).toEqual(['a4 d7'])
})

test('a placed man is new, a taken one gone', () => {
  const made = change(asPieces({ b4: 'black man' }), { d5: 'white man' }, ['d5', 'b4'])
  expect(at(made.placed)).toEqual(['d5'])
  expect(at(made.taken)).toEqual(['b4'])
})

test('taking a move back reverses its path', () => {
  const made = change(asPieces({ a8: 'white rook' }), { a1: 'white rook', a8: 'black rook' }, null)
  expect(ways(made)).toEqual(['a8 a1'])
  expect(made.placed.map((piece) => piece.name)).toEqual(['black rook'])
})

test('the clicks so far are shown before the server answers', () => {
  const chess = view({ e2: 'white pawn', d7: 'black pawn' })
  expect(preview(chess, ['e2'], isPoint, 'white man')).toEqual(chess.pieces)
  expect(preview(chess, ['e2', 'e4'], isPoint, 'white man')).toEqual({ e4: 'white pawn', d7: 'black pawn' })
  expect(preview(chess, ['e2', 'd7', '=q'], isPoint, 'white man')).toEqual({ d7: 'white pawn' })
})

test('a placement and the man it removes are shown', () => {
  const mill = view({ b4: 'black man', f4: 'black man' })
  expect(preview(mill, ['d5'], isPoint, 'white man')).toEqual({ ...mill.pieces, d5: 'white man' })
  expect(preview(mill, ['d5', 'b4'], isPoint, 'white man')).toEqual({ f4: 'black man', d5: 'white man' })
  expect(preview(mill, ['b4'], isPoint, 'white man')).toEqual({ f4: 'black man' })
})

test('a man that closes a mill stays where it moved while another is removed', () => {
  const mill = view({ a4: 'white man', b4: 'black man' })
  expect(preview(mill, ['a4', 'a7', 'b4'], isPoint, 'white man')).toEqual({ a7: 'white man' })
})

test('a side places the kind of piece it has, or the one the game lists', () => {
  expect(placedPiece(view({ a1: 'white cross' }), {})).toBe('white cross')
  expect(placedPiece(view({}), { 'black nought': 'O', 'white cross': 'X' })).toBe('white cross')
  expect(placedPiece(view({}), {})).toBe('white man')
})
