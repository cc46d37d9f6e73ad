// What every page with a game on a board shares: orientation, hints and their arrows, shortcuts, sounds and sharing.
import type Board from '../board/Board.svelte'
import { moveShapes, type Shape } from '../board/drawable'
import type { Change } from '../board/pieces'
import { soundOf } from '../sound/player'
import type { Color, Geometry, Problem, View } from '../wire/messages.gen'
import { Hints } from './engine.svelte'
import { playSound, settings } from './settings.svelte'

export type NavigationTarget = 'first' | 'previous' | 'next' | 'last'

/** The game on the board. */
export interface SessionGame {
  /** A value that changes when the game reaches another position. */
  position(): unknown
  /** Why the last command was refused. */
  problem(): Problem | null
  navigate(to: NavigationTarget): void
  /** Called when the game has reached another position. */
  onposition?(): void
}

/** Whether the list of keyboard shortcuts is open. */
export const shortcuts = $state({ isOpen: false })

const NAVIGATION_KEYS: Record<string, NavigationTarget> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
}

export class BoardSession {
  readonly hints = new Hints()
  /** The board, once it is on the page. */
  board: ReturnType<typeof Board> | null = $state.raw(null)
  isFlipped = $state(false)
  isSharing = $state(false)
  readonly #game: SessionGame
  readonly #position = $derived.by(() => this.#game.position())

  /** Must be called while a component is initialized. */
  constructor(game: SessionGame) {
    this.#game = game
    $effect(() => {
      void this.#position
      this.hints.clear()
      game.onposition?.()
    })
    // A refused move is taken back on the board.
    $effect(() => {
      if (game.problem()) this.board?.cancel()
    })
  }

  flip(): void {
    this.isFlipped = !this.isFlipped
  }

  /** The side at the bottom of the board; usually the player's own. */
  orientation(own: Color = 'white'): Color {
    if (!this.isFlipped) return own
    return own === 'white' ? 'black' : 'white'
  }

  /** Arrows for the hint: the opponent's threat and the best move. */
  hintShapes(view: View, geometry: Geometry): Shape[] {
    const threat = this.hints.hint?.threat?.move
    const best = this.hints.hint?.moves[0]?.move
    return [
      ...(threat ? moveShapes(threat, {}, geometry, 'red', 0.7) : []),
      ...(best ? moveShapes(best, view.entry, geometry, 'green') : []),
    ]
  }

  /** Plays the sound of a change on the board. */
  readonly onchange = (change: Change, view: View, hasRow: boolean): void => {
    const sound = soundOf(change, view, hasRow)
    if (sound) playSound(sound)
  }

  /** Keyboard shortcuts: arrow keys navigate, f flips the board, z is zen mode, ? lists the shortcuts. */
  readonly onkeydown = (event: KeyboardEvent): void => {
    if (isForControl(event)) return
    const to = NAVIGATION_KEYS[event.key]
    if (to) this.#game.navigate(to)
    else if (event.key.toLowerCase() === 'f') this.flip()
    else if (event.key.toLowerCase() === 'z') settings.zen = !settings.zen
    else if (event.key === '?') shortcuts.isOpen = true
    else if (event.key === 'Escape' && this.board?.cancelIfEntering()) return event.preventDefault()
    else return
    event.preventDefault()
  }
}

/** Whether a key belongs to the focused control: a field, a list of choices, a slider. */
function isForControl(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target as HTMLElement | null
  return !!target?.closest?.('input, select, textarea, [role=slider], [role=tablist], dialog')
}
