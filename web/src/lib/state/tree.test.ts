// The tree of a game, and how it is written as a move list.
import { expect, test } from 'vitest'
import { partsOf } from './moveList'
import { glyphsOf, rowsOf } from './moveList'
import {
  added,
  changed,
  endOf,
  isAnnotated,
  mainLine,
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
  treeOf,
  treeOfNodes,
  writtenMoves,
} from './tree'

const line = (text: string) => treeOf(text.split(' ').map((move) => ({ move, notation: move })))

const MOVES = ['e4', 'e5', 'Nf3'].map((move) => ({ move, notation: move }))

test('a game is a line whose ids are its plies', () => {
  const tree = line('e4 e5 Nf3')
  expect(mainLine(tree)).toEqual([1, 2, 3])
  expect(tokensTo(tree, 2)).toEqual(['e4', 'e5'])
  expect([nextOf(tree, START), nextOf(tree, 3), previousOf(tree, START), previousOf(tree, 2), endOf(tree, 1)]).toEqual([
    1, 3, 0, 1, 3,
  ])
})

test('another move starts a variation, the same move does not', () => {
  const tree = line('e4 e5')
  const same = added(tree, 1, 'e5', 'e5')
  expect([same.tree, same.id]).toEqual([tree, 2])
  const other = added(tree, 1, 'c5', 'c5')
  expect(nodeOf(other.tree, 1).children).toEqual([2, 3])
  expect(mainLine(other.tree)).toEqual([1, 2])
  expect(mainLine(promoted(other.tree, 3))).toEqual([1, 3])
})

test('removing a move removes everything after it', () => {
  const tree = removed(line('e4 e5 Nf3'), 2)
  expect(mainLine(tree)).toEqual([1])
  expect(pathTo(tree, 1)).toEqual([1])
})

test('an imported game keeps variations, comments and glyphs', () => {
  const tree = treeOfNodes('Paris', [
    { parent: -1, move: 'e2e4', notation: 'e4', comment: '', nags: [] },
    { parent: 0, move: 'e7e5', notation: 'e5', comment: 'usual', nags: [1] },
    { parent: 0, move: 'c7c5', notation: 'c5', comment: '', nags: [6] },
    { parent: 1, move: 'g1f3', notation: 'Nf3', comment: '', nags: [] },
  ])
  expect(rowsOf(tree)).toEqual([
    { kind: 'comment', text: 'Paris' },
    { kind: 'pair', number: 1, first: 1, second: 2 },
    { kind: 'comment', text: 'usual' },
    { kind: 'variation', from: 3, ply: 1 },
    { kind: 'pair', number: 2, first: 4, second: null },
  ])
  expect([glyphsOf([1]), glyphsOf([6]), glyphsOf([146])]).toEqual(['!', '?!', ''])
})

test('a comment on a first move splits its pair', () => {
  const tree = changed(line('e4 e5'), 1, { comment: 'best by test' })
  expect(rowsOf(tree)).toEqual([
    { kind: 'pair', number: 1, first: 1, second: null },
    { kind: 'comment', text: 'best by test' },
    { kind: 'pair', number: 1, first: null, second: 2 },
  ])
})

test('an empty game has no rows', () => {
  expect(rowsOf(newTree())).toEqual([])
})

test('a file contains the moves that can be reached, each after its parent', () => {
  const grown = added(line('e4 e5 Nf3'), 1, 'c5', 'c5')
  const tree = changed(removed(grown.tree, 2), grown.id, { comment: 'sharp', nags: [5] })
  expect(writtenMoves(tree)).toEqual([
    { parent: -1, move: 'e4', comment: '', nags: [] },
    { parent: 0, move: 'c5', comment: 'sharp', nags: [5] },
  ])
})

test('a variation is written with nested ones in brackets', () => {
  let tree = treeOf([])
  const add = (parent: number, token: string) => {
    const grown = added(tree, parent, token, token)
    tree = grown.tree
    return grown.id
  }
  add(START, 'e4')
  const first = add(START, 'd4')
  const reply = add(first, 'd5')
  const other = add(first, 'Nf6')
  add(other, 'c4')
  add(reply, 'Nf3')
  const text = partsOf(tree, first, 0).map((part) =>
    part.kind === 'move' ? part.number + nodeOf(tree, part.id).notation : part.kind === 'open' ? '(' : ')',
  )
  expect(text.join(' ')).toBe('1.d4 d5 ( 1…Nf6 2.c4 ) 2.Nf3')
})

test('variations can be nested as deep as in a file', () => {
  const deep = 5000
  // Each move has a main reply and an alternative, which continues.
  const list = Array.from({ length: deep }, (_, index) => [
    { parent: 2 * index - 1, move: `m${index}`, notation: 'm', comment: '', nags: [] },
    { parent: 2 * index - 1, move: `v${index}`, notation: 'v', comment: '', nags: [] },
  ]).flat()
  const tree = treeOfNodes('', list)
  const parts = partsOf(tree, 2, 0)
  expect(parts.filter(({ kind }) => kind === 'move')).toHaveLength(2 * deep - 1)
  expect(parts.filter(({ kind }) => kind === 'open')).toHaveLength(parts.filter(({ kind }) => kind === 'close').length)
})

test('what was deleted comes back, with what was played since', () => {
  const before = changed(treeOf(MOVES.slice(0, 3)), 2, { comment: 'good' })
  const cut = removed(before, 2)
  const later = added(cut, 1, 'c5', 'c5').tree
  const back = merged(before, later)
  expect(mainLine(back).map((id) => nodeOf(back, id).token)).toEqual(MOVES.slice(0, 3).map(({ move }) => move))
  expect(nodeOf(back, 1).children.map((id) => nodeOf(back, id).token)).toEqual([MOVES[1]!.move, 'c5'])
  expect(nodeOf(back, 2).comment).toBe('good')
})

test('a line without comments and variations needs only its moves', () => {
  const plain = treeOf(MOVES.slice(0, 2))
  expect(isAnnotated(plain)).toBe(false)
  expect(isAnnotated(added(plain, 1, 'c5', 'c5').tree)).toBe(true)
  expect(isAnnotated(changed(plain, START, { comment: 'a game' }))).toBe(true)
  expect(isAnnotated(changed(plain, 1, { nags: [1] }))).toBe(true)
})
