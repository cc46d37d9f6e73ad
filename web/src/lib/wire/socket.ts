// The connection to the server: it greets, reconnects by itself, and sends again whatever was not answered.
import { backoffMs } from './backoff'
import type { ClientMessage, Hello, Problem, ServerMessage } from './messages.gen'
import { answers, isForTable, isUnderWay, Outbox, type Wish } from './outbox'

/** `lost` is waiting to try again. */
export type Status = 'connecting' | 'open' | 'lost' | 'closed'

/** An open line; a browser's WebSocket, or a pretended one in tests. */
export interface Line {
  send(text: string): void
  close(): void
}

export interface LineEvents {
  opened(): void
  heard(text: string): void
  closed(): void
}

/** The world outside, so that tests need none. */
export interface Network {
  open(events: LineEvents): Line
  /** Calls back later; returns how to prevent that. */
  later(ms: number, call: () => void): () => void
  chance(): number
}

/** What the server refused, with its code. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
  }
}

/** What was refused; whatever else went wrong is no refusal and is thrown on. */
export function refusal(error: unknown): Problem {
  if (error instanceof Refused) return error.problem
  throw error
}

interface Waiting {
  resolve(message: ServerMessage): void
  reject(error: Refused): void
  progress: ((message: ServerMessage) => void) | undefined
}

/** Longer than the server leaves between two pings: whoever hears nothing for so long has lost the connection. */
const SILENCE_MS = 40_000

export class Connection {
  readonly #network: Network
  readonly #hello: () => Omit<Hello, 'type'>
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

  constructor(network: Network, hello: () => Omit<Hello, 'type'>, prefix: string) {
    this.#network = network
    this.#hello = hello
    this.#outbox = new Outbox(prefix)
  }

  get status(): Status {
    return this.#status
  }

  /** Hears every message; returns how to stop. */
  listen(heard: (message: ServerMessage) => void): () => void {
    this.#listeners.add(heard)
    return () => this.#listeners.delete(heard)
  }

  /** Hears how the connection stands, now and whenever that changes; returns how to stop. */
  watch(changed: (status: Status) => void): () => void {
    this.#watchers.add(changed)
    changed(this.#status)
    return () => this.#watchers.delete(changed)
  }

  /** Connects now, whatever wait is left. */
  open(): void {
    if (this.#line) return
    this.#cancelRetry()
    this.#become('connecting')
    const line: Line = this.#network.open({
      opened: () => this.#line === line && this.#write({ type: 'hello', ...this.#hello() }),
      heard: (text) => this.#line === line && this.#hear(text),
      closed: () => this.#line === line && this.#lose(),
    })
    this.#line = line
    this.#expectWord()
  }

  close(): void {
    this.#cancelRetry()
    this.#cancelSilence()
    const line = this.#line
    this.#line = null
    line?.close()
    this.#become('closed')
  }

  /** Says something that needs no answer; lost if there is no connection. */
  send(message: Wish): void {
    if (this.#status === 'open') this.#write(message as ClientMessage)
  }

  /** Asks something and waits for its answer, through any number of lost connections. */
  request(wish: Wish, progress?: (message: ServerMessage) => void): Promise<ServerMessage> {
    const { id, message } = this.#outbox.add(wish)
    const answer = new Promise<ServerMessage>((resolve, reject) => this.#waiting.set(id, { resolve, reject, progress }))
    if (this.#status === 'open' && (this.#isAtTable || !isForTable(message))) this.#write(message)
    return answer
  }

  /** Ends a question whose answers come one after the other. */
  stop(progress: (message: ServerMessage) => void): void {
    for (const [id, waiting] of this.#waiting) {
      if (waiting.progress !== progress) continue
      this.#waiting.delete(id)
      this.#outbox.remove(id)
      this.send({ type: 'stop', of: id })
    }
  }

  #become(status: Status): void {
    if (this.#status === status) return
    this.#status = status
    for (const changed of this.#watchers) changed(status)
  }

  #write(message: ClientMessage): void {
    this.#line?.send(JSON.stringify(message))
  }

  #expectWord(): void {
    this.#cancelSilence()
    this.#cancelSilence = this.#network.later(SILENCE_MS, () => {
      const line = this.#line
      this.#lose()
      line?.close()
    })
  }

  #lose(): void {
    this.#cancelSilence()
    this.#line = null
    this.#isAtTable = false
    this.#become('lost')
    this.#cancelRetry = this.#network.later(backoffMs(this.#attempt++, this.#network.chance()), () => this.open())
  }

  #hear(text: string): void {
    this.#expectWord()
    const message = JSON.parse(text) as ServerMessage
    if (message.type === 'ping') return this.#write({ type: 'pong', ping: message.ping })
    if (message.type === 'left') this.#isAtTable = false
    for (const heard of [...this.#listeners]) heard(message)
    // After the listeners: what they ask for on a welcome goes out with what was waiting, in order.
    if (message.type === 'welcome') this.#greeted()
    if (message.type === 'joined' || message.type === 'caught_up') this.#arrived()
    this.#answer(message)
  }

  #greeted(): void {
    this.#attempt = 0
    this.#become('open')
    for (const message of this.#outbox.unanswered(false)) this.#write(message)
  }

  #arrived(): void {
    if (this.#isAtTable) return
    this.#isAtTable = true
    for (const message of this.#outbox.unanswered(true)) this.#write(message)
  }

  #answer(message: ServerMessage): void {
    const id = answers(message)
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    if (isUnderWay(message)) return waiting.progress?.(message)
    this.#waiting.delete(id)
    this.#outbox.remove(id)
    if (message.type === 'refused') waiting.reject(new Refused(message.problem))
    else waiting.resolve(message)
  }
}

/** The browser's own network, to the server that the page came from. */
export function browserNetwork(path = '/socket'): Network {
  return {
    open(events) {
      const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + path)
      socket.onopen = () => events.opened()
      socket.onmessage = ({ data }) => events.heard(String(data))
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
