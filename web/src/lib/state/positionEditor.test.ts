// A draft and its text follow each other, with one request at a time.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EditedPosition, EditPosition, PositionDraft } from '../wire/messages.gen'
import { fieldKey, menRemoved, PositionEditor } from './positionEditor.svelte'

const START: PositionDraft = {
  pieces: { a1: 'white man', b1: 'black man' },
  turn: 'white',
  fields: { 'hand.white': 2 },
}

/** A server whose text of a draft is its pieces, and that refuses an empty board. */
function answerTo(query: EditPosition): EditedPosition {
  const draft = query.draft ?? (query.fen ? ({ ...START, pieces: JSON.parse(query.fen) } as PositionDraft) : START)
  const isEmpty = Object.keys(draft.pieces).length === 0
  return {
    game: query.game,
    title: '',
    fen: query.fen || JSON.stringify(draft.pieces),
    draft,
    problem: isEmpty ? { code: 'fen_empty', arguments: {}, message: '' } : null,
    view: isEmpty ? null : { game: '', turn: 'white', pieces: draft.pieces, last: [], result: null, entry: {} },
    outcome: null,
    form: {
      pieces: ['white man', 'black man'],
      has_turn: true,
      fields: [
        { name: 'hand', kind: 'number', side: 'white', low: 0, high: 3, names: [] },
        { name: 'right', kind: 'flag', side: null, low: 0, high: 0, names: [] },
        { name: 'en_passant', kind: 'choice', side: null, low: 0, high: 0, names: ['-', 'e3'] },
      ],
    },
    starts: 1,
    geometry: { style: 'grid', width: 2, height: 1, points: [], columns: [], rows: [], lines: [] },
    symbols: {},
  } as EditedPosition
}

const sent: EditPosition[] = []
async function opened(): Promise<PositionEditor> {
  const editor = new PositionEditor('x', null, (query) => {
    sent.push(query)
    return Promise.resolve(answerTo(query))
  })
  await editor.begin('')
  sent.length = 0
  return editor
}

beforeEach(() => {
  sent.length = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('begins with the start, which men removed are counted from', async () => {
  const editor = await opened()
  expect(editor.draft).toEqual(START)
  expect(editor.isLegal).toBe(true)
  editor.put('a1', null)
  editor.setField('hand.white', 1)
  expect(menRemoved(editor.draft, editor.start, 'white')).toBe(2)
  expect(menRemoved(editor.draft, editor.start, 'black')).toBe(0)
})

test('many quick changes are one request, and the text follows', async () => {
  const editor = await opened()
  editor.put('b1', 'white man')
  editor.shift('a1', 'c1')
  editor.setTurn('black')
  expect(editor.isLegal).toBe(false)
  await vi.runAllTimersAsync()
  expect(sent).toHaveLength(1)
  expect(sent[0]!.draft).toMatchObject({ pieces: { b1: 'white man', c1: 'white man' }, turn: 'black' })
  expect(editor.text).toBe('{"b1":"white man","c1":"white man"}')
  expect(editor.isLegal).toBe(true)
})

test('a refused draft says why and can be undone', async () => {
  const editor = await opened()
  editor.clear()
  await vi.runAllTimersAsync()
  expect(editor.problem?.code).toBe('fen_empty')
  expect(editor.draft.fields).toMatchObject({ right: false, en_passant: '-' })
  editor.undo()
  await vi.runAllTimersAsync()
  expect(editor.problem).toBeNull()
  expect(editor.draft.pieces).toEqual(START.pieces)
  editor.redo()
  expect(editor.draft.pieces).toEqual({})
})

test('a stroke is undone as a whole', async () => {
  const editor = await opened()
  editor.put('c1', 'white man')
  editor.put('d1', 'white man', true)
  editor.undo()
  expect(editor.draft.pieces).toEqual(START.pieces)
})

test('a typed text stays as it is, and the board follows it', async () => {
  const editor = await opened()
  editor.setText('{ "d1": "black man" }')
  await vi.runAllTimersAsync()
  expect(editor.text).toBe('{ "d1": "black man" }')
  expect(editor.draft.pieces).toEqual({ d1: 'black man' })
  editor.undo()
  expect(editor.draft.pieces).toEqual(START.pieces)
})

test('what the form does not show is dropped by a change', async () => {
  const editor = await opened()
  editor.draft = { ...START, rest: '8 9' }
  editor.setTurn('black')
  expect(editor.draft.rest).toBe('')
})

test('a man that is placed comes from the hand', async () => {
  const editor = await opened()
  editor.put('c1', 'white man')
  expect(editor.draft.fields?.['hand.white']).toBe(1)
  editor.put('c1', null)
  expect(editor.draft.fields?.['hand.white']).toBe(1)
})

test('fields of a side have its name', () => {
  const field = { name: 'hand', kind: 'number', low: 0, high: 3, names: [] } as const
  expect(fieldKey({ ...field, names: [], side: 'black' })).toBe('hand.black')
  expect(fieldKey({ ...field, names: [], side: null })).toBe('hand')
})
