// What building databases takes, in words, and that the list follows a build to its end.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DatabaseState } from '../wire/messages.gen'
import { DatabaseList, operator, sizeText, timeText } from './databases.svelte'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('sizes and times have a suitable unit', () => {
  expect([683e6, 4.2e9, 36e6, 85e3, 500].map(sizeText)).toEqual(['0.68 GB', '4.2 GB', '36 MB', '85 kB', '0.5 kB'])
  expect([0, 95, 130, 360, 9000].map(timeText)).toEqual(['1 second', '95 seconds', '2 minutes', '6 minutes', '3 hours'])
})

test('the list follows a build until it has ended', async () => {
  const build = { game: 'mill:six', distances: false, done: 0.5, left_s: 2 }
  const answers: DatabaseState[] = [
    { offers: [], build, failure: null },
    { offers: [], build: { ...build, done: 0.9 }, failure: null },
    { offers: [], build: null, failure: null },
  ]
  const asked: RequestInit[] = []
  vi.stubGlobal('fetch', (_: string, request: RequestInit) => {
    asked.push(request)
    return Promise.resolve(new Response(JSON.stringify(answers[asked.length - 1])))
  })
  operator.recognize('secret')
  const list = new DatabaseList()
  await list.build({ game: 'mill:six', distances: false })
  expect(list.state?.build?.done).toBe(0.5)
  await vi.runAllTimersAsync()
  expect(list.state?.build).toBeNull()
  expect(asked).toHaveLength(3)
  expect(asked[0]).toMatchObject({ method: 'POST', headers: { Authorization: 'Bearer secret' } })
})
