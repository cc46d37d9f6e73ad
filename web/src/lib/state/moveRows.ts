// The rows of a move list: pairs of moves, broken where something is said or a variation begins.
import { mainLine, nodeOf, START, type Tree } from './tree'

export type Row =
  | { kind: 'pair'; number: number; first: number | null; second: number | null }
  | { kind: 'comment'; text: string }
  | { kind: 'variation'; from: number; ply: number }

/** The rows of the main line; `ply` of a variation is that of its first move, from 0. */
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

/** The signs of game files after a move: !, ?, !!, ??, !?, ?!. */
export function signsOf(nags: readonly number[]): string {
  return nags.map((nag) => ['', '!', '?', '!!', '??', '!?', '?!'][nag] ?? '').join('')
}
