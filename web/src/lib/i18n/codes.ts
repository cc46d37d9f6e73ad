// Codes in words: errors, endings, reasons, games and pieces as the server names them, in the language of the page.
import type { Color, MoveReason, Problem, Result } from '../wire/messages.gen'
import { isEnglishNotation, lookUp, number, t } from './index.svelte'
import type { Arguments } from './format'

/** The family of a game: `mill` of `mill:nine`. */
export function familyOf(game: string): string {
  return game.split(':')[0]!
}

export function sideName(side: Color): string {
  return lookUp(`side.${side}`) ?? side
}

/** A game's title in the person's language; those that the page does not know keep their own. */
export function gameTitle(game: string, fallback = game): string {
  const known = lookUp(`game.${game}`)
  if (known !== undefined) return known
  const family = lookUp(`family.${familyOf(game)}`)
  return game.endsWith(':custom') && family ? (lookUp('game.own', { family }) ?? fallback) : fallback
}

export function familyTitle(family: string, fallback = family): string {
  return lookUp(`family.${family}`) ?? fallback
}

/** The kind of a piece in words: `knight` of `white knight`. */
export function pieceKind(family: string, piece: string): string {
  const kind = piece.replace(/^(white|black) /, '')
  return lookUp(`piece.${family}.${kind}`) ?? lookUp(`piece.${kind.replace('marked man', 'marked')}`) ?? kind
}

/** A piece with its side: "White knight". */
export function pieceName(family: string, piece: string): string {
  const side = piece.startsWith('white ') ? 'white' : piece.startsWith('black ') ? 'black' : null
  const kind = pieceKind(family, piece)
  return side ? (lookUp('piece.of', { side: sideName(side), piece: kind }) ?? kind) : kind
}

export function terminationName(code: string, drawn = false): string {
  return (drawn ? lookUp(`drawn.${code}`) : undefined) ?? lookUp(`termination.${code}`) ?? code.replaceAll('_', ' ')
}

/** "White wins by checkmate". */
export function resultSentence(result: Result): string {
  const how = terminationName(result.termination, result.winner === null)
  if (result.termination === 'aborted') return t('result.aborted')
  if (result.winner === 'white') return t('result.white', { how })
  if (result.winner === 'black') return t('result.black', { how })
  return t('result.draw', { how })
}

/** A refusal in the person's language; codes that the page does not know keep the server's English. */
export function problemText(problem: Problem): string {
  const given: Arguments = {}
  for (const [name, value] of Object.entries(problem.arguments)) given[name] = argumentText(name, value)
  return lookUp(`error.${problem.code}`, given) ?? problem.message
}

function argumentText(name: string, value: unknown): string | number {
  if (typeof value === 'object' && value !== null && 'code' in value) return problemText(value as Problem)
  if (value === 'white' || value === 'black') return sideName(value)
  if (name === 'piece') return pieceKind('chess', String(value))
  if (name === 'game' || name === 'other') return gameTitle(String(value), String(value))
  if (name === 'termination') return terminationName(String(value))
  return typeof value === 'number' ? value : String(value)
}

/** Why a move is good or bad. */
export function reasonText(reason: MoveReason, family: string): string {
  const given: Arguments = {}
  for (const [name, value] of Object.entries(reason.arguments)) {
    if (name === 'taken' || name === 'given' || name === 'pieces') given[name] = listed(value as string[], family)
    else if (name === 'piece') given[name] = pieceKind(family, String(value))
    else if (name === 'points') given[name] = (value as string[]).join('-')
    else if (name === 'moves' || name === 'replies' || name === 'steps')
      given[name] = lookUp('count.moves', { count: value as number })!
    else if (name === 'pawns') given[name] = scoreText(value as number)
    else if (name === 'margin') given[name] = number((value as number) / 100, { minimumFractionDigits: 2 })
    else if (name === 'termination') given[name] = terminationName(String(value))
    else if (name === 'move') given[name] = localNotation(family, String(value))
    else given[name] = typeof value === 'number' ? value : String(value)
  }
  return lookUp(`reason.${reason.code}`, given) ?? reason.message
}

function listed(pieces: string[], family: string): string {
  const counts = new Map<string, number>()
  for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  return [...counts].map(([piece, count]) => pieceKind(family, piece) + (count > 1 ? ` ×${count}` : '')).join(', ')
}

/** Hundredths of a man as players write them, with the sign in front. */
export function scoreText(hundredths: number, digits = 2): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'exceptZero' } as const
  return number(hundredths / 100, options)
}

/** A move with the piece letters of the person's language, in games whose notation has some. */
export function localNotation(family: string, notation: string): string {
  const letters = isEnglishNotation() ? undefined : lookUp(`letters.${family}`)
  if (!letters) return notation
  const own = letters.includes(' ') ? letters.split(' ') : [...letters]
  const local = (letter: string) => own['KQRBN'.indexOf(letter)] ?? letter
  return notation.replace(/^[KQRBN]|(?<==)[QRBN]/g, local)
}
