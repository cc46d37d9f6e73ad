// Scores of either side, as the page shows them: from White's side.
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../i18n/index.svelte'
import { type AnalysisUpdate, type GradedMove, WIN } from '../wire/messages.gen'
import { Engine, regraded, whiteExpectation, whiteScoreText } from './engine.svelte'

const { request, stop } = vi.hoisted(() => ({ request: vi.fn(), stop: vi.fn() }))
vi.mock('./session.svelte', () => ({ connection: { request, stop } }))

beforeEach(async () => {
  request.mockReset()
  stop.mockReset()
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

const AT = { game: 'chess', moves: ['e2e4'] }
/** The engine with what it hears from the server. */
function running(): { engine: Engine; hear: (message: AnalysisUpdate) => void } {
  let hear: (message: AnalysisUpdate) => void = () => {}
  request.mockImplementation((body: unknown, progress?: typeof hear) => {
    if (body && progress) hear = progress
    return new Promise(() => {})
  })
  const engine = new Engine()
  engine.analyse(AT, 3)
  return { engine, hear: (message) => hear(message) }
}
const hintFor = (move: string) => ({ moves: [{ move }] }) as unknown as AnalysisUpdate['hint']

test('the reasons are those of the best line, or none', () => {
  const { engine, hear } = running()
  hear({ ...found('e7e5', 10, 'black'), done: false, hint: hintFor('e7e5') })
  expect([engine.best?.moves[0], engine.hint?.moves[0]?.move]).toEqual(['e7e5', 'e7e5'])
  hear({ ...found('c7c5', 20, 'black'), depth: 21, done: false, hint: hintFor('e7e5') })
  expect([engine.best?.moves[0], engine.hint]).toEqual(['c7c5', null])
  // A later search begins with less than what is known.
  hear({ ...found('a7a6', 20, 'black'), depth: 3, done: false })
  expect(engine.best?.moves[0]).toBe('c7c5')
})

test('the same position is searched once, and going deeper takes longer', () => {
  const { engine, hear } = running()
  engine.analyse({ ...AT }, 3)
  expect(request).toHaveBeenCalledTimes(1)
  hear(found('e7e5', 10, 'black'))
  expect([engine.isRunning, engine.canGoDeeper]).toEqual([false, true])
  engine.goDeeper()
  expect(request).toHaveBeenCalledTimes(2)
  const [first, second] = request.mock.calls.map(([message]) => (message as { time_ms: number }).time_ms)
  expect(second!).toBeGreaterThanOrEqual(first!)
  engine.analyse({ ...AT, moves: [] }, 3)
  expect(request).toHaveBeenCalledTimes(3)
  expect(engine.analysis).toBeNull()
})

test('an analysis goes on after an explanation, unless it was stopped', async () => {
  const { engine } = running()
  request.mockResolvedValueOnce({ type: 'explained', explanation: { grade: 'best' } })
  expect(await engine.explain(AT, 'e7e5')).toEqual({ grade: 'best' })
  expect([engine.isRunning, request.mock.calls.length]).toEqual([true, 3])
  request.mockResolvedValueOnce({ type: 'explained', explanation: null })
  const explained = engine.explain(AT, 'e7e5')
  engine.stop()
  await explained
  expect([engine.isRunning, request.mock.calls.length]).toEqual([false, 4])
})
