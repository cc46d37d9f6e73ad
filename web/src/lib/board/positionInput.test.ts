// Pieces are placed, moved and erased by presses, drags and strokes.
import { beforeEach, expect, test } from 'vitest'
import type { Geometry } from '../wire/messages.gen'
import { layoutOf } from './layout'
import { PositionInput } from './positionInput.svelte'

const points = ['a1', 'b1', 'c1'].map((name, x) => ({ name, x, y: 0, label: '' }))
const geometry: Geometry = { style: 'checkered', width: 3, height: 1, points, columns: [], rows: [], lines: [] }
const layout = layoutOf(geometry)
/** The drawing on the screen, one pixel to a unit. */
const svg = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 300, height: 100 }) } as unknown as SVGSVGElement

let pieces: Record<string, string>
let input: PositionInput
beforeEach(() => {
  pieces = { a1: 'white man' }
  input = new PositionInput({
    layout: () => layout,
    svg: () => svg,
    pieceAt: (point) => pieces[point] ?? null,
    put: (point, piece) => {
      if (piece === null) delete pieces[point]
      else pieces[point] = piece
    },
    shift: (from, to) => {
      const piece = pieces[from]!
      delete pieces[from]
      if (to !== null) pieces[to] = piece
    },
  })
})

function pointer(x: number, more: Partial<PointerEvent> = {}): PointerEvent {
  return { clientX: x, clientY: 50, button: 0, pointerId: 1, pointerType: 'mouse', ...more } as PointerEvent
}
function click(x: number) {
  input.down(pointer(x))
  input.up(pointer(x))
}

test('a piece is dragged to another point, or off the board', () => {
  input.down(pointer(50))
  input.move(pointer(150))
  expect(input.hovered).toBe('b1')
  input.up(pointer(150))
  expect(pieces).toEqual({ b1: 'white man' })
  input.down(pointer(150))
  input.move(pointer(900))
  input.up(pointer(900))
  expect(pieces).toEqual({})
})

test('two taps move a piece, and a second tap on it leaves it', () => {
  click(50)
  expect(input.selected).toBe('a1')
  click(250)
  expect(pieces).toEqual({ c1: 'white man' })
  click(250)
  click(250)
  expect(input.selected).toBeNull()
  expect(pieces).toEqual({ c1: 'white man' })
})

test('a chosen piece is placed, and taken off by a second press', () => {
  input.choose({ piece: 'black man' })
  click(150)
  expect(pieces).toEqual({ a1: 'white man', b1: 'black man' })
  click(150)
  expect(pieces).toEqual({ a1: 'white man' })
})

test('a stroke places a piece on every point it crosses', () => {
  input.choose({ piece: 'black man' })
  input.down(pointer(50))
  input.move(pointer(150))
  input.move(pointer(250))
  input.up(pointer(250))
  input.move(pointer(50))
  expect(pieces).toEqual({ a1: 'black man', b1: 'black man', c1: 'black man' })
})

test('the eraser and the right button empty a point', () => {
  pieces.b1 = 'black man'
  input.choose('erase')
  click(50)
  input.choose('move')
  input.down(pointer(150, { button: 2 }))
  expect(pieces).toEqual({})
})

test('a piece is dragged from the palette', () => {
  input.downOnPalette(pointer(900), 'black man')
  input.move(pointer(250))
  expect(input.drag?.piece).toBe('black man')
  input.up(pointer(250))
  expect(pieces).toEqual({ a1: 'white man', c1: 'black man' })
  expect(input.drag).toBeNull()
})

test('the keyboard places, moves and erases; Escape leaves what was begun', () => {
  input.press('a1')
  input.press('b1')
  expect(pieces).toEqual({ b1: 'white man' })
  input.press('b1')
  expect(input.cancel()).toBe(true)
  expect(input.cancel()).toBe(false)
  input.erase('b1')
  expect(pieces).toEqual({})
})
