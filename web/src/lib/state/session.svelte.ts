// Who is here: the guest of this browser, and the connection on which the server knows them.
import { browserNetwork, Connection } from '../wire/socket'
import type { ServerMessage } from '../wire/messages.gen'
import type { Wish } from '../wire/outbox'
import { settings } from './settings.svelte'
import { load, save } from './storage'

/** A connection that comes back within this time is not worth a word. */
const PATIENCE_MS = 700

class Session {
  token = ''
  guest: string = $state('')
  name: string = $state('')
  isOpen: boolean = $state(false)
  /** Lost for long enough that a person should know. */
  isLost: boolean = $state(false)

  #connection = new Connection(
    browserNetwork(),
    () => ({ token: this.token, name: this.name || settings.name }),
    `${Math.random().toString(36).slice(2, 10)}-`,
  )
  #welcomed: () => void = () => {}
  /** Resolves with the first greeting: before it the server would take somebody known for a new guest. */
  readonly greeted = new Promise<void>((resolve) => (this.#welcomed = resolve))
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor() {
    const token = load('token')
    if (typeof token === 'string') this.token = token
    this.#connection.listen((message) => {
      if (message.type !== 'welcome') return
      this.token = message.token
      this.guest = message.guest
      save('token', message.token)
      this.name = message.name
      this.#welcomed()
    })
    this.#connection.watch((status) => this.#stand(status === 'open'))
  }

  #stand(isOpen: boolean): void {
    this.isOpen = isOpen
    clearTimeout(this.#patience)
    if (isOpen) this.isLost = false
    else this.#patience = setTimeout(() => (this.isLost = !this.isOpen), PATIENCE_MS)
  }

  open(): void {
    this.#connection.open()
    // Whoever comes back to the page or the network should not have to wait for the next attempt.
    addEventListener('online', () => this.#connection.open())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#connection.open()
    })
  }

  listen(heard: (message: ServerMessage) => void): () => void {
    return this.#connection.listen(heard)
  }

  send(message: Wish): void {
    this.#connection.send(message)
  }

  request(wish: Wish, progress?: (message: ServerMessage) => void): Promise<ServerMessage> {
    return this.#connection.request(wish, progress)
  }

  stop(progress: (message: ServerMessage) => void): void {
    this.#connection.stop(progress)
  }

  async rename(name: string): Promise<void> {
    await this.request({ type: 'rename', name })
    this.name = settings.name = name
  }
}

export const session = new Session()
