// The verdicts on the moves of a position: grouped, in words, and always those of the position on the board.
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../i18n/index.svelte'
import type { MoveVerdict, PositionQuery } from '../wire/messages.gen'
import { byOutcome, VerdictList, verdictText } from './verdicts.svelte'

const { request } = vi.hoisted(() => ({ request: vi.fn() }))
vi.mock('./session.svelte', () => ({ connection: { request } }))

const win: MoveVerdict = { move: 'b2', notation: 'b2', outcome: 'win', plies: 9 }
const draw: MoveVerdict = { move: 'a1', notation: 'a1', outcome: 'draw', plies: null }
const loss: MoveVerdict = { move: 'a2', notation: 'a2', outcome: 'loss', plies: 8 }
const at = (...moves: string[]): PositionQuery => ({ game: 'mill:three', moves })
const answer = (verdicts: MoveVerdict[] | null) => ({ type: 'verdicts', id: '1', verdicts })

beforeEach(async () => {
  request.mockReset()
  vi.stubGlobal('document', { documentElement: {} })
  await setLanguage('en')
})

test('moves are grouped by outcome, the best first', () => {
  expect(byOutcome([draw, loss, win]).map(({ outcome, moves }) => [outcome, moves.length])).toEqual([
    ['win', 1],
    ['draw', 1],
    ['loss', 1],
  ])
  expect(byOutcome([draw]).map(({ outcome }) => outcome)).toEqual(['draw'])
})

test('verdicts are sentences in every language', async () => {
  expect([win, draw, loss].map(verdictText)).toEqual(['Wins in 9 plies.', 'Draws.', 'Loses in 8 plies.'])
  expect(verdictText({ outcome: 'win', plies: null })).toBe('Wins.')
  expect(verdictText({ outcome: 'win', plies: 1 })).toBe('Wins in 1 ply.')
  await setLanguage('ru')
  expect([1, 3, 5, 21].map((plies) => verdictText({ outcome: 'win', plies }))).toEqual([
    'Выигрывает за 1 полуход.',
    'Выигрывает за 3 полухода.',
    'Выигрывает за 5 полуходов.',
    'Выигрывает за 21 полуход.',
  ])
})

test('an answer that comes too late is not shown', async () => {
  const list = new VerdictList()
  let late: (message: unknown) => void = () => undefined
  request.mockReturnValueOnce(new Promise((resolve) => (late = resolve))).mockResolvedValueOnce(answer([draw]))
  const first = list.look(at())
  await list.look(at('a1'))
  late(answer([win]))
  await first
  expect(list.moves).toEqual([draw])
  expect(list.isLoading).toBe(false)
})

test('a position is asked for once, and one without a database shows no moves', async () => {
  const list = new VerdictList()
  request.mockResolvedValueOnce(answer([win])).mockResolvedValueOnce(answer(null))
  await list.look(at())
  expect(list.isUsed).toBe(true)
  await list.look(at('b2'))
  expect(list.moves).toBeNull()
  await list.look(at())
  expect(list.moves).toEqual([win])
  expect(request).toHaveBeenCalledTimes(2)
})
