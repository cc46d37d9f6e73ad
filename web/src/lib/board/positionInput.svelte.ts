// Setting up a position by mouse, touch and keyboard: pieces are placed, moved and erased, whatever the rules say.
import { type Layout, placeAt } from './layout'
import type { Drag } from './pointerInput.svelte'

/** A press that moves further than this is a drag. */
const MIN_DRAG_PX = 5

/** What a press on a point does: moves pieces, erases, or places the piece of this name. */
export type Tool = 'move' | 'erase' | { piece: string }

/** The board that is set up. */
export interface PositionBoard {
  layout(): Layout
  svg(): SVGSVGElement | null
  pieceAt(point: string): string | null
  /** Puts a piece on a point, or empties it. `isStroke` if it continues the stroke of one press. */
  put(point: string, piece: string | null, isStroke: boolean): void
  /** Moves a piece to a point, or off the board. */
  shift(from: string, to: string | null): void
}

interface Press {
  id: number
  /** Where the piece comes from; null for the palette. */
  from: string | null
  piece: string
  startX: number
  startY: number
}

export class PositionInput {
  readonly #board: PositionBoard
  #press: Press | null = null
  /** What a stroke puts on each point it crosses, and the last of them; null between strokes. */
  #stroke: { id: number; piece: string | null; point: string } | null = null
  tool: Tool = $state.raw('move')
  /** The point whose piece the next press moves. */
  selected: string | null = $state.raw(null)
  drag: Drag | null = $state.raw(null)
  /** The point under a dragged piece. */
  hovered: string | null = $state.raw(null)

  constructor(board: PositionBoard) {
    this.#board = board
  }

  get isHolding(): boolean {
    return this.#press !== null || this.#stroke !== null
  }

  choose(tool: Tool): void {
    this.tool = tool
    this.selected = null
  }

  /** Whether this piece is the one to be placed. */
  isChosen(piece: string): boolean {
    return typeof this.tool === 'object' && this.tool.piece === piece
  }

  /** A press on a point, with the keyboard or a click. */
  press(point: string): void {
    if (typeof this.tool === 'object') {
      this.#board.put(point, this.#placedOn(point, this.tool.piece), false)
    } else if (this.tool === 'erase') {
      if (this.#board.pieceAt(point) !== null) this.#board.put(point, null, false)
    } else if (this.selected !== null) {
      const from = this.selected
      this.selected = null
      if (from !== point) this.#board.shift(from, point)
    } else if (this.#board.pieceAt(point) !== null) this.selected = point
  }

  /** Empties a point. */
  erase(point: string): void {
    this.selected = null
    if (this.#board.pieceAt(point) !== null) this.#board.put(point, null, false)
  }

  /** Leaves what was begun; returns whether there was something. */
  cancel(): boolean {
    const wasBusy = this.selected !== null || this.tool !== 'move'
    this.choose('move')
    return wasBusy
  }

  /** A second press with the same piece takes it off again. */
  #placedOn(point: string, piece: string): string | null {
    return this.#board.pieceAt(point) === piece ? null : piece
  }

  #at(event: PointerEvent): { x: number; y: number } {
    const box = this.#board.svg()?.getBoundingClientRect()
    const { width, height } = this.#board.layout()
    if (!box || box.width === 0) return { x: -1, y: -1 }
    return { x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height }
  }

  #pointAt(event: PointerEvent): string | null {
    const { x, y } = this.#at(event)
    return placeAt(this.#board.layout(), x, y)?.name ?? null
  }

  /** A button or finger goes down on the board. */
  down(event: PointerEvent): void {
    const point = this.#pointAt(event)
    if (point === null || this.isHolding) return
    if (event.button === 2) return this.erase(point)
    if (event.button !== 0) return
    if (this.tool !== 'move') {
      const piece = typeof this.tool === 'object' ? this.#placedOn(point, this.tool.piece) : null
      this.#stroke = { id: event.pointerId, piece, point }
      this.press(point)
      return
    }
    const piece = this.#board.pieceAt(point)
    if (this.selected !== null || piece === null) return this.press(point)
    this.#begin(event, point, piece)
  }

  /** A button or finger goes down on a piece of the palette. */
  downOnPalette(event: PointerEvent, piece: string): void {
    if (event.button === 0 && !this.isHolding) this.#begin(event, null, piece)
  }

  #begin(event: PointerEvent, from: string | null, piece: string): void {
    this.#press = { id: event.pointerId, from, piece, startX: event.clientX, startY: event.clientY }
  }

  move(event: PointerEvent): void {
    if (this.#stroke?.id === event.pointerId) {
      const point = this.#pointAt(event)
      if (point === null || point === this.#stroke.point) return
      this.#stroke.point = point
      if (this.#board.pieceAt(point) !== this.#stroke.piece) this.#board.put(point, this.#stroke.piece, true)
      return
    }
    const press = this.#press
    if (press?.id !== event.pointerId) return
    const far = Math.hypot(event.clientX - press.startX, event.clientY - press.startY) > MIN_DRAG_PX
    if (!this.drag && !far) return
    this.drag = { orig: press.from, piece: press.piece, isTouch: event.pointerType === 'touch', ...this.#at(event) }
    this.hovered = this.#pointAt(event)
  }

  up(event: PointerEvent): void {
    if (this.#stroke?.id === event.pointerId) this.#stroke = null
    const press = this.#press
    if (press?.id !== event.pointerId) return
    const point = this.#pointAt(event)
    const isDragged = this.drag !== null
    this.stop()
    if (!isDragged) {
      // A click on the palette is answered by its button.
      if (press.from !== null && point === press.from) this.press(press.from)
    } else if (press.from === null) {
      if (point !== null) this.#board.put(point, press.piece, false)
    } else if (point !== press.from) this.#board.shift(press.from, point)
  }

  /** Drops everything, for example when the browser cancels the pointer. */
  stop(): void {
    this.#press = null
    this.#stroke = null
    this.drag = null
    this.hovered = null
  }

  /** Keeps the page from scrolling while a finger holds a piece. */
  readonly preventScrolling = (element: Element) => {
    const stop = (event: Event) => this.isHolding && event.cancelable && event.preventDefault()
    element.addEventListener('touchmove', stop, { passive: false })
    return () => element.removeEventListener('touchmove', stop)
  }
}
