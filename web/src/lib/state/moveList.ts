// How a game tree is written: the main line as rows of a move list, variations as running text.
import { mainLine, nodeOf, START, type Tree } from './tree'

export type Row =
  | { kind: 'pair'; number: number; first: number | null; second: number | null }
  | { kind: 'comment'; text: string }
  | { kind: 'variation'; from: number; ply: number }

/** The rows of the main line. Comments and variations split a pair; `ply` is that of a variation's first move. */
export function rowsOf(tree: Tree): Row[] {
  const rows: Row[] = []
  const opening = nodeOf(tree, START).comment
  if (opening) rows.push({ kind: 'comment', text: opening })
  let pair: Extract<Row, { kind: 'pair' }> | null = null
  mainLine(tree).forEach((id, ply) => {
    const isFirst = ply % 2 === 0
    if (isFirst || !pair) {
      pair = { kind: 'pair', number: Math.floor(ply / 2) + 1, first: isFirst ? id : null, second: isFirst ? null : id }
      rows.push(pair)
    } else pair.second = id
    const node = nodeOf(tree, id)
    const others = nodeOf(tree, node.parent).children.slice(1)
    if (node.comment) rows.push({ kind: 'comment', text: node.comment })
    for (const from of others) rows.push({ kind: 'variation', from, ply })
    if (node.comment || others.length > 0) pair = null
  })
  return rows
}

/** Annotation glyphs for the NAGs of a move: !, ?, !!, ??, !?, ?!. */
export function glyphsOf(nags: readonly number[]): string {
  return nags.map((nag) => ['', '!', '?', '!!', '??', '!?', '?!'][nag] ?? '').join('')
}

export type Part =
  /** A move; `number` is "" if the move before it makes the number clear. */
  { kind: 'move'; id: number; number: string } | { kind: 'open' | 'close'; id: number }

type Task = { kind: 'line'; id: number; ply: number; isFirst: boolean } | { kind: 'close'; id: number }

/** The parts of a variation: its moves and, in brackets, the variations inside it. `ply` moves precede it. */
export function partsOf(tree: Tree, from: number, ply: number): Part[] {
  const parts: Part[] = []
  // A stack instead of recursion: files can nest variations deeper than the call stack allows.
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

/** The number before a move: `3.` or `3…`. */
export function numberOf(ply: number): string {
  return `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? '.' : '…'}`
}
