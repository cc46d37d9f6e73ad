// Custom rules as sentences, what differs, and what is saved.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadPart, setLanguage } from '../i18n/index.svelte'
import type { RuleOption, RulesSchema } from '../wire/messages.gen'
import { optionSections, parseRules } from './rules'
import {
  deleteRules,
  differences,
  markedParts,
  presetOptions,
  ruleSentence,
  rulesText,
  savedRules,
  saveRules,
  toggledName,
} from './rulesEditor'

const option = (name: string, kind: RuleOption['kind'], more: Partial<RuleOption> = {}): RuleOption => ({
  name,
  kind,
  meaning: '',
  default: 0,
  names: [],
  low: 0,
  high: 0,
  may_be_never: false,
  ...more,
})
const MEN = option('men', 'number', { default: 9, low: 3, high: 12 })
const FLY = option('fly_at', 'number', { default: 3, low: 3, high: 4, may_be_never: true })
const LEAP = option('leap', 'set', { default: [], names: ['sides', 'moving'] })
const ONCE = option('one_time_mill', 'flag', { default: false })
const OTHER = option('unheard_of', 'flag', { default: false, meaning: 'Something new.' })
const SCHEMA: RulesSchema = {
  family: 'mill',
  options: [MEN, FLY, LEAP, ONCE, OTHER],
  presets: [
    { name: 'mill:nine', title: '', source: '', options: {} },
    { name: 'mill:twelve', title: '', source: '', options: { men: 12, fly_at: 'never' } },
  ],
}

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLanguage('en')
  await loadPart('rules')
})
beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

test('a preset is the default rules with its changes', () => {
  const twelve = presetOptions(SCHEMA, 'mill:twelve')
  expect(twelve).toEqual({ men: 12, fly_at: 'never', leap: [], one_time_mill: false, unheard_of: false })
  const mine = { ...twelve, leap: ['sides'] }
  expect(differences(SCHEMA.options, mine, twelve)).toEqual([LEAP])
  expect(rulesText(SCHEMA, mine)).toEqual({ men: 12, fly_at: 'never', leap: ['sides'] })
})

test('every value is a sentence', () => {
  expect(ruleSentence('mill', FLY, 3)).toBe('A side with only 3 men left may move to any empty point.')
  expect(ruleSentence('mill', FLY, 'never')).toBe('Men never fly: they always move along lines.')
  expect(ruleSentence('mill', ONCE, false)).toBe('A line counts as a mill each time it is closed.')
  expect(ruleSentence('mill', ONCE, true)).toContain('only once')
  expect(ruleSentence('mill', LEAP, [])).toContain('No leaps')
  expect(ruleSentence('mill', LEAP, ['sides', 'moving'])).toContain('(along sides, while moving)')
  expect(ruleSentence('mill', OTHER, true)).toBe('Something new.')
})

test('the value of a sentence is marked: its number, or all of it', () => {
  expect(markedParts('Each side has 12 men.', MEN, 12)).toEqual(['Each side has ', '12', ' men.'])
  expect(markedParts('After 112 or 12.', MEN, 12)).toEqual(['After 112 or ', '12', '.'])
  expect(markedParts('Men never fly.', FLY, 'never')).toEqual(['', 'Men never fly.', ''])
})

test('names of a set keep the order in which they were chosen', () => {
  expect(toggledName(toggledName(['b'], 'a'), 'c')).toEqual(['b', 'a', 'c'])
  expect(toggledName(['b', 'a'], 'b')).toEqual(['a'])
})

test('no option is left out of the sections', () => {
  const sections = optionSections('mill', SCHEMA.options)
  expect(sections.flatMap(({ options }) => options.map(({ name }) => name)).sort()).toEqual(
    SCHEMA.options.map(({ name }) => name).sort(),
  )
})

test('rules are saved under a name, replaced and deleted; what cannot be read is passed over', () => {
  const mine = { name: 'Mine', family: 'mill', preset: 'mill:nine', rules: { men: 7 } }
  saveRules(mine)
  saveRules({ ...mine, family: 'draughts' })
  expect(saveRules({ ...mine, rules: { men: 8 } })).toHaveLength(2)
  expect(savedRules().find(({ family }) => family === 'mill')?.rules).toEqual({ men: 8 })
  expect(deleteRules(mine).map(({ family }) => family)).toEqual(['draughts'])
  localStorage.setItem('plyground.rules', '[1, null, {"name": "x"}]')
  expect(savedRules()).toEqual([])
})

test('rules in an address are an object or nothing', () => {
  expect(parseRules('{"men":7}')).toEqual({ men: 7 })
  for (const text of [null, '', '[1]', '7', '{', '"x"']) expect(parseRules(text)).toBeNull()
})
