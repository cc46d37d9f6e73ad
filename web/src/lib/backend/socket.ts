// The connection to the server: it says hello, reconnects automatically, and sends again what was not answered.
import type { ClientMessage, ServerMessage } from '../wire/messages.gen'
import { PROGRESS, TABLE_COMMANDS } from '../wire/messages.gen'
import { type Connection, type Introduction, refuse, type Refused, type Status, type WithoutId } from './backend'

/** An open connection: a browser's WebSocket, or a fake one in tests. */
export interface Line {
  send(text: string): void
  close(): void
}

export interface LineEvents {
  opened(): void
  received(text: string): void
  closed(): void
}

/** The network and the timers, which tests replace. */
export interface Network {
  open(events: LineEvents): Line
  /** Calls back later; returns a function that cancels it. */
  later(ms: number, call: () => void): () => void
  chance(): number
}

interface Waiting {
  resolve(message: ServerMessage): void
  reject(error: Refused): void
  progress: ((message: ServerMessage) => void) | undefined
}

/** Longer than the server's ping interval: after that much silence the connection counts as lost. */
const SILENCE_MS = 40_000

export class SocketConnection implements Connection {
  readonly #network: Network
  readonly #hello: () => Introduction
  #said: Introduction = {}
  readonly #outbox: Outbox
  readonly #waiting = new Map<string, Waiting>()
  readonly #listeners = new Set<(message: ServerMessage) => void>()
  readonly #watchers = new Set<(status: Status) => void>()
  #status: Status = 'closed'
  #line: Line | null = null
  #attempt = 0
  #isAtTable = false
  #cancelRetry: () => void = () => {}
  #cancelSilence: () => void = () => {}

  constructor(network: Network, hello: () => Introduction, prefix: string) {
    this.#network = network
    this.#hello = hello
    this.#outbox = new Outbox(prefix)
  }

  get status(): Status {
    return this.#status
  }

  listen(listener: (message: ServerMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  watch(changed: (status: Status) => void): () => void {
    this.#watchers.add(changed)
    changed(this.#status)
    return () => this.#watchers.delete(changed)
  }

  open(): void {
    if (this.#line) return
    this.#cancelRetry()
    this.#setStatus('connecting')
    const line: Line = this.#network.open({
      opened: () => this.#line === line && this.#sayHello(this.#hello()),
      received: (text) => this.#line === line && this.#receive(text),
      closed: () => this.#line === line && this.#onLost(),
    })
    this.#line = line
    this.#watchSilence()
  }

  close(): void {
    this.#cancelRetry()
    this.#cancelSilence()
    const line = this.#line
    this.#line = null
    line?.close()
    this.#setStatus('closed')
  }

  send(message: WithoutId<ClientMessage>): void {
    if (this.#status === 'open') this.#write(message as ClientMessage)
  }

  sendWhenOpen(message: WithoutId<ClientMessage>): () => void {
    return this.watch((status) => {
      if (status === 'open') this.send(message)
    })
  }

  request(body: WithoutId<ClientMessage>, progress?: (message: ServerMessage) => void): Promise<ServerMessage> {
    const { id, message } = this.#outbox.add(body)
    const answer = new Promise<ServerMessage>((resolve, reject) => this.#waiting.set(id, { resolve, reject, progress }))
    if (this.#status === 'open' && (this.#isAtTable || !isTableCommand(message))) this.#write(message)
    return answer
  }

  stop(progress: (message: ServerMessage) => void): void {
    for (const [id, waiting] of this.#waiting) {
      if (waiting.progress !== progress) continue
      this.#waiting.delete(id)
      this.#outbox.remove(id)
      this.send({ type: 'stop', of: id })
    }
  }

  #setStatus(status: Status): void {
    if (this.#status === status) return
    this.#status = status
    for (const changed of this.#watchers) changed(status)
  }

  #write(message: ClientMessage): void {
    this.#line?.send(JSON.stringify(message))
  }

  #sayHello(hello: Introduction): void {
    this.#said = hello
    this.#write({ type: 'hello', ...hello })
  }

  /** A name that somebody else has by now, or a token that is no longer valid, must not keep a person out. */
  #helloRefused(code: string): void {
    const hello = { ...this.#said }
    const wrong = code === 'token_invalid' ? 'token' : code.startsWith('name_') ? 'name' : null
    if (wrong === null || !hello[wrong]) return
    delete hello[wrong]
    this.#sayHello(hello)
  }

  #watchSilence(): void {
    this.#cancelSilence()
    this.#cancelSilence = this.#network.later(SILENCE_MS, () => {
      const line = this.#line
      this.#onLost()
      line?.close()
    })
  }

  #onLost(): void {
    this.#cancelSilence()
    this.#line = null
    this.#isAtTable = false
    this.#setStatus('lost')
    this.#cancelRetry = this.#network.later(backoffMs(this.#attempt++, this.#network.chance()), () => this.open())
  }

  #receive(text: string): void {
    this.#watchSilence()
    const message = JSON.parse(text) as ServerMessage
    if (message.type === 'ping') this.#write({ type: 'pong', ping: message.ping })
    if (message.type === 'refused' && this.#status === 'connecting') return this.#helloRefused(message.problem.code)
    if (message.type === 'left') this.#isAtTable = false
    for (const listener of [...this.#listeners]) listener(message)
    // After the listeners, so that their requests on a welcome are sent in order with those that were waiting.
    if (message.type === 'welcome') this.#welcomed()
    if (message.type === 'joined' || message.type === 'caught_up') this.#joined()
    this.#answer(message)
  }

  #welcomed(): void {
    this.#attempt = 0
    this.#setStatus('open')
    for (const message of this.#outbox.unanswered(false)) this.#write(message)
  }

  #joined(): void {
    if (this.#isAtTable) return
    this.#isAtTable = true
    for (const message of this.#outbox.unanswered(true)) this.#write(message)
  }

  #answer(message: ServerMessage): void {
    const id = answeredId(message)
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    if (isProgress(message)) return waiting.progress?.(message)
    this.#waiting.delete(id)
    this.#outbox.remove(id)
    if (message.type === 'refused') void refuse(message.problem).catch(waiting.reject)
    else waiting.resolve(message)
  }
}

/** Whether a message means something only at a table. */
function isTableCommand(message: ClientMessage): boolean {
  return TABLE_COMMANDS.has(message.type)
}

/** The id of the message that this one answers, "" if none. */
function answeredId(message: ServerMessage): string {
  return 'id' in message ? message.id : ''
}

/** Whether more answers to the same message follow. */
function isProgress(message: ServerMessage): boolean {
  return PROGRESS.has(message.type) || (message.type === 'analysis_update' && !message.done)
}

/** Messages that are not answered yet. They are kept through a lost connection and sent again with the same id, which
 * the server applies only once. */
class Outbox {
  readonly #waiting = new Map<string, ClientMessage>()
  readonly #prefix: string
  #last = 0

  /** Ids begin with the prefix, which must differ from one page to the next. */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  add(body: WithoutId<ClientMessage>): { id: string; message: ClientMessage } {
    const id = `${this.#prefix}${++this.#last}`
    const message = { ...body, id } as ClientMessage
    this.#waiting.set(id, message)
    return { id, message }
  }

  /** Removes a message that was answered or abandoned. */
  remove(id: string): void {
    this.#waiting.delete(id)
  }

  /** The messages to send again, in order. */
  unanswered(forTable: boolean): ClientMessage[] {
    return [...this.#waiting.values()].filter((message) => isTableCommand(message) === forTable)
  }
}

const FIRST_RETRY_MS = 400
const MAX_RETRY_MS = 15_000

/** The wait before an attempt to connect, counted from 0; `chance` between 0 and 1 spreads the clients. */
export function backoffMs(attempt: number, chance: number): number {
  const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt, 10))
  return Math.round(longest * (0.5 + 0.5 * chance))
}

/** The browser's own network, to the server that the page came from. */
export function browserNetwork(path = '/socket'): Network {
  return {
    open(events) {
      const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + path)
      socket.onopen = () => events.opened()
      socket.onmessage = ({ data }) => events.received(String(data))
      socket.onclose = () => events.closed()
      return { send: (text) => socket.send(text), close: () => socket.close() }
    },
    later(ms, call) {
      const timer = setTimeout(call, ms)
      return () => clearTimeout(timer)
    },
    chance: Math.random,
  }
}
