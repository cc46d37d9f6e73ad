// A game with its variations: an immutable tree of moves.
import type { MoveNode, PlayedMove, WrittenMove } from '../wire/messages.gen'

export interface TreeMove {
  id: number
  parent: number
  token: string
  notation: string
  comment: string
  nags: number[]
  children: number[]
}

/** The nodes by id. Node 0 is the starting position, which has no move. */
export interface Tree {
  nodes: TreeMove[]
}

export const START = 0

export function newTree(comment = ''): Tree {
  return { nodes: [{ id: START, parent: -1, token: '', notation: '', comment, nags: [], children: [] }] }
}

export function nodeOf(tree: Tree, id: number): TreeMove {
  const node = tree.nodes[id]
  if (!node) throw new RangeError(`there is no move ${id}`)
  return node
}

/** The tree with a move added after another, and its id. An existing move is not added again. */
export function added(tree: Tree, parent: number, token: string, notation: string): { tree: Tree; id: number } {
  const same = nodeOf(tree, parent).children.find((id) => nodeOf(tree, id).token === token)
  if (same !== undefined) return { tree, id: same }
  const nodes = tree.nodes.map((node) => (node.id === parent ? { ...node, children: [...node.children] } : node))
  return { id: append(nodes, parent, token, notation), tree: { nodes } }
}

/** Adds a move to nodes that are still being built. */
function append(
  nodes: TreeMove[],
  parent: number,
  token: string,
  notation: string,
  comment = '',
  nags: number[] = [],
): number {
  const id = nodes.length
  nodes[parent]!.children.push(id)
  nodes.push({ id, parent, token, notation, comment, nags, children: [] })
  return id
}

/** A tree of one line. */
export function treeOf(moves: readonly Pick<PlayedMove, 'move' | 'notation'>[]): Tree {
  const { nodes } = newTree()
  let at = START
  for (const played of moves) at = append(nodes, at, played.move, played.notation)
  return { nodes }
}

/** The tree of an imported game. */
export function treeOfNodes(comment: string, list: readonly MoveNode[]): Tree {
  const { nodes } = newTree(comment)
  const ids: number[] = []
  for (const one of list) {
    const parent = one.parent < 0 ? START : ids[one.parent]!
    const same = nodes[parent]!.children.find((id) => nodes[id]!.token === one.move)
    if (same !== undefined) Object.assign(nodes[same]!, { comment: one.comment, nags: one.nags })
    ids.push(same ?? append(nodes, parent, one.move, one.notation, one.comment, one.nags))
  }
  return { nodes }
}

/** The tree with a changed node. */
export function changed(
  tree: Tree,
  id: number,
  change: Partial<Pick<TreeMove, 'comment' | 'nags' | 'notation'>>,
): Tree {
  return { nodes: tree.nodes.map((node) => (node.id === id ? { ...node, ...change } : node)) }
}

/** The tree without a move and everything after it. Other ids stay the same. */
export function removed(tree: Tree, id: number): Tree {
  const parent = nodeOf(tree, id).parent
  return {
    nodes: tree.nodes.map((node) =>
      node.id === parent ? { ...node, children: node.children.filter((child) => child !== id) } : node,
    ),
  }
}

/** A tree with the moves and comments of a later one added. Its own ids stay the same. */
export function merged(tree: Tree, other: Tree): Tree {
  let whole = tree
  const ids = new Map([[START, START]])
  const waiting = [...nodeOf(other, START).children]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const { parent, token, notation, comment, nags, children } = nodeOf(other, id)
    const grown = added(whole, ids.get(parent)!, token, notation)
    whole = changed(grown.tree, grown.id, { comment, nags })
    ids.set(id, grown.id)
    waiting.push(...children)
  }
  return whole
}

/** The tree with a variation made the main continuation of its parent. */
export function promoted(tree: Tree, id: number): Tree {
  const parent = nodeOf(tree, id).parent
  return {
    nodes: tree.nodes.map((node) =>
      node.id === parent ? { ...node, children: [id, ...node.children.filter((child) => child !== id)] } : node,
    ),
  }
}

/** The ids of the moves from the start to a node. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = []
  for (let at = id; at > START; at = nodeOf(tree, at).parent) path.push(at)
  return path.reverse()
}

/** The tokens of the moves from the start to a node. */
export function tokensTo(tree: Tree, id: number): string[] {
  return pathTo(tree, id).map((at) => nodeOf(tree, at).token)
}

/** The next move on the line; the same at its end. */
export function nextOf(tree: Tree, id: number): number {
  return nodeOf(tree, id).children[0] ?? id
}

export function previousOf(tree: Tree, id: number): number {
  return Math.max(nodeOf(tree, id).parent, START)
}

/** The last move of the line. */
export function endOf(tree: Tree, id: number): number {
  for (let at = id; ; at = nextOf(tree, at)) if (nextOf(tree, at) === at) return at
}

/** The ids of the main line. */
export function mainLine(tree: Tree): number[] {
  return pathTo(tree, endOf(tree, START))
}

/** Whether a tree holds more than the moves of one line. */
export function isAnnotated(tree: Tree): boolean {
  const line = [START, ...mainLine(tree)].map((id) => nodeOf(tree, id))
  return line.some(({ comment, nags, children }) => comment !== '' || nags.length > 0 || children.length > 1)
}

/** All moves for writing a file, each after its parent. */
export function writtenMoves(tree: Tree): WrittenMove[] {
  const written: WrittenMove[] = []
  const places = new Map([[START, -1]])
  const waiting = [...nodeOf(tree, START).children]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const { parent, token, comment, nags, children } = nodeOf(tree, id)
    places.set(id, written.length)
    written.push({ parent: places.get(parent) ?? -1, move: token, comment, nags })
    waiting.push(...children)
  }
  return written
}
