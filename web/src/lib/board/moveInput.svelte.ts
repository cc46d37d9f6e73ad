// The state of a move being entered: the clicks so far, what they mark on the board, and when the move is complete.
import type { Geometry, View } from '../wire/messages.gen'
import { atRoot, autoAdvance, branches, click, type ClickResult, follow, type PartialMove } from './entry'
import { rowsThrough } from './neighbours'
import { placedPiece, preview, sideOf } from './pieces'
import { furtherJumps, type ReachByPiece, replayed } from './premove'
import type { PointMark } from './words'

/** What the input needs to know about the board; read each time, because it changes. */
export interface InputBoard {
  view(): View
  geometry(): Geometry
  symbols(): Record<string, string>
  isMovable(): boolean
  /** Whether moves are entered for the next turn; then `view` is a premove View. */
  isPremove(): boolean
  reach(): ReachByPiece
  /** Counts the moves of the game, so that a premove is played in the turn it was meant for. */
  ply(): number
  entered(token: string, path: readonly string[]): void
}

interface Progress {
  /** The View it was entered on. It is ignored on any other. */
  view: View
  partial: PartialMove
  /** Complete: a move was sent and the next View shows the result; a premove waits for its turn. */
  isSent: boolean
  isPremove: boolean
  ply: number
}

export class MoveInput {
  readonly #board: InputBoard
  #progress: Progress | null = $state.raw(null)
  readonly #allPoints = $derived.by(() => new Set(this.#board.geometry().points.map((point) => point.name)))

  constructor(board: InputBoard) {
    this.#board = board
  }

  readonly isPoint = (step: string): boolean => this.#allPoints.has(step)

  get #current(): Progress | null {
    return this.#progress?.view === this.#board.view() ? this.#progress : null
  }

  /**
   * Another View is shown. A premove whose turn has come is entered on it; if it is no longer possible, this returns
   * true. Anything else that was entered on another View is discarded, so that it does not return with that View.
   */
  followView(): boolean {
    const progress = this.#progress
    const view = this.#board.view()
    if (!progress || progress.view === view) return false
    this.#progress = null
    if (!progress.isPremove || !this.#board.isMovable()) return false
    if (this.#board.isPremove() && this.#board.ply() === progress.ply) {
      // The same position, received again after the connection was lost.
      this.#progress = { ...progress, view }
      return false
    }
    if (this.#board.isPremove() || this.#board.ply() !== progress.ply + 1) return progress.isSent
    const result = replayed(progress.view, progress.partial.path, view, this.#board.geometry())
    // A piece that was only selected stays selected and does not move by itself.
    if (result.kind === 'partial' || progress.isSent || progress.partial.path.length > 1) this.#apply(result)
    return progress.isSent && result.kind === 'none'
  }

  /** Whether a move was sent that the next View will show. */
  get isSent(): boolean {
    return this.#isComplete && !this.#board.isPremove()
  }

  /** The clicks of a complete premove; empty if there is none. */
  get premove(): readonly string[] {
    return this.#isComplete && this.#board.isPremove() ? this.partial.path : []
  }

  get #isComplete(): boolean {
    return this.#current?.isSent ?? false
  }

  get partial(): PartialMove {
    return this.#current?.partial ?? atRoot(this.#board.isMovable() ? this.#board.view().entry : {})
  }

  /** The points clicked so far. */
  readonly points = $derived.by(() => this.partial.path.filter(this.isPoint))

  /** What can follow: points, and choices that are not points. */
  readonly next = $derived.by(() => branches(this.partial.node, this.isPoint))

  /** The pieces after the clicks so far. */
  readonly pieces = $derived.by(() => {
    const view = this.#board.view()
    return preview(view, this.partial.path, this.isPoint, placedPiece(view, this.#board.symbols()))
  })

  /** Whether a man from the hand has been put on the board. */
  get hasPlaced(): boolean {
    const first = this.points[0]
    return first !== undefined && this.#board.view().pieces[first] === undefined
  }

  /** Whether the moving piece has reached a point. From then on, clicks on enemy men remove them. */
  get #hasArrived(): boolean {
    return this.points.length > 1 || this.hasPlaced
  }

  /** What a point means for the move being entered. */
  markOf(point: string): PointMark | null {
    const { path, node } = this.partial
    if (this.premove.includes(point)) return 'premove'
    if (path[path.length - 1] === point) return 'selected'
    if (!Object.hasOwn(node, point)) return null
    const piece = this.pieces[point]
    const isTheirs = piece !== undefined && sideOf(piece) !== this.#board.view().turn
    if (isTheirs && (path.length === 0 || this.#hasArrived)) return 'remove'
    // Clicking this man of the side to move is the whole move, so it is removed rather than moved.
    if (piece !== undefined && path.length === 0 && typeof node[point] === 'string') return 'remove'
    if (path.length > 0) return piece === undefined && !this.#jumpsTo(point) ? 'dest' : 'capture'
    return piece === undefined ? 'dest' : 'movable'
  }

  /** Whether the moving piece would pass over a piece of the other side, as in draughts. */
  #jumpsTo(point: string): boolean {
    const { style, points } = this.#board.geometry()
    const [from, to] = [this.points[this.points.length - 1], point].map((name) => points.find((at) => at.name === name))
    if (style !== 'checkered' || !from || !to) return false
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const far = Math.max(Math.abs(dx), Math.abs(dy))
    const isStraight = dx === 0 || dy === 0 || Math.abs(dx) === Math.abs(dy)
    const { pieces, turn } = this.#board.view()
    const isEnemy = (piece: string | undefined) => piece !== undefined && sideOf(piece) !== turn
    return (
      isStraight &&
      points.some(({ name, x, y }) => {
        const near = Math.max(Math.abs(x - from.x), Math.abs(y - from.y))
        const isBetween = near > 0 && near < far && (x - from.x) * far === dx * near && (y - from.y) * far === dy * near
        return isBetween && isEnemy(pieces[name])
      })
    )
  }

  /** Whether a click on a point continues the move. */
  isPlayable(point: string): boolean {
    return Object.hasOwn(this.partial.node, point)
  }

  /** Whether the moving piece is on a point: where it started, or where its chain has reached. */
  isSelected(point: string): boolean {
    return !this.#isComplete && this.points[this.points.length - 1] === point && this.pieces[point] !== undefined
  }

  /** Whether the piece on a point, or one from the hand (null), can be dragged. */
  canDrag(point: string | null): boolean {
    if (this.premove.length > 0) return point !== null && this.#isOther(point)
    return point === null ? this.canPlace : this.markOf(point) === 'movable' || this.isSelected(point)
  }

  /** Whether another premove can start on a point. */
  #isOther(point: string): boolean {
    const { entry, pieces } = this.#board.view()
    return pieces[point] !== undefined && Object.hasOwn(entry, point) && !this.premove.includes(point)
  }

  #marked(mark: PointMark): string[] {
    return this.next.points.filter((point) => this.markOf(point) === mark)
  }

  /** Whether a man can be placed next. */
  readonly canPlace = $derived.by(() => {
    const { pieces } = this.#board.view()
    return this.partial.path.length === 0 && this.next.points.some((point) => pieces[point] === undefined)
  })

  /** Whether it can be placed nearly anywhere, so that dots would only clutter the board. */
  readonly isAnywhere = $derived.by(() => {
    const empty = this.#allPoints.size - Object.keys(this.#board.view().pieces).length
    return this.canPlace && this.next.points.length > empty / 2
  })

  /** Where the move can continue: empty points, points with an enemy piece, and men that can be removed. */
  readonly dests = $derived.by(() =>
    this.isAnywhere ? [] : [...this.#marked('dest'), ...this.#marked('capture').filter((at) => !this.pieces[at])],
  )
  readonly captures = $derived.by(() => this.#marked('capture').filter((point) => this.pieces[point]))
  readonly removals = $derived.by(() => this.#marked('remove'))

  /** The pieces that a rule forces to move. */
  readonly forced = $derived.by(() => {
    const isForced = this.#board.view().forced !== undefined && this.partial.path.length === 0
    return isForced ? this.#marked('movable') : []
  })

  /** The rows of three completed by the last move or by the one being entered. */
  readonly rows = $derived.by(() => {
    const geometry = this.#board.geometry()
    if (geometry.style !== 'lines') return []
    const view = this.#board.view()
    const pieces = this.pieces
    const touched = this.partial.path.length > 0 ? this.partial.path : view.last
    // The last move was the opponent's, except while this side waits and may enter a premove.
    const isMover = (piece: string) => (sideOf(piece) === view.turn) === this.#board.isPremove()
    const rows = touched
      .filter((point) => pieces[point] !== undefined && (this.partial.path.length > 0 || isMover(pieces[point]!)))
      .flatMap((point) => rowsThrough(geometry, point))
      .filter((row) => row.every((point) => pieces[point] === pieces[row[0]!]))
    const selecting = this.partial.path.length > 0 && !this.#hasArrived
    return selecting ? [] : [...new Map(rows.map((row) => [row.join(), row])).values()]
  })

  #apply(result: ClickResult): boolean {
    if (result.kind === 'none') return false
    const now = { view: this.#board.view(), isPremove: this.#board.isPremove(), ply: this.#board.ply() }
    if (result.kind === 'partial') {
      this.#progress = { ...now, partial: result.partial, isSent: false }
      return true
    }
    this.#progress = { ...now, partial: { path: result.path, node: {} }, isSent: true }
    this.#board.entered(result.token, result.path)
    return true
  }

  /** A click while a premove waits: it jumps on, or is replaced by another; anywhere else the click cancels it. */
  #pressPremove(point: string): boolean {
    const path = this.premove
    const view = this.#board.view()
    if (furtherJumps(view, this.#board.geometry(), this.#board.reach(), path).includes(point))
      return this.#apply({ kind: 'move', token: '', path: [...path, point] })
    const isOther = this.#isOther(point)
    this.cancel()
    return isOther && this.#apply(follow(atRoot(view.entry), point))
  }

  /** Handles a click on a point, a drop, or a key press. Returns whether it had any effect. */
  press(point: string): boolean {
    if (this.isSent || !this.#board.isMovable()) return false
    if (this.premove.length > 0) return this.#pressPremove(point)
    const view = this.#board.view()
    const result = click(view.entry, this.partial, this.#nearest(point), this.#hasArrived)
    if (result.kind !== 'partial' || result.partial.path.length < 2) return this.#apply(result)
    // The piece has left its first point, so a chain can return to it.
    const isFree = (next: string) =>
      this.isPoint(next) && (view.pieces[next] === undefined || next === result.partial.path[0])
    return this.#apply(autoAdvance(result.partial, isFree))
  }

  /** In a grid where men fall, a click on any empty point of a column means the point where the man lands. */
  #nearest(point: string): string {
    const { geometry, view } = { geometry: this.#board.geometry(), view: this.#board.view() }
    const { path, node } = this.partial
    if (geometry.style !== 'grid' || path.length > 0 || Object.hasOwn(node, point) || view.pieces[point] !== undefined)
      return point
    const column = geometry.points.find(({ name }) => name === point)?.x
    const open = geometry.points.filter(({ name, x }) => x === column && Object.hasOwn(node, name))
    return open.length === 1 ? open[0]!.name : point
  }

  /** Makes a choice that is not a point, for example the piece a pawn promotes to. */
  choose(step: string): void {
    this.#apply(follow(this.partial, step))
  }

  /** Cancels the entry or a premove, or takes back a sent move that was refused. */
  cancel(): void {
    this.#progress = null
  }
}
