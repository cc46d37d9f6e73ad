// The rules of a game in words: from the options of its rules where it has some, else from what is written about it.
import { lookUp } from '../i18n/index.svelte'
import type { Rules } from '../wire/messages.gen'

export interface RuleSection {
  title: string
  lines: string[]
}

type Part = string | [option: string, ...only: string[]]

/** Options that hold only where they are so, and so need no word otherwise. */
const MILL: Record<string, Part[]> = {
  'rules.aim': ['mill.aim'],
  'rules.board': [['board'], ['men'], ['centre_opening'], ['move_while_placing'], ['stop_placing_with_two_empty']],
  'rules.moves': ['mill.moving', ['second_player_moves_first'], ['fly_at']],
  'rules.captures': [
    ['mill_action_while_placing'],
    ['removals_per_move'],
    ['take_from_mills'],
    ['no_repeated_mill'],
    ['one_time_mill'],
    ['custodian'],
    ['intervention'],
    ['leap'],
    ['special_capture_ignores_mills'],
  ],
  'rules.ending': [
    ['lose_below'],
    ['blocked'],
    ['full_board'],
    ['no_removal_draw_plies'],
    ['endgame_draw_plies'],
    ['repetition'],
  ],
}
const DRAUGHTS: Record<string, Part[]> = {
  'rules.aim': ['draughts.aim'],
  'rules.board': [['size'], ['men_rows'], ['first'], ['mirrored']],
  'rules.moves': [['lines'], ['flying_kings'], ['promotion'], ['king_steps']],
  'rules.captures': [
    'draughts.obligatory',
    ['men_capture_backwards'],
    ['man_takes_king'],
    ['landing'],
    ['removal'],
    ['may_turn_back'],
    ['priorities'],
  ],
  'rules.ending': [['draws'], ['move_limit']],
}
const CHESS: Record<string, Part[]> = {
  'rules.aim': ['chess.aim'],
  'rules.moves': ['chess.king', 'chess.queen', 'chess.rook', 'chess.bishop', 'chess.knight', 'chess.pawn'],
  'rules.special': ['chess.castling', 'chess.en_passant', 'chess.promotion'],
  'rules.ending': ['chess.draws'],
}
const CONNECT_FOUR: Record<string, Part[]> = {
  'rules.aim': ['connect-four.aim'],
  'rules.moves': ['connect-four.moves'],
  'rules.ending': ['connect-four.ending'],
}
const BOOKS: Record<string, Record<string, Part[]>> = {
  mill: MILL,
  draughts: DRAUGHTS,
  chess: CHESS,
  'connect-four': CONNECT_FOUR,
}

/** The rules of a family with these options, in sections; empty for games that the page knows nothing about. */
export function ruleSections(game: string, options: Rules): RuleSection[] {
  const family = game.split(':')[0]!
  const book = BOOKS[family] ?? {}
  return Object.entries(book).map(([title, parts]) => {
    const lines = parts.flatMap((part) =>
      typeof part === 'string' ? (lookUp(part) ?? []) : optionLines(family, part[0], options),
    )
    if (game === 'chess:960' && title === 'rules.aim') lines.push(lookUp('chess.960') ?? '')
    return { title: lookUp(title) ?? title, lines }
  })
}

/** What an option says with its value; nothing if there is nothing to say. */
export function optionLines(family: string, option: string, options: Rules): string[] {
  const value = options[option]
  const prefix = `${family}.${option}`
  if (value === undefined) return []
  if (option === 'endgame_draw_plies' && Number(value) >= Number(options.no_removal_draw_plies)) return []
  if (option === 'special_capture_ignores_mills' && !hasSpecialCapture(options)) return []
  if (option === 'landing' && isOff(options.flying_kings)) return []
  if (option === 'priorities') return priorityLines(prefix, [value].flat().map(String))
  if (option === 'men_capture_backwards' && isOff(value) && options.lines === 'orthogonal')
    return kept(lookUp(`${prefix}.sideways`))
  if (Array.isArray(value)) return value.length === 0 ? [] : kept(lookUp(prefix, { gates: gates(value) }))
  const word = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
  if (/^\d+$/.test(word)) return word === '0' ? [] : kept(lookUp(prefix, { n: Number(word) }))
  return kept(lookUp(`${prefix}.${word}`))
}

/** Which capture must be chosen; several rules are introduced as following one another. */
function priorityLines(prefix: string, names: string[]): string[] {
  const rules = (names.length > 0 ? names : ['none']).flatMap((name) => kept(lookUp(`${prefix}.${name}`)))
  return rules.length > 1 ? [...kept(lookUp(`${prefix}.order`)), ...rules] : rules
}

function isOff(value: unknown): boolean {
  return value === false || value === 'no'
}

function kept(text: string | undefined): string[] {
  return text === undefined ? [] : [text]
}

function hasSpecialCapture(options: Rules): boolean {
  return ['custodian', 'intervention', 'leap'].some((name) => Array.isArray(options[name]) && options[name].length > 0)
}

function gates(value: readonly unknown[]): string {
  return value.map((gate) => lookUp(`mill.gate.${String(gate)}`) ?? String(gate)).join(', ')
}
