// Custom rules being edited: each option as a sentence, what differs from a preset, and rules saved under a name.
import { lookUp, number } from '../i18n/index.svelte'
import type { RuleOption, Rules, RulesSchema } from '../wire/messages.gen'
import { load, save } from './storage'

type Value = boolean | number | string | string[]

const NEVER = 'never'
/** The sentence of an option with no value. */
const NONE = 'none'

/** Every option of a preset with its value; the default rules if there is no such preset. */
export function presetOptions(schema: RulesSchema, preset: string): Rules {
  const defaults = Object.fromEntries(schema.options.map((option) => [option.name, option.default]))
  return { ...defaults, ...schema.presets.find(({ name }) => name === preset)?.options }
}

/** The options whose values are not those of other rules, in the order of the schema. */
export function differences(options: readonly RuleOption[], mine: Rules, others: Rules): RuleOption[] {
  return options.filter(({ name }) => JSON.stringify(mine[name]) !== JSON.stringify(others[name]))
}

/** What differs from the default rules, as addresses hold it and the server takes it. */
export function rulesText(schema: RulesSchema, options: Rules): Rules {
  const defaults = presetOptions(schema, '')
  return Object.fromEntries(differences(schema.options, options, defaults).map(({ name }) => [name, options[name]]))
}

/** The values of an option that is one of several; a flag is no or yes. */
export function valuesOf(option: RuleOption): Value[] {
  return option.kind === 'flag' ? [false, true] : option.names
}

/** An option with a value as a sentence. */
export function ruleSentence(family: string, option: RuleOption, value: unknown): string {
  const key = `${family}.${option.name}`
  const found = (word: string) => lookUp(`edit.${key}.${word}`) ?? lookUp(`${key}.${word}`)
  const counted = (n: number) => lookUp(`edit.${key}`, { n }) ?? lookUp(key, { n })
  if (Array.isArray(value)) return setSentence(family, option, value.map(String))
  if (typeof value === 'boolean') return found(value ? 'yes' : 'no') ?? option.meaning
  if (option.kind === 'number') {
    const never = value === NEVER || value === 0 ? found(NEVER) : undefined
    return never ?? counted(Number(value)) ?? option.meaning
  }
  return found(String(value)) ?? counted(Number(value)) ?? option.meaning
}

/** Some of several: as a list in a sentence, or as sentences in their order. */
function setSentence(family: string, option: RuleOption, names: string[]): string {
  const key = `${family}.${option.name}`
  if (names.length === 0) return lookUp(`edit.${key}.${NONE}`) ?? lookUp(`${key}.${NONE}`) ?? option.meaning
  const gates = names.map((name) => memberText(family, option, name)).join(', ')
  return lookUp(key, { gates }) ?? names.map((name) => memberText(family, option, name)).join(' ')
}

/** One of the names of a set in words. */
export function memberText(family: string, option: RuleOption, name: string): string {
  return lookUp(`${family}.${option.name}.${name}`) ?? lookUp(`${family}.gate.${name}`) ?? name
}

/** A sentence in three parts: before its number, the number, and after it; without one the whole is the value. */
export function markedParts(sentence: string, option: RuleOption, value: unknown): [string, string, string] {
  const shown = /^\d+$/.test(String(value)) ? number(Number(value)) : ''
  const at = shown && option.kind !== 'set' ? sentence.search(new RegExp(`(?<!\\d)${shown}(?!\\d)`)) : -1
  return at < 0 ? ['', sentence, ''] : [sentence.slice(0, at), shown, sentence.slice(at + shown.length)]
}

/** A set with a name put in at its end or taken out: in some sets the order counts. */
export function toggledName(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name]
}

/** Rules that somebody has saved in this browser. */
export interface SavedRules {
  name: string
  family: string
  /** The preset they started from. */
  preset: string
  rules: Rules
}

const STORED = 'rules'
const MAX_SAVED = 100

function isSaved(value: unknown): value is SavedRules {
  const given = value as Partial<Record<keyof SavedRules, unknown>> | null
  return (
    typeof given === 'object' &&
    given !== null &&
    [given.name, given.family, given.preset].every((text) => typeof text === 'string') &&
    typeof given.rules === 'object' &&
    given.rules !== null
  )
}

export function savedRules(): SavedRules[] {
  const stored = load(STORED)
  return Array.isArray(stored) ? stored.filter(isSaved) : []
}

/** Saves rules; others of the same family and name are replaced. */
export function saveRules(saved: SavedRules): SavedRules[] {
  const others = savedRules().filter(({ name, family }) => name !== saved.name || family !== saved.family)
  save(STORED, [saved, ...others].slice(0, MAX_SAVED))
  return savedRules()
}

export function deleteRules({ name, family }: SavedRules): SavedRules[] {
  save(
    STORED,
    savedRules().filter((one) => one.name !== name || one.family !== family),
  )
  return savedRules()
}
