// Players as people read them: levels with their rating and style, the bots of the course work, added engines, guests.
import { lookUp, t } from '../i18n/index.svelte'
import { catalogue } from './catalogue.svelte'

export interface BotChoice {
  level: number | null
  style: string
  name: string
}

/** `level=3:style=attacking`, `negascout:depth=4`, `best`: its parts. */
export function parseBot(spec: string): BotChoice {
  const options = new Map(spec.split(/[:,]/).map((part) => part.split('=', 2) as [string, string | undefined]))
  const level = options.get('level')
  return {
    level: level === undefined ? null : Number(level),
    style: options.get('style') ?? 'normal',
    name: spec.split(':')[0]!,
  }
}

/** The spec of a level with a style; the usual style is not said. */
export function levelSpec(level: number, style: string): string {
  return `level=${level}` + (style === 'normal' ? '' : `:style=${style}`)
}

/** "Level 5", with the style where it is a special one; other bots by their name. */
export function botTitle(spec: string, fallback = nameOf(spec)): string {
  const { level, style, name } = parseBot(spec)
  if (level !== null) {
    const title = t('bot.level', { level })
    return style === 'normal' ? title : `${title} · ${styleTitle(style)}`
  }
  return lookUp(`bot.${name}`) ?? fallback
}

/** The name that the server gives a bot. */
function nameOf(spec: string): string {
  return catalogue.bots.find((bot) => bot.spec === spec)?.name ?? spec
}

export function styleTitle(style: string): string {
  return lookUp(`style.${style}`) ?? style
}

/** The rating of a level or bot in a game, where it was measured. */
export function ratingOf(spec: string, game: string): number | null {
  const plain = parseBot(spec)
  const entry = catalogue.bots.find((bot) => (plain.level === null ? bot.spec === spec : bot.level === plain.level))
  return entry?.ratings[game] ?? null
}

/** How the server calls guests who have not said their names. */
const NAMELESS = /^Guest (\d+)$/

/** Whether a name was chosen by the one who bears it. */
export function isChosen(name: string): boolean {
  return !NAMELESS.test(name)
}

/** A person's name: as it is if it was chosen, else in the language of the page. */
export function personTitle(name: string): string {
  const found = NAMELESS.exec(name)
  return found ? t('seat.guest', { number: found[1]! }) : name
}

/** The name in a seat: that of a bot in the language of the page, or a person's. */
export function playerTitle(name: string): string {
  const bot = catalogue.bots.find((entry) => entry.name === name)
  return bot ? botTitle(bot.spec, name) : personTitle(name)
}
