import { expect, test } from 'vitest'
import type { Entry } from '../wire/messages.gen'
import {
  atRoot,
  autoAdvance,
  branches,
  click,
  type ClickResult,
  follow,
  jumpTo,
  type PartialMove,
  pathOf,
  tokens,
} from './entry'

const chain: Entry = { c3: { e5: { c7: { a5: 'c3:e5:c7:a5' }, g7: 'c3:e5:g7' } } }
const mill: Entry = { a4: 'a4', d5: { b4: 'd5xb4', f4: 'd5xf4' } }
const chess: Entry = {
  e7: { e8: { '=q': 'e7e8q', '=n': 'e7e8n' } },
  e1: { g1: 'e1g1', h1: 'e1g1', e2: 'e1e2' },
}
const isPoint = (step: string) => /^[a-h][1-8]$/.test(step)

function partialOf(result: ClickResult): PartialMove {
  if (result.kind !== 'partial') throw new Error(`expected a partial move, got ${result.kind}`)
  return result.partial
}

function clicks(entry: Entry, ...points: string[]): ClickResult {
  let result: ClickResult = { kind: 'partial', partial: atRoot(entry) }
  for (const point of points) result = click(entry, partialOf(result), point)
  return result
}

test('each click follows a branch and a leaf is a move', () => {
  expect(clicks(chain, 'c3', 'e5', 'c7', 'a5')).toEqual({
    kind: 'move',
    token: 'c3:e5:c7:a5',
    path: ['c3', 'e5', 'c7', 'a5'],
  })
})

test('a placement is one click, a mill asks for the man to remove', () => {
  expect(clicks(mill, 'a4')).toMatchObject({ kind: 'move', token: 'a4' })
  expect(branches(partialOf(clicks(mill, 'd5')).node, isPoint).points).toEqual(['b4', 'f4'])
  expect(clicks(mill, 'd5', 'f4')).toMatchObject({ kind: 'move', token: 'd5xf4' })
})

test('a promotion ends in choices that are not points', () => {
  const partial = partialOf(clicks(chess, 'e7', 'e8'))
  expect(branches(partial.node, isPoint)).toEqual({ points: [], choices: ['=q', '=n'] })
  expect(follow(partial, '=n')).toMatchObject({ kind: 'move', token: 'e7e8n' })
})

test('the last point of a chain is enough if only one move ends there', () => {
  expect(clicks(chain, 'c3', 'a5')).toMatchObject({
    kind: 'move',
    token: 'c3:e5:c7:a5',
    path: ['c3', 'e5', 'c7', 'a5'],
  })
})

test('a destination alone plays nothing, even if only one move ends there', () => {
  expect(clicks(chain, 'a5').kind).toBe('none')
})

test('if two moves end on a point, the way there must be clicked', () => {
  const ring: Entry = { a1: { b2: { c3: 'x' }, d2: { c3: 'y' } } }
  expect(jumpTo(partialOf(clicks(ring, 'a1')), 'c3').kind).toBe('none')
})

test('two paths of the same move count as one', () => {
  const ring: Entry = { a1: { b2: { c3: 'x' }, d2: { c3: 'x' } } }
  expect(jumpTo(partialOf(clicks(ring, 'a1')), 'c3')).toMatchObject({ kind: 'move', token: 'x' })
})

test('another piece can be selected instead, and the selected one deselected', () => {
  expect(partialOf(clicks(chess, 'e7', 'e1')).path).toEqual(['e1'])
  expect(partialOf(clicks(chess, 'e7', 'e7')).path).toEqual([])
  expect(partialOf(clicks(chess, 'e7', 'a5')).path).toEqual([])
})

test('a stray click does not lose a chain that has begun', () => {
  expect(clicks(chain, 'c3', 'e5', 'h8').kind).toBe('none')
  expect(clicks(chain, 'c3', 'e5', 'e5').kind).toBe('none')
  expect(partialOf(clicks(chain, 'c3', 'e5', 'c3')).path).toEqual([])
})

test('names of built-in properties are not branches', () => {
  expect(clicks(chess, 'constructor').kind).toBe('none')
})

test('the path of a move is found by its token', () => {
  expect(pathOf(chain, 'c3:e5:g7')).toEqual(['c3', 'e5', 'g7'])
  expect(pathOf(chess, 'e1g1')).toEqual(['e1', 'g1'])
  expect(pathOf(chess, 'a1a2')).toBeNull()
  expect([...tokens(chess)]).toEqual(['e7e8q', 'e7e8n', 'e1g1', 'e1e2'])
})

test('a chain without a choice advances automatically, up to a fork or a man to remove', () => {
  expect(autoAdvance(partialOf(clicks(chain, 'c3', 'e5')), isPoint)).toMatchObject({
    kind: 'partial',
    partial: { path: ['c3', 'e5'] },
  })
  const { node } = partialOf(follow(partialOf(clicks(chain, 'c3', 'e5')), 'c7'))
  expect(autoAdvance({ path: ['c3', 'e5', 'c7'], node }, isPoint)).toMatchObject({ kind: 'move', token: 'c3:e5:c7:a5' })
  expect(autoAdvance({ path: ['c3', 'e5', 'c7'], node }, () => false).kind).toBe('partial')
})

test('a stray click while a man is to be removed plays nothing else', () => {
  expect(clicks(mill, 'd5', 'a4')).toEqual({ kind: 'partial', partial: atRoot(mill) })
  expect(clicks(mill, 'd5', 'a4', 'a4')).toMatchObject({ kind: 'move', token: 'a4' })
})
