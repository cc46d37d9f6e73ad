// The text of the rules matches their options.
import { beforeAll, expect, test, vi } from 'vitest'
import { loadPart, lookUp, setLanguage } from '../i18n/index.svelte'
import { candidatesFor, DIAGRAMS } from './rules'
import { optionLines } from './rules'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLanguage('en')
  await loadPart('rules')
})

test('the text says which capture must be chosen, by one rule or several in order', () => {
  const lines = (...priorities: string[]) => optionLines('draughts', 'priorities', { priorities })
  expect(lines()).toEqual([lookUp('draughts.priorities.none')])
  expect(lines('most-pieces')).toEqual([lookUp('draughts.priorities.most-pieces')])
  expect(lines('most-pieces', 'by-king')).toEqual(
    ['order', 'most-pieces', 'by-king'].map((name) => lookUp(`draughts.priorities.${name}`)),
  )
})

test('men that move sideways capture sideways', () => {
  const of = (lines: string) =>
    optionLines('draughts', 'men_capture_backwards', { men_capture_backwards: false, lines })
  expect(of('orthogonal')).toEqual([lookUp('draughts.men_capture_backwards.sideways')])
  expect(of('diagonal')).toEqual([lookUp('draughts.men_capture_backwards.no')])
})

test('where a short king lands needs no rule', () => {
  const of = (flying_kings: boolean) => optionLines('draughts', 'landing', { landing: 'anywhere', flying_kings })
  expect(of(false)).toEqual([])
  expect(of(true)).toHaveLength(1)
})

test('a diagram is set up for the board it is on', () => {
  const starts = (options: Record<string, boolean | string>) =>
    candidatesFor(DIAGRAMS.draughts![0]!, options).map(({ start }) => start)
  expect(starts({ mirrored: true, lines: 'diagonal' })[0]).toContain('f3')
  expect(starts({ mirrored: false, lines: 'orthogonal' })[0]).toContain('d5')
  expect(starts({ mirrored: false, lines: 'diagonal' })).toHaveLength(1)
})
