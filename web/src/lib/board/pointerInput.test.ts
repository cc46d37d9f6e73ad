import { beforeEach, expect, test } from 'vitest'
import type { Shape } from './drawable'
import { layoutOf } from './layout'
import { PointerInput } from './pointerInput.svelte'

const columns = [...'abcdefgh']
const rows = columns.map((_, index) => String(index + 1))
const points = rows.flatMap((row, y) => columns.map((column, x) => ({ name: column + row, x, y })))
const layout = layoutOf({ style: 'checkered', width: 8, height: 8, points, columns, rows, lines: [] })

// The drawing is shown at half its size, so that pixels and units differ.
const svg = { getBoundingClientRect: () => ({ left: 10, top: 20, width: 400, height: 400 }) } as SVGSVGElement

let done: string[]
let shapes: Shape[]
let selected: string | null
let isEntering: boolean
let input: PointerInput

beforeEach(() => {
  done = []
  shapes = []
  selected = null
  isEntering = false
  input = new PointerInput({
    layout: () => layout,
    svg: () => svg,
    press(point) {
      done.push(`press ${point}`)
      selected = point
      return true
    },
    drop: (point) => void done.push(`drop ${point}`),
    canDrag: (point) => point === 'e2' || point === null,
    isSelected: (point) => point === selected,
    canDrop: (point) => point === 'e4',
    draw: (shape) => void shapes.push(shape),
    clearShapes: () => (shapes = []),
    cancel: () => isEntering,
  })
})

function event(point: string, more: Partial<PointerEvent> = {}): PointerEvent {
  const { x, y } = layout.places.get(point)!
  const keys = { shiftKey: false, altKey: false, ctrlKey: false }
  const pointer = { pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1, ...keys, ...more }
  return { ...pointer, clientX: 10 + x / 2, clientY: 20 + y / 2 } as PointerEvent
}

const pieceAt = () => 'white pawn'

test('a piece is selected when the button goes down, a destination when it comes up', () => {
  input.down(event('e2'), pieceAt)
  expect(done).toEqual(['press e2'])
  input.up(event('e2'))
  input.down(event('e4'), pieceAt)
  expect(done).toEqual(['press e2'])
  input.up(event('e4'))
  expect(done).toEqual(['press e2', 'press e4'])
})

test('a piece is dragged to a destination', () => {
  input.down(event('e2'), pieceAt)
  input.move(event('e3'))
  expect(input.drag).toMatchObject({ orig: 'e2', piece: 'white pawn', x: 450, y: 550 })
  expect(input.hovered).toBeNull()
  input.move(event('e4'))
  expect(input.hovered).toBe('e4')
  input.up(event('e4'))
  expect(done).toEqual(['press e2', 'drop e4'])
  expect(input.drag).toBeNull()
})

test('dropped anywhere else it stays selected', () => {
  input.down(event('e2'), pieceAt)
  input.move(event('a5'))
  input.up(event('a5'))
  expect(done).toEqual(['press e2'])
})

test('a few pixels are not a drag', () => {
  const nearly = { ...event('e2'), clientX: event('e2').clientX + 3 } as PointerEvent
  input.down(event('e2'), pieceAt)
  input.move(nearly)
  expect(input.drag).toBeNull()
})

test('a selected piece that is clicked again is deselected', () => {
  selected = 'e2'
  input.down(event('e2'), pieceAt)
  expect(done).toEqual([])
  input.up(event('e2'))
  expect(done).toEqual(['press e2'])
})

test('a finger that slides off a destination has no effect', () => {
  input.down(event('d4', { pointerType: 'touch' }), pieceAt)
  input.up(event('d5', { pointerType: 'touch' }))
  expect(done).toEqual([])
})

test('a second finger does not take over', () => {
  input.down(event('e2'), pieceAt)
  input.down(event('d4', { pointerId: 2 }), pieceAt)
  input.up(event('d4', { pointerId: 2 }))
  expect(done).toEqual(['press e2'])
})

test('a man in the hand can be dragged', () => {
  input.downOnHand(event('a1'), 'white man')
  input.move(event('e4'))
  input.up(event('e4'))
  expect(done).toEqual(['drop e4'])
})

test('a right drag draws an arrow in the colour of the keys, and a left click clears', () => {
  input.down(event('a1', { button: 2 }), pieceAt)
  input.move(event('b3', { buttons: 2, altKey: true }))
  expect(input.shape).toEqual({ orig: 'a1', dest: 'b3', brush: 'blue' })
  input.up(event('b3', { button: 2, shiftKey: true }))
  expect(shapes).toEqual([{ orig: 'a1', dest: 'b3', brush: 'red' }])
  input.down(event('h8'), pieceAt)
  expect(shapes).toEqual([])
})

test('a right click that cancels something draws nothing', () => {
  isEntering = true
  input.down(event('a1', { button: 2 }), pieceAt)
  input.up(event('b3', { button: 2 }))
  expect(shapes).toEqual([])
})
