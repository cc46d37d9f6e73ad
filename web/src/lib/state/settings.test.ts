// Settings survive any stored data, and become the request for a table.
import { expect, test } from 'vitest'
import { defaults, repaired } from './settings.svelte'
import { canBeginByMove, tableRequest } from './start.svelte'

const usual = defaults(['fi-FI', 'en'])

test('the first visit takes the language of the browser', () => {
  expect([usual.language, usual.theme, usual.opponent]).toEqual(['fi', 'system', 'engine'])
})

test.each([undefined, null, 'junk', 7, []])('what is no settings at all is the usual: %s', (stored) => {
  expect(repaired(stored, usual)).toEqual(usual)
})

test('missing, unknown or invalid settings take their defaults, and the rest is kept', () => {
  const stored = {
    language: 'xx',
    level: 99,
    volume: -1,
    lines: 0,
    theme: 'dark',
    muted: 'yes',
    looks: { chess: { theme: 'lava', pieces: 'flat' } },
  }
  const whole = repaired(stored, usual)
  expect([whole.language, whole.level, whole.volume, whole.lines]).toEqual(['fi', 20, 0, 1])
  expect([whole.theme, whole.muted, whole.looks.chess]).toEqual(['dark', false, { pieces: 'flat' }])
})

test('a table has the chosen settings', () => {
  const me = { kind: 'me' }
  const chosen = { ...usual, game: 'chess', level: 7, style: 'solid', clock: '5+3' }
  const bot = { kind: 'bot', bot: 'level=7:style=solid' }
  expect(tableRequest(chosen, '')).toMatchObject({
    game: 'chess',
    white: me,
    black: bot,
    clock: { initial_ms: 300_000, increment_ms: 3_000 },
    public: false,
  })
  expect(tableRequest({ ...chosen, side: 'black' }, '')).toMatchObject({ white: bot, black: me, random_sides: false })
  expect(tableRequest({ ...chosen, side: 'random' }, '')).toMatchObject({ random_sides: true })
  expect(tableRequest({ ...chosen, opponent: 'here', side: 'black' }, '')).toMatchObject({ white: me, black: me })
  expect(tableRequest({ ...chosen, opponent: 'online' }, '')).toMatchObject({
    white: me,
    black: { kind: 'open' },
    public: false,
  })
  expect(tableRequest({ ...chosen, opponent: 'online', publicTable: true }, '')).toMatchObject({ public: true })
  expect(tableRequest({ ...chosen, opponent: 'engines' }, 'random')).toMatchObject({
    white: bot,
    black: { kind: 'bot', bot: 'random' },
    clock: null,
  })
})

test('the side to move can make the first move on the start page', () => {
  expect(canBeginByMove(usual, 'white')).toBe(true)
  expect(canBeginByMove({ ...usual, side: 'black' }, 'white')).toBe(false)
  expect(canBeginByMove({ ...usual, side: 'black' }, 'black')).toBe(true)
  expect(canBeginByMove({ ...usual, opponent: 'here' }, 'black')).toBe(true)
  expect(canBeginByMove({ ...usual, opponent: 'online' }, 'white')).toBe(false)
})
