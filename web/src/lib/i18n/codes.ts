// Codes in words: errors, endings, reasons, games and pieces as the server names them, in the language of the page.
import type { Color, Problem, Reason, Result } from '../wire/messages.gen'
import type { Arguments } from './format'
import { isEnglishNotation, language, lookUp, number } from './index.svelte'

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
  return game.endsWith(':custom') && family ? (lookUp('game.custom', { family }) ?? fallback) : fallback
}

export function familyTitle(family: string, fallback = family): string {
  return lookUp(`family.${family}`) ?? fallback
}

function kindOf(piece: string): string {
  return piece.replace(/^(white|black) /, '')
}

/** The kind of a piece in words: `knight` of `white knight`. */
export function pieceKind(family: string, piece: string, given: Arguments = {}): string {
  const kind = kindOf(piece)
  return (
    lookUp(`piece.${family}.${kind}`, given) ?? lookUp(`piece.${kind.replace('marked man', 'marked')}`, given) ?? kind
  )
}

/** A piece with its side: "white knight". */
export function pieceName(family: string, piece: string): string {
  const [side] = piece.split(' ')
  return pieceKind(family, piece, side === 'white' || side === 'black' ? { side } : {})
}

/** Who won, in two words; to a player of the game, whether they did. */
export function headline(result: Result, you: Color | null): string {
  const undecided = lookUp(`termination.headline.${result.termination}`)
  if (undecided !== undefined) return undecided
  const won =
    you === null || result.winner === null ? (result.winner ?? 'draw') : result.winner === you ? 'won' : 'lost'
  return lookUp(`termination.headline.${won}`) ?? won
}

/** What happened: "White has no legal move." */
export function endingText(termination: string, winner: Color | null): string {
  if (lookUp(`termination.headline.${termination}`) !== undefined) return ''
  const sides: Arguments = winner === null ? {} : { winner, loser: winner === 'white' ? 'black' : 'white' }
  const words = termination.replaceAll('_', ' ')
  return lookUp(`termination.${termination}`, sides) ?? lookUp('termination.unknown', { words }) ?? words
}

/** A sentence as a headline, without its full stop. */
function asHeadline(sentence: string): string {
  return sentence.replace(/[.。]$/, '')
}

/** Who won, as a headline: "You won" to a player, "White wins" to others. */
export function resultHeadline(result: Result, you: Color | null): string {
  return asHeadline(headline(result, you))
}

/** Why a game ended, from the side of who lost: "Black has no legal move". */
export function resultReason(result: Result): string {
  return asHeadline(endingText(result.termination, result.winner))
}

/** How a game ended: "White wins. Black resigned.", or to White "You won. Black resigned." */
export function resultSentence(result: Result, you: Color | 'both' | null = null): string {
  return sentences([headline(result, you === 'both' ? null : you), endingText(result.termination, result.winner)])
}

/** Sentences one after the other, as the language puts them. */
export function sentences(texts: string[]): string {
  return texts.filter(Boolean).join(language() === 'zh' ? '' : ' ')
}

/** A refusal in the person's language; codes that the page does not know keep the server's English. */
export function problemText(problem: Problem): string {
  const family = familyOf(String(problem.arguments.game ?? ''))
  const given: Arguments = {}
  for (const [name, value] of Object.entries(problem.arguments)) given[name] = argumentText(name, value, family)
  return lookUp(`error.${problem.code}`, given) ?? problem.message
}

function argumentText(name: string, value: unknown, family: string): string | number {
  if (typeof value === 'object' && value !== null && 'code' in value) return problemText(value as Problem)
  if (name === 'piece') return pieceKind(family, String(value))
  if (name === 'game' || name === 'other') return gameTitle(String(value), String(value))
  return typeof value === 'number' ? value : String(value)
}

/** Why a move is good or bad. */
export function reasonText(reason: Reason, family: string): string {
  const given: Arguments = {}
  for (const [name, value] of Object.entries(reason.arguments)) {
    if (name === 'taken' || name === 'given' || name === 'pieces') given[name] = counted(value as string[], family)
    else if (name === 'piece') given[name] = counted([String(value)], family)
    else if (name === 'points') given[name] = (value as string[]).join('-')
    else if (name === 'pawns') given[name] = scoreText(value as number)
    else if (name === 'margin') given[name] = number((value as number) / 100, { minimumFractionDigits: 2 })
    else if (name === 'termination') given.ending = endingText(String(value), reason.arguments.winner as Color | null)
    else if (name === 'move') given[name] = localNotation(family, String(value))
    else given[name] = typeof value === 'number' ? value : String(value)
  }
  return lookUp(`reason.${reason.code}`, given) ?? reason.code.replaceAll('_', ' ')
}

/** Pieces as an object: "a knight and 2 pawns". */
function counted(pieces: string[], family: string): string {
  const counts = new Map<string, number>()
  for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  const words = [...counts].map(([piece, count]) => {
    const kind = kindOf(piece)
    const given = { count, piece: kind }
    return (
      lookUp(`counted.${family}.${kind}`, given) ??
      lookUp(`counted.${kind}`, given) ??
      lookUp('counted.other', given) ??
      kind
    )
  })
  return new Intl.ListFormat(language() === 'en' ? 'en-GB' : language()).format(words)
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
