import { beforeEach, expect, test, vi } from 'vitest'
import { crash, recordCrash } from './crash.svelte'

const { session } = vi.hoisted(() => ({ session: { isOpen: true } }))
vi.mock('./session.svelte', () => ({ session }))
vi.stubGlobal('location', { hash: '#/' })

beforeEach(() => {
  crash.report = null
  session.isOpen = true
})

test('an error without a connection is forgotten when the connection is back', () => {
  session.isOpen = false
  recordCrash(new Error('no network'))
  expect(crash.report?.message).toBe('Error: no network')
  crash.recover()
  expect(crash.report).toBeNull()
})

test('any other error stays until the user closes its report', () => {
  recordCrash(new Error('broken'))
  crash.recover()
  expect(crash.report?.message).toBe('Error: broken')
})
