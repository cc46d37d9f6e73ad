// The user's settings, kept in this browser only.
import { DEFAULT_LOOK, type Look, lookOf, PIECE_SETS, THEMES } from '../board/look'
import { type Language, LANGUAGES, preferredLanguage } from '../i18n/languages'
import { play } from '../sound/player'
import type { Sound } from '../sound/recipes'
import { load, remove, save } from './storage'

export type Theme = 'system' | 'light' | 'dark'
export const OPPONENTS = ['engine', 'here', 'online', 'engines'] as const
export type Opponent = (typeof OPPONENTS)[number]
export type SideChoice = 'white' | 'black' | 'random'

export interface Settings {
  language: Language
  theme: Theme
  name: string
  /** The look of each family's boards, if changed. */
  looks: Record<string, Partial<Look>>
  animationMs: number
  coordinates: boolean
  targets: boolean
  /** Whether moves can be entered in the opponent's turn. */
  premoves: boolean
  /** Whether a move is played only after it was confirmed. */
  confirmMoves: boolean
  /** Whether the board turns to the side to move if both play on this screen. */
  autoFlip: boolean
  /** Whether the pieces are hidden during a game. */
  blindfold: boolean
  /** Whether a player sees only board, clocks and controls during a game. */
  zen: boolean
  englishLetters: boolean
  volume: number
  muted: boolean
  /** What was played last; the next setup starts with it. */
  game: string
  opponent: Opponent
  bot: string
  level: number
  style: string
  side: SideChoice
  clock: string
  publicTable: boolean
  /** Whether games are rated if they can be. */
  rated: boolean
  /** Whether the next game against the engine starts automatically with sides swapped. */
  autoRestart: boolean
  evaluationBar: boolean
  /** Whether the engine runs on the analysis page, whether until it is stopped, and whether the threat is shown. */
  engine: boolean
  endless: boolean
  threat: boolean
  /** Whether tables show what databases say, where that is allowed. */
  verdicts: boolean
  lines: number
}

export function defaults(languages: readonly string[] = []): Settings {
  return {
    language: preferredLanguage(languages),
    theme: 'system',
    name: '',
    looks: {},
    animationMs: DEFAULT_LOOK.animation_ms,
    coordinates: true,
    targets: true,
    premoves: true,
    confirmMoves: false,
    autoFlip: false,
    blindfold: false,
    zen: false,
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
    rated: false,
    autoRestart: false,
    evaluationBar: true,
    engine: false,
    endless: false,
    threat: false,
    verdicts: false,
    lines: 3,
  }
}

/** Stored settings with missing, unknown or invalid ones replaced by their defaults. */
export function repaired(stored: unknown, fallback: Settings): Settings {
  const whole: Settings = { ...fallback }
  if (typeof stored !== 'object' || stored === null) return whole
  const given = stored as Record<string, unknown>
  for (const name of Object.keys(fallback) as (keyof Settings)[]) {
    if (typeof given[name] === typeof fallback[name] && given[name] !== null)
      Object.assign(whole, { [name]: given[name] })
  }
  if (!(whole.language in LANGUAGES)) whole.language = fallback.language
  whole.level = Math.min(20, Math.max(1, Math.round(whole.level)))
  whole.volume = Math.min(1, Math.max(0, whole.volume))
  whole.lines = Math.min(5, Math.max(1, Math.round(whole.lines)))
  for (const look of Object.values(whole.looks)) {
    if (look.theme && !(look.theme in THEMES)) delete look.theme
    if (look.pieces && !PIECE_SETS.includes(look.pieces)) delete look.pieces
  }
  return whole
}

const browserDefaults = () => defaults(globalThis.navigator?.languages ?? [])

export const settings: Settings = $state(repaired(load('settings'), browserDefaults()))

/** Resets all settings to their defaults. */
export function restoreDefaults(): void {
  remove('settings')
  Object.assign(settings, browserDefaults())
}

/** Stores the settings whenever they change. Returns a function that stops it. */
export function storeSettings(): () => void {
  return $effect.root(() => {
    $effect(() => save('settings', $state.snapshot(settings)))
  })
}

/** The look of a family's boards with all settings applied. */
export function lookFor(family: string): Look {
  const { coordinates, targets, animationMs } = settings
  return { ...lookOf(family), ...settings.looks[family], coordinates, targets, animation_ms: animationMs }
}

/** Plays a sound at the volume that was set. */
export function playSound(sound: Sound): void {
  if (!settings.muted) play(sound, settings.volume)
}
