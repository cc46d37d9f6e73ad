// The language of the page: its messages, loaded when they are needed, and what renders them.
import { format, type Arguments, type Messages } from './format'
import { FALLBACK, type Language } from './languages'

/** The messages that code may name; those that belong to codes from the server are rendered in codes.ts. */
export type Key =
  | keyof typeof import('../../../../src/plyground/locale/en/ui.json')
  | keyof typeof import('../../../../src/plyground/locale/en/help.json')

const files = import.meta.glob<Messages>(['../../../../src/plyground/locale/*/*.json', '!**/tool_errors.json'], {
  import: 'default',
})
const ALWAYS = ['ui', 'games', 'errors', 'terminations', 'reasons']
/** The files whose keys are codes, and what stands before those in the page's own keys. */
const PREFIXES: Record<string, string> = { errors: 'error.', terminations: 'termination.', reasons: 'reason.' }

class Speech {
  language: Language = $state(FALLBACK)
  messages: Messages = $state.raw({})
  sides = $derived({ white: String(this.messages['side.white']), black: String(this.messages['side.black']) })
  isEnglishNotation = $state(false)
}

const speech = new Speech()
const added = new Set<string>()

/** Speaks another language from now on; resolves when its messages are there. */
export async function speak(language: Language): Promise<void> {
  const parts = await load(language, [...ALWAYS, ...added])
  speech.language = language
  speech.messages = parts
  document.documentElement.lang = language
}

/** Loads a part that only some pages need, such as `rules`. */
export async function loadPart(part: string): Promise<void> {
  added.add(part)
  const more = await load(speech.language, [part])
  speech.messages = { ...speech.messages, ...more }
}

async function load(language: Language, parts: string[]): Promise<Messages> {
  const loaded = await Promise.all(
    parts.map(async (part) => keyed(part, await files[`../../../../src/plyground/locale/${language}/${part}.json`]!())),
  )
  return Object.assign({}, ...loaded) as Messages
}

/** The messages of a file by the keys under which the page knows them. */
export function keyed(part: string, messages: Messages): Messages {
  const prefix = PREFIXES[part] ?? ''
  return Object.fromEntries(Object.entries(messages).map(([key, message]) => [prefix + key, message]))
}

export function language(): Language {
  return speech.language
}

/** Whether moves keep the English letters of pieces. */
export function isEnglishNotation(): boolean {
  return speech.isEnglishNotation
}

export function keepEnglishNotation(keep: boolean): void {
  speech.isEnglishNotation = keep
}

/** The message of a key in the language of the page. */
export function t(key: Key, given?: Arguments): string {
  return lookUp(key, given) ?? key
}

/** The message of a key that was put together, such as `error.` with a code; undefined if there is none. */
export function lookUp(key: string, given?: Arguments): string | undefined {
  const message = speech.messages[key]
  return message === undefined ? undefined : format(message, speech.language, given, speech.sides)
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(speech.language, options).format(value)
}
