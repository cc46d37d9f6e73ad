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
  return { code: 'http_status', arguments: { status: response.status }, message: `the server answered ${response.status}` }
}
