// The shapes that draw a piece in each piece set.
import pieces from '../../../../src/plyground/drawing/pieces.json'
import type { Geometry } from '../wire/messages.gen'
import type { PieceSet } from './look'

/** How a shape is painted: with the side's colour, as a thin stroke on it, filled like that stroke, or gold. */
type Paint = 'body' | 'line' | 'mark' | 'gold'

/** Shapes in a box of 100 by 100 with y downwards, painted in order. */
type Art = readonly (readonly [Paint, string])[]

// The type of a JSON file has lists where the file has pairs.
const ART = pieces as unknown as Record<string, Art>

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

const FOOT = 'M20 89Q20 77 31 75L69 75Q80 77 80 89z'
// Pieces that lie flat. Colour and crown distinguish them, so they need no letter.
const ROUND = ['man', 'stone', 'disc', 'crowned', 'marked man']
const PLAIN_DISC: Art = [['body', circle(50, 50, 38)]]

// The set `bold`: few straight strokes, so that pieces are easy to distinguish at any size.
const BOLD: Record<string, Art> = {
  pawn: [
    ['body', 'M39 52L61 52L67 75L33 75z'],
    ['body', circle(50, 37, 17)],
    ['body', FOOT],
  ],
  knight: [
    ['body', 'M31 75Q34 62 45 53L31 58Q22 60 19 51Q18 46 23 41L37 29L39 13L50 21Q76 27 71 75z'],
    ['mark', circle(44, 34, 3.4)],
    ['body', FOOT],
  ],
  bishop: [
    ['body', 'M50 11Q77 38 61 60L66 75L34 75L39 60Q23 38 50 11z'],
    ['line', 'M50 28L50 48M41 38L59 38'],
    ['body', FOOT],
  ],
  rook: [
    ['body', 'M25 15L38 15L38 25L44 25L44 15L56 15L56 25L62 25L62 15L75 15L75 38L66 45L68 75L32 75L34 45L25 38z'],
    ['line', 'M34 45L66 45'],
    ['body', FOOT],
  ],
  queen: [
    ['body', 'M13 30L32 49L33 19L50 44L67 19L68 49L87 30L73 75L27 75z'],
    ['body', circle(13, 27, 6) + circle(33, 17, 6) + circle(67, 17, 6) + circle(87, 27, 6)],
    ['body', FOOT],
  ],
  king: [
    [
      'body',
      'M44.5 7L55.5 7L55.5 14L63 14L63 24L55.5 24L55.5 35Q84 28 82 51Q80 63 71 75L29 75Q20 63 18 51Q16 28 44.5 35L44.5 24L37 24L37 14L44.5 14z',
    ],
    ['line', 'M50 45L50 64'],
    ['body', FOOT],
  ],
  man: [
    ['body', circle(50, 50, 40)],
    ['line', circle(50, 50, 25)],
  ],
  crowned: [
    ['body', circle(50, 50, 40)],
    ['gold', 'M24 37L38 47L50 26L62 47L76 37L70 67L30 67z'],
  ],
  stone: [['body', circle(50, 50, 37)]],
  disc: [['body', circle(50, 50, 40)]],
}

/**
 * The name of a piece's drawing. A man is a stone on a line board and a disc on a grid. A king is a crowned man on a
 * grid and on boards that use every other square, as in draughts; elsewhere it is a chess king.
 */
function drawingOf(kind: string, geometry: Geometry): string {
  if (kind === 'man' && geometry.style !== 'checkered') return geometry.style === 'lines' ? 'stone' : 'disc'
  const halfUsed = geometry.points.length < geometry.width * geometry.height
  return kind === 'king' && (geometry.style === 'grid' || (geometry.style === 'checkered' && halfUsed))
    ? 'crowned'
    : kind
}

/** The shapes of a kind of piece, and the letter on it in sets that use letters. */
export function artOf(
  kind: string,
  geometry: Geometry,
  set: PieceSet,
  letter: string,
): { shapes: Art; letter: string } {
  const drawing = drawingOf(kind, geometry)
  const known = ART[drawing]
  if (set === 'bold' && BOLD[drawing]) return { shapes: BOLD[drawing], letter: '' }
  if (set === 'letters' && !ROUND.includes(drawing)) return { shapes: PLAIN_DISC, letter }
  return known ? { shapes: known, letter: '' } : { shapes: PLAIN_DISC, letter }
}

/** Whether a drawing is round and lies flat, so that its shadow is round. */
export function isRound(kind: string, geometry: Geometry): boolean {
  return ROUND.includes(drawingOf(kind, geometry))
}
