// Questions to the server over HTTP; what it refuses is thrown as Refused with its code.
import type { Failure, Problem } from '../wire/messages.gen'
import { Refused } from '../wire/socket'

const UNREACHABLE: Problem = { code: 'unreachable', arguments: {}, message: 'the server cannot be reached' }

/** GET without a body, POST with one. */
export async function ask<Answer>(path: string, body?: unknown, token = ''): Promise<Answer> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (token) headers['Authorization'] = `Bearer ${token}`
  let response: Response
  try {
    response = await fetch(
      path,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    )
  } catch {
    throw new Refused(UNREACHABLE)
  }
  if (response.ok) return (await response.json()) as Answer
  throw new Refused(await problemOf(response))
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const failure = (await response.json()) as Failure
    if (failure.problem?.code) return failure.problem
  } catch {
    // What is no JSON says nothing more than its status.
  }
  return {
    code: 'http_status',
    arguments: { status: response.status },
    message: `the server answered ${response.status}`,
  }
}

/** What passes by itself: a server that is starting, restarting or has much to do. */
const PASSING = new Set(['unreachable', 'worker_time', 'worker_lost', 'service_busy', 'too_many_requests'])
const WAITS_MS = [400, 1000, 2000, 4000, 8000]

/** Asks again while the server is only busy; for questions that change nothing. */
export async function askPatiently<Answer>(path: string, body?: unknown): Promise<Answer> {
  for (const wait of WAITS_MS) {
    try {
      return await ask<Answer>(path, body)
    } catch (error) {
      if (!(error instanceof Refused) || !PASSING.has(error.problem.code)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return ask<Answer>(path, body)
}
