// Learning from mistakes: which moves are asked for, and which answers are right.
import { expect, test } from 'vitest'
import type { Explanation, Grade, GradedMove } from '../wire/messages.gen'
import { countsOf, Learning } from './learning.svelte'

function move(ply: number, grade: Grade): GradedMove {
  const side = ply % 2 === 0 ? 'white' : 'black'
  const score = { value: 0, side } as const
  return {
    ply,
    side,
    move: `bad${ply}`,
    notation: `Bad${ply}`,
    grade,
    loss: 0,
    best: score,
    played: score,
    line: [`best${ply}`],
    line_notation: [`Best${ply}`],
    reasons: [],
    verdict: null,
  }
}

const MOVES = [move(0, 'mistake'), move(1, 'blunder'), move(2, 'best'), move(4, 'inaccuracy'), move(6, 'mistake')]
const graded = (grade: Grade) => () => Promise.resolve({ grade } as unknown as Explanation)

test('the bad moves of a side are counted', () => {
  expect(countsOf(MOVES, 'white')).toEqual({ inaccuracy: 1, mistake: 2, blunder: 0 })
  expect(countsOf(MOVES, 'black')).toEqual({ inaccuracy: 0, mistake: 0, blunder: 1 })
})

test('each mistake of the side is asked for, and only of that side', () => {
  const learning = new Learning()
  learning.start(MOVES, 'white')
  const seen: number[] = []
  while (learning.current) {
    seen.push(learning.current.ply)
    learning.next()
  }
  expect(seen).toEqual([0, 4, 6])
  expect([learning.isFinished, learning.isAsking]).toEqual([true, false])
})

test('the best move is right, an equal one is good, others are wrong', async () => {
  const learning = new Learning()
  learning.start(MOVES, 'white')
  expect(learning.isAsking).toBe(true)
  await learning.judge('bad0', 'Bad0', graded('best'))
  expect(learning.state).toBe('wrong')
  await learning.judge('other', 'Other', graded('blunder'))
  expect(learning.state).toBe('wrong')
  await learning.judge('other', 'Other', graded('good'))
  expect(learning.state).toBe('good')
  learning.next()
  await learning.judge('best4', 'Best4', graded('blunder'))
  expect([learning.state, learning.isAsking]).toEqual(['right', false])
})
