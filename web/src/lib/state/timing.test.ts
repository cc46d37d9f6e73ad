// Clocks count down between the server's updates.
import { expect, test } from 'vitest'
import type { Clocks } from '../wire/messages.gen'
import {
  clockText,
  CONTROLS,
  controlText,
  leftMs,
  parseControl,
  readControl,
  timeClassOf,
  writeControl,
} from './timing'

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

test('delay and odds are part of a time control', () => {
  expect(parseControl('5/2+3d1.5')).toEqual({
    initial_ms: 300_000,
    black_ms: 120_000,
    increment_ms: 3_000,
    delay_ms: 1_500,
  })
  for (const text of ['5+0', '0.5+0', '5/2+3', '5+3d2', '90/60+30d5']) {
    expect(controlText(parseControl(text)!)).toBe(text)
    expect(writeControl(readControl(text)!)).toBe(text)
  }
  for (const text of ['', '5', '5+', 'd3', '5//2+1', '5+3d', '-1+0']) expect(parseControl(text)).toBeNull()
})

test('what is filled in stays within what the server accepts', () => {
  const control = { minutes: -3, blackMinutes: 1e9, increment: NaN, delay: 9999 }
  expect(parseControl(writeControl(control))).toEqual({
    initial_ms: 3_000,
    black_ms: 7 * 86_400_000,
    increment_ms: 0,
    delay_ms: 3_600_000,
  })
})

test('a clock belongs to a class by the time for forty moves', () => {
  const classes = ['1+0', '3+2', '5+5', '30+0'].map((control) => timeClassOf(parseControl(control)!))
  expect(classes).toEqual(['bullet', 'blitz', 'rapid', 'classical'])
})
