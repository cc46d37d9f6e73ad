// Links that keep a whole game.
import { expect, test } from 'vitest'
import { packed, unpacked } from './packing'

test('a text comes back from an address, and is shorter there', async () => {
  const text = '[White "Anna"]\n\n1. e4 {best by test – лучший ход} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n'.repeat(20)
  const letters = await packed(text)
  expect(letters).toMatch(/^[\w-]+$/)
  expect(letters.length).toBeLessThan(text.length / 4)
  expect(await unpacked(letters)).toBe(text)
})

test('a damaged link, and one that unfolds without end, hold nothing', async () => {
  expect(await unpacked('%%%')).toBeNull()
  expect(await unpacked('AAAA')).toBeNull()
  expect(await unpacked(await packed('x'.repeat(600_000)).catch(() => 'x'))).toBeNull()
})
