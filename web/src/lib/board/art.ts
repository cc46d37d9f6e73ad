// The shapes that draw a piece in each piece set.
import pieces from '../../../../src/plyground/drawing/pieces.json'
import type { Geometry } from '../wire/messages.gen'
import type { PieceSet } from './look'
import { type Art, circle, SETS } from './pieceSets'

// The type of a JSON file has lists where the file has pairs.
const ART = pieces as unknown as Record<string, Art>

// Pieces that lie flat. Colour and crown distinguish them, so they need no letter.
const ROUND = ['man', 'stone', 'disc', 'crowned', 'marked man']
const PLAIN_DISC: Art = [['body', circle(50, 50, 38)]]

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
  const own = SETS[set]?.[drawing]
  if (own) return { shapes: own, letter: '' }
  if (set === 'letters' && !ROUND.includes(drawing)) return { shapes: PLAIN_DISC, letter }
  return known ? { shapes: known, letter: '' } : { shapes: PLAIN_DISC, letter }
}

/** Whether a drawing is round and lies flat, so that its shadow is round. */
export function isRound(kind: string, geometry: Geometry): boolean {
  return ROUND.includes(drawingOf(kind, geometry))
}
