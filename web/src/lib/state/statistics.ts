// A person's results, summed up for plots.
import type { ResultCount } from '../wire/messages.gen'
import { parseBot } from './bots'

export interface Results {
  wins: number
  draws: number
  losses: number
}

export interface ResultRow extends Results {
  label: string
}

export function totalOf({ wins, draws, losses }: Results): number {
  return wins + draws + losses
}

/** The share of the points that were won. */
export function scoreOf(results: Results): number {
  return (results.wins + results.draws / 2) / Math.max(1, totalOf(results))
}

/** Rows with the same label as one, in the order in which they come first. */
export function summed(rows: readonly ResultRow[]): ResultRow[] {
  const sums = new Map<string, ResultRow>()
  for (const { label, wins, draws, losses } of rows) {
    const sum = sums.get(label) ?? { label, wins: 0, draws: 0, losses: 0 }
    sums.set(label, { label, wins: sum.wins + wins, draws: sum.draws + draws, losses: sum.losses + losses })
  }
  return [...sums.values()]
}

/** The most played first. */
export function byCount(rows: readonly ResultRow[]): ResultRow[] {
  return [...rows].sort((a, b) => totalOf(b) - totalOf(a))
}

/** The strength of an opponent, to sort by: people first, then levels from the weakest, then other bots. */
export function strengthOf({ opponent }: ResultCount): number {
  if (opponent === 'person') return 0
  return parseBot(opponent).level ?? 100
}
