// What the operator sees of the server, and does with it: jobs, reports, and whom they have silenced, banned or exempted.
import { backend } from '../backend'
import { refusal } from '../backend/backend'
import type { CancelJob, DismissReport, LiftRuling, MakeRuling, OperatorState, Problem } from '../wire/messages.gen'
import { NO_KEY, operator } from './databases.svelte'

export class OperatorConsole {
  state: OperatorState | null = $state.raw(null)
  problem: Problem | null = $state.raw(null)
  isBusy = $state(false)

  refresh(): Promise<boolean> {
    return this.#ask((key) => backend.operator.state(key))
  }

  dismiss(body: DismissReport): Promise<boolean> {
    return this.#ask((key) => backend.operator.dismiss(key, body))
  }

  cancel(body: CancelJob): Promise<boolean> {
    return this.#ask((key) => backend.operator.cancelJob(key, body))
  }

  rule(body: MakeRuling): Promise<boolean> {
    return this.#ask((key) => backend.operator.rule(key, body))
  }

  lift(body: LiftRuling): Promise<boolean> {
    return this.#ask((key) => backend.operator.lift(key, body))
  }

  /** Whether it was done. */
  async #ask(work: (key: string) => Promise<OperatorState>): Promise<boolean> {
    if (!operator.key) {
      this.problem = NO_KEY
      return false
    }
    this.isBusy = true
    try {
      this.state = await work(operator.key)
      this.problem = null
    } catch (error) {
      this.problem = refusal(error)
    }
    this.isBusy = false
    return this.problem === null
  }
}
