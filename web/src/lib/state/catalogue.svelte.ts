// The server's games, bots and settings, loaded once.
import { backend } from '../backend'
import type { BotEntry, GameDescription, GameEntry, ServerSettings } from '../wire/messages.gen'

class Catalogue {
  games: GameEntry[] = $state.raw([])
  bots: BotEntry[] = $state.raw([])
  server: ServerSettings | null = $state.raw(null)
}

export const catalogue = new Catalogue()

let loading: Promise<void> | null = null

/** Loads everything once. Later calls share the result; after a failure the next call tries again. */
export function loadCatalogue(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function load(): Promise<void> {
  const { games, bots, settings } = await backend.catalogue()
  catalogue.games = games.games
  catalogue.bots = bots.bots
  catalogue.server = settings
}

const descriptions = new Map<string, Promise<GameDescription>>()

/** A game's geometry, pieces and starting position. */
export function describeGame(game: string): Promise<GameDescription> {
  let description = descriptions.get(game)
  if (!description) {
    description = backend.describe(game)
    descriptions.set(game, description)
    description.catch(() => descriptions.delete(game))
  }
  return description
}

/** The families in the server's order. */
export function families(): string[] {
  return [...new Set(catalogue.games.map((game) => game.family))]
}

export function entryOf(game: string): GameEntry | undefined {
  return catalogue.games.find((entry) => entry.name === game)
}

/** Whether the games of a family can have databases, by which a bot plays perfectly. */
export function isSolvable(family: string): boolean {
  return catalogue.bots.some((bot) => bot.spec === 'perfect' && bot.games.includes(family))
}

/** The bots that play a family of games. */
export function botsFor(family: string): BotEntry[] {
  return catalogue.bots.filter((bot) => bot.games.length === 0 || bot.games.includes(family))
}
