// A game under study: its tree, the position that is shown, and the moves one tries.
import type { ImportedGame, PositionQuery, PositionView, Problem, Rules } from '../wire/messages.gen'
import { refusal } from '../wire/socket'
import {
  added,
  changed,
  cut,
  endOf,
  newTree,
  nextOf,
  nodeOf,
  pathTo,
  previousOf,
  promoted,
  START,
  tokensTo,
  treeOf,
  treeOfNodes,
  type Tree,
} from './tree'
import type { Walk } from './keys'
import { forget, recall, remember } from './stored'
import { viewOf } from './views'

export interface Source {
  game: string
  rules: Rules | null
  /** "" for the usual start. */
  start: string
}

/** Who played, in an address and in the tags of a file. */
const PLAYERS = { white: 'White', black: 'Black' } as const

/** What the address of a game asks of the page that studies it. */
export function studyQuery(
  { game, rules, start }: Source,
  moves: readonly string[],
  tags: Record<string, string>,
): Record<string, string> {
  const query: Record<string, string> = { game, moves: moves.join(' ') }
  if (start) query.start = start
  if (rules) query.rules = JSON.stringify(rules)
  for (const [side, tag] of Object.entries(PLAYERS)) if (tags[tag] && tags[tag] !== '?') query[side] = tags[tag]
  return query
}

/** The tags of those who played, as an address has them. */
export function playersOf(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(PLAYERS).flatMap(([side, tag]) => (query.get(side) ? [[tag, query.get(side)!]] : [])),
  )
}

/** Under which name a study is kept. */
function nameAt(address: string): string {
  return `study.${address}`
}

/** Keeps a game that was read from a file for an address. */
export function keepImported(address: string, game: ImportedGame): void {
  const source = { game: game.game, rules: game.rules, start: game.start }
  const tree = treeOfNodes(game.comment, game.tree)
  remember(nameAt(address), { source, tags: game.tags, tree, current: START } satisfies Kept, 'sessionStorage')
}

/** Lets go of what is kept for an address. */
export function forgetStudy(address: string): void {
  forget(nameAt(address), 'sessionStorage')
}

const OVERTAKEN = Symbol('overtaken')

interface Kept {
  source: Source
  tags: Record<string, string>
  tree: Tree
  current: number
}

export class Study {
  source: Source = $state.raw({ game: 'chess', rules: null, start: '' })
  tree: Tree = $state.raw(newTree())
  current = $state(START)
  shown: PositionView | null = $state.raw(null)
  tags: Record<string, string> = $state.raw({})
  problem: Problem | null = $state.raw(null)
  #asked = 0
  #name = ''

  /** The position that is shown, as services are asked for it. */
  get query(): PositionQuery {
    return { ...this.source, moves: tokensTo(this.tree, this.current) }
  }

  /** The main line to its end. */
  get wholeGame(): PositionQuery {
    return { ...this.source, moves: tokensTo(this.tree, endOf(this.tree, START)) }
  }

  /** The token of the move that led here. */
  get lastMove(): string | null {
    return this.current === START ? null : nodeOf(this.tree, this.current).token
  }

  /** Begins anew with a game and the moves of its main line, and shows its end. */
  async begin(source: Source, moves: string[], tags: Record<string, string>): Promise<void> {
    this.source = source
    this.tags = tags
    this.tree = newTree()
    this.current = START
    const answer = await this.#look({ ...source, moves })
    if (answer === OVERTAKEN) return
    this.tree = treeOf(answer?.moves ?? [])
    await this.show(endOf(this.tree, START))
    if (answer?.problem) this.problem = answer.problem
  }

  async show(id: number): Promise<void> {
    this.current = id
    await this.#look(this.query)
  }

  /** Plays a move from the position that is shown; a new one begins a variation. */
  async play(token: string): Promise<void> {
    const moves = [...(this.query.moves ?? []), token]
    const from = this.current
    const answer = await this.#look({ ...this.source, moves })
    if (!answer || answer === OVERTAKEN) return
    const played = answer.moves.at(-1)
    if (answer.problem || !played || answer.moves.length !== moves.length) return
    const grown = added(this.tree, from, played.move, played.notation)
    this.tree = grown.tree
    this.current = grown.id
  }

  /** Adds a line of moves from a move on, without going there. */
  addLine(from: number, moves: readonly string[], notation: readonly string[]): void {
    let at = from
    moves.forEach((token, index) => {
      const grown = added(this.tree, at, token, notation[index] ?? token)
      this.tree = grown.tree
      at = grown.id
    })
  }

  walk(where: Walk): void {
    const to = {
      first: START,
      previous: previousOf(this.tree, this.current),
      next: nextOf(this.tree, this.current),
      last: endOf(this.tree, this.current),
    }
    if (to[where] !== this.current) void this.show(to[where])
  }

  comment(text: string): void {
    this.tree = changed(this.tree, this.current, { comment: text })
  }

  /** Takes the shown move and all that follows it out. */
  remove(): void {
    if (this.current === START) return
    const parent = nodeOf(this.tree, this.current).parent
    this.tree = cut(this.tree, this.current)
    void this.show(parent)
  }

  /** Makes the variation of the shown move the main line. */
  promote(): void {
    for (const id of pathTo(this.tree, this.current)) this.tree = promoted(this.tree, id)
  }

  get isVariation(): boolean {
    return pathTo(this.tree, this.current).some(
      (id) => nodeOf(this.tree, nodeOf(this.tree, id).parent).children[0] !== id,
    )
  }

  /** Keeps the study for this tab under the address where it was begun. */
  keep(): void {
    const { source, tags, tree, current } = this
    if (!this.#name) return
    if (tree.nodes.length === 1 && !nodeOf(tree, START).comment) forget(this.#name, 'sessionStorage')
    else remember(this.#name, { source, tags, tree, current } satisfies Kept, 'sessionStorage')
  }

  /** Takes the study up again that was kept for an address; says whether there was one. */
  async resume(address: string): Promise<boolean> {
    this.#name = nameAt(address)
    const kept = recall(this.#name, 'sessionStorage') as Kept | undefined
    if (!kept) return false
    const { current, ...rest } = kept
    Object.assign(this, rest)
    await this.show(current)
    return true
  }

  /** Shows a position, unless another has been asked for meanwhile; null if it was refused. */
  async #look(query: PositionQuery): Promise<PositionView | null | typeof OVERTAKEN> {
    const turn = ++this.#asked
    try {
      const answer = await viewOf(query)
      if (turn !== this.#asked) return OVERTAKEN
      this.shown = answer
      this.problem = answer.problem
      return answer
    } catch (error) {
      const problem = refusal(error)
      if (turn !== this.#asked) return OVERTAKEN
      this.problem = problem
      return null
    }
  }
}
