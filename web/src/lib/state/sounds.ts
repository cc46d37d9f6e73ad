// Sounds as the settings want them: of moves on the board, and of what happens at a table.
import type { Change } from '../board/pieces'
import { soundOf, type Sound } from '../sound/choice'
import { play } from '../sound/player'
import type { TableEvent, View } from '../wire/messages.gen'
import { session } from './session.svelte'
import { settings } from './settings.svelte'

export function playSound(sound: Sound): void {
  if (!settings.muted && settings.volume > 0) play(sound, settings.volume)
}

/** What the board does, heard. */
export function changeSound(change: Change, view: View): void {
  const sound = soundOf(change, view)
  if (sound) playSound(sound)
}

/** What happens at a table besides moves: somebody comes, offers or speaks. */
export function eventSound(event: TableEvent): void {
  if (event.type === 'offered' || event.type === 'started') playSound('notice')
  if (event.type === 'said' && event.chat.name !== session.name) playSound('notice')
  if (event.type === 'ended') playSound('end')
}
