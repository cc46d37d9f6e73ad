// The positions that the rules are shown with, by family. Boards differ from preset to preset: of each diagram's tries
// that suit the rules the first that is a position of the game is shown.
import type { Rules } from '../wire/messages.gen'

export interface Try {
  start?: string
  moves?: string[]
  /** Options that the rules must have for it. */
  where?: Rules
}

export interface Diagram {
  /** The message that explains it. */
  caption: string
  tries: Try[]
}

export const DIAGRAMS: Record<string, Diagram[]> = {
  mill: [
    {
      caption: 'diagram.mill',
      tries: [
        { moves: ['d6', 'f4', 'f6', 'b4', 'd2', 'd7'] },
        { moves: ['c4', 'e3', 'd4', 'a3', 'c2', 'a1'] },
        { moves: ['a1', 'a2', 'b1', 'c2'] },
      ],
    },
  ],
  draughts: [
    {
      caption: 'diagram.capture',
      tries: [
        { start: 'W:Wd4,a2:Bd5,e6,h8', where: { lines: 'orthogonal' } },
        { start: 'W:Wf3,d3:Be4,c6,e6', where: { mirrored: true } },
        { start: 'W:Wc3,e3:Bd4,f6,d6' },
      ],
    },
    {
      caption: 'diagram.crown',
      tries: [{ start: 'W:Wf7,h3:Bb7,a8', where: { mirrored: true } }, { start: 'W:Wc7,a3:Bg7,h8' }],
    },
  ],
  chess: [
    {
      caption: 'chess.castling',
      tries: [{ start: 'r3k2r/pppqbppp/2np1n2/4p3/4P3/2NP1N2/PPPQBPPP/R3K2R w KQkq - 0 1' }],
    },
    { caption: 'chess.en_passant', tries: [{ start: '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1' }] },
    { caption: 'chess.promotion', tries: [{ start: '8/P5k1/8/8/8/8/8/6K1 w - - 0 1' }] },
    { caption: 'chess.knight', tries: [{ start: '4k3/8/8/8/3N4/8/8/4K3 w - - 0 1' }] },
  ],
}

/** The tries of a diagram that suit the rules of a game. */
export function suitable(diagram: Diagram, options: Rules): Try[] {
  return diagram.tries.filter(({ where = {} }) =>
    Object.entries(where).every(([name, value]) => options[name] === value),
  )
}

/** The start of a game, for those that have no diagram of their own. */
export const BEGINNING: Diagram = { caption: 'diagram.start', tries: [{}] }
