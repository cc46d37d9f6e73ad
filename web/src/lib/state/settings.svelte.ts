// The user's settings, kept in this browser only.
import { DEFAULT_LOOK, lookOf, PIECE_SETS, THEMES, type Look } from '../board/look'
import { LANGUAGES, preferredLanguage, type Language } from '../i18n/languages'
import { play } from '../sound/player'
import type { Sound } from '../sound/recipes'
import { remove, load, save } from './storage'

export type Theme = 'system' | 'light' | 'dark'
export type Opponent = 'engine' | 'here' | 'online' | 'engines'
export type SideChoice = 'white' | 'black' | 'random'

export interface Settings {
  language: Language
  theme: Theme
  name: string
  /** How boards of each family look, where a person has changed it. */
  looks: Record<string, Partial<Look>>
  animationMs: number
  coordinates: boolean
  targets: boolean
  englishLetters: boolean
  volume: number
  muted: boolean
  /** What was played last, to begin with the next time. */
  game: string
  opponent: Opponent
  bot: string
  level: number
  style: string
  side: SideChoice
  clock: string
  publicTable: boolean
  /** After a game against the engine the next begins by itself, sides swapped. */
  autoRestart: boolean
  evaluationBar: boolean
  lines: number
}

export function defaults(wished: readonly string[] = []): Settings {
  return {
    language: preferredLanguage(wished),
    theme: 'system',
    name: '',
    looks: {},
    animationMs: DEFAULT_LOOK.animation_ms,
    coordinates: true,
    targets: true,
    englishLetters: false,
    volume: 0.6,
    muted: false,
    game: 'mill:nine',
    opponent: 'engine',
    bot: 'level',
    level: 4,
    style: 'normal',
    side: 'white',
    clock: '',
    publicTable: false,
    autoRestart: false,
    evaluationBar: true,
    lines: 3,
  }
}

/** Stored settings made whole: what is missing, foreign or of the wrong kind takes its default. */
export function repaired(stored: unknown, usual: Settings): Settings {
  const whole: Settings = { ...usual }
  if (typeof stored !== 'object' || stored === null) return whole
  const given = stored as Record<string, unknown>
  for (const name of Object.keys(usual) as (keyof Settings)[]) {
    if (typeof given[name] === typeof usual[name] && given[name] !== null) Object.assign(whole, { [name]: given[name] })
  }
  if (!(whole.language in LANGUAGES)) whole.language = usual.language
  whole.level = Math.min(20, Math.max(1, Math.round(whole.level)))
  whole.volume = Math.min(1, Math.max(0, whole.volume))
  whole.lines = Math.min(5, Math.max(1, Math.round(whole.lines)))
  for (const look of Object.values(whole.looks)) {
    if (look.theme && !(look.theme in THEMES)) delete look.theme
    if (look.pieces && !PIECE_SETS.includes(look.pieces)) delete look.pieces
  }
  return whole
}

const usual = () => defaults(globalThis.navigator?.languages ?? [])

export const settings: Settings = $state(repaired(load('settings'), usual()))

/** Everything as on the first visit. */
export function restoreDefaults(): void {
  remove('settings')
  Object.assign(settings, usual())
}

/** Keeps the settings whenever they change; returns how to stop that. */
export function keepSettings(): () => void {
  return $effect.root(() => {
    $effect(() => save('settings', $state.snapshot(settings)))
  })
}

/** How the board of a family looks with all that was set. */
export function lookFor(family: string): Look {
  const { coordinates, targets, animationMs } = settings
  return { ...lookOf(family), ...settings.looks[family], coordinates, targets, animation_ms: animationMs }
}

/** Plays a sound at the volume that was set. */
export function playSound(sound: Sound): void {
  if (!settings.muted) play(sound, settings.volume)
}
