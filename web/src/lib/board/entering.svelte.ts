// A move while it is being entered: the walk down the entry tree, what it marks on the board, and when it is complete.
import type { Geometry, View } from '../wire/messages.gen'
import { branches, follow, goOn, press, startWalk, type Step, type Walk } from './entry'
import { rowsThrough } from './neighbours'
import { placedPiece, preview, sideOf } from './pieces'
import type { PointMark } from './words'

/** What the walk needs to know about the board it is on; read anew each time, for it changes. */
export interface Board {
  view(): View
  geometry(): Geometry
  symbols(): Record<string, string>
  isMovable(): boolean
  entered(token: string, path: readonly string[]): void
}

interface Progress {
  /** The View it was made on: it means nothing on another. */
  view: View
  walk: Walk
  /** Complete and sent; the next View shows what came of it. */
  isSent: boolean
}

export class Entering {
  readonly #board: Board
  #progress: Progress | null = $state.raw(null)
  readonly #points = $derived.by(() => new Set(this.#board.geometry().points.map((point) => point.name)))

  constructor(board: Board) {
    this.#board = board
  }

  readonly isPoint = (step: string): boolean => this.#points.has(step)

  get #current(): Progress | null {
    return this.#progress?.view === this.#board.view() ? this.#progress : null
  }

  /** Drops what was entered on another View; it must not come alive when that one is shown again. */
  keepTo(view: View): void {
    if (this.#progress && this.#progress.view !== view) this.#progress = null
  }

  get isSent(): boolean {
    return this.#current?.isSent ?? false
  }

  get walk(): Walk {
    return this.#current?.walk ?? startWalk(this.#board.isMovable() ? this.#board.view().entry : {})
  }

  /** What may follow: points, and choices that are none. */
  readonly next = $derived.by(() => branches(this.walk.node, this.isPoint))

  /** The pieces as they would stand after the clicks so far. */
  readonly pieces = $derived.by(() => {
    const view = this.#board.view()
    return preview(view, this.walk.path, this.isPoint, placedPiece(view, this.#board.symbols()))
  })

  /** Whether the moving piece has already been put somewhere, so that men of the other side are now taken by hand. */
  get #hasArrived(): boolean {
    const points = this.walk.path.filter(this.isPoint)
    const first = points[0]
    return points.length > 1 || (first !== undefined && this.#board.view().pieces[first] === undefined)
  }

  /** What a point means for the move being entered. */
  markOf(point: string): PointMark | null {
    const { path, node } = this.walk
    if (path[path.length - 1] === point) return 'selected'
    if (!Object.hasOwn(node, point)) return null
    const piece = this.pieces[point]
    const isTheirs = piece !== undefined && sideOf(piece) !== this.#board.view().turn
    if (isTheirs && (path.length === 0 || this.#hasArrived)) return 'take'
    // One's own man whose choice is already the whole move goes nowhere: the rules make its side take it off.
    if (piece !== undefined && path.length === 0 && typeof node[point] === 'string') return 'take'
    if (path.length > 0) return piece === undefined ? 'target' : 'capture'
    return piece === undefined ? 'target' : 'movable'
  }

  #marked(mark: PointMark): string[] {
    return this.next.points.filter((point) => this.markOf(point) === mark)
  }

  /** Whether a man may be placed next. */
  readonly canPlace = $derived.by(() => {
    const { pieces } = this.#board.view()
    return this.walk.path.length === 0 && this.next.points.some((point) => pieces[point] === undefined)
  })

  /** Whether it may be placed nearly anywhere, so that dots would only be in the way. */
  readonly isAnywhere = $derived.by(() => {
    const empty = this.#points.size - Object.keys(this.#board.view().pieces).length
    return this.canPlace && this.next.points.length > empty / 2
  })

  /** Where the move may go on: empty points, points with a piece on them, and men that may be taken. */
  readonly targets = $derived.by(() => (this.isAnywhere ? [] : this.#marked('target')))
  readonly captures = $derived.by(() => this.#marked('capture'))
  readonly takes = $derived.by(() => this.#marked('take'))

  /** The pieces that a rule obliges to move. */
  readonly obliged = $derived.by(() => {
    const isObliged = this.#board.view().forced !== undefined && this.walk.path.length === 0
    return isObliged ? this.#marked('movable') : []
  })

  /** The rows of three that the last move, or the one being entered, has closed. */
  readonly rows = $derived.by(() => {
    const geometry = this.#board.geometry()
    if (geometry.style !== 'lines') return []
    const view = this.#board.view()
    const pieces = this.pieces
    const touched = this.walk.path.length > 0 ? this.walk.path : view.last
    const rows = touched
      .filter(
        (point) => pieces[point] !== undefined && (this.walk.path.length > 0 || sideOf(pieces[point]) !== view.turn),
      )
      .flatMap((point) => rowsThrough(geometry, point))
      .filter((row) => row.every((point) => pieces[point] === pieces[row[0]!]))
    const selecting = this.walk.path.length > 0 && !this.#hasArrived
    return selecting ? [] : [...new Map(rows.map((row) => [row.join(), row])).values()]
  })

  #take(step: Step): boolean {
    const view = this.#board.view()
    if (step.kind === 'none') return false
    if (step.kind === 'walk') {
      this.#progress = { view, walk: step.walk, isSent: false }
      return true
    }
    this.#progress = { view, walk: { path: step.path, node: {} }, isSent: true }
    this.#board.entered(step.token, step.path)
    return true
  }

  /** A point was clicked, dropped upon, or chosen by key; says whether that meant anything. */
  press(point: string): boolean {
    if (this.isSent || !this.#board.isMovable()) return false
    const view = this.#board.view()
    const step = press(view.entry, this.walk, this.#nearest(point))
    if (step.kind !== 'walk' || step.walk.path.length < 2) return this.#take(step)
    // The piece has left its first point, which a chain may come back to.
    const isFree = (next: string) =>
      this.isPoint(next) && (view.pieces[next] === undefined || next === step.walk.path[0])
    return this.#take(goOn(step.walk, isFree))
  }

  /** In a grid where men fall, any empty point of a column stands for the one they fall to. */
  #nearest(point: string): string {
    const { geometry, view } = { geometry: this.#board.geometry(), view: this.#board.view() }
    const { path, node } = this.walk
    if (geometry.style !== 'grid' || path.length > 0 || Object.hasOwn(node, point) || view.pieces[point] !== undefined)
      return point
    const column = geometry.points.find(({ name }) => name === point)?.x
    const open = geometry.points.filter(({ name, x }) => x === column && Object.hasOwn(node, name))
    return open.length === 1 ? open[0]!.name : point
  }

  /** A choice that is no point, such as the piece a pawn becomes. */
  choose(step: string): void {
    this.#take(follow(this.walk, step))
  }

  /** Breaks the entry off, or gives a sent move up that was refused. */
  cancel(): void {
    this.#progress = null
  }
}
