// Ratings of people: their profiles, how ratings have changed, and leaderboards.
import { backend } from '../backend'
import { refusal } from '../backend/backend'
import type { Leaderboard, Problem, Profile, RatingMark, RatingPoint, TimeClass } from '../wire/messages.gen'

export const TIME_CLASSES: readonly TimeClass[] = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence']

/** A rating in running text: `1500?` while it is provisional. */
export function ratingText(mark: RatingMark | null): string {
  return mark === null ? '' : ` (${mark.rating}${mark.provisional ? '?' : ''})`
}

/** A profile with the history of each of its games. */
export class OpenProfile {
  profile: Profile | null = $state.raw(null)
  /** By game. */
  histories: Record<string, RatingPoint[]> = $state.raw({})
  problem: Problem | null = $state.raw(null)

  async load(name: string): Promise<void> {
    try {
      const profile = await backend.profile(name)
      this.profile = profile
      for (const game of gamesOf(profile)) {
        const { points } = await backend.ratingHistory(profile.name, game)
        this.histories = { ...this.histories, [game]: points }
      }
    } catch (error) {
      this.problem = refusal(error)
    }
  }
}

/** The games in which somebody has ratings, the one played last first. */
export function gamesOf(profile: Profile): string[] {
  return [...new Set(profile.ratings.map((rating) => rating.game))]
}

export class OpenLeaderboard {
  board: Leaderboard | null = $state.raw(null)
  problem: Problem | null = $state.raw(null)
  #asked = 0

  async load(game: string, timeClass: TimeClass): Promise<void> {
    const asked = ++this.#asked
    try {
      const board = await backend.leaderboard(game, timeClass)
      if (asked === this.#asked) [this.board, this.problem] = [board, null]
    } catch (error) {
      if (asked === this.#asked) [this.board, this.problem] = [null, refusal(error)]
    }
  }
}

export interface BoardRow {
  /** Null for a level. */
  name: string | null
  level: number | null
  rating: number
  games: number | null
}

/** People and levels in one list, the strongest first. */
export function rowsOf(board: Leaderboard): BoardRow[] {
  const people = board.entries.map(({ name, rating, games }) => ({ name, level: null, rating, games }))
  const levels = board.levels.map(({ level, rating }) => ({ name: null, level, rating, games: null }))
  return [...people, ...levels].sort((a, b) => b.rating - a.rating)
}

interface Dot {
  x: number
  y: number
}

export interface Plot {
  width: number
  height: number
  /** Where the plot begins, right of its numbers. */
  left: number
  from: number
  to: number
  ticks: { rating: number; y: number }[]
  lines: { timeClass: TimeClass; dots: Dot[]; path: string }[]
}

export const DEFAULT_WIDTH = 640
const HEIGHT = 220
const LEFT = 46
const TOP = 12
const BOTTOM = 26
const STEPS = [25, 50, 100, 200, 500, 1000]
const MAX_TICKS = 6

/** A plot of ratings over time: round numbers at the side, a line for each time class. */
export function plotOf(points: readonly RatingPoint[], width = DEFAULT_WIDTH): Plot {
  const times = points.map((point) => point.at)
  const ratings = points.map((point) => point.rating)
  const from = Math.min(...times)
  const to = Math.max(...times)
  const lowest = Math.min(...ratings)
  const highest = Math.max(...ratings)
  const step = STEPS.find((one) => (highest - lowest) / one <= MAX_TICKS - 2) ?? 1000
  const low = Math.floor(lowest / step) * step
  const high = Math.max(low + step, Math.ceil(highest / step) * step)
  const x = (at: number) => LEFT + (to > from ? (at - from) / (to - from) : 0.5) * (width - LEFT)
  const y = (rating: number) => TOP + ((high - rating) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const ticks = []
  for (let rating = low; rating <= high; rating += step) ticks.push({ rating, y: y(rating) })
  const lines = TIME_CLASSES.flatMap((timeClass) => {
    const dots = points
      .filter((point) => point.time_class === timeClass)
      .map((point) => ({ x: x(point.at), y: y(point.rating) }))
    const path = dots.map((dot) => `${dot.x.toFixed(1)},${dot.y.toFixed(1)}`).join(' ')
    return dots.length > 0 ? [{ timeClass, dots, path }] : []
  })
  return { width, height: HEIGHT, left: LEFT, from, to, ticks, lines }
}
