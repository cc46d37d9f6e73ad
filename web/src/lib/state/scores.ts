// Scores as pictures and words: what a score promises, how it is written, how high the bar stands.
import { number } from '../i18n/index.svelte'
import { scoreText } from '../i18n/codes'

/** So many hundredths ahead, a side scores 73 %: the same scale as the reviews of the server. */
const SCALE_CP = 250

/** A score from White's side: hundredths of a man, or plies to the end of a decided game. */
export interface WhiteScore {
  score_cp: number | null
  wins_in: number | null
}

/** What White may expect, 0 to 1. */
export function whiteChance({ score_cp, wins_in }: WhiteScore): number {
  if (score_cp !== null) return 1 / (1 + Math.exp(-score_cp / SCALE_CP))
  if (wins_in === null) return 0.5
  return wins_in > 0 ? 1 : 0
}

/** `+0.35`, or `#3` for a game decided in three moves of the winner. */
export function whiteScoreText({ score_cp, wins_in }: WhiteScore, digits = 2): string {
  if (score_cp !== null) return scoreText(score_cp, digits)
  if (wins_in === null) return ''
  const moves = Math.ceil(Math.abs(wins_in) / 2)
  return `${wins_in > 0 ? '' : '−'}#${number(moves)}`
}
