// Requests to the server over HTTP. A refusal is thrown as Refused with its code.
import type { Failure, Problem } from '../wire/messages.gen'
import { refuse, Refused } from './backend'

/** Requests that the first script has sent, by their path; each answer is used once. */
const earlyAnswers = (globalThis as { earlyAnswers?: Map<string, Promise<Response>> }).earlyAnswers

const UNREACHABLE: Problem = { code: 'unreachable', arguments: {}, message: 'the server cannot be reached' }

/** Sends a request: GET without a body, POST with one. */
export async function callApi<Answer>(path: string, body?: unknown, token = ''): Promise<Answer> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (token) headers['Authorization'] = `Bearer ${token}`
  let response: Response
  try {
    const early = earlyAnswers?.get(path)
    earlyAnswers?.delete(path)
    response = await (early ??
      fetch(path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }))
  } catch {
    return refuse(UNREACHABLE)
  }
  if (response.ok) return (await response.json()) as Answer
  return refuse(await problemOf(response))
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const failure = (await response.json()) as Failure
    if (failure.problem?.code) return failure.problem
  } catch {
    // Without JSON only the status is known.
  }
  return {
    code: 'http_status',
    arguments: { status: response.status },
    message: `the server answered ${response.status}`,
  }
}

/** Problems that go away on their own: the server is starting, restarting or busy. */
const TEMPORARY = new Set(['unreachable', 'worker_time', 'worker_lost', 'service_busy', 'too_many_requests'])
const RETRY_DELAYS_MS = [400, 1000, 2000, 4000, 8000]

/** Repeats a request while the server is unavailable. Only for requests that change nothing. */
export async function callApiWithRetry<Answer>(path: string, body?: unknown): Promise<Answer> {
  for (const delay_ms of RETRY_DELAYS_MS) {
    try {
      return await callApi<Answer>(path, body)
    } catch (error) {
      if (!(error instanceof Refused) || !TEMPORARY.has(error.problem.code)) throw error
      await new Promise((resolve) => setTimeout(resolve, delay_ms))
    }
  }
  return callApi<Answer>(path, body)
}

/** Parameters of an address; those that are null are left out. */
export function queryText(parameters: object): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}
