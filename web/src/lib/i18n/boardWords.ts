// What the board says, in the language of the page.
import type { BoardWords } from '../board/words'
import { localNotation, pieceKind, pieceName } from './codes'
import { lookUp, t } from './index.svelte'

/** The words for the board of a family. */
export function boardWords(family: string): BoardWords {
  return {
    board: (turn) => t('board.board', { side: turn }),
    point: (name, piece, marks) => {
      const content = piece ? pieceName(family, piece) : (lookUp('piece.empty') ?? '')
      return [name, content, ...marks.map((mark) => t(`board.${mark}`))].join(', ')
    },
    choice: (step, piece) => (piece ? pieceName(family, piece) : step === 'pass' ? t('board.pass') : t('board.done')),
    choices: () => t('board.choices'),
    hand: (side, count) => t('board.hand', { side, count }),
    forced: (code) => lookUp(`forced.${code}`) ?? lookUp('forced.other') ?? code,
    removal: () => lookUp('forced.removal') ?? '',
    chosen: (name, piece, next) => {
      const content = piece ? pieceName(family, piece) : ''
      return [name, content, next].filter(Boolean).join(', ')
    },
    next: (count) => t('board.next', { count }),
    cancelled: () => t('board.cancelled'),
    premoveSet: (points) => t('board.premoveSet', { points: points.join(' ') }),
    premoveCancelled: () => t('board.premoveCancelled'),
    premoveDropped: () => t('board.premoveDropped'),
    letter: (piece) => letterOf(family, piece),
    moveField: () => t('board.moveField'),
    moveButton: () => t('board.moveButton'),
  }
}

const LETTERS: Record<string, string> = { king: 'K', queen: 'Q', rook: 'R', bishop: 'B', knight: 'N' }

/** The letter by which players of the language know a piece. */
function letterOf(family: string, piece: string): string {
  const kind = piece.split(' ').at(-1)!
  const known = LETTERS[kind] && localNotation(family, LETTERS[kind])
  return known && known !== LETTERS[kind]
    ? known
    : (LETTERS[kind] ?? pieceKind(family, piece).slice(0, 1).toUpperCase())
}
