// How long to wait before trying to connect again: longer each time, and never all clients at the same moment.

const FIRST_MS = 400
const LONGEST_MS = 15_000

/** The wait before a try, counted from 0; `chance` between 0 and 1 spreads the clients. */
export function backoffMs(attempt: number, chance: number): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10))
  return Math.round(most * (0.5 + 0.5 * chance))
}
