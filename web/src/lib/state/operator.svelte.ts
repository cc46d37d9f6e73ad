// What the operator sees of the server, and does with it: jobs, reports, and whom they have silenced or banned.
import { backend } from '../backend'
import { refusal } from '../backend/backend'
import type { CancelJob, DismissReport, LiftRestriction, OperatorState, Problem, Restrict } from '../wire/messages.gen'
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

  restrict(body: Restrict): Promise<boolean> {
    return this.#ask((key) => backend.operator.restrict(key, body))
  }

  lift(body: LiftRestriction): Promise<boolean> {
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
