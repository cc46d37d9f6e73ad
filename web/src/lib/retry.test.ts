import { expect, test } from 'vitest'
import { withRetries } from './retry'

test('what fails twice succeeds the third time', async () => {
  let attempts = 0
  const work = () => (++attempts < 3 ? Promise.reject(new Error('lost')) : Promise.resolve('there'))
  expect(await withRetries(work, [0, 0])).toBe('there')
  expect(attempts).toBe(3)
})

test('what fails three times has failed', async () => {
  await expect(withRetries(() => Promise.reject(new Error('lost')), [0, 0])).rejects.toThrow('lost')
})
