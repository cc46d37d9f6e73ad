// Clocks and time controls as text.
import type { Clocks, ClockSettings, Color, TimeClass } from '../wire/messages.gen'

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

/** A time control that somebody fills in: minutes, and seconds for each move. */
export interface Control {
  minutes: number
  /** Black's minutes at odds; null for the same. */
  blackMinutes: number | null
  increment: number
  delay: number
}

const NUMBER = String.raw`(\d+(?:\.\d+)?)`
const CONTROL = new RegExp(`^${NUMBER}(?:/${NUMBER})?\\+${NUMBER}(?:d${NUMBER})?$`)
const DAY_MINUTES = 24 * 60

/** Parses `5+3`, five minutes and three seconds per move; `5/2+3d1` gives Black two minutes, and a second of delay. */
export function readControl(text: string): Control | null {
  const found = CONTROL.exec(text)
  if (!found) return null
  const [, minutes, black, increment, delay] = found
  return {
    minutes: Number(minutes),
    blackMinutes: black === undefined ? null : Number(black),
    increment: Number(increment),
    delay: Number(delay ?? 0),
  }
}

/** Writes what `readControl` reads, within what the server accepts. */
export function writeControl({ minutes, blackMinutes, increment, delay }: Control): string {
  const bounded = (value: number, low: number, high: number) =>
    String(Number(Math.min(high, Math.max(low, Number.isFinite(value) ? value : low)).toFixed(2)))
  const base = (value: number) => bounded(value, 0.05, 7 * DAY_MINUTES)
  const odds = blackMinutes === null ? '' : `/${base(blackMinutes)}`
  const wait = delay > 0 ? `d${bounded(delay, 0, 3600)}` : ''
  return `${base(minutes)}${odds}+${bounded(increment, 0, 3600)}${wait}`
}

/** Whether the sides have different times. */
export function hasOdds(text: string): boolean {
  return readControl(text)?.blackMinutes != null
}

/** A time control as the server takes it; null for no clock. */
export function parseControl(text: string): ClockSettings | null {
  const control = readControl(text)
  if (!control) return null
  const clock: ClockSettings = {
    initial_ms: Math.max(1000, Math.round(control.minutes * 60_000)),
    increment_ms: Math.round(control.increment * 1000),
  }
  if (control.delay > 0) clock.delay_ms = Math.round(control.delay * 1000)
  if (control.blackMinutes !== null) clock.black_ms = Math.max(1000, Math.round(control.blackMinutes * 60_000))
  return clock
}

export function controlText(clock: ClockSettings): string {
  return writeControl({
    minutes: clock.initial_ms / 60_000,
    blackMinutes: clock.black_ms == null ? null : clock.black_ms / 60_000,
    increment: (clock.increment_ms ?? 0) / 1000,
    delay: (clock.delay_ms ?? 0) / 1000,
  })
}

/** Which kind of clock it is, by the time for forty moves; the server decides in the same way which rating counts. */
export function timeClassOf(clock: ClockSettings): TimeClass {
  const minutes = (clock.initial_ms + 40 * ((clock.increment_ms ?? 0) + (clock.delay_ms ?? 0))) / 60_000
  if (minutes < 3) return 'bullet'
  if (minutes < 8) return 'blitz'
  if (minutes < 25) return 'rapid'
  return minutes < 360 ? 'classical' : 'correspondence'
}
