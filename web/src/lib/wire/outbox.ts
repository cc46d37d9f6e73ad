// What was asked and not yet answered. It is kept through a lost connection and sent again with the same id, which the
// server applies once only.
import type { ClientMessage, ServerMessage, TableCommand } from './messages.gen'

/** A message before it has an id. */
export type Wish = ClientMessage extends infer One ? (One extends ClientMessage ? Omit<One, 'id'> : never) : never

export interface Asked {
  readonly id: string
  readonly message: ClientMessage
}

const AT_TABLE: ReadonlySet<string> = new Set<TableCommand['type']>([
  'play',
  'offer',
  'accept',
  'decline',
  'resign',
  'abort',
  'claim_draw',
  'claim_win',
  'pause',
  'step',
  'say',
])

const UNDER_WAY: ReadonlySet<string> = new Set<ServerMessage['type']>(['review_progress', 'experiment_progress'])

/** Whether a message means something only to those who sit at a table. */
export function isForTable(message: ClientMessage): boolean {
  return AT_TABLE.has(message.type)
}

/** The id of the question that a message answers, "" if none. */
export function answers(message: ServerMessage): string {
  return 'id' in message ? message.id : ''
}

/** Whether more answers to the same question will follow. */
export function isUnderWay(message: ServerMessage): boolean {
  return UNDER_WAY.has(message.type) || (message.type === 'analysis' && !message.done)
}

export class Outbox {
  readonly #asked = new Map<string, ClientMessage>()
  readonly #prefix: string
  #last = 0

  /** Ids begin with the prefix, which must differ from one page to the next. */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  add(wish: Wish): Asked {
    const id = `${this.#prefix}${++this.#last}`
    const message = { ...wish, id } as ClientMessage
    this.#asked.set(id, message)
    return { id, message }
  }

  /** Takes a question out because it was answered or given up; says whether it was there. */
  remove(id: string): boolean {
    return this.#asked.delete(id)
  }

  /** What is to be sent again, in the order it was asked. */
  unanswered(forTable: boolean): ClientMessage[] {
    return [...this.#asked.values()].filter((message) => isForTable(message) === forTable)
  }
}
