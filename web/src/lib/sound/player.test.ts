import { expect, test } from 'vitest'
import { asPieces, change } from '../board/pieces'
import type { View } from '../wire/messages.gen'
import { soundOf } from './player'
import { RECIPES, SOUNDS } from './recipes'

const view = (more: Partial<View>): View => ({
  game: 'chess',
  turn: 'black',
  pieces: {},
  last: [],
  result: null,
  entry: {},
  ...more,
})

function sound(
  before: Record<string, string>,
  after: Record<string, string>,
  more: Partial<View> = {},
  hasRow = false,
) {
  return soundOf(change(asPieces(before), after, null), view(more), hasRow)
}

test('a mill has a sound of its own, whether it takes a man or not', () => {
  expect(sound({ b2: 'black man' }, { a1: 'white man' }, {}, true)).toBe('mill')
  expect(sound({}, { a1: 'white man' }, {}, true)).toBe('mill')
})

test('a move, a placement, a capture and a promotion sound different', () => {
  expect(sound({ a1: 'white rook' }, { a5: 'white rook' })).toBe('move')
  expect(sound({}, { a1: 'white man' })).toBe('place')
  expect(sound({ a1: 'white rook', a5: 'black rook' }, { a5: 'white rook' })).toBe('capture')
  expect(sound({ a7: 'white pawn' }, { a8: 'white queen' })).toBe('promote')
})

test('the end wins over a check, and a check over a capture', () => {
  const taking = [{ a1: 'white rook', a5: 'black rook' }, { a5: 'white rook' }] as const
  expect(sound(...taking, { check: 'a8' })).toBe('check')
  expect(sound(...taking, { check: 'a8', result: { winner: 'white', termination: 'checkmate' } })).toBe('end')
})

test('a change without a move is silent', () => {
  expect(sound({ a1: 'white rook' }, { a1: 'white rook' })).toBeNull()
})

test('no two sounds are the same', () => {
  expect(new Set(SOUNDS.map((sound) => JSON.stringify(RECIPES[sound]))).size).toBe(SOUNDS.length)
})

test('no recipe is louder than the volume allows or longer than two seconds', () => {
  for (const sound of SOUNDS) {
    const { tones, knocks } = RECIPES[sound]
    for (const part of [...tones, ...knocks]) {
      expect(part.gain).toBeLessThanOrEqual(1)
      expect(part.startS + part.durationS).toBeLessThan(2)
    }
  }
})
