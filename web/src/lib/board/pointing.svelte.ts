// Mouse and touch on the board: a click, a drag of a piece, and a right drag that draws an arrow.
import { brushOf, type Arrow } from './arrows'
import { placeAt, type Layout } from './layout'

/** Further than this, in pixels, a press is a drag. */
const DRAG_FROM_PX = 5

export interface Surface {
  layout(): Layout
  svg(): SVGSVGElement | null
  /** A press on a point; says whether it meant anything. */
  press(point: string): boolean
  /** A piece was dropped on a point. */
  drop(point: string): void
  /** Whether the piece on a point, or one from the hand (null), may be dragged now. */
  canDrag(point: string | null): boolean
  isSelected(point: string): boolean
  canDrop(point: string): boolean
  draw(arrow: Arrow): void
  /** A press that is no arrow: what was drawn goes away. */
  clear(): void
}

export interface Drag {
  /** Null for a man from the hand. */
  from: string | null
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
  /** Chosen already before, so that releasing it here puts it back. */
  wasSelected: boolean
}

export class Pointing {
  readonly #surface: Surface
  #press: Press | null = null
  #arrowFrom: string | null = null
  /** The piece under way, at its place in the drawing. */
  drag: Drag | null = $state.raw(null)
  /** The point under the pointer while dragging. */
  over: string | null = $state.raw(null)
  /** The arrow being drawn. */
  sketch: Arrow | null = $state.raw(null)

  constructor(surface: Surface) {
    this.#surface = surface
  }

  /** Whether a piece is being held, even if it has not moved yet. */
  get isHolding(): boolean {
    return this.#press !== null && this.#press.piece !== null
  }

  /** A place on the screen in units of the drawing. */
  #at(event: PointerEvent): { x: number; y: number } {
    const svg = this.#surface.svg()
    const box = svg?.getBoundingClientRect()
    const { width, height } = this.#surface.layout()
    if (!box || box.width === 0) return { x: -1, y: -1 }
    return { x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height }
  }

  #pointAt(event: PointerEvent): string | null {
    const { x, y } = this.#at(event)
    return placeAt(this.#surface.layout(), x, y)?.name ?? null
  }

  /** A button or a finger goes down on the board; `pieceAt` says what stands on a point. */
  down(event: PointerEvent, pieceAt: (point: string) => string | null): void {
    const point = this.#pointAt(event)
    if (event.button === 2) {
      this.#arrowFrom = point
      return
    }
    if (event.button !== 0 || this.#press) return
    this.#surface.clear()
    if (point === null) return
    const piece = this.#surface.canDrag(point) ? pieceAt(point) : null
    this.#begin(event, point, piece, this.#surface.isSelected(point))
    // A piece is lifted at once; anything else waits for the release, so that a finger may still slide away.
    if (piece !== null && !this.#press!.wasSelected) this.#surface.press(point)
  }

  /** A man in the hand is taken hold of. */
  downOnHand(event: PointerEvent, piece: string): void {
    if (event.button !== 0 || this.#press || !this.#surface.canDrag(null)) return
    this.#begin(event, null, piece, false)
  }

  #begin(event: PointerEvent, point: string | null, piece: string | null, wasSelected: boolean): void {
    this.#press = { id: event.pointerId, point, piece, startX: event.clientX, startY: event.clientY, wasSelected }
  }

  move(event: PointerEvent): void {
    if (this.#arrowFrom !== null && event.buttons & 2) {
      const to = this.#pointAt(event)
      this.sketch = to === null ? null : { from: this.#arrowFrom, to, brush: brushOf(event) }
      return
    }
    const press = this.#press
    if (!press || press.id !== event.pointerId || press.piece === null) return
    const far = Math.hypot(event.clientX - press.startX, event.clientY - press.startY) > DRAG_FROM_PX
    if (!this.drag && !far) return
    this.drag = { from: press.point, piece: press.piece, isTouch: event.pointerType === 'touch', ...this.#at(event) }
    const over = this.#pointAt(event)
    this.over = over !== null && this.#surface.canDrop(over) ? over : null
  }

  up(event: PointerEvent): void {
    if (event.button === 2 && this.#arrowFrom !== null) {
      const to = this.#pointAt(event)
      if (to !== null) this.#surface.draw({ from: this.#arrowFrom, to, brush: brushOf(event) })
      this.#arrowFrom = null
      this.sketch = null
      return
    }
    const press = this.#press
    if (!press || press.id !== event.pointerId) return
    const point = this.#pointAt(event)
    const dragged = this.drag !== null
    const dropped = this.over
    this.stop()
    if (dragged) {
      if (dropped !== null) this.#surface.drop(dropped)
    } else if (point !== null && point === press.point && (press.piece === null || press.wasSelected)) {
      this.#surface.press(point)
    }
  }

  /** Lets go of everything, as when the browser takes the pointer away. */
  stop(): void {
    this.#press = null
    this.drag = null
    this.over = null
  }
}
