// What the board says in words; the page gives it in the person's language, so the board itself has no strings.
import type { Color } from '../wire/messages.gen'

/** What there is to say about a point besides the piece on it, in the order in which it is said. */
export type PointMark = 'selected' | 'target' | 'capture' | 'take' | 'movable' | 'last' | 'check'

export interface BoardWords {
  /** The whole board, such as "Board, White to move". */
  board(turn: Color): string
  /** A point as a screen reader reads it, such as "e4, white pawn, may be moved". */
  point(name: string, piece: string | null, marks: readonly PointMark[]): string
  /** A choice that is no point, such as `=q` (the piece it makes, where there is one) or `pass`. */
  choice(step: string, piece: string | null): string
  /** The title of the list of choices. */
  choices(): string
  /** The men a side has in hand. */
  hand(side: Color, count: number): string
  /** Why only some moves are allowed, from its code such as `capture`. */
  forced(code: string): string
  /** What to do when a man may be taken next. */
  take(): string
  /** A point was chosen; `next` says what may follow. */
  chosen(name: string, piece: string | null, next: string): string
  /** So many points may follow. */
  next(count: number): string
  /** The entry of a move was broken off. */
  cancelled(): string
  /** The letter that players of this language know a piece by, such as "S" for a knight; the game's own if left out. */
  letter?(piece: string): string
  /** The label of the field that takes moves as text, and its button. */
  moveField(): string
  moveButton(): string
}
