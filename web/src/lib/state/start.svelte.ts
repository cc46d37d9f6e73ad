// Beginning a game: a table made from what was chosen, and the first move carried over to it.
import type { Color, CreatedTable, CreateTable, SeatWish, Snapshot } from '../wire/messages.gen'
import { ask } from './api'
import { levelSpec } from './bots'
import { session } from './session.svelte'
import { settings, type Settings } from './settings.svelte'
import { parseControl } from './timing'

/** Black's program in a game of two. */
export const secondBot = $state({ spec: levelSpec(6, 'normal') })

/** A move made on the board before there was a table, to be played there first. */
export const firstMoves = new Map<string, string>()

const ME: SeatWish = { kind: 'me' }
const OPEN: SeatWish = { kind: 'open' }

/** The table that the settings ask for. */
export function wishOf(chosen: Settings, black: string): CreateTable {
  const bot: SeatWish = {
    kind: 'bot',
    bot: chosen.bot === 'level' ? levelSpec(chosen.level, chosen.style) : chosen.bot,
  }
  const other: Record<Settings['opponent'], SeatWish> = { engine: bot, here: ME, online: OPEN, engines: bot }
  const mine = chosen.side !== 'black'
  const seats = mine ? { white: ME, black: other[chosen.opponent] } : { white: other[chosen.opponent], black: ME }
  const wish: CreateTable = {
    game: chosen.game,
    ...seats,
    random_sides: chosen.side === 'random' && (chosen.opponent === 'engine' || chosen.opponent === 'online'),
    public: chosen.opponent === 'online' && chosen.publicTable,
    clock: chosen.opponent === 'engines' ? null : parseControl(chosen.clock),
  }
  if (chosen.opponent === 'here') Object.assign(wish, { white: ME, black: ME })
  if (chosen.opponent === 'engines')
    Object.assign(wish, { white: bot, black: { kind: 'bot', bot: black }, pace_ms: 800 })
  return wish
}

/** Whether the first move may be made on the board right away. */
export function canBeginByMove(chosen: Settings, turn: Color): boolean {
  return chosen.opponent === 'here' || (chosen.opponent === 'engine' && chosen.side === turn)
}

/** Makes a table and answers its id. */
export async function createTable(wish: CreateTable, firstMove = ''): Promise<string> {
  await session.greeted
  const created = await ask<CreatedTable>('/api/tables', { ...wish, token: session.token })
  if (firstMove) firstMoves.set(created.table, firstMove)
  return created.table
}

export function startGame(firstMove = ''): Promise<string> {
  return createTable(wishOf(settings, secondBot.spec), firstMove)
}

/** The same game so far, with the two players' seats exchanged. */
export function swapSides(table: Snapshot, side: Color): Promise<string> {
  const bot = table.seats[side === 'white' ? 'black' : 'white'].bot
  const seats =
    side === 'white' ? { white: { kind: 'bot', bot }, black: ME } : { white: ME, black: { kind: 'bot', bot } }
  const { game, rules, start, clock } = table.settings
  const moves = table.moves.map((played) => played.move)
  return createTable({ game, rules, start, clock, moves, ...seats } as CreateTable)
}
