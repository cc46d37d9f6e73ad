import { expect, test } from 'vitest'
import type { Challenge, ChallengeStatus, Seek } from '../wire/messages.gen'
import { Pairing, sideAgainst } from './pairing.svelte'

const ann = { guest: 'ann', name: 'Ann', rating: null }
const ben = { guest: 'ben', name: 'Ben', rating: null }
const seek = (id: string): Seek => ({
  seek: id,
  by: ann,
  terms: { game: 'chess' },
  title: 'Chess',
  min_rating: null,
  max_rating: null,
})
const challenge = (id: string, status: ChallengeStatus, by = ann, to = ben): Challenge => ({
  challenge: id,
  by,
  to,
  terms: { game: 'chess' },
  title: 'Chess',
  status,
})
const changed = (of: Challenge) => ({ type: 'challenge_changed', id: '', challenge: of }) as const

test('seeks are known until they end, and once', () => {
  const pairing = new Pairing(() => 'ann')
  for (const id of ['a', 'b', 'a']) pairing.receive({ type: 'seek_posted', id: '', seek: seek(id) })
  expect(pairing.seeks.map((one) => one.seek)).toEqual(['b', 'a'])
  pairing.receive({ type: 'seek_ended', seek: 'b', reason: 'cancelled' })
  expect(pairing.seeks.map((one) => one.seek)).toEqual(['a'])
  expect(pairing.news).toBe(null)
  pairing.receive({ type: 'seek_ended', seek: 'a', reason: 'failed' })
  expect([pairing.seeks, pairing.news]).toEqual([[], { what: 'failed', name: '' }])
})

test('challenges are to be answered by the one who got them', () => {
  const pairing = new Pairing(() => 'ben')
  pairing.receive(changed(challenge('1', 'open')))
  pairing.receive(changed(challenge('2', 'open', ben, ann)))
  expect(pairing.incoming.map((one) => one.challenge)).toEqual(['1'])
  expect(pairing.outgoing.map((one) => one.challenge)).toEqual(['2'])
  pairing.receive({
    type: 'welcome',
    id: '',
    token: '',
    guest: 'ben',
    name: 'Ben',
    is_account: false,
    server: '',
    run: '',
    page: '',
  })
  expect(pairing.challenges).toEqual([])
})

test('whoever waits hears how a challenge ended', () => {
  const pairing = new Pairing(() => 'ann')
  const endings = (['declined', 'expired', 'cancelled', 'accepted'] as const).map((status) => {
    pairing.news = null
    pairing.receive(changed(challenge('1', 'open')))
    pairing.receive(changed(challenge('1', status)))
    return pairing.news
  })
  expect(endings).toEqual([
    { what: 'declined', name: 'Ben' },
    { what: 'expired', name: 'Ben' },
    { what: 'cancelled', name: 'Ben' },
    null,
  ])
  expect(pairing.challenges).toEqual([])
})

test('whoever declines or lets a challenge expire gets no news of it, but of one that was withdrawn', () => {
  const pairing = new Pairing(() => 'ben')
  pairing.receive(changed(challenge('1', 'open')))
  for (const status of ['declined', 'expired'] as const) pairing.receive(changed(challenge('1', status)))
  expect(pairing.news).toBe(null)
  pairing.receive(changed(challenge('1', 'cancelled')))
  expect(pairing.news).toEqual({ what: 'cancelled', name: 'Ann' })
})

test('the sides of the two differ', () => {
  expect(sideAgainst({ game: 'chess', side: 'white' })).toBe('black')
  expect(sideAgainst({ game: 'chess', side: 'black' })).toBe('white')
  expect(sideAgainst({ game: 'chess', side: 'any' })).toBe(null)
  expect(sideAgainst({ game: 'chess' })).toBe(null)
})
