// The rules of a game as text and diagrams: from the game's options if it has any, otherwise from a fixed text.
import { lookUp } from '../i18n/index.svelte'
import type { RuleOption, Rules } from '../wire/messages.gen'

export interface RuleSection {
  title: string
  lines: string[]
}

/** Custom rules as an address holds them; null for none, or if they cannot be read. */
export function parseRules(text: string | null): Rules | null {
  try {
    const rules: unknown = text ? JSON.parse(text) : null
    return typeof rules === 'object' && !Array.isArray(rules) ? (rules as Rules | null) : null
  } catch {
    return null
  }
}

type Part = string | [option: string, ...only: string[]]

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
  'rules.board': [['size'], ['men_rows'], ['empty_rows'], ['first'], ['mirrored']],
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
  'rules.ending': ['draughts.lose', ['draws'], ['move_limit']],
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

/** The rules of a family with these options, in sections; empty for games that the page has no text for. */
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

/** The options of a family in the sections of its rules; those that are about writing games come last. */
export function optionSections(
  family: string,
  options: readonly RuleOption[],
): { title: string; options: RuleOption[] }[] {
  const sections = Object.entries(BOOKS[family] ?? {}).map(([title, parts]) => ({
    title,
    options: parts.flatMap((part) => options.filter(({ name }) => typeof part !== 'string' && part[0] === name)),
  }))
  const listed = new Set(sections.flatMap((section) => section.options))
  const rest = options.filter((option) => !listed.has(option))
  return [...sections, { title: 'rules.writing', options: rest }]
    .filter((section) => section.options.length > 0)
    .map((section) => ({ ...section, title: lookUp(section.title) ?? section.title }))
}

/** The text of an option with its value; empty if the value needs none. */
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

/** Which capture must be chosen. Several rules get an introduction that states their order. */
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

/**
 * A position for a diagram. Boards differ from preset to preset, so a diagram lists several: the first one that fits
 * the options and is a legal position of the game is shown.
 */
export interface Candidate {
  start?: string
  moves?: string[]
  /** The options that the rules must have. */
  where?: Rules
}

export interface Diagram {
  /** The key of its caption. */
  caption: string
  candidates: Candidate[]
}

export const DIAGRAMS: Record<string, Diagram[]> = {
  mill: [
    {
      caption: 'diagram.mill',
      candidates: [
        { moves: ['d6', 'f4', 'f6', 'b4', 'd2', 'd7'] },
        { moves: ['c4', 'e3', 'd4', 'a3', 'c2', 'a1'] },
        { moves: ['a1', 'a2', 'b1', 'c2'] },
      ],
    },
  ],
  draughts: [
    {
      caption: 'diagram.capture',
      candidates: [
        { start: 'W:Wd4,a2:Bd5,e6,h8', where: { lines: 'orthogonal' } },
        { start: 'W:Wf3,d3:Be4,c6,e6', where: { mirrored: true } },
        { start: 'W:Wc3,e3:Bd4,f6,d6' },
      ],
    },
    {
      caption: 'diagram.crown',
      candidates: [{ start: 'W:Wf7,h3:Bb7,a8', where: { mirrored: true } }, { start: 'W:Wc7,a3:Bg7,h8' }],
    },
  ],
  chess: [
    {
      caption: 'chess.castling',
      candidates: [{ start: 'r3k2r/pppqbppp/2np1n2/4p3/4P3/2NP1N2/PPPQBPPP/R3K2R w KQkq - 0 1' }],
    },
    { caption: 'chess.en_passant', candidates: [{ start: '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1' }] },
    { caption: 'chess.promotion', candidates: [{ start: '8/P5k1/8/8/8/8/8/6K1 w - - 0 1' }] },
    { caption: 'chess.knight', candidates: [{ start: '4k3/8/8/8/3N4/8/8/4K3 w - - 0 1' }] },
  ],
}

/** The candidates of a diagram that fit the rules of a game. */
export function candidatesFor(diagram: Diagram, options: Rules): Candidate[] {
  return diagram.candidates.filter(({ where = {} }) =>
    Object.entries(where).every(([name, value]) => options[name] === value),
  )
}

/** The starting position, for games without their own diagrams. */
export const START_DIAGRAM: Diagram = { caption: 'diagram.start', candidates: [{}] }
