// The databases that the operator of the server can build. The operator's key comes with the link that the server prints.
import { backend } from '../backend'
import { refusal } from '../backend/backend'
import { number } from '../i18n/index.svelte'
import type { BuildDatabases, DatabaseState, Problem } from '../wire/messages.gen'
import { load, save } from './storage'

const POLL_MS = 1000
export const NO_KEY: Problem = { code: 'operator_only', arguments: {}, message: '' }

class Operator {
  /** The secret of the operator; empty in other browsers. */
  key: string = $state('')

  constructor() {
    const kept = load('operator')
    if (typeof kept === 'string') this.key = kept
  }

  recognize(key: string): void {
    this.key = key
    save('operator', key)
  }
}

export const operator = new Operator()

/** What can be built, followed while something is being built. */
export class DatabaseList {
  state: DatabaseState | null = $state.raw(null)
  problem: Problem | null = $state.raw(null)
  isBusy = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  refresh(): Promise<void> {
    return this.#ask((key) => backend.operator.databases(key))
  }

  build(wanted: BuildDatabases): Promise<void> {
    return this.#change((key) => backend.operator.buildDatabases(key, wanted))
  }

  cancel(): Promise<void> {
    return this.#change((key) => backend.operator.cancelBuild(key))
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #change(work: (key: string) => Promise<DatabaseState>): Promise<void> {
    this.isBusy = true
    return this.#ask(work)
  }

  async #ask(work: (key: string) => Promise<DatabaseState>): Promise<void> {
    clearTimeout(this.#timer)
    if (!operator.key) return void ([this.problem, this.isBusy] = [NO_KEY, false])
    try {
      this.state = await work(operator.key)
      this.problem = null
    } catch (error) {
      this.problem = refusal(error)
    }
    this.isBusy = false
    // A server that is being restarted continues the build.
    if (this.state?.build && !this.#isClosed) this.#timer = setTimeout(() => void this.refresh(), POLL_MS)
  }
}

const SIZES = [
  [1e9, 'gigabyte'],
  [1e6, 'megabyte'],
  [1e3, 'kilobyte'],
] as const
const TIMES = [
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** A size in a suitable unit: "0.68 GB". */
export function sizeText(bytes: number): string {
  const [size, unit] = SIZES.find(([size]) => bytes >= 0.1 * size) ?? SIZES[2]
  return number(bytes / size, { style: 'unit', unit, maximumSignificantDigits: 2 })
}

/** A time in a suitable unit: "6 minutes". */
export function timeText(seconds: number): string {
  const [size, unit] = TIMES.find(([size]) => seconds >= 2 * size) ?? TIMES[2]
  const count = Math.max(1, Math.round(seconds / size))
  return number(count, { style: 'unit', unit, unitDisplay: 'long' })
}
