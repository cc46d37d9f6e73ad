// The messages of all languages are complete, of one shape, and all used.
import { describe, expect, test } from 'vitest'
import { format, type Message, type Messages } from './format'
import { keyed } from './index.svelte'
import { type Language, LANGUAGES, preferredLanguage } from './languages'

const FILES = import.meta.glob<Messages>('../../../../src/plyground/locale/*/*.json', {
  import: 'default',
  eager: true,
})
const PARTS = ['ui', 'help', 'operator', 'games', 'rules', 'errors', 'terminations', 'reasons']
const languages = Object.keys(LANGUAGES) as Language[]

function read(language: string, part: string): Messages {
  return FILES[`../../../../src/plyground/locale/${language}/${part}.json`]!
}
function all(language: string): Messages {
  return Object.assign({}, ...PARTS.map((part) => keyed(part, read(language, part)))) as Messages
}
function forms(message: Message): [form: string, text: string][] {
  return typeof message === 'string' ? [['', message]] : Object.entries(message).filter(([form]) => form !== 'by')
}
function braces(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!)
}
/** The arguments that a message names or is chosen by. */
function argumentsOf(message: Message): string[] {
  const chooser = typeof message === 'string' ? [] : [message.by ?? 'count']
  return [...new Set([...chooser, ...forms(message).flatMap(([, text]) => braces(text))])].sort()
}

const english = all('en')
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other']
/** What may choose a form besides a number, and what then may be left out: the rest is `other`. */
const CHOICES = [
  ['white', 'black'],
  ['draw', 'takeback', 'rematch'],
]

/** What a button or a label can be longer than in English, as a factor and in letters. */
const MAX_LONGER = 2.2
const MAX_MORE = 15

describe.each(languages)('%s', (language) => {
  const messages = all(language)

  test('has every message, and none besides', () => {
    for (const part of PARTS)
      expect(Object.keys(read(language, part)).sort()).toEqual(Object.keys(read('en', part)).sort())
  })

  test('has no empty message', () => {
    const isEmpty = (message: Message) => forms(message).some(([, text]) => text.trim() === '')
    expect(Object.entries(messages).filter(([, message]) => isEmpty(message))).toEqual([])
  })

  test('has no message that is much longer than in English', () => {
    const length = (message: Message) => Math.max(...forms(message).map(([, text]) => text.length))
    const isTooLong = ([key, message]: [string, Message]) => {
      const plain = length(english[key]!)
      return length(message) > Math.max(MAX_LONGER * plain, plain + MAX_MORE)
    }
    expect(Object.entries(messages).filter(isTooLong)).toEqual([])
  })

  test('has exactly the plural forms of the language, or one form for each choice', () => {
    const expected = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort()
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message === 'string') continue
      const found = forms(message).map(([form]) => form)
      if (found.every((form) => CATEGORIES.includes(form))) expect([key, found.sort()]).toEqual([key, expected])
      else expect([key, CHOICES]).toEqual([key, expect.arrayContaining([found.filter((form) => form !== 'other')])])
    }
  })

  test('names the same arguments as English', () => {
    // A side that is written in another form in each language, or that only chooses one, need not be in braces.
    for (const [key, message] of Object.entries(messages))
      expect([key, argumentsOf(message)]).toEqual([key, argumentsOf(english[key]!)])
  })

  test('errors, endings and reasons are sentences that end', () => {
    for (const part of ['errors', 'terminations', 'reasons'])
      for (const [key, message] of Object.entries(read(language, part)))
        for (const [, text] of forms(message))
          expect([key, text]).toEqual([key, expect.stringMatching(/([.?。？]|[:：]\s?\{reason\}|\{ending\})$/)])
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
  /^(error|termination|reason|grade|forced|game|family|piece|counted|side|letters|style|bot|theme|pieces|colour|mill|draughts|edit)\./

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
  const moves = (language: string, count: number) => format(all(language)['lobby.moves']!, language, { count })
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

test('an argument that is no number chooses the form of its name', () => {
  const turn = { by: 'side', white: 'Ход белых', black: 'Ход чёрных' }
  expect(format(turn, 'ru', { side: 'black' })).toBe('Ход чёрных')
  expect(format('{side} to move', 'en', { side: 'white' }, { white: 'White' })).toBe('White to move')
  expect(format({ by: 'loser', white: 'White lost.', other: 'Draw.' }, 'en', {})).toBe('Draw.')
})

test('numbers are written as in the language, and what is missing stays visible', () => {
  expect(format('{n} {what}', 'en', { n: 12345 })).toBe('12,345 {what}')
  expect(format('{n}', 'fi', { n: 12345 }).replace(/\s/g, ' ')).toBe('12 345')
})

test('the first of the wished languages that there is', () => {
  expect(preferredLanguage(['sv-SE', 'hu-HU', 'en'])).toBe('hu')
  expect(preferredLanguage(['zh-TW'])).toBe('zh')
  expect(preferredLanguage([])).toBe('en')
})
