// The language of the page: its messages, loaded when they are needed, and what renders them.
import { withRetries } from '../retry'
import { type Arguments, format, type Messages } from './format'
import { FALLBACK, type Language } from './languages'

/** The messages that code may name; those that belong to codes from the server are rendered in codes.ts. */
export type Key =
  | keyof typeof import('../../../../src/plyground/locale/en/ui.json')
  | keyof typeof import('../../../../src/plyground/locale/en/help.json')
  | keyof typeof import('../../../../src/plyground/locale/en/operator.json')

const files = import.meta.glob<Messages>(
  ['../../../../src/plyground/locale/*/*.json', '!**/tool_errors.json', '!**/mail.json'],
  {
    import: 'default',
  },
)
/** What every page needs before it can be shown, and what it needs only when something is refused or explained. The
 * build makes a file of each. */
const FIRST = ['ui', 'games', 'terminations']
const EXPLANATIONS = ['errors', 'reasons']
/** The files whose keys are codes, and what stands before those in the page's own keys. */
const PREFIXES: Record<string, string> = { errors: 'error.', terminations: 'termination.', reasons: 'reason.' }

class I18n {
  language: Language = $state(FALLBACK)
  messages: Messages = $state.raw({})
  sides = $derived({ white: String(this.messages['side.white']), black: String(this.messages['side.black']) })
  isEnglishNotation = $state(false)
}

const i18n = new I18n()
/** The parts besides the first: those that were wished, and of these the ones in the present language. */
const added = new Set<string>()
let loaded = new Set<string>()

/** Switches the page to another language; resolves once its messages are loaded, if wished without explanations. */
export async function setLanguage(language: Language, hasExplanations = true): Promise<void> {
  if (hasExplanations) EXPLANATIONS.forEach((part) => added.add(part))
  const parts = [...added]
  const messages = await load(language, [...FIRST, ...parts])
  i18n.language = language
  i18n.messages = messages
  loaded = new Set(parts)
  document.documentElement.lang = language
}

/** Loads parts that only some pages need, such as `rules`. */
export async function loadPart(...parts: string[]): Promise<void> {
  const missing = parts.filter((part) => !loaded.has(part))
  if (missing.length === 0) return
  missing.forEach((part) => added.add(part))
  const messages = await load(i18n.language, missing)
  missing.forEach((part) => loaded.add(part))
  i18n.messages = { ...i18n.messages, ...messages }
}

/** Loads what the page needs when something is refused or explained. */
export function loadExplanations(): Promise<void> {
  return loadPart(...EXPLANATIONS)
}

async function load(language: Language, parts: string[]): Promise<Messages> {
  const loaded = await Promise.all(
    parts.map(async (part) =>
      keyed(part, await withRetries(files[`../../../../src/plyground/locale/${language}/${part}.json`]!)),
    ),
  )
  return Object.assign({}, ...loaded) as Messages
}

/** The messages of a file by the keys under which the page knows them. */
export function keyed(part: string, messages: Messages): Messages {
  const prefix = PREFIXES[part] ?? ''
  return Object.fromEntries(Object.entries(messages).map(([key, message]) => [prefix + key, message]))
}

export function language(): Language {
  return i18n.language
}

/** Whether moves keep the English letters of pieces. */
export function isEnglishNotation(): boolean {
  return i18n.isEnglishNotation
}

export function setEnglishNotation(isEnglish: boolean): void {
  i18n.isEnglishNotation = isEnglish
}

/** The message of a key in the language of the page. */
export function t(key: Key, given?: Arguments): string {
  return lookUp(key, given) ?? key
}

/** The message of a key that was put together, such as `error.` with a code; undefined if there is none. */
export function lookUp(key: string, given?: Arguments): string | undefined {
  const message = i18n.messages[key]
  return message === undefined ? undefined : format(message, i18n.language, given, i18n.sides)
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(i18n.language, options).format(value)
}

/** A day, from seconds since 1970. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(seconds * 1000)
}
