// Clocks and time controls as text.
import type { Clocks, ClockSettings, Color } from '../wire/messages.gen'

/** Below this a clock warns, if its time control is longer. */
export const LOW_MS = 20_000

/** The time a side has left, some time after the server's last update. */
export function leftMs(clocks: Clocks, side: Color, sinceMs: number): number {
  const sent = side === 'white' ? clocks.white_ms : clocks.black_ms
  if (clocks.running !== side) return sent
  return Math.max(0, sent - Math.max(0, sinceMs - clocks.delay_ms))
}

/** `12:34`, with hours if there are any, with tenths below ten seconds. */
export function clockText(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`
  const seconds = Math.ceil(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours, minutes, rest] = parts as [number, number, number]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** The time controls to choose from, as minutes+seconds; the first is no clock. */
export const CONTROLS = ['', '1+0', '3+2', '5+0', '10+0', '15+10', '30+0'] as const

/** Parses `5+3`: five minutes and three seconds per move. */
export function parseControl(text: string): ClockSettings | null {
  const found = /^(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)$/.exec(text)
  if (!found) return null
  return { initial_ms: Number(found[1]) * 60_000, increment_ms: Number(found[2]) * 1000 }
}

export function controlText(clock: ClockSettings): string {
  const minutes = clock.initial_ms / 60_000
  return `${Number(minutes.toFixed(2))}+${Number(((clock.increment_ms ?? 0) / 1000).toFixed(1))}`
}
