// The names of players: levels with their style, other bots, added engines, people.
import { lookUp, t } from '../i18n/index.svelte'
import { catalogue, entryOf } from './catalogue.svelte'

export interface BotChoice {
  level: number | null
  style: string
  name: string
  /** Empty for the bot's own. */
  evaluation: string
  /** How deep it searches, and for how long; null for what is usual. */
  depth: number | null
  seconds: number | null
}

/** The parts of a spec: `level=3:style=attacking`, `negascout:depth=4`, `best`. */
export function parseBot(spec: string): BotChoice {
  const options = new Map(spec.split(/[:,]/).map((part) => part.split('=', 2) as [string, string | undefined]))
  const level = options.get('level')
  return {
    level: level === undefined ? null : Number(level),
    style: options.get('style') ?? 'normal',
    name: spec.split(':')[0]!,
    evaluation: options.get('evaluation') ?? '',
    depth: numberOr(options.get('depth'), null),
    seconds: numberOr(options.get('seconds'), null),
  }
}

/** The spec of a level with a style; the default style is left out. */
export function levelSpec(level: number, style: string): string {
  return `level=${level}` + (style === 'normal' ? '' : `:style=${style}`)
}

function numberOr<Other>(text: string | undefined, other: Other): number | Other {
  const value = text === undefined ? NaN : Number(text)
  return Number.isFinite(value) ? value : other
}

/** The spec of a bot by name with its options; what is usual is left out. */
export function botSpec({ name, style, evaluation, depth, seconds }: Omit<BotChoice, 'level'>): string {
  const options = [
    depth === null ? '' : `depth=${depth}`,
    evaluation === '' ? '' : `evaluation=${evaluation}`,
    style === 'normal' ? '' : `style=${style}`,
    seconds === null ? '' : `seconds=${seconds}`,
  ].filter(Boolean)
  return options.length === 0 ? name : `${name}:${options.join(',')}`
}

/** The spec for a game: a level plays in its default style if the game does not have the chosen one. */
export function specFor(game: string, spec: string): string {
  const { level, style } = parseBot(spec)
  const styles = stylesOf(game)
  return level === null || styles.length === 0 || styles.includes(style) ? spec : levelSpec(level, 'normal')
}

/** The styles that make a difference in a game, which may have custom rules; none if it is not known. */
export function stylesOf(game: string): string[] {
  const entry = entryOf(game) ?? catalogue.games.find(({ family }) => family === game.split(':')[0])
  return entry?.styles ?? []
}

/** The last level of each class of players, on the scale of the levels: in chess an expert begins at about 1850. */
const CLASSES = { beginner: 3, novice: 6, intermediate: 9, advanced: 12, expert: 15, master: 20 } as const

/** The class of players that a level belongs to. */
export function classOf(level: number): keyof typeof CLASSES {
  const names = Object.keys(CLASSES) as (keyof typeof CLASSES)[]
  return names.find((name) => level <= CLASSES[name]) ?? 'master'
}

/** "Level 5 · Novice". */
export function levelTitle(level: number): string {
  return `${t('bot.level', { level })} · ${t(`bot.class.${classOf(level)}`)}`
}

/** "Level 5 · Novice", with its style unless it is the default; other bots by name. */
export function botTitle(spec: string, fallback = nameOf(spec)): string {
  const { level, style, name, evaluation, depth, seconds } = parseBot(spec)
  if (level !== null) {
    const title = levelTitle(level)
    return style === 'normal' ? title : `${title} · ${styleTitle(style)}`
  }
  const title = lookUp(`bot.${name}`) ?? fallback
  return [
    title,
    style === 'normal' ? '' : styleTitle(style),
    depth === null ? '' : t('analysis.depth', { depth }),
    evaluation,
    seconds === null ? '' : t('bot.secondsShort', { seconds }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The name that the server gives a bot. */
function nameOf(spec: string): string {
  return catalogue.bots.find((bot) => bot.spec === spec)?.name ?? spec
}

export function styleTitle(style: string): string {
  return lookUp(`style.${style}`) ?? style
}

/** The rating of a level or bot in a game; null if it was not measured. */
export function ratingOf(spec: string, game: string): number | null {
  const plain = parseBot(spec)
  const entry = catalogue.bots.find((bot) => (plain.level === null ? bot.spec === spec : bot.level === plain.level))
  return entry?.ratings[game] ?? null
}

/** The name that the server gives guests who have not chosen one. */
const UNNAMED = /^Guest (\d+)$/

/** Whether a person has chosen their name. */
export function isChosen(name: string): boolean {
  return !UNNAMED.test(name)
}

/** A person's name; a guest without one is named in the language of the page. */
export function personTitle(name: string): string {
  const found = UNNAMED.exec(name)
  return found ? t('seat.guest', { number: found[1]! }) : name
}

/** The name of the player in a seat. Bots are named in the language of the page. */
export function playerTitle(name: string): string {
  const bot = catalogue.bots.find((entry) => entry.name === name)
  return bot ? botTitle(bot.spec, name) : personTitle(name)
}
