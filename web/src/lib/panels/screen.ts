// The kinds of screen that show different parts of a page, not only other sizes of the same parts.
import { MediaQuery } from 'svelte/reactivity'

/** A screen on which everything stands in one column: a phone, or a tablet held in portrait. */
export const portrait = new MediaQuery('(max-width: 860px) and (max-aspect-ratio: 5/4)')

/** A screen with so little height that nothing may cover the board: a phone held sideways, or a page at 200 %. */
export const low = new MediaQuery('(max-height: 500px) and (min-aspect-ratio: 5/4)')
