// The texts of the board. The page supplies them in the user's language, so the board itself contains no strings.
import type { Color } from '../wire/messages.gen'

/** What a screen reader says about a point after the piece on it, in this order. */
export type PointMark = 'selected' | 'dest' | 'capture' | 'remove' | 'movable' | 'premove' | 'lastMove' | 'check'

export interface BoardWords {
  /** The whole board: "Board, White to move". */
  board(turn: Color): string
  /** A point as a screen reader reads it: "e4, white pawn, can move". */
  point(name: string, piece: string | null, marks: readonly PointMark[]): string
  /** A choice that is not a point: `=q`, with the piece it makes, or `pass`. */
  choice(step: string, piece: string | null): string
  /** The title of the list of choices. */
  choices(): string
  /** The men a side has in hand. */
  hand(side: Color, count: number): string
  /** Why only some moves are legal, by its code, for example `capture`. */
  forced(code: string): string
  /** What to do when a man is to be removed. */
  removal(): string
  /** A point was selected; `next` says what can follow. */
  chosen(name: string, piece: string | null, next: string): string
  /** How many points can follow. */
  next(count: number): string
  /** The entry of a move was cancelled. */
  cancelled(): string
  /** A premove waits for its turn; its points in their order. */
  premoveSet(points: readonly string[]): string
  /** A premove was cancelled. */
  premoveCancelled(): string
  /** A premove was not played, because it is not legal any more. */
  premoveDropped(): string
  /** The letter of a piece in this language, for example "S" for a German knight; by default the game's own. */
  letter?(piece: string): string
  /** The label of the field for typing moves, and its button. */
  moveField(): string
  moveButton(): string
}
