// The public games that are being played, as boards that follow the moves.
import type { Boards, MiniBoard, ServerMessage } from '../wire/messages.gen'
import { connection } from './session.svelte'

/** The boards after a message, in the order to show them; one that was never sent is left out. */
export function afterBoards(boards: readonly MiniBoard[], message: Boards): MiniBoard[] {
  const known = new Map([...boards, ...message.changed].map((board) => [board.table, board]))
  return message.shown.flatMap((table) => known.get(table) ?? [])
}

class LiveBoards {
  boards: MiniBoard[] = $state.raw([])
  /** Family -> the table of its top game. */
  top: Record<string, string> = $state.raw({})
  isLoaded: boolean = $state(false)
  /** How many parts of the page show boards. */
  #watching = 0
  #stop: () => void = () => {}

  constructor() {
    connection.listen((message) => this.#receive(message))
  }

  /** Follows the games until the returned function is called. */
  watch(): () => void {
    if (this.#watching++ === 0) this.#stop = connection.sendWhenOpen({ type: 'watch_boards', on: true })
    return () => {
      if (--this.#watching > 0) return
      this.#stop()
      connection.send({ type: 'watch_boards', on: false })
      this.boards = []
      this.top = {}
      this.isLoaded = false
    }
  }

  #receive(message: ServerMessage): void {
    if (message.type !== 'boards') return
    this.boards = afterBoards(this.boards, message)
    this.top = message.top
    this.isLoaded = true
  }
}

export const liveBoards = new LiveBoards()
