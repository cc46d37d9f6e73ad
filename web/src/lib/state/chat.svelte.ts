// Who is not heard: guests whose messages this browser hides, and which lines of a chat are left.
import type { Chat } from '../wire/messages.gen'
import { load, save } from './storage'

/** More are not kept; the first ones are forgotten. */
const MAX_BLOCKED = 200

class Blocked {
  guests: readonly string[] = $state.raw(idsOf(load('blocked')))

  set(guest: string, on: boolean): void {
    const others = this.guests.filter((other) => other !== guest)
    this.guests = on ? [...others, guest].slice(-MAX_BLOCKED) : others
    save('blocked', this.guests)
  }
}

/** The stored value, which may be anything. */
export function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(-MAX_BLOCKED) : []
}

/** The guests whose messages this browser hides. */
export const blocked = new Blocked()

/** The lines of a chat without those of the given guests. */
export function shown(lines: readonly Chat[], hidden: readonly string[]): Chat[] {
  return lines.filter((line) => !line.guest || !hidden.includes(line.guest))
}

/** The hidden guests who have written something, each with the last name they had. */
export function hiddenPeople(lines: readonly Chat[], hidden: readonly string[]): { guest: string; name: string }[] {
  const names = new Map(lines.filter((line) => hidden.includes(line.guest)).map((line) => [line.guest, line.name]))
  return [...names].map(([guest, name]) => ({ guest, name }))
}
