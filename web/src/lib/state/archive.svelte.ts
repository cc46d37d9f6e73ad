// The finished games of a person: found by game, result and opponent, and loaded page by page.
import type { Archive, ArchivedGame, Exported, Problem } from '../wire/messages.gen'
import { refusal } from '../wire/socket'
import { callApi } from './api'
import { saveFile } from './files'
import { session } from './session.svelte'

export class ArchiveList {
  game: string = $state('')
  result: '' | 'win' | 'draw' | 'loss' = $state('')
  opponent: string = $state('')
  games: ArchivedGame[] = $state.raw([])
  /** Where the next page begins; null if there is none. */
  before: number | null = $state(null)
  isLoaded: boolean = $state(false)
  problem: Problem | null = $state.raw(null)

  #asked = 0

  #query(before: number | null): string {
    const query = new URLSearchParams({ game: this.game, result: this.result, opponent: this.opponent.trim() })
    if (before !== null) query.set('before', String(before))
    return query.toString()
  }

  /** Loads the first page, or the next one; an answer to an earlier question is ignored. */
  async load(next = false): Promise<void> {
    const asked = ++this.#asked
    const query = this.#query(next ? this.before : null)
    try {
      const page = await callApi<Archive>(`/api/archive?${query}`, undefined, session.token)
      if (asked !== this.#asked) return
      this.games = next ? [...this.games, ...page.games] : page.games
      this.before = page.before
      this.problem = null
    } catch (error) {
      if (asked === this.#asked) this.problem = refusal(error)
    }
    this.isLoaded = true
  }

  async save(): Promise<void> {
    try {
      const path = `/api/archive/export?${this.#query(null)}`
      const file = await callApi<Exported>(path, undefined, session.token)
      saveFile(file.filename, file.text, file.media_type)
    } catch (error) {
      this.problem = refusal(error)
    }
  }
}
