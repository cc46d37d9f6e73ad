// Which sound belongs to what is seen.
import type { Change } from '../board/pieces'
import type { View } from '../wire/messages.gen'

export const SOUNDS = ['move', 'place', 'capture', 'check', 'promote', 'end', 'notice', 'low'] as const
export type Sound = (typeof SOUNDS)[number]

/** The sound of a change of the board; null where nothing was moved. The most telling one wins. */
export function soundOf(change: Change, view: View): Sound | null {
  if (change.moved.length + change.placed.length + change.taken.length === 0) return null
  if (view.result) return 'end'
  if (view.check) return 'check'
  if (change.promoted) return 'promote'
  if (change.taken.length > 0) return 'capture'
  return change.moved.length > 0 ? 'move' : 'place'
}
