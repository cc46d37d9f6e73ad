import { beforeEach, expect, test, vi } from 'vitest'
import type { Hint, View } from '../wire/messages.gen'
import { BoardSession, type NavigationTarget, shortcuts } from './boardSession.svelte'

let session: BoardSession
let navigated: NavigationTarget[]

beforeEach(() => {
  navigated = []
  shortcuts.isOpen = false
  session = new BoardSession({ position: () => 0, problem: () => null, navigate: (to) => navigated.push(to) })
})

function press(key: string, more: object = {}) {
  const event = { key, target: null, preventDefault: vi.fn(), ...more }
  session.onkeydown(event as unknown as KeyboardEvent)
  return event
}

test('arrow keys, Home and End navigate the game', () => {
  for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End']) expect(press(key).preventDefault).toHaveBeenCalled()
  expect(navigated).toEqual(['previous', 'next', 'first', 'last'])
})

test('f flips the board, whichever side is at the bottom', () => {
  expect([session.orientation(), session.orientation('black')]).toEqual(['white', 'black'])
  press('F')
  expect([session.orientation(), session.orientation('black')]).toEqual(['black', 'white'])
})

test('a question mark lists the shortcuts', () => {
  press('?')
  expect(shortcuts.isOpen).toBe(true)
})

test('keys for a focused field, or with a modifier, are left alone', () => {
  expect(press('f', { target: { closest: () => ({}) } }).preventDefault).not.toHaveBeenCalled()
  expect(press('ArrowLeft', { altKey: true }).preventDefault).not.toHaveBeenCalled()
  expect([session.isFlipped, navigated]).toEqual([false, []])
})

test('a hint shows the best move over the thinner threat', () => {
  const names = ['e2', 'e4', 'd7', 'd5']
  const points = names.map((name, x) => ({ name, x, y: 0 }))
  const geometry = { style: 'checkered' as const, width: 4, height: 1, points, columns: [], rows: [], lines: [] }
  const view = { entry: { e2: { e4: 'e2e4' } } } as unknown as View
  expect(session.hintShapes(view, geometry)).toEqual([])
  const advice = (move: string) => ({ move })
  session.hints.hint = { moves: [advice('e2e4')], threat: advice('d7d5') } as unknown as Hint
  expect(session.hintShapes(view, geometry)).toEqual([
    { orig: 'd7', dest: 'd5', brush: 'red', weight: 0.7 },
    { orig: 'e2', dest: 'e4', brush: 'green', weight: 1 },
  ])
})
