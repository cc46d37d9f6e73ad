// The piece sets that are drawn for the page alone, in a box of 100 by 100 with y downwards.
import type { PieceSet } from './look'

/**
 * How a shape is painted: with the side's colour, as a thin stroke on it, filled like that stroke, gold, or as a shadow
 * over half of the body.
 */
type Paint = 'body' | 'line' | 'mark' | 'gold' | 'shade'

/** Shapes painted in order. */
export type Art = readonly (readonly [Paint, string])[]

export function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

const FOOT = 'M20 89Q20 77 31 75L69 75Q80 77 80 89z'

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

const BASE = 'M24 78L76 78L81 89L19 89z'
const BASE_SHADE = 'M50 78L76 78L81 89L50 89z'

// The set `modern`: plain shapes in two tones, as if lit from the left.
const MODERN: Record<string, Art> = {
  pawn: [
    ['body', 'M42 48L58 48L66 78L34 78z'],
    ['shade', 'M50 48L58 48L66 78L50 78z'],
    ['body', circle(50, 37, 16)],
    ['shade', 'M50 21a16 16 0 0 1 0 32z'],
    ['body', BASE],
    ['shade', BASE_SHADE],
  ],
  knight: [
    ['body', 'M33 78Q34 64 46 52L32 57L23 64L15 53L31 33L35 25L35 11L48 20Q76 27 76 62L74 78z'],
    ['shade', 'M48 20Q76 27 76 62L74 78L56 78Q66 48 48 20z'],
    ['mark', circle(39, 37, 3.4)],
    ['body', BASE],
    ['shade', BASE_SHADE],
  ],
  bishop: [
    ['body', 'M50 13Q74 36 64 58L59 63L66 78L34 78L41 63L36 58Q26 36 50 13z'],
    ['shade', 'M50 13Q74 36 64 58L59 63L66 78L50 78z'],
    ['body', circle(50, 12, 5)],
    ['line', 'M59 30L47 46'],
    ['body', BASE],
    ['shade', BASE_SHADE],
  ],
  rook: [
    [
      'body',
      'M25 15L37 15L37 25L44 25L44 15L56 15L56 25L63 25L63 15L75 15L75 36L67 42L67 66L72 78L28 78L33 66L33 42L25 36z',
    ],
    ['shade', 'M50 25L56 25L56 15L56 25L63 25L63 15L75 15L75 36L67 42L67 66L72 78L50 78z'],
    ['body', BASE],
    ['shade', BASE_SHADE],
  ],
  queen: [
    ['body', 'M14 27L34 50L37 18L50 45L63 18L66 50L86 27L73 66L70 78L30 78L27 66z'],
    ['shade', 'M50 45L63 18L66 50L86 27L73 66L70 78L50 78z'],
    ['body', circle(14, 25, 5) + circle(37, 16, 5) + circle(63, 16, 5) + circle(86, 25, 5)],
    ['line', 'M29 66L71 66'],
    ['body', BASE],
    ['shade', BASE_SHADE],
  ],
  king: [
    ['body', 'M45 5L55 5L55 13L63 13L63 22L55 22L55 32L45 32L45 22L37 22L37 13L45 13z'],
    ['body', 'M50 38Q60 26 74 32Q88 42 76 60L70 78L30 78L24 60Q12 42 26 32Q40 26 50 38z'],
    ['shade', 'M50 38Q60 26 74 32Q88 42 76 60L70 78L50 78z'],
    ['line', 'M27 66L73 66'],
    ['body', BASE],
    ['shade', BASE_SHADE],
  ],
  man: [
    ['body', circle(50, 50, 39)],
    ['shade', 'M50 11a39 39 0 0 1 0 78z'],
    ['line', circle(50, 50, 24)],
  ],
  crowned: [
    ['body', circle(50, 50, 39)],
    ['shade', 'M50 11a39 39 0 0 1 0 78z'],
    ['gold', 'M25 37L38 48L50 27L62 48L75 37L69 66L31 66z'],
  ],
  stone: [
    ['body', circle(50, 50, 36)],
    ['shade', 'M50 14a36 36 0 0 1 0 72z'],
  ],
  disc: [
    ['body', circle(50, 50, 40)],
    ['shade', 'M50 10a40 40 0 0 1 0 80z'],
  ],
}

const PLINTH = 'M27 82L73 82Q76 82 76 85L76 89L24 89L24 85Q24 82 27 82z'

// The set `slender`: tall and thin, as in printed diagrams.
const SLENDER: Record<string, Art> = {
  pawn: [
    ['body', 'M44 45A12 12 0 1 1 56 45Q56 62 66 74Q69 77 69 82L31 82Q31 77 34 74Q44 62 44 45z'],
    ['line', 'M42 47L58 47'],
    ['body', PLINTH],
  ],
  knight: [
    [
      'body',
      'M36 82Q34 66 48 53Q40 55 34 61Q29 66 25 60Q21 54 27 48Q35 39 37 29Q37 19 42 11L48 20Q71 24 72 52Q72 70 66 82z',
    ],
    ['line', 'M51 24Q65 33 62 58'],
    ['mark', circle(41, 33, 2.6)],
    ['body', PLINTH],
  ],
  bishop: [
    [
      'body',
      'M50 20Q65 32 63 46Q61 55 56 59Q57 70 65 75Q69 78 69 82L31 82Q31 78 35 75Q43 70 44 59Q39 55 37 46Q35 32 50 20z',
    ],
    ['body', circle(50, 15, 4.5)],
    ['line', 'M50 31L50 47M43 39L57 39'],
    ['line', 'M44 59L56 59'],
    ['body', PLINTH],
  ],
  rook: [
    [
      'body',
      'M29 17L38 17L38 24L46 24L46 17L54 17L54 24L62 24L62 17L71 17L71 31L63 39L63 66L69 82L31 82L37 66L37 39L29 31z',
    ],
    ['line', 'M37 39L63 39M37 66L63 66'],
    ['body', PLINTH],
  ],
  queen: [
    ['body', 'M21 28L36 53L34 22L46 50L50 18L54 50L66 22L64 53L79 28L68 67Q67 76 69 82L31 82Q33 76 32 67z'],
    [
      'body',
      circle(20, 25, 4) + circle(33.5, 18.5, 4) + circle(50, 14.5, 4) + circle(66.5, 18.5, 4) + circle(80, 25, 4),
    ],
    ['line', 'M32 67Q50 62 68 67'],
    ['body', PLINTH],
  ],
  king: [
    ['body', 'M47 6L53 6L53 12L59 12L59 18L53 18L53 28L47 28L47 18L41 18L41 12L47 12z'],
    [
      'body',
      'M50 27Q58 28 60 37Q73 28 79 40Q81 54 68 65Q66 74 69 82L31 82Q34 74 32 65Q19 54 21 40Q27 28 40 37Q42 28 50 27z',
    ],
    ['line', 'M50 34L50 58M32 66Q50 57 68 66'],
    ['body', PLINTH],
  ],
  man: [
    ['body', circle(50, 50, 37)],
    ['line', circle(50, 50, 31) + circle(50, 50, 26)],
    ['mark', circle(50, 50, 4)],
  ],
  crowned: [
    ['body', circle(50, 50, 37)],
    ['line', circle(50, 50, 31)],
    ['gold', 'M29 40L40 49L50 30L60 49L71 40L66 64L34 64z'],
  ],
  stone: [
    ['body', circle(50, 50, 33)],
    ['mark', circle(50, 50, 5)],
  ],
  disc: [
    ['body', circle(50, 50, 40)],
    ['line', circle(50, 50, 31)],
  ],
}

/** The drawings of a set by kind of piece; what a set lacks is drawn as in `classic`. */
export const SETS: Partial<Record<PieceSet, Record<string, Art>>> = { bold: BOLD, modern: MODERN, slender: SLENDER }
