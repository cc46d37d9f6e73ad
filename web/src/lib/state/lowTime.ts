// What a clock says when its time runs low: a warning once, then every one of the last seconds.
import { LOW_MS } from './timing'

export type LowTimeSound = 'low' | 'tick'

/** How many of the last seconds tick. */
const TICKS = 5

/** The sound of a running clock that went from one time to another; null for none. */
export function lowTimeSound(beforeMs: number, nowMs: number): LowTimeSound | null {
  if (nowMs <= 0 || nowMs >= beforeMs) return null
  if (beforeMs >= LOW_MS && nowMs < LOW_MS) return 'low'
  const second = Math.ceil(nowMs / 1000)
  return second <= TICKS && Math.ceil(beforeMs / 1000) > second ? 'tick' : null
}
