// Entering a move: a walk down the View's `entry` tree, one click a branch, until a leaf gives the move's token.
import type { Entry } from '../wire/messages.gen'

/** Where in the tree the person is: the clicks so far and the branch they lead to. */
export interface Walk {
  readonly path: readonly string[]
  readonly node: Entry
}

/** What a click does: it goes on, completes a move, starts over, or means nothing here. */
export type Step =
  { kind: 'walk'; walk: Walk } | { kind: 'move'; token: string; path: readonly string[] } | { kind: 'none' }

const NONE: Step = { kind: 'none' }

export function startWalk(entry: Entry): Walk {
  return { path: [], node: entry }
}

function arrive(path: readonly string[], node: Entry | string): Step {
  return typeof node === 'string' ? { kind: 'move', token: node, path } : { kind: 'walk', walk: { path, node } }
}

/** Follows one branch. */
export function follow(walk: Walk, step: string): Step {
  const next = Object.hasOwn(walk.node, step) ? walk.node[step] : undefined
  return next === undefined ? NONE : arrive([...walk.path, step], next)
}

/** Every way down from a branch, as its clicks and the token at its end. */
export function* paths(node: Entry, before: readonly string[] = []): Generator<{ path: string[]; token: string }> {
  for (const [step, next] of Object.entries(node)) {
    const path = [...before, step]
    if (typeof next === 'string') yield { path, token: next }
    else yield* paths(next, path)
  }
}

// A crafted position can have very many ways; whoever is past this many has to click them one by one.
const MOST_LOOKED_AT = 400

/**
 * Goes to a point further down the tree where only one way leads there, so that a chain of jumps can be entered by its
 * first and its last point. Ways that differ but end in the same move count as one.
 */
export function reach(walk: Walk, point: string): Step {
  const direct = follow(walk, point)
  if (direct.kind !== 'none') return direct
  let found: { path: string[]; token: string } | undefined
  let looked = 0
  for (const way of paths(walk.node, walk.path)) {
    if (++looked > MOST_LOOKED_AT) return NONE
    if (way.path[way.path.length - 1] !== point) continue
    if (found && found.token !== way.token) return NONE
    found ??= way
  }
  return found ? { kind: 'move', token: found.token, path: found.path } : NONE
}

/**
 * A press on a point: it goes on from here, or starts over at the root. Pressing the first point of the walk again leaves
 * the walk, which is how a chosen piece is put back.
 */
export function press(entry: Entry, walk: Walk, point: string): Step {
  // From the root only a branch will do: a click on the one point some piece can go to must not play that move.
  if (walk.path.length === 0) return follow(walk, point)
  const onward = reach(walk, point)
  if (onward.kind !== 'none') return onward
  if (walk.path[0] === point) return { kind: 'walk', walk: startWalk(entry) }
  // A chain that has begun is not lost by a stray click, nor by one on a point that it has gone past by itself.
  if (walk.path.length > 1) return NONE
  // Nor must it play another move at once: that takes a press of its own.
  const afresh = follow(startWalk(entry), point)
  return afresh.kind === 'walk' ? afresh : { kind: 'walk', walk: startWalk(entry) }
}

/** Goes on as long as there is one branch and it is free to go: a chain of jumps without a choice needs no more clicks. */
export function goOn(walk: Walk, isFree: (step: string) => boolean): Step {
  let step: Step = { kind: 'walk', walk }
  while (step.kind === 'walk') {
    const next: string[] = Object.keys(step.walk.node)
    if (next.length !== 1 || !isFree(next[0]!)) break
    step = follow(step.walk, next[0]!)
  }
  return step
}

/** The branches that are points, and those that are choices such as `=q`. */
export function branches(node: Entry, isPoint: (step: string) => boolean): { points: string[]; choices: string[] } {
  const steps = Object.keys(node)
  return { points: steps.filter(isPoint), choices: steps.filter((step) => !isPoint(step)) }
}

/** The clicks that entered a move, if the tree has it: how the piece went. */
export function pathOf(entry: Entry, token: string): string[] | null {
  for (const way of paths(entry)) if (way.token === token) return way.path
  return null
}

/** All tokens that can be entered. */
export function tokens(entry: Entry): Set<string> {
  return new Set([...paths(entry)].map((way) => way.token))
}
