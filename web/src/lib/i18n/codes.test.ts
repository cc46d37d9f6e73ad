// Codes in words: results, refusals and reasons, in several languages.
import { beforeEach, expect, test, vi } from 'vitest'
import { pieceName, problemText, reasonText, resultSentence } from './codes'
import { setLanguage } from './index.svelte'

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLanguage('en')
})

const outcome = (winner: 'white' | 'black' | null, termination: string) =>
  ({ winner, termination, score: '*' }) as never
const problem = (code: string, given: Record<string, unknown> = {}) => ({ code, arguments: given, message: 'English' })
const reason = (code: string, given: Record<string, unknown>) => ({ code, arguments: given })

test('a result names what happened and tells a player whether they won', () => {
  expect(resultSentence(outcome('white', 'no_moves'))).toBe('White wins. Black has no legal move.')
  expect(resultSentence(outcome('white', 'no_moves'), 'white')).toBe('You won. Black has no legal move.')
  expect(resultSentence(outcome('white', 'few_men'), 'black')).toBe('You lost. Black has too few men left.')
  expect(resultSentence(outcome(null, 'no_moves'), 'black')).toBe('Draw. The side to move has no legal move.')
  expect(resultSentence(outcome('black', 'moon_phase'))).toBe('Black wins. Reason: moon phase.')
})

test('a game without a result is no draw', async () => {
  expect(resultSentence(outcome(null, 'expired'), 'white')).toBe('The game expired because nobody came back.')
  expect(resultSentence(outcome(null, 'aborted'))).toBe('The game was aborted.')
  await setLanguage('ru')
  expect(resultSentence(outcome(null, 'expired'))).toBe('Партия закрыта: никто не вернулся.')
})

test('results follow the grammar of the language', async () => {
  await setLanguage('ru')
  expect(resultSentence(outcome('white', 'no_moves'), 'black')).toBe('Вы проиграли. У чёрных нет ходов.')
  await setLanguage('zh')
  expect(resultSentence(outcome('white', 'resignation'))).toBe('白方胜。黑方认输。')
})

test('a refusal names the pieces of its own game', async () => {
  const arguments_ = { text: 'c3-d6', piece: 'king', point: 'c3', target: 'd6' }
  await setLanguage('ru')
  expect(problemText(problem('piece_cannot_go', { ...arguments_, game: 'draughts:russian' }))).toContain('дамка')
  expect(problemText(problem('piece_cannot_go', { ...arguments_, game: 'chess' }))).toContain('король')
})

test('refusals about tables are translated, and nested ones too', async () => {
  await setLanguage('hu')
  expect(problemText(problem('table_paused'))).toBe('A játszma szünetel.')
  const nested = problem('file_move', { line: 1, column: 2, reason: problem('record_empty') })
  expect(problemText(nested)).toBe('1. sor, 2. hely: Nincs visszavehető lépés.')
  expect(problemText(problem('never_heard_of'))).toBe('English')
})

test('reasons count pieces and say how the game ends', async () => {
  const taken = ['black knight', 'black pawn', 'black pawn']
  expect(reasonText(reason('wins_material', { taken }), 'chess')).toBe('Wins a knight and 2 pawns.')
  const wins = reason('wins_by', { moves: 1, termination: 'checkmate', winner: 'white' })
  expect(reasonText(wins, 'chess')).toBe('Wins in 1 move. Black is checkmated.')
  await setLanguage('ru')
  expect(reasonText(reason('wins_material', { taken }), 'chess')).toBe('Выигрывает коня и 2 пешки.')
  expect(reasonText(reason('wins', { moves: 5 }), 'chess')).toBe('Выигрывает за 5 ходов.')
  expect(reasonText(reason('code_of_another_game', {}), 'other')).toBe('code of another game')
})

test('a piece and its side agree', async () => {
  expect(pieceName('chess', 'white rook')).toBe('white rook')
  await setLanguage('ru')
  expect(pieceName('chess', 'white rook')).toBe('белая ладья')
  expect(pieceName('draughts', 'black king')).toBe('чёрная дамка')
  expect(pieceName('mill', 'white man')).toBe('белая фишка')
})
