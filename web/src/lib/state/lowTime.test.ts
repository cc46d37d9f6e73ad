import { expect, test } from 'vitest'
import { lowTimeSound } from './lowTime'

/** The sounds of a clock that is read every 100 ms. */
function sounds(fromMs: number, toMs: number): string[] {
  const heard: string[] = []
  for (let now = fromMs; now >= toMs; now -= 100) {
    const sound = lowTimeSound(now + 100, now)
    if (sound) heard.push(`${sound} ${now}`)
  }
  return heard
}

test('a clock warns once, and ticks in each of the last five seconds', () => {
  expect(sounds(60_000, 6_000)).toEqual(['low 19900'])
  expect(sounds(6_000, 0)).toEqual(['tick 5000', 'tick 4000', 'tick 3000', 'tick 2000', 'tick 1000'])
})

test('a clock that gains time, or has none left, is silent', () => {
  expect(lowTimeSound(4_500, 6_500)).toBeNull()
  expect(lowTimeSound(100, 0)).toBeNull()
})

test('a clock that was read late makes one sound only', () => {
  expect(lowTimeSound(30_000, 3_000)).toBe('low')
  expect(lowTimeSound(4_800, 1_200)).toBe('tick')
})
