// Time as people read it: running clocks, and the time controls that may be chosen.
import type { Clocks, ClockSettings, Color } from '../wire/messages.gen'

/** Below this a clock warns, as far as its time control is longer. */
export const LOW_MS = 20_000

/** What a side has left, so long after the clocks were told. */
export function leftMs(clocks: Clocks, side: Color, sinceMs: number): number {
  const told = side === 'white' ? clocks.white_ms : clocks.black_ms
  if (clocks.running !== side) return told
  return Math.max(0, told - Math.max(0, sinceMs - clocks.delay_ms))
}

/** `12:34`, with hours where there are some, with tenths below ten seconds. */
export function clockText(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`
  const seconds = Math.ceil(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours, minutes, rest] = parts as [number, number, number]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** The time controls on offer, as minutes+seconds; the first is none. */
export const CONTROLS = ['', '1+0', '3+2', '5+0', '10+0', '15+10', '30+0'] as const

/** `5+3`: five minutes, and three seconds for each move. */
export function parseControl(text: string): ClockSettings | null {
  const found = /^(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)$/.exec(text)
  if (!found) return null
  return { initial_ms: Number(found[1]) * 60_000, increment_ms: Number(found[2]) * 1000 }
}

export function controlText(clock: ClockSettings): string {
  const minutes = clock.initial_ms / 60_000
  return `${Number(minutes.toFixed(2))}+${Number(((clock.increment_ms ?? 0) / 1000).toFixed(1))}`
}
