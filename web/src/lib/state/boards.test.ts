import { expect, test } from 'vitest'
import type { Boards, MiniBoard } from '../wire/messages.gen'
import { afterBoards } from './boards.svelte'

const board = (table: string, ply: number) => ({ table, ply }) as MiniBoard
const message = (shown: string[], changed: MiniBoard[]): Boards => ({ type: 'boards', shown, top: {}, changed })

test('boards change, come and go, in the order of the server', () => {
  let boards = afterBoards([], message(['a', 'b'], [board('b', 0), board('a', 0)]))
  expect(boards).toEqual([board('a', 0), board('b', 0)])
  boards = afterBoards(boards, message(['b', 'c', 'a'], [board('a', 1), board('c', 0)]))
  expect(boards).toEqual([board('b', 0), board('c', 0), board('a', 1)])
  expect(afterBoards(boards, message(['c', 'unknown'], []))).toEqual([board('c', 0)])
})
