// Scores of either side, as the page shows them: from White's side.
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../i18n/index.svelte'
import { WIN } from '../wire/messages.gen'
import { whiteExpectation, whiteScoreText } from './engine.svelte'

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLanguage('en')
})

test('a score is shown from the side of White', () => {
  expect(whiteScoreText({ value: 35, side: 'white' })).toBe('+0.35')
  expect(whiteScoreText({ value: 35, side: 'black' })).toBe('-0.35')
  expect(whiteExpectation({ value: 250, side: 'white' })).toBeCloseTo(0.731)
  expect(whiteExpectation({ value: 250, side: 'black' })).toBeCloseTo(0.269)
})

test('a proven win is counted in moves', () => {
  expect(whiteScoreText({ value: WIN - 5, side: 'white' })).toBe('#3')
  expect(whiteScoreText({ value: WIN - 3, side: 'black' })).toBe('−#2')
  expect(whiteScoreText({ value: 4 - WIN, side: 'black' })).toBe('#2')
  expect(whiteExpectation({ value: 4 - WIN, side: 'white' })).toBe(0)
})
