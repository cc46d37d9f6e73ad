// A table's snapshot after events is what the server's own snapshot would be.
import { expect, test } from 'vitest'
import type { AnyEvent, Changes, PlayedMove, Seat, Snapshot, TableEvent, View } from '../wire/messages.gen'
import { after, follows, undoneAfter } from './table.svelte'

const view = (turn: 'white' | 'black'): View => ({ game: 'chess', turn, pieces: {}, last: [], result: null, entry: {} })
const seat = (name: string): Seat => ({
  kind: 'person',
  name,
  guest: name,
  bot: '',
  present: true,
  claimable_in_ms: null,
  rating: null,
})
const played = (move: string): PlayedMove => ({ move, notation: move, side: 'white', spent_ms: 0 })

const table: Snapshot = {
  table: 't',
  version: 3,
  hash: 'a',
  settings: {
    game: 'chess',
    rules: null,
    start: '',
    moves: [],
    clock: null,
    public: false,
    pace_ms: 0,
    owner: 'Anna',
    created: 0,
    rated: false,
  },
  title: 'Chess',
  geometry: { style: 'checkered', width: 8, height: 8, points: [], columns: [], rows: [], lines: [] },
  symbols: {},
  reach: {},
  start_pieces: {},
  piece_values: {},
  round: 1,
  phase: 'playing',
  mode: 'person-person',
  turn: 'white',
  view: view('white'),
  moves: [],
  clocks: null,
  seats: { white: seat('Anna'), black: seat('Ben') },
  offers: { draw: 'black', takeback: null, rematch: null },
  outcome: null,
  match: { white: 0, black: 0 },
  claim: '',
  can_abort: true,
  paused: false,
  chat: [],
  muted: [],
  spectators_chat: false,
  spectators: 0,
}

function message(version: number, event: AnyEvent, changes: Changes = {}): TableEvent {
  return { type: 'table_event', version, hash: `h${version}`, id: '', event, changes }
}
function movePlayed(version: number, ply: number, move: string): TableEvent {
  const changes: Changes = {
    moves_kept: ply - 1,
    moves_added: [played(move)],
    view: view('black'),
    turn: 'black',
    offers: { draw: null, takeback: null, rematch: null },
  }
  return message(version, { type: 'move_played', move, spent_ms: 0, charged_ms: 0 }, changes)
}
const takenBack = (version: number, ply: number): TableEvent =>
  message(version, { type: 'moves_taken_back', ply }, { moves_kept: ply, moves_added: [] })

test('changes are merged, and everything else stays', () => {
  const next = after(table, movePlayed(4, 1, 'e2e4'))
  expect(next).toEqual({
    ...table,
    version: 4,
    hash: 'h4',
    moves: [played('e2e4')],
    view: view('black'),
    turn: 'black',
    offers: { draw: null, takeback: null, rematch: null },
  })
})

test('a value of null is a change, a missing one is not', () => {
  const over = { ...table, outcome: { winner: null, termination: 'agreement' }, turn: null }
  const event: AnyEvent = { type: 'game_started', round: 2, start: '', moves: [], swapped: true }
  const next = after(over, message(4, event, { outcome: null, can_abort: true }))
  expect([next.outcome, next.turn, next.can_abort]).toEqual([null, null, true])
})

test('whether a game can be aborted is for the server to say', () => {
  const imported = { ...table, moves: ['e2e4', 'e7e5', 'g1f3'].map(played) }
  expect(imported.can_abort).toBe(true)
  expect(after(imported, message(4, movePlayed(4, 4, 'b8c6').event, { can_abort: false })).can_abort).toBe(false)
})

test('an event that was seen already changes nothing', () => {
  const once = after(table, movePlayed(4, 1, 'e2e4'))
  expect(after(once, movePlayed(4, 1, 'e2e4'))).toBe(once)
})

test('a gap between events is noticed', () => {
  expect([follows(table, movePlayed(4, 1, 'e2e4')), follows(table, movePlayed(5, 2, 'e7e5'))]).toEqual([true, false])
})

test('moves taken back are gone', () => {
  const two = after(after(table, movePlayed(4, 1, 'e2e4')), movePlayed(5, 2, 'e7e5'))
  expect(after(two, takenBack(6, 1)).moves.map((one) => one.move)).toEqual(['e2e4'])
})

test('chat messages are added', () => {
  const chat = { name: 'Anna', side: 'white', text: 'hi', at: 0, guest: 'g1' } as const
  const next = after(table, message(4, { type: 'chat_posted', chat }, { chat_added: [chat] }))
  expect(next.chat).toEqual([chat])
})

test('what was taken back can be played again as long as the game goes the same way', () => {
  const game = { ...table, moves: ['e2e4', 'g8f6', 'd2d3', 'c7c6'].map(played) }
  const two = undoneAfter([], game, takenBack(4, 2))
  const four = undoneAfter(two, { ...game, moves: game.moves.slice(0, 2) }, takenBack(4, 0))
  expect(four).toEqual(['c7c6', 'd2d3', 'g8f6', 'e2e4'])
  const afterOwn = undoneAfter(four, table, movePlayed(5, 1, 'e2e4'))
  expect(afterOwn).toEqual(['c7c6', 'd2d3', 'g8f6'])
  expect(undoneAfter(afterOwn, table, movePlayed(6, 2, 'g8f6'))).toEqual(['c7c6', 'd2d3'])
  expect(undoneAfter(afterOwn, table, movePlayed(6, 2, 'e7e5'))).toEqual([])
})
