// Who is here: the guest of this browser or the account it is logged in to, and the connection on which the server
// knows them.
import { backend } from '../backend'
import { settings } from './settings.svelte'
import { load, save } from './storage'

/** A shorter loss of connection is not shown. */
const PATIENCE_MS = 700

/** The connection, on which this browser introduces itself. */
export const connection = backend.connection
backend.introduce(() => ({ token: session.token, name: session.name || settings.name }))

class Session {
  /** The guest's secret; empty if the browser is logged in, as its cookie says who it is. */
  token = ''
  guest: string = $state('')
  name: string = $state('')
  isAccount: boolean = $state(false)
  isOpen: boolean = $state(false)
  /** Lost for long enough to show it. */
  isLost: boolean = $state(false)
  /** Whether the device has no network. */
  isOffline: boolean = $state(false)
  /** How long a message takes there and back; null while that is unknown. */
  lagMs: number | null = $state(null)

  #welcomed: () => void = () => {}
  /** Resolves with the first welcome; before it the server would treat a known guest as a new one. */
  readonly greeted = new Promise<void>((resolve) => (this.#welcomed = resolve))
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor() {
    const token = load('token')
    if (typeof token === 'string') this.token = token
    connection.listen((message) => {
      if (message.type === 'ping' && message.lag_ms > 0) this.lagMs = message.lag_ms
      if (message.type !== 'welcome') return
      this.token = message.token
      this.guest = message.guest
      this.isAccount = message.is_account
      // A guest's secret stays for the time after logging out.
      if (message.token) save('token', message.token)
      this.name = message.name
      this.#welcomed()
    })
    connection.watch((status) => this.#stand(status === 'open'))
  }

  #stand(isOpen: boolean): void {
    this.isOpen = isOpen
    clearTimeout(this.#patience)
    if (!isOpen) this.lagMs = null
    if (isOpen) this.isLost = false
    else this.#patience = setTimeout(() => (this.isLost = !this.isOpen), PATIENCE_MS)
  }

  open(): void {
    connection.open()
    // After a return to the page or the network, do not wait for the next scheduled attempt.
    addEventListener('online', () => {
      this.isOffline = false
      connection.open()
    })
    addEventListener('offline', () => (this.isOffline = true))
    this.isOffline = !navigator.onLine
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') connection.open()
    })
  }

  async rename(name: string): Promise<void> {
    await connection.request({ type: 'rename', name })
    this.name = settings.name = name
  }
}

export const session = new Session()
