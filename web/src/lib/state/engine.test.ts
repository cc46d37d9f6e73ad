// Scores of either side, as the page shows them: from White's side.
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../i18n/index.svelte'
import { type AnalysisUpdate, type GradedMove, WIN } from '../wire/messages.gen'
import { regraded, whiteExpectation, whiteScoreText } from './engine.svelte'

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

const GRADED: GradedMove = {
  ply: 2,
  side: 'white',
  move: 'g2g4',
  notation: 'g4',
  grade: 'inaccuracy',
  loss: 0.07,
  best: { value: 30, side: 'white' },
  played: { value: -40, side: 'white' },
  line: ['d2d4', 'd7d5'],
  line_notation: ['d4', 'd5'],
  reasons: [{ code: 'is_worse', arguments: {} }],
  verdict: null,
}

function found(move: string, value: number, side: 'white' | 'black'): AnalysisUpdate {
  const line = { rank: 1, score: { value, side }, depth: 20, moves: [move], notation: [move] }
  const totals = { depth: 20, nodes: 1, nps: 1, time_ms: 9000 }
  return { type: 'analysis_update', id: '1', lines: [line], ...totals, done: true, final: false, hint: null }
}

test('a review follows what the engine finds later', () => {
  expect(regraded(GRADED, null, null)).toBe(GRADED)
  const worse = regraded(GRADED, found('e2e4', 50, 'white'), found('d8h4', WIN - 1, 'black'))
  expect([worse.grade, worse.line, whiteScoreText(worse.played)]).toEqual(['blunder', ['e2e4'], '−#1'])
  const best = regraded(GRADED, found('g2g4', 20, 'white'), null)
  expect([best.grade, best.line, best.reasons]).toEqual(['best', ['g2g4'], []])
  const same = regraded(GRADED, null, found('d8h4', 40, 'black'))
  expect([same.grade, same.line, same.reasons]).toEqual(['inaccuracy', GRADED.line, GRADED.reasons])
  expect(regraded({ ...GRADED, grade: 'forced' }, found('e2e4', 900, 'white'), null).grade).toBe('forced')
})
