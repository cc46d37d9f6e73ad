// The score of a match: the games that were played at one table.
import type { Color, MatchScore } from '../wire/messages.gen'

function pointsText(points: number): string {
  const whole = Math.floor(points)
  if (whole === points) return String(whole)
  return whole === 0 ? '½' : `${whole}½`
}

/** `2 : 1½` with the points of a side first; empty until a second game has ended. */
export function matchText(match: MatchScore, first: Color): string {
  if (match.white + match.black < 2) return ''
  const points = first === 'white' ? [match.white, match.black] : [match.black, match.white]
  return points.map(pointsText).join(' : ')
}
