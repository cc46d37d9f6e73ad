// The View's `entry` tree: each click follows a branch, and a leaf is the token of a complete move.
import type { Entry } from '../wire/messages.gen'

/** A move that is partly entered: the clicks so far and the branch they lead to. */
export interface PartialMove {
  readonly path: readonly string[]
  readonly node: Entry
}

/** What a click does: it selects or continues, completes a move, or means nothing here. */
export type ClickResult =
  | { kind: 'partial'; partial: PartialMove }
  | { kind: 'move'; token: string; path: readonly string[] }
  | { kind: 'none' }

const NONE: ClickResult = { kind: 'none' }

export function atRoot(entry: Entry): PartialMove {
  return { path: [], node: entry }
}

function resultAt(path: readonly string[], node: Entry | string): ClickResult {
  return typeof node === 'string' ? { kind: 'move', token: node, path } : { kind: 'partial', partial: { path, node } }
}

/** Follows one branch. */
export function follow(partial: PartialMove, step: string): ClickResult {
  const next = Object.hasOwn(partial.node, step) ? partial.node[step] : undefined
  return next === undefined ? NONE : resultAt([...partial.path, step], next)
}

/** All moves below a branch, each with the clicks that enter it. */
export function* paths(node: Entry, before: readonly string[] = []): Generator<{ path: string[]; token: string }> {
  for (const [step, next] of Object.entries(node)) {
    const path = [...before, step]
    if (typeof next === 'string') yield { path, token: next }
    else yield* paths(next, path)
  }
}

// A constructed position can have a huge number of paths. Beyond this many, each point must be clicked.
const MAX_PATHS = 400

/**
 * Follows the branch of a point, or jumps to a point further down if all paths that end there play the same move. This
 * way a chain of jumps can be entered by its first and last point.
 */
export function jumpTo(partial: PartialMove, point: string): ClickResult {
  const direct = follow(partial, point)
  if (direct.kind !== 'none') return direct
  let found: { path: string[]; token: string } | undefined
  let count = 0
  for (const way of paths(partial.node, partial.path)) {
    if (++count > MAX_PATHS) return NONE
    if (way.path[way.path.length - 1] !== point) continue
    if (found && found.token !== way.token) return NONE
    found ??= way
  }
  return found ? { kind: 'move', token: found.token, path: found.path } : NONE
}

/**
 * A click on a point continues the move or starts another one. Clicking the selected point again deselects it.
 * `hasArrived` if the piece is already where it goes, and only the men it removes are left to choose.
 */
export function click(entry: Entry, partial: PartialMove, point: string, hasArrived = false): ClickResult {
  // At the root only a branch counts: clicking a point that a single piece can reach must not play that move.
  if (partial.path.length === 0) return follow(partial, point)
  const onward = jumpTo(partial, point)
  if (onward.kind !== 'none') return onward
  if (partial.path[0] === point) return { kind: 'partial', partial: atRoot(entry) }
  // A stray click does not take back a piece that has arrived, nor a chain that has begun.
  if (partial.path.length > 1 || hasArrived) return NONE
  // Selecting another piece must not play a move at once, even if the piece has only one.
  const other = follow(atRoot(entry), point)
  return other.kind === 'partial' ? other : { kind: 'partial', partial: atRoot(entry) }
}

/** Follows branches while there is exactly one and it is free: a chain without a choice needs no more clicks. */
export function autoAdvance(partial: PartialMove, isFree: (step: string) => boolean): ClickResult {
  let result: ClickResult = { kind: 'partial', partial }
  while (result.kind === 'partial') {
    const next: string[] = Object.keys(result.partial.node)
    if (next.length !== 1 || !isFree(next[0]!)) break
    result = follow(result.partial, next[0]!)
  }
  return result
}

/** The branches that are points, and those that are choices, for example `=q`. */
export function branches(node: Entry, isPoint: (step: string) => boolean): { points: string[]; choices: string[] } {
  const steps = Object.keys(node)
  return { points: steps.filter(isPoint), choices: steps.filter((step) => !isPoint(step)) }
}

/** The clicks that enter a move; null if the tree does not contain it. */
export function pathOf(entry: Entry, token: string): string[] | null {
  for (const way of paths(entry)) if (way.token === token) return way.path
  return null
}

/** The tokens of all moves. */
export function tokens(entry: Entry): Set<string> {
  return new Set([...paths(entry)].map((way) => way.token))
}
