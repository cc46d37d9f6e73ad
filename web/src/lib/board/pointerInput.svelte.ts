// Mouse and touch on the board: a click, a drag of a piece, and a right drag that draws an arrow.
import { brushOf, type Shape } from './drawable'
import { type Layout, placeAt } from './layout'

/** A press that moves further than this is a drag. */
const MIN_DRAG_PX = 5

/** The board as the pointer sees it. */
export interface PointerBoard {
  layout(): Layout
  svg(): SVGSVGElement | null
  /** A press on a point. Returns whether it had any effect. */
  press(point: string): boolean
  /** A piece was dropped on a point. */
  drop(point: string): void
  /** Whether the piece on a point, or one from the hand (null), can be dragged now. */
  canDrag(point: string | null): boolean
  isSelected(point: string): boolean
  canDrop(point: string): boolean
  draw(shape: Shape): void
  /** A press that does not draw: the drawn shapes disappear. */
  clearShapes(): void
  /** Cancels what is being entered, or a premove; returns whether there was something. */
  cancel(): boolean
}

export interface Drag {
  /** Null for a man from the hand. */
  orig: string | null
  piece: string
  isTouch: boolean
  x: number
  y: number
}

interface Press {
  id: number
  point: string | null
  piece: string | null
  startX: number
  startY: number
  /** Already selected before, so that releasing it here deselects it. */
  wasSelected: boolean
}

export class PointerInput {
  readonly #board: PointerBoard
  #press: Press | null = null
  #shapeOrig: string | null = null
  /** The piece being dragged, in units of the drawing. */
  drag: Drag | null = $state.raw(null)
  /** The point under the pointer while dragging. */
  hovered: string | null = $state.raw(null)
  /** The shape being drawn. */
  shape: Shape | null = $state.raw(null)

  constructor(board: PointerBoard) {
    this.#board = board
  }

  /** Whether a piece is held, even if it has not moved yet. */
  get isHolding(): boolean {
    return this.#press !== null && this.#press.piece !== null
  }

  /** Where the pointer is, in units of the drawing. */
  #at(event: PointerEvent): { x: number; y: number } {
    const svg = this.#board.svg()
    const box = svg?.getBoundingClientRect()
    const { width, height } = this.#board.layout()
    if (!box || box.width === 0) return { x: -1, y: -1 }
    return { x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height }
  }

  #pointAt(event: PointerEvent): string | null {
    const { x, y } = this.#at(event)
    return placeAt(this.#board.layout(), x, y)?.name ?? null
  }

  /** A button or finger goes down on the board. `pieceAt` gives the piece on a point. */
  down(event: PointerEvent, pieceAt: (point: string) => string | null): void {
    const point = this.#pointAt(event)
    if (event.button === 2) {
      // The right button cancels first, and draws if there is nothing to cancel.
      if (!this.#board.cancel()) this.#shapeOrig = point
      return
    }
    if (event.button !== 0 || this.#press) return
    this.#board.clearShapes()
    if (point === null) return
    const piece = this.#board.canDrag(point) ? pieceAt(point) : null
    this.#begin(event, point, piece, this.#board.isSelected(point))
    // A piece is picked up at once. Anything else waits for the release, so that a finger can still slide away.
    if (piece !== null && !this.#press!.wasSelected) this.#board.press(point)
  }

  /** A button or finger goes down on a man in the hand. */
  downOnHand(event: PointerEvent, piece: string): void {
    if (event.button !== 0 || this.#press || !this.#board.canDrag(null)) return
    this.#begin(event, null, piece, false)
  }

  #begin(event: PointerEvent, point: string | null, piece: string | null, wasSelected: boolean): void {
    this.#press = { id: event.pointerId, point, piece, startX: event.clientX, startY: event.clientY, wasSelected }
  }

  move(event: PointerEvent): void {
    if (this.#shapeOrig !== null && event.buttons & 2) {
      const dest = this.#pointAt(event)
      this.shape = dest === null ? null : { orig: this.#shapeOrig, dest, brush: brushOf(event) }
      return
    }
    const press = this.#press
    if (!press || press.id !== event.pointerId || press.piece === null) return
    const far = Math.hypot(event.clientX - press.startX, event.clientY - press.startY) > MIN_DRAG_PX
    if (!this.drag && !far) return
    this.drag = { orig: press.point, piece: press.piece, isTouch: event.pointerType === 'touch', ...this.#at(event) }
    const point = this.#pointAt(event)
    this.hovered = point !== null && this.#board.canDrop(point) ? point : null
  }

  up(event: PointerEvent): void {
    if (event.button === 2 && this.#shapeOrig !== null) {
      const dest = this.#pointAt(event)
      if (dest !== null) this.#board.draw({ orig: this.#shapeOrig, dest, brush: brushOf(event) })
      this.#shapeOrig = null
      this.shape = null
      return
    }
    const press = this.#press
    if (!press || press.id !== event.pointerId) return
    const point = this.#pointAt(event)
    const dragged = this.drag !== null
    const dest = this.hovered
    this.stop()
    if (dragged) {
      if (dest !== null) this.#board.drop(dest)
    } else if (point !== null && point === press.point && (press.piece === null || press.wasSelected)) {
      this.#board.press(point)
    }
  }

  /** Keeps the page from scrolling while a finger holds a piece, as some browsers ignore `touch-action` inside SVG. */
  readonly preventScrolling = (svg: SVGSVGElement) => {
    const stop = (event: TouchEvent) => this.isHolding && event.cancelable && event.preventDefault()
    svg.addEventListener('touchmove', stop, { passive: false })
    return () => svg.removeEventListener('touchmove', stop)
  }

  /** Drops everything, for example when the browser cancels the pointer. */
  stop(): void {
    this.#press = null
    this.drag = null
    this.hovered = null
  }
}
