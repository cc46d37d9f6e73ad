// Starting a game: creates a table from the settings and carries the first move over to it.
import { backend } from '../backend'
import type { Color, CreateTable, PositionQuery, SeatWish, Snapshot } from '../wire/messages.gen'
import { levelSpec, ratingOf, specFor } from './bots'
import { session } from './session.svelte'
import { type Settings, settings } from './settings.svelte'
import { hasOdds, parseControl } from './timing'

/** Black's bot in a game between two bots. */
export const secondBot = $state({ spec: levelSpec(6, 'normal') })

/** The first move by table, made on the board before the table existed. */
export const firstMoves = new Map<string, string>()

const ME: SeatWish = { kind: 'me' }
const OPEN: SeatWish = { kind: 'open' }

/** The request for a table with these settings. */
export function tableRequest(chosen: Settings, black: string): CreateTable {
  const bot: SeatWish = {
    kind: 'bot',
    bot: specFor(chosen.game, chosen.bot === 'level' ? levelSpec(chosen.level, chosen.style) : chosen.bot),
  }
  const other: Record<Settings['opponent'], SeatWish> = { engine: bot, here: ME, online: OPEN, engines: bot }
  const mine = chosen.side !== 'black'
  const seats = mine ? { white: ME, black: other[chosen.opponent] } : { white: other[chosen.opponent], black: ME }
  const request: CreateTable = {
    game: chosen.game,
    ...seats,
    random_sides: chosen.side === 'random' && (chosen.opponent === 'engine' || chosen.opponent === 'online'),
    public: chosen.opponent === 'online' && chosen.publicTable,
    clock: chosen.opponent === 'engines' ? null : parseControl(chosen.clock),
    rated: chosen.rated && canBeRated(chosen),
  }
  if (chosen.opponent === 'here') Object.assign(request, { white: ME, black: ME })
  if (chosen.opponent === 'engines')
    Object.assign(request, { white: bot, black: { kind: 'bot', bot: specFor(chosen.game, black) }, pace_ms: 800 })
  return request
}

/** Whether a game with these settings can be rated: with a clock, against a person or a level that was measured. */
export function canBeRated(chosen: Settings): boolean {
  if (!session.isAccount || chosen.clock === '' || hasOdds(chosen.clock)) return false
  const spec = specFor(chosen.game, chosen.bot === 'level' ? levelSpec(chosen.level, chosen.style) : chosen.bot)
  const isMeasured = spec === levelSpec(chosen.level, 'normal') && ratingOf(spec, chosen.game) !== null
  return chosen.opponent === 'online' || (chosen.opponent === 'engine' && isMeasured)
}

/** Whether the first move can be made on the start page's board. */
export function canBeginByMove(chosen: Settings, turn: Color): boolean {
  return chosen.opponent === 'here' || (chosen.opponent === 'engine' && chosen.side === turn)
}

/** Creates a table and returns its id. */
export async function createTable(request: CreateTable, firstMove = ''): Promise<string> {
  await session.greeted
  const created = await backend.createTable(request)
  if (firstMove) firstMoves.set(created.table, firstMove)
  return created.table
}

export function startGame(firstMove = ''): Promise<string> {
  return createTable(tableRequest(settings, secondBot.spec), firstMove)
}

/** Creates a table with the chosen opponent, side and clock that begins with a position, and returns its id. */
export function startFrom(position: PositionQuery): Promise<string> {
  const { game, rules = null, start = '', moves = [] } = position
  const request = tableRequest({ ...settings, game, rated: false }, secondBot.spec)
  return createTable({ ...request, rules, start, moves })
}

/** Continues the game at a new table where the player and the bot have swapped sides. */
export function swapSides(table: Snapshot, side: Color): Promise<string> {
  const bot = table.seats[side === 'white' ? 'black' : 'white'].bot
  const seats =
    side === 'white' ? { white: { kind: 'bot', bot }, black: ME } : { white: ME, black: { kind: 'bot', bot } }
  const { game, rules, start, clock } = table.settings
  const moves = table.moves.map((played) => played.move)
  return createTable({ game, rules, start, clock, moves, ...seats } as CreateTable)
}

/** A new game between the same two bots with sides swapped. */
export function playBotsAgain(table: Snapshot): Promise<string> {
  const { game, rules, clock, pace_ms } = table.settings
  const seat = (side: Color) => ({ kind: 'bot' as const, bot: table.seats[side].bot })
  return createTable({ game, rules, clock, pace_ms, white: seat('black'), black: seat('white') })
}
