// A variation as running text: its moves, and in brackets the variations inside it, however deep they lie.
import { nodeOf, type Tree } from './tree'

export type Part =
  /** A move; `number` is "" where the move before it makes clear which one it is. */
  { kind: 'move'; id: number; number: string } | { kind: 'open' | 'close'; id: number }

type Task = { kind: 'line'; id: number; ply: number; isFirst: boolean } | { kind: 'close'; id: number }

/** The parts of the variation that begins with a move, `ply` moves of the game before it. */
export function partsOf(tree: Tree, from: number, ply: number): Part[] {
  const parts: Part[] = []
  // What is still to be written, the next last: files may nest deeper than calls can.
  const tasks: Task[] = [{ kind: 'line', id: from, ply, isFirst: true }]
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    if (task.kind === 'close') {
      parts.push(task)
      continue
    }
    const { id, ply, isFirst } = task
    if (isFirst && id !== from) parts.push({ kind: 'open', id })
    parts.push({ kind: 'move', id, number: isFirst || ply % 2 === 0 ? numberOf(ply) : '' })
    const { parent, children } = nodeOf(tree, id)
    if (children.length > 0) tasks.push({ kind: 'line', id: children[0]!, ply: ply + 1, isFirst: false })
    const others = isFirst ? [] : nodeOf(tree, parent).children.slice(1)
    for (const other of others.reverse())
      tasks.push({ kind: 'close', id: other }, { kind: 'line', id: other, ply, isFirst: true })
  }
  return parts
}

function numberOf(ply: number): string {
  return `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? '.' : '…'}`
}
