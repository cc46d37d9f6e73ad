// Doing something again that has failed for reasons which may pass.

const DELAYS_MS = [500, 2000]

/** The result of some work, which is tried three times. */
export async function withRetries<Result>(work: () => Promise<Result>, delays_ms = DELAYS_MS): Promise<Result> {
  for (const delay_ms of delays_ms) {
    try {
      return await work()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay_ms))
    }
  }
  return work()
}
