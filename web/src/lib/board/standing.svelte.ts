// The pieces as they stand on the drawn board, each itself from one View to the next, and those just taken.
import type { View } from '../wire/messages.gen'
import { pathOf } from './entry'
import { asPieces, change, type Change, type Piece } from './pieces'

export class Standing {
  pieces: Piece[] = $state.raw([])
  /** Taken pieces that are still fading. */
  leaving: Piece[] = $state.raw([])
  #view: View | null = null

  /**
   * Shows other pieces: those of a View, or of one while a move is entered on it. Returns what the eye should follow,
   * and, where the View is another, how it came from the last; nothing at first.
   */
  show(next: Record<string, string>, view: View, entered: readonly string[], move: string | null) {
    const before = this.#view
    this.#view = view
    const isNew = before !== null && before !== view
    const played = isNew && move !== null ? pathOf(before.entry, move) : null
    const seen = change(this.pieces, next, entered.length > 0 ? entered : played)
    this.pieces = seen.pieces
    if (before === null) return { seen: null, made: null }
    this.leaving = seen.taken
    const made: Change | null = isNew ? change(asPieces(before.pieces), view.pieces, played) : null
    return { seen, made }
  }

  /** The taken ones have faded. */
  forget(): void {
    this.leaving = []
  }
}
