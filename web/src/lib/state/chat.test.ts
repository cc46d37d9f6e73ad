import { beforeEach, expect, test, vi } from 'vitest'
import type { Chat } from '../wire/messages.gen'
import { blocked, hiddenPeople, idsOf, shown } from './chat.svelte'
import { load } from './storage'

const line = (guest: string, name: string, text: string): Chat => ({ guest, name, text, side: null, at: 0 })
const lines = [
  line('g1', 'Ann', 'hi'),
  line('g2', 'Bob', 'spam'),
  line('', 'Old', 'from 0.1'),
  line('g2', 'Bert', 'spam'),
]

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  for (const guest of blocked.guests) blocked.set(guest, false)
})

test('a blocked guest is remembered by the browser until it is unblocked', () => {
  blocked.set('g2', true)
  blocked.set('g2', true)
  expect(blocked.guests).toEqual(['g2'])
  expect(load('blocked')).toEqual(['g2'])
  blocked.set('g2', false)
  expect(load('blocked')).toEqual([])
})

test('the number of blocked guests is bounded', () => {
  for (let n = 0; n < 250; n++) blocked.set(`g${n}`, true)
  expect(blocked.guests.length).toBe(200)
  expect(blocked.guests.at(-1)).toBe('g249')
})

test('lines of hidden guests are not shown, those without a guest are', () => {
  expect(shown(lines, ['g2', '']).map((one) => one.name)).toEqual(['Ann', 'Old'])
})

test('hidden guests are named once, as they were called last', () => {
  expect(hiddenPeople(lines, ['g2', 'g9'])).toEqual([{ guest: 'g2', name: 'Bert' }])
})

test('anything may be in the storage', () => {
  expect(idsOf(undefined)).toEqual([])
  expect(idsOf(['g1', 7, null])).toEqual(['g1'])
})
