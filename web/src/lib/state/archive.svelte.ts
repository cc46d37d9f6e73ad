// The finished games of a person: found by game, result and opponent, and loaded page by page.
import { backend } from '../backend'
import { refusal } from '../backend/backend'
import type { ArchivedGame, ArchiveQuery, Problem } from '../wire/messages.gen'
import { saveFile } from './files'

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

  #query(before: number | null): ArchiveQuery {
    return { game: this.game, result: this.result, opponent: this.opponent.trim(), before }
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

  async save(): Promise<void> {
    try {
      const file = await backend.exportArchive(this.#query(null))
      saveFile(file.filename, file.text, file.media_type)
    } catch (error) {
      this.problem = refusal(error)
    }
  }
}
