// The finished games of a person: found by game, result, opponent and day, and loaded page by page.
import { backend } from '../backend'
import { refusal } from '../backend/backend'
import type { ArchivedGame, ArchiveQuery, Problem } from '../wire/messages.gen'
import { saveFile } from './files'

const RESULTS = ['win', 'draw', 'loss'] as const

/** Whether a text is a day that there is, such as 2026-11-17. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

export class ArchiveList {
  game: string = $state('')
  result: '' | (typeof RESULTS)[number] = $state('')
  opponent: string = $state('')
  /** A day as 2026-11-17; only games from then on. */
  since: string = $state('')
  games: ArchivedGame[] = $state.raw([])
  /** Where the next page begins; null if there is none. */
  before: number | null = $state(null)
  isLoaded: boolean = $state(false)
  problem: Problem | null = $state.raw(null)

  #asked = 0

  /** The filters as the query of an address. */
  constructor(query: URLSearchParams = new URLSearchParams()) {
    this.game = query.get('game') ?? ''
    this.result = RESULTS.find((result) => result === query.get('result')) ?? ''
    this.opponent = query.get('opponent') ?? ''
    this.since = isDay(query.get('since') ?? '') ? query.get('since')! : ''
  }

  /** The filters that are set, for an address. */
  get filters(): Record<string, string> {
    const { game, result, since } = this
    const all = { game, result, opponent: this.opponent.trim(), since }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  }

  #query(before: number | null): ArchiveQuery {
    const since = isDay(this.since) ? new Date(`${this.since}T00:00`).getTime() / 1000 : null
    return { game: this.game, result: this.result, opponent: this.opponent.trim(), since, before }
  }

  /** Loads the first page, or the next one; an answer to an earlier question is ignored. */
  async load(next = false): Promise<void> {
    const asked = ++this.#asked
    const query = this.#query(next ? this.before : null)
    try {
      const page = await backend.archive(query)
      if (asked !== this.#asked) return
      this.games = next ? [...this.games, ...page.games] : page.games
      this.before = page.before
      this.problem = null
    } catch (error) {
      if (asked === this.#asked) this.problem = refusal(error)
    }
    this.isLoaded = true
  }

  /** Saves what the filters find: a file for each of these kinds of games, as each has its own notation. */
  async save(kinds: readonly string[]): Promise<void> {
    for (const game of kinds) {
      try {
        const file = await backend.exportArchive({ ...this.#query(null), game })
        saveFile(file.filename, file.text, file.media_type)
      } catch (error) {
        const problem = refusal(error)
        // The filters may find no game of a kind.
        if (problem.code !== 'archive_empty' || kinds.length === 1) this.problem = problem
      }
    }
  }
}
