// A table's snapshot after events is what the server's own snapshot would be.
import { expect, test } from 'vitest'
import type { Moved, PlayedMove, Seat, Snapshot, TableEvent, View } from '../wire/messages.gen'
import { after, follows, undoneAfter } from './snapshot'

const view = (turn: 'white' | 'black'): View => ({ game: 'chess', turn, pieces: {}, last: [], result: null, entry: {} })
const seat = (name: string): Seat => ({
  kind: 'person',
  name,
  guest: name,
  bot: '',
  present: true,
  claimable_in_ms: null,
})
const played = (move: string): PlayedMove => ({ move, notation: move, side: 'white', spent_ms: 0 })

const table: Snapshot = {
  table: 't',
  version: 3,
  hash: 'a',
  round: 1,
  phase: 'playing',
  settings: {
    game: 'chess',
    title: 'Chess',
    rules: null,
    start: '',
    clock: null,
    public: false,
    mode: 'person-person',
    pace_ms: 0,
  },
  geometry: { style: 'checkered', width: 8, height: 8, points: [], columns: [], rows: [], lines: [] },
  symbols: {},
  view: view('white'),
  moves: [],
  clocks: null,
  seats: { white: seat('Anna'), black: seat('Ben') },
  offers: { draw: 'black', takeback: null, rematch: null },
  outcome: null,
  claim: '',
  paused: false,
  chat: [],
  spectators: 0,
  owner: 'Anna',
}
const stamp = (version: number) => ({ version, hash: `h${version}`, id: '' })
const moved = (version: number, ply: number, move: string): Moved => ({
  ...stamp(version),
  type: 'moved',
  ply,
  move: played(move),
  view: view('black'),
  clocks: null,
  claim: '',
})

test('a move is added, and offers are off the table', () => {
  const next = after(table, moved(4, 1, 'e2e4'))
  expect(next.moves.map((one) => one.move)).toEqual(['e2e4'])
  expect([next.version, next.hash, next.offers.draw, next.view.turn]).toEqual([4, 'h4', null, 'black'])
})

test("one's own offer of a draw stands until the other side has moved", () => {
  const offered = after(table, { ...stamp(4), type: 'offered', what: 'draw', side: 'white' })
  const own = after(offered, moved(5, 1, 'e2e4'))
  expect(own.offers.draw).toBe('white')
  const reply = moved(6, 2, 'e7e5')
  expect(after(own, { ...reply, move: { ...reply.move, side: 'black' } }).offers.draw).toBeNull()
  const back: TableEvent = { ...stamp(6), type: 'taken_back', ply: 0, view: view('white'), clocks: null, claim: '' }
  expect(after(own, back).offers.draw).toBeNull()
})

test('an event that was seen already changes nothing', () => {
  const once = after(table, moved(4, 1, 'e2e4'))
  expect(after(once, moved(4, 1, 'e2e4'))).toBe(once)
})

test('a gap between events is noticed', () => {
  expect([follows(table, moved(4, 1, 'e2e4')), follows(table, moved(5, 2, 'e7e5'))]).toEqual([true, false])
})

test('moves taken back are gone', () => {
  const two = after(after(table, moved(4, 1, 'e2e4')), moved(5, 2, 'e7e5'))
  const event: TableEvent = { ...stamp(6), type: 'taken_back', ply: 1, view: view('black'), clocks: null, claim: '' }
  expect(after(two, event).moves.map((one) => one.move)).toEqual(['e2e4'])
})

test('a game ends, and a rematch begins with the seats swapped', () => {
  const outcome = { winner: 'white', termination: 'resignation', score: '1-0' } as const
  const over = after(
    { ...table, paused: true },
    { ...stamp(4), type: 'ended', outcome, view: view('white'), clocks: null },
  )
  expect([over.phase, over.outcome, over.paused]).toEqual(['over', outcome, false])
  const seats = { white: table.seats.black, black: table.seats.white }
  const again = after(over, {
    ...stamp(5),
    type: 'started',
    round: 2,
    start: 'x',
    seats,
    view: view('white'),
    clocks: null,
    moves: [],
  })
  expect([again.phase, again.outcome, again.round, again.seats.white.name]).toEqual(['playing', null, 2, 'Ben'])
})

test('offers, pauses, seats and words', () => {
  let now = after(table, { ...stamp(4), type: 'offered', what: 'takeback', side: 'white' })
  expect(now.offers.takeback).toBe('white')
  now = after(now, { ...stamp(5), type: 'declined', what: 'takeback', side: 'black' })
  expect(now.offers.takeback).toBeNull()
  now = after(now, { ...stamp(6), type: 'paused', on: true, clocks: null })
  expect(now.paused).toBe(true)
  now = after(now, { ...stamp(7), type: 'seated', side: 'black', kind: 'open', name: '', guest: '', bot: '' })
  expect([now.seats.black.kind, now.seats.black.present]).toEqual(['open', false])
  now = after(now, { ...stamp(8), type: 'said', chat: { name: 'Anna', side: 'white', text: 'hi', at: 0 } })
  expect(now.chat.map((line) => line.text)).toEqual(['hi'])
})

test('what was taken back can be played again as long as the game goes the same way', () => {
  const game = { ...table, moves: ['e2e4', 'g8f6', 'd2d3', 'c7c6'].map(played) }
  const back = (ply: number): TableEvent => ({
    ...stamp(4),
    type: 'taken_back',
    ply,
    view: view('white'),
    clocks: null,
    claim: '',
  })
  const two = undoneAfter([], game, back(2))
  const four = undoneAfter(two, { ...game, moves: game.moves.slice(0, 2) }, back(0))
  expect(four).toEqual(['c7c6', 'd2d3', 'g8f6', 'e2e4'])
  const afterOwn = undoneAfter(four, table, moved(5, 1, 'e2e4'))
  expect(afterOwn).toEqual(['c7c6', 'd2d3', 'g8f6'])
  expect(undoneAfter(afterOwn, table, moved(6, 2, 'g8f6'))).toEqual(['c7c6', 'd2d3'])
  expect(undoneAfter(afterOwn, table, moved(6, 2, 'e7e5'))).toEqual([])
})
