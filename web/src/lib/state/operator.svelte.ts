// What the operator sees of the server, and does with it: jobs, reports, and whom they have silenced or banned.
import type { CancelJob, DismissReport, LiftRestriction, OperatorState, Problem, Restrict } from '../wire/messages.gen'
import { refusal } from '../wire/socket'
import { callApi } from './api'
import { NO_KEY, operator } from './databases.svelte'

const PATH = '/api/operator'

export class OperatorConsole {
  state: OperatorState | null = $state.raw(null)
  problem: Problem | null = $state.raw(null)
  isBusy = $state(false)

  refresh(): Promise<boolean> {
    return this.#ask(PATH)
  }

  dismiss(body: DismissReport): Promise<boolean> {
    return this.#ask(`${PATH}/dismiss`, body)
  }

  cancel(body: CancelJob): Promise<boolean> {
    return this.#ask(`${PATH}/cancel`, body)
  }

  restrict(body: Restrict): Promise<boolean> {
    return this.#ask(`${PATH}/restrict`, body)
  }

  lift(body: LiftRestriction): Promise<boolean> {
    return this.#ask(`${PATH}/lift`, body)
  }

  /** Whether it was done. */
  async #ask(path: string, body?: object): Promise<boolean> {
    if (!operator.key) {
      this.problem = NO_KEY
      return false
    }
    this.isBusy = true
    try {
      this.state = await callApi<OperatorState>(path, body, operator.key)
      this.problem = null
    } catch (error) {
      this.problem = refusal(error)
    }
    this.isBusy = false
    return this.problem === null
  }
}
