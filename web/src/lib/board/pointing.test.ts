import { beforeEach, expect, test } from 'vitest'
import type { Arrow } from './arrows'
import { layoutOf } from './layout'
import { Pointing } from './pointing.svelte'

const columns = [...'abcdefgh']
const rows = columns.map((_, index) => String(index + 1))
const points = rows.flatMap((row, y) => columns.map((column, x) => ({ name: column + row, x, y })))
const layout = layoutOf({ style: 'checkered', width: 8, height: 8, points, columns, rows, lines: [] })

// The drawing is shown at half its size, so that pixels and units differ.
const svg = { getBoundingClientRect: () => ({ left: 10, top: 20, width: 400, height: 400 }) } as SVGSVGElement

let done: string[]
let arrows: Arrow[]
let selected: string | null
let pointing: Pointing

beforeEach(() => {
  done = []
  arrows = []
  selected = null
  pointing = new Pointing({
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
    draw: (arrow) => void arrows.push(arrow),
    clear: () => (arrows = []),
  })
})

function event(point: string, more: Partial<PointerEvent> = {}): PointerEvent {
  const { x, y } = layout.places.get(point)!
  const keys = { shiftKey: false, altKey: false, ctrlKey: false }
  const pointer = { pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1, ...keys, ...more }
  return { ...pointer, clientX: 10 + x / 2, clientY: 20 + y / 2 } as PointerEvent
}

const pieceAt = () => 'white pawn'

test('a piece is chosen when the button goes down, a target when it comes up', () => {
  pointing.down(event('e2'), pieceAt)
  expect(done).toEqual(['press e2'])
  pointing.up(event('e2'))
  pointing.down(event('e4'), pieceAt)
  expect(done).toEqual(['press e2'])
  pointing.up(event('e4'))
  expect(done).toEqual(['press e2', 'press e4'])
})

test('a piece is dragged to where it may go', () => {
  pointing.down(event('e2'), pieceAt)
  pointing.move(event('e3'))
  expect(pointing.drag).toMatchObject({ from: 'e2', piece: 'white pawn', x: 450, y: 550 })
  expect(pointing.over).toBeNull()
  pointing.move(event('e4'))
  expect(pointing.over).toBe('e4')
  pointing.up(event('e4'))
  expect(done).toEqual(['press e2', 'drop e4'])
  expect(pointing.drag).toBeNull()
})

test('dropped anywhere else it stays chosen', () => {
  pointing.down(event('e2'), pieceAt)
  pointing.move(event('a5'))
  pointing.up(event('a5'))
  expect(done).toEqual(['press e2'])
})

test('a trembling hand is no drag', () => {
  const nearly = { ...event('e2'), clientX: event('e2').clientX + 3 } as PointerEvent
  pointing.down(event('e2'), pieceAt)
  pointing.move(nearly)
  expect(pointing.drag).toBeNull()
})

test('a chosen piece that is clicked again is put back', () => {
  selected = 'e2'
  pointing.down(event('e2'), pieceAt)
  expect(done).toEqual([])
  pointing.up(event('e2'))
  expect(done).toEqual(['press e2'])
})

test('a finger that slides off a target means nothing', () => {
  pointing.down(event('d4', { pointerType: 'touch' }), pieceAt)
  pointing.up(event('d5', { pointerType: 'touch' }))
  expect(done).toEqual([])
})

test('a second finger does not take over', () => {
  pointing.down(event('e2'), pieceAt)
  pointing.down(event('d4', { pointerId: 2 }), pieceAt)
  pointing.up(event('d4', { pointerId: 2 }))
  expect(done).toEqual(['press e2'])
})

test('a man from the hand is dragged as well', () => {
  pointing.downOnHand(event('a1'), 'white man')
  pointing.move(event('e4'))
  pointing.up(event('e4'))
  expect(done).toEqual(['drop e4'])
})

test('a right drag draws an arrow in the colour of the keys, and a left click clears', () => {
  pointing.down(event('a1', { button: 2 }), pieceAt)
  pointing.move(event('b3', { buttons: 2, altKey: true }))
  expect(pointing.sketch).toEqual({ from: 'a1', to: 'b3', brush: 'blue' })
  pointing.up(event('b3', { button: 2, shiftKey: true }))
  expect(arrows).toEqual([{ from: 'a1', to: 'b3', brush: 'red' }])
  pointing.down(event('h8'), pieceAt)
  expect(arrows).toEqual([])
})
