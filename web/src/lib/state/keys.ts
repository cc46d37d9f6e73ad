// Keys that work on the whole page, as long as nothing else wants them.

export type Walk = 'first' | 'previous' | 'next' | 'last'

const WALKS: Record<string, Walk> = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' }

/** Whether a key belongs to what is focused: fields, lists of choices, sliders. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target as HTMLElement | null
  return !!target?.closest?.('input, select, textarea, [role=slider], [role=tablist], dialog')
}

/** Calls what belongs to a key: a walk through the game, f to flip, ? for help. */
export function gameKeys(actions: { walk: (where: Walk) => void; flip: () => void; help: () => void }) {
  return (event: KeyboardEvent): void => {
    if (isTaken(event)) return
    const where = WALKS[event.key]
    if (where) actions.walk(where)
    else if (event.key.toLowerCase() === 'f') actions.flip()
    else if (event.key === '?') actions.help()
    else return
    event.preventDefault()
  }
}
