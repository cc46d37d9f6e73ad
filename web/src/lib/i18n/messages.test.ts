// The messages of all languages are complete, of one shape, and all used.
import { describe, expect, test } from 'vitest'
import { format, type Message, type Messages } from './format'
import { LANGUAGES, preferredLanguage, type Language } from './languages'

const FILES = import.meta.glob<Messages>('./messages/*/*.json', { import: 'default', eager: true })
const PARTS = ['ui', 'help', 'games', 'rules', 'codes', 'reasons']
const languages = Object.keys(LANGUAGES) as Language[]

function read(language: string, part: string): Messages {
  return FILES[`./messages/${language}/${part}.json`]!
}
function all(language: string): Messages {
  return Object.assign({}, ...PARTS.map((part) => read(language, part))) as Messages
}
function forms(message: Message): string[] {
  return typeof message === 'string' ? [message] : Object.values(message)
}
function braces(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!))].sort()
}

const english = all('en')

describe.each(languages)('%s', (language) => {
  const messages = all(language)

  test('has every message, and none besides', () => {
    for (const part of PARTS)
      expect(Object.keys(read(language, part)).sort()).toEqual(Object.keys(read('en', part)).sort())
  })

  test('has no empty message', () => {
    expect(Object.entries(messages).filter(([, message]) => forms(message).some((text) => text.trim() === ''))).toEqual(
      [],
    )
  })

  test('has exactly the plural forms of the language', () => {
    const expected = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort()
    for (const [key, message] of Object.entries(messages)) {
      expect([key, typeof message]).toEqual([key, typeof english[key]])
      if (typeof message !== 'string') expect([key, Object.keys(message).sort()]).toEqual([key, expected])
    }
  })

  test('names the same arguments as English', () => {
    for (const [key, message] of Object.entries(messages)) {
      const expected = braces(forms(english[key]!).at(-1)!)
      for (const text of forms(message)) expect([key, braces(text)]).toEqual([key, expected])
    }
  })
})

/** More than names and numbers. */
function isSentence(text: string): boolean {
  return (text.replace(/\{\w+\}/g, '').match(/\p{L}{2,}/gu) ?? []).length > 3
}

test('every language but English is translated: no sentence is the English one', () => {
  for (const language of languages.filter((name) => name !== 'en')) {
    const same = Object.entries(all(language)).filter(
      ([key, text]) => isSentence(String(text)) && text === english[key],
    )
    expect([language, same.map(([key]) => key)]).toEqual([language, []])
  }
})

/** The page's own source, without the tests. */
const SOURCE = import.meta.glob<string>(['../../**/*.ts', '../../**/*.svelte', '!../../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

// Keys that are put together from a code; which codes there are is checked against the Python that defines them.
const BY_CODE =
  /^(error|termination|drawn|reason|grade|forced|game|family|piece|side|letters|style|bot|theme|pieces|colour|mill|draughts)\./

test('every message is used', () => {
  const code = Object.values(SOURCE).join('\n')
  const isUsed = (key: string) =>
    BY_CODE.test(key) ||
    code.includes(`'${key}'`) ||
    code.includes(`"${key}"`) ||
    code.includes('`' + key.replace(/[^.]+$/, '${')) ||
    code.includes('`' + key.replace(/\.[^.]+(\.\w+)?$/, '.${'))
  expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([])
})

test('plurals follow the language', () => {
  const moves = (language: string, count: number) => format(all(language)['count.moves']!, language, { count })
  expect([1, 2, 5, 21, 22, 25].map((count) => moves('ru', count))).toEqual([
    '1 ход',
    '2 хода',
    '5 ходов',
    '21 ход',
    '22 хода',
    '25 ходов',
  ])
  expect([1, 2].map((count) => moves('fi', count))).toEqual(['1 siirto', '2 siirtoa'])
  expect([1, 2].map((count) => moves('en', count))).toEqual(['1 move', '2 moves'])
  expect(moves('zh', 3)).toBe('3 步')
})

test('numbers are written as in the language, and what is missing stays visible', () => {
  expect(format('{n} {what}', 'en', { n: 12345 })).toBe('12,345 {what}')
  expect(format('{n}', 'fi', { n: 12345 }).replace(/\s/g, ' ')).toBe('12 345')
})

test('the first of the wished languages that there is', () => {
  expect(preferredLanguage(['de-DE', 'hu-HU', 'en'])).toBe('hu')
  expect(preferredLanguage(['zh-TW'])).toBe('zh')
  expect(preferredLanguage([])).toBe('en')
})
