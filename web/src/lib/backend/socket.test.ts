import { beforeEach, expect, test } from 'vitest'
import type { ClientMessage, ServerMessage } from '../wire/messages.gen'
import { Refused } from './backend'
import { backoffMs, type LineEvents, type Network, SocketConnection } from './socket'

/** A network whose connections and timers the test controls. */
class PretendedNetwork implements Network {
  sent: ClientMessage[] = []
  lines = 0
  line: LineEvents | null = null
  timers: { ms: number; call: () => void }[] = []

  open(events: LineEvents) {
    this.lines++
    this.line = events
    return { send: (text: string) => void this.sent.push(JSON.parse(text)), close: () => {} }
  }
  later(ms: number, call: () => void) {
    const timer = { ms, call }
    this.timers.push(timer)
    return () => (this.timers = this.timers.filter((other) => other !== timer))
  }
  chance = () => 1

  tell(message: object) {
    this.line!.received(JSON.stringify(message))
  }
  take(): string[] {
    return this.sent.splice(0).map((message) => message.type + ('id' in message ? `#${message.id}` : ''))
  }
  /** Fires the shortest timer. */
  ring(): number {
    const next = this.timers.sort((a, b) => a.ms - b.ms).shift()!
    next.call()
    return next.ms
  }
}

const WELCOME = { type: 'welcome', id: '', token: 't', guest: 'g', name: 'Ann', server: '1', run: 'r' }
const move = { type: 'play', move: 'e2e4', ply: 0 } as const
const join = { type: 'join', table: 'abc', side: 'any', version: null } as const

let network: PretendedNetwork
let connection: SocketConnection

function connect() {
  network.line!.opened()
  network.tell(WELCOME)
}

async function sitDown() {
  const joined = connection.request(join)
  network.tell({ type: 'joined', id: 'p1', reason: 'joined', side: 'white', snapshot: {} })
  await joined
  network.take()
}

beforeEach(() => {
  network = new PretendedNetwork()
  connection = new SocketConnection(network, () => ({ token: 'secret' }), 'p')
  connection.open()
})

test('it greets first, and is open once it is welcome', () => {
  const seen: string[] = []
  connection.watch((status) => seen.push(status))
  connect()
  expect(network.sent[0]).toEqual({ type: 'hello', token: 'secret' })
  expect(seen).toEqual(['connecting', 'open'])
})

test('a question is answered by the message with its id', async () => {
  connect()
  await sitDown()
  const answer = connection.request(move)
  network.tell({ type: 'table_event', id: 'somebody else' })
  network.tell({ type: 'table_event', id: 'p2', version: 7 })
  expect(await answer).toMatchObject({ version: 7 })
})

test('a refusal is an error with its code', async () => {
  connect()
  const answer = connection.request(join)
  network.tell({ type: 'refused', id: 'p1', problem: { code: 'no_such_table', arguments: {}, message: 'no' } })
  await expect(answer).rejects.toThrow(Refused)
})

test('an unanswered move is sent again with the same id, after the table has been joined again', async () => {
  connect()
  await sitDown()
  const answer = connection.request(move)
  expect(network.take()).toEqual(['play#p2'])
  network.line!.closed()
  expect(connection.status).toBe('lost')
  network.ring()
  connect()
  expect(network.take()).toEqual(['hello'])
  void connection.request(join)
  expect(network.take()).toEqual(['join#p3'])
  network.tell({ type: 'caught_up', id: 'p3', events: [] })
  expect(network.take()).toEqual(['play#p2'])
  network.tell({ type: 'acknowledged', id: 'p2', version: 5 })
  expect(await answer).toMatchObject({ type: 'acknowledged' })
})

test('an answered move is never sent again', async () => {
  connect()
  await sitDown()
  const answer = connection.request(move)
  network.tell({ type: 'table_event', id: 'p2', version: 1 })
  await answer
  network.line!.closed()
  network.ring()
  connect()
  network.tell({ type: 'joined', id: '', reason: 'resync', side: 'white', snapshot: {} })
  expect(network.take()).toEqual(['play#p2', 'hello'])
})

test('what is asked without a connection waits for it', () => {
  network.line!.closed()
  void connection.request(join)
  expect(network.take()).toEqual([])
  network.ring()
  connect()
  expect(network.take()).toEqual(['hello', 'join#p1'])
})

test('each try waits longer, up to a limit, and a welcome starts over', () => {
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    network.line!.closed()
    waits.push(network.ring())
  }
  expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12800, 15000, 15000])
  connect()
  network.line!.closed()
  expect(network.ring()).toBe(400)
  expect(backoffMs(0, 0)).toBe(200)
})

test('silence is a lost connection', () => {
  connect()
  expect(network.ring()).toBe(40_000)
  expect(connection.status).toBe('lost')
})

test('a late word of an old line is not heard', () => {
  const heard: ServerMessage[] = []
  connection.listen((message) => heard.push(message))
  const old = network.line!
  old.closed()
  network.ring()
  old.received(JSON.stringify(WELCOME))
  old.closed()
  expect(heard).toEqual([])
  expect(network.lines).toBe(2)
})

test('pings are answered at once and not passed on', () => {
  connect()
  network.take()
  network.tell({ type: 'ping', ping: 3, lag_ms: 0 })
  expect(network.sent).toEqual([{ type: 'pong', ping: 3 }])
})

test('answers that come one after the other go to their asker until it stops them', async () => {
  connect()
  const seen: unknown[] = []
  const progress = (message: ServerMessage) => void seen.push(message)
  const position = { game: 'chess' }
  void connection.request({ type: 'analyse', position }, progress)
  network.tell({ type: 'analysis_update', id: 'p1', depth: 1, done: false })
  network.tell({ type: 'analysis_update', id: 'p1', depth: 2, done: false })
  network.take()
  connection.stop(progress)
  expect(network.sent).toEqual([{ type: 'stop', of: 'p1' }])
  network.tell({ type: 'analysis_update', id: 'p1', depth: 3, done: false })
  expect(seen).toHaveLength(2)
})

test('a refused name or token does not keep anyone out', () => {
  network = new PretendedNetwork()
  connection = new SocketConnection(network, () => ({ token: 'secret', name: 'Level 3' }), 'p')
  connection.open()
  network.line!.opened()
  const refuse = (code: string) =>
    network.tell({ type: 'refused', id: '', problem: { code, arguments: {}, message: '' } })
  refuse('name_reserved')
  refuse('token_invalid')
  refuse('token_invalid')
  expect(network.sent).toEqual([
    { type: 'hello', token: 'secret', name: 'Level 3' },
    { type: 'hello', token: 'secret' },
    { type: 'hello' },
  ])
})

test('what is to be sent when the connection is open is sent each time', () => {
  const stop = connection.sendWhenOpen({ type: 'watch_lobby', on: true })
  expect(network.take()).toEqual([])
  connect()
  expect(network.take()).toEqual(['hello', 'watch_lobby'])
  network.line!.closed()
  network.ring()
  connect()
  expect(network.take()).toEqual(['hello', 'watch_lobby'])
  stop()
  network.line!.closed()
  network.ring()
  connect()
  expect(network.take()).toEqual(['hello'])
})
