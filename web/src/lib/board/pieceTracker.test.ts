import { beforeEach, expect, test } from 'vitest'
import type { View } from '../wire/messages.gen'
import { PieceTracker } from './pieceTracker.svelte'

function viewOf(pieces: Record<string, string>, entry: View['entry'] = {}): View {
  return { game: 'test', turn: 'white', pieces, last: [], result: null, entry }
}

const before = viewOf({ a1: 'white man', b2: 'black man' }, { a1: { c3: 'a1:c3' } })
const after = viewOf({ c3: 'white man' })
let tracker: PieceTracker

beforeEach(() => {
  tracker = new PieceTracker()
})

test('the first View is neither animated nor a change', () => {
  expect(tracker.update(before.pieces, before, [], null)).toEqual({ animated: null, played: null })
  expect(tracker.pieces.map(({ at }) => at)).toEqual(['a1', 'b2'])
})

test('a move keeps its piece, and a captured one fades out', () => {
  tracker.update(before.pieces, before, [], null)
  const [man] = tracker.pieces
  const { animated, played } = tracker.update(after.pieces, after, [], 'a1:c3')
  expect(tracker.pieces).toEqual([{ ...man, at: 'c3' }])
  expect(tracker.fading.map(({ at }) => at)).toEqual(['b2'])
  expect(animated?.moved).toEqual([{ id: man?.id, from: 'a1', by: ['c3'] }])
  expect(played?.taken.map(({ name }) => name)).toEqual(['black man'])
  tracker.clearFading()
  expect(tracker.fading).toEqual([])
})

test('a move being entered is animated but not played yet', () => {
  tracker.update(before.pieces, before, [], null)
  const { animated, played } = tracker.update({ c3: 'white man', b2: 'black man' }, before, ['a1', 'c3'], null)
  expect(animated?.moved).toHaveLength(1)
  expect(played).toBeNull()
})

test('a dropped piece is not animated, but the next change is', () => {
  tracker.update(before.pieces, before, [], null)
  tracker.skipAnimation()
  expect(tracker.update({ c3: 'white man', b2: 'black man' }, before, ['a1', 'c3'], null).animated).toBeNull()
  expect(tracker.update(after.pieces, after, [], 'a1:c3').animated?.taken).toHaveLength(1)
})
