// The games in which this person has a seat and which are not over.
import { backend } from '../backend'
import type { TableSummary } from '../wire/messages.gen'

export class MyTables {
  tables: TableSummary[] = $state.raw([])

  /** Loads them; a server that cannot be reached has none. */
  async load(): Promise<void> {
    try {
      const list = await backend.ownTables()
      this.tables = list.tables.filter((table) => table.phase !== 'over')
    } catch {
      this.tables = []
    }
  }
}

/** The name of the other player; null if a person plays both sides. */
export function opponentOf(table: TableSummary, me: string): string | null {
  if (table.mode === 'same-screen') return null
  return table.white === me ? table.black : table.white
}
