// The recipes of the sounds: knocks on wood and plucked tones, synthesized rather than recorded.

export const SOUNDS = [
  'move',
  'place',
  'capture',
  'mill',
  'check',
  'promote',
  'end',
  'notice',
  'low',
  'tick',
  'premove',
] as const
export type Sound = (typeof SOUNDS)[number]

/** A decaying tone. */
export interface Tone {
  frequencyHz: number
  /** The frequency it slides to. */
  slideToHz?: number
  startS: number
  durationS: number
  gain: number
  wave: 'sine' | 'triangle'
}

/** Filtered noise: the knock of wood on wood. */
export interface Knock {
  frequencyHz: number
  startS: number
  durationS: number
  gain: number
}

export interface Recipe {
  tones: Tone[]
  knocks: Knock[]
}

const knock = (frequencyHz: number, startS: number, gain: number, durationS = 0.06): Knock => ({
  frequencyHz,
  startS,
  durationS,
  gain,
})
const thud = (frequencyHz: number, startS: number, gain: number): Tone => ({
  frequencyHz,
  slideToHz: frequencyHz * 0.6,
  startS,
  durationS: 0.09,
  gain,
  wave: 'sine',
})
const bell = (frequencyHz: number, startS: number, gain: number, durationS = 0.5): Tone => ({
  frequencyHz,
  startS,
  durationS,
  gain,
  wave: 'triangle',
})

export const RECIPES: Record<Sound, Recipe> = {
  move: { knocks: [knock(1900, 0, 0.9)], tones: [thud(210, 0, 0.5)] },
  place: { knocks: [knock(2500, 0, 0.8, 0.045)], tones: [thud(300, 0, 0.4)] },
  capture: { knocks: [knock(1500, 0, 1), knock(2300, 0.07, 0.8)], tones: [thud(160, 0, 0.7), thud(240, 0.07, 0.4)] },
  mill: {
    knocks: [knock(2500, 0, 0.8, 0.045), knock(2300, 0.16, 0.7)],
    tones: [thud(300, 0, 0.4), bell(587, 0.02, 0.12, 0.3), bell(880, 0.1, 0.13, 0.4), thud(240, 0.16, 0.4)],
  },
  check: { knocks: [knock(1900, 0, 0.8)], tones: [thud(210, 0, 0.4), bell(880, 0.04, 0.16, 0.35)] },
  promote: {
    knocks: [knock(1900, 0, 0.7)],
    tones: [bell(659, 0.03, 0.14), bell(880, 0.12, 0.14), bell(1109, 0.21, 0.14)],
  },
  end: { knocks: [], tones: [bell(523, 0, 0.16, 0.9), bell(659, 0.14, 0.14, 0.9), bell(784, 0.28, 0.14, 1.1)] },
  notice: { knocks: [], tones: [bell(784, 0, 0.14, 0.3), bell(1047, 0.1, 0.12, 0.4)] },
  tick: { knocks: [knock(4200, 0, 0.5, 0.025)], tones: [bell(1319, 0, 0.05, 0.05)] },
  premove: { knocks: [knock(3200, 0, 0.35, 0.03)], tones: [] },
  low: { knocks: [], tones: [bell(988, 0, 0.13, 0.12), bell(988, 0.18, 0.13, 0.12)] },
}
