// Clocks count down between the server's updates.
import { expect, test } from 'vitest'
import type { Clocks } from '../wire/messages.gen'
import { clockText, CONTROLS, controlText, leftMs, parseControl } from './timing'

const clocks: Clocks = { white_ms: 60_000, black_ms: 45_000, running: 'white', delay_ms: 2_000 }

test('only the running clock runs, after its delay, and never below zero', () => {
  expect(leftMs(clocks, 'white', 1_500)).toBe(60_000)
  expect(leftMs(clocks, 'white', 5_000)).toBe(57_000)
  expect(leftMs(clocks, 'black', 5_000)).toBe(45_000)
  expect(leftMs(clocks, 'white', 1e9)).toBe(0)
  expect(leftMs({ ...clocks, running: null }, 'white', 5_000)).toBe(60_000)
})

test.each([
  [3_725_000, '1:02:05'],
  [600_000, '10:00'],
  [59_001, '1:00'],
  [10_000, '0:10'],
  [9_990, '0:09.9'],
  [0, '0:00.0'],
])('%i ms is written %s', (ms, text) => {
  expect(clockText(ms)).toBe(text)
})

test('time controls are read and written', () => {
  expect(parseControl('3+2')).toEqual({ initial_ms: 180_000, increment_ms: 2_000 })
  expect(parseControl('')).toBeNull()
  for (const control of CONTROLS) {
    const clock = parseControl(control)
    if (clock) expect(controlText(clock)).toBe(control)
  }
})
