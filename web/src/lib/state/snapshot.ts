// A table's state on the page: a snapshot, and what each event of the server makes of it.
import type { Offers, Snapshot, TableEvent } from '../wire/messages.gen'

const NO_OFFERS: Offers = { draw: null, takeback: null, rematch: null }

/** The snapshot after an event; one that was seen already changes nothing. */
export function after(table: Snapshot, event: TableEvent): Snapshot {
  if (event.version <= table.version) return table
  return { ...table, ...changes(table, event), version: event.version, hash: event.hash }
}

/** Whether an event is the next one; if not, something was missed and the table must be asked for again. */
export function follows(table: Snapshot, event: TableEvent): boolean {
  return event.version <= table.version + 1
}

/** The moves that could be played again after an event, the next one last. Any other move than that one ends it. */
export function undoneAfter(undone: readonly string[], before: Snapshot, event: TableEvent): string[] {
  if (event.type === 'taken_back')
    return [
      ...undone,
      ...before.moves
        .slice(event.ply)
        .map((played) => played.move)
        .reverse(),
    ]
  if (event.type === 'moved') return undone.at(-1) === event.move.move ? undone.slice(0, -1) : []
  return event.type === 'started' ? [] : [...undone]
}

function changes(table: Snapshot, event: TableEvent): Partial<Snapshot> {
  switch (event.type) {
    case 'seated': {
      const { side, kind, name, guest, bot } = event
      const seat = { kind, name, guest, bot, present: kind !== 'open', claimable_in_ms: null }
      return { seats: { ...table.seats, [side]: seat } }
    }
    case 'started':
      return {
        phase: 'playing',
        round: event.round,
        settings: { ...table.settings, start: event.start },
        seats: event.seats,
        view: event.view,
        moves: event.moves,
        clocks: event.clocks,
        offers: NO_OFFERS,
        outcome: null,
        claim: '',
        paused: false,
      }
    case 'moved':
      return {
        moves: [...table.moves.slice(0, event.ply - 1), event.move],
        view: event.view,
        clocks: event.clocks,
        claim: event.claim,
        // To move is to decline a draw; one's own offer stands until the other side has moved.
        offers: {
          ...table.offers,
          draw: table.offers.draw === event.move.side ? table.offers.draw : null,
          takeback: null,
        },
      }
    case 'taken_back':
      return {
        moves: table.moves.slice(0, event.ply),
        view: event.view,
        clocks: event.clocks,
        claim: event.claim,
        offers: { ...table.offers, draw: null, takeback: null },
      }
    case 'offered':
      return { offers: { ...table.offers, [event.what]: event.side } }
    case 'declined':
      return { offers: { ...table.offers, [event.what]: null } }
    case 'paused':
      return { paused: event.on, clocks: event.clocks }
    case 'said':
      return { chat: [...table.chat, event.chat].slice(-200) }
    case 'ended':
      return {
        phase: 'over',
        outcome: event.outcome,
        view: event.view,
        clocks: event.clocks,
        offers: { ...table.offers, draw: null, takeback: null },
        claim: '',
        paused: false,
      }
  }
}
