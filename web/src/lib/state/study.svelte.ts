// A game under study: its tree of moves and the position on the board.
import { SvelteMap } from 'svelte/reactivity'
import { refusal } from '../backend/backend'
import type { AnalysisUpdate, ImportedGame, PositionQuery, PositionView, Problem, Rules } from '../wire/messages.gen'
import type { NavigationTarget } from './boardSession.svelte'
import { load, remove, save } from './storage'
import {
  added,
  changed,
  endOf,
  merged,
  newTree,
  nextOf,
  nodeOf,
  pathTo,
  previousOf,
  promoted,
  removed,
  START,
  tokensTo,
  type Tree,
  treeOf,
  treeOfNodes,
} from './tree'
import { fetchView } from './views'

export interface Source {
  game: string
  rules: Rules | null
  /** "" for the starting position. */
  start: string
}

/** The players' names, in an address and in the tags of a file. */
const PLAYERS = { white: 'White', black: 'Black' } as const

/** The query that opens a game on the analysis page. */
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

/** The tags with the players' names, from an address. */
export function playersOf(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(PLAYERS).flatMap(([side, tag]) => (query.get(side) ? [[tag, query.get(side)!]] : [])),
  )
}

/** The name under which a study is stored. */
function storageName(address: string): string {
  return `study.${address}`
}

/** Stores an imported game as the study of an address. */
export function saveImported(address: string, game: ImportedGame): void {
  const source = { game: game.game, rules: game.rules, start: game.start }
  const tree = treeOfNodes(game.comment, game.tree)
  save(storageName(address), { source, tags: game.tags, tree, current: START } satisfies StoredStudy, 'sessionStorage')
}

/** The games of the file that was imported last. Each is studied at its own address. */
class Library {
  games: readonly ImportedGame[] = $state.raw([])
}

export const library = new Library()

/** The answer to a request that a later one has replaced. */
const SUPERSEDED = Symbol('superseded')

interface StoredStudy {
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
  /** What the engine has found about the positions of the study, by the move that led to them. */
  readonly analyses = new SvelteMap<number, AnalysisUpdate>()
  /** What the last deletion removed; null if nothing can be brought back. */
  deleted: { tree: Tree; current: number } | null = $state.raw(null)
  #lastRequest = 0
  #storageName = ''

  /** The position on the board, as a query for the server. */
  get query(): PositionQuery {
    return { ...this.source, moves: tokensTo(this.tree, this.current) }
  }

  /** The main line to its end. */
  get wholeGame(): PositionQuery {
    return { ...this.source, moves: tokensTo(this.tree, endOf(this.tree, START)) }
  }

  /** The token of the move that led to the position. */
  get lastMove(): string | null {
    return this.current === START ? null : nodeOf(this.tree, this.current).token
  }

  /** Starts with a game and the moves of its main line, and shows its last position. */
  async begin(source: Source, moves: string[], tags: Record<string, string>): Promise<void> {
    this.source = source
    this.tags = tags
    this.deleted = null
    this.analyses.clear()
    this.tree = newTree()
    this.current = START
    const answer = await this.#request({ ...source, moves })
    if (answer === SUPERSEDED) return
    this.tree = treeOf(answer?.moves ?? [])
    await this.show(endOf(this.tree, START))
    if (answer?.problem) this.problem = answer.problem
  }

  async show(id: number): Promise<void> {
    this.current = id
    await this.#request(this.query)
  }

  /** Plays a move in the position on the board. A new move starts a variation. */
  async play(token: string): Promise<void> {
    const moves = [...(this.query.moves ?? []), token]
    const from = this.current
    const answer = await this.#request({ ...this.source, moves })
    if (!answer || answer === SUPERSEDED) return
    const played = answer.moves.at(-1)
    if (answer.problem || !played || answer.moves.length !== moves.length) return
    const grown = added(this.tree, from, played.move, played.notation)
    this.tree = grown.tree
    this.current = grown.id
  }

  /** Adds a line after a move, without showing it. */
  addLine(from: number, moves: readonly string[], notation: readonly string[]): void {
    let at = from
    moves.forEach((token, index) => {
      const grown = added(this.tree, at, token, notation[index] ?? token)
      this.tree = grown.tree
      at = grown.id
    })
  }

  navigate(to: NavigationTarget): void {
    const ids = {
      first: START,
      previous: previousOf(this.tree, this.current),
      next: nextOf(this.tree, this.current),
      last: endOf(this.tree, this.current),
    }
    if (ids[to] !== this.current) void this.show(ids[to])
  }

  comment(text: string): void {
    this.tree = changed(this.tree, this.current, { comment: text })
  }

  /** Removes the current move and everything after it. */
  remove(): void {
    if (this.current === START) return
    const parent = nodeOf(this.tree, this.current).parent
    this.deleted = { tree: this.tree, current: this.current }
    this.tree = removed(this.tree, this.current)
    void this.show(parent)
  }

  /** Removes all moves and comments. */
  clear(): void {
    this.deleted = { tree: this.tree, current: this.current }
    this.analyses.clear()
    this.tree = newTree()
    void this.show(START)
  }

  /** Brings back what was deleted last. What has been played since stays. */
  undo(): void {
    if (!this.deleted) return
    const { tree, current } = this.deleted
    this.analyses.clear()
    this.tree = merged(tree, this.tree)
    this.deleted = null
    void this.show(current)
  }

  /** Makes the variation of the current move the main line. */
  promote(): void {
    for (const id of pathTo(this.tree, this.current)) this.tree = promoted(this.tree, id)
  }

  get isVariation(): boolean {
    return pathTo(this.tree, this.current).some(
      (id) => nodeOf(this.tree, nodeOf(this.tree, id).parent).children[0] !== id,
    )
  }

  /** Stores the study for this tab, under the address where it was started. */
  save(): void {
    const { source, tags, tree, current } = this
    if (!this.#storageName) return
    if (tree.nodes.length === 1 && !nodeOf(tree, START).comment) remove(this.#storageName, 'sessionStorage')
    else save(this.#storageName, { source, tags, tree, current } satisfies StoredStudy, 'sessionStorage')
  }

  /** Restores the study of an address; returns whether there was one. */
  async restore(address: string): Promise<boolean> {
    this.#storageName = storageName(address)
    const stored = load(this.#storageName, 'sessionStorage') as StoredStudy | undefined
    if (!stored) return false
    const { current, ...rest } = stored
    Object.assign(this, rest)
    this.deleted = null
    this.analyses.clear()
    await this.show(current)
    return true
  }

  /** Shows a position, unless a later request has replaced it; null if it was refused. */
  async #request(query: PositionQuery): Promise<PositionView | null | typeof SUPERSEDED> {
    const request = ++this.#lastRequest
    try {
      const answer = await fetchView(query)
      if (request !== this.#lastRequest) return SUPERSEDED
      this.shown = answer
      this.problem = answer.problem
      return answer
    } catch (error) {
      const problem = refusal(error)
      if (request !== this.#lastRequest) return SUPERSEDED
      this.problem = problem
      return null
    }
  }
}
