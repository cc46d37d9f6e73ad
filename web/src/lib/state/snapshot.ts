// A table's state on the page: a snapshot into which the changes of each event are merged.
import type { Snapshot, TableEvent } from '../wire/messages.gen'

/** The snapshot after an event; one that was seen already changes nothing. */
export function after(table: Snapshot, message: TableEvent): Snapshot {
  if (message.version <= table.version) return table
  const { moves_kept, moves_added, chat_added, ...changes } = message.changes
  return {
    ...table,
    ...changes,
    version: message.version,
    hash: message.hash,
    moves: moves_kept === undefined ? table.moves : [...table.moves.slice(0, moves_kept), ...(moves_added ?? [])],
    chat: chat_added === undefined ? table.chat : [...table.chat, ...chat_added],
  }
}

/** Whether an event is the next one; if not, something was missed and the table must be joined again. */
export function follows(table: Snapshot, message: TableEvent): boolean {
  return message.version <= table.version + 1
}

/** The moves that could be played again after an event, the next one last. Any other move than that one ends it. */
export function undoneAfter(undone: readonly string[], before: Snapshot, { event }: TableEvent): string[] {
  if (event.type === 'moves_taken_back')
    return [
      ...undone,
      ...before.moves
        .slice(event.ply)
        .map((played) => played.move)
        .reverse(),
    ]
  if (event.type === 'move_played') return undone.at(-1) === event.move ? undone.slice(0, -1) : []
  return event.type === 'game_started' ? [] : [...undone]
}
