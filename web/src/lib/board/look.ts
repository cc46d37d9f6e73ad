// The look of boards: themes and piece sets by name, and the settings that change them.

/** The colours of a board. Every theme covers checkered boards, grids and line boards. */
export interface Theme {
  /** The squares of a checkered board. */
  light: string
  dark: string
  /** The background of a line board and the face of a grid. */
  ground: string
  face: string
  /** The lines on the background, and the frame around it. */
  line: string
  frame: string
}

export const THEMES = {
  walnut: {
    light: '#e0c49c',
    dark: '#8a5a3b',
    ground: '#b98a5c',
    face: '#7a4f33',
    line: '#3b2416',
    frame: '#5b3a24',
  },
  wood: { light: '#f0dfc3', dark: '#b5875c', ground: '#e2bd87', face: '#b17b45', line: '#54351a', frame: '#8a5a30' },
  forest: { light: '#edf0dc', dark: '#769a63', ground: '#d8e2c2', face: '#4d7a4a', line: '#2f4a2b', frame: '#496b3f' },
  sea: { light: '#e6edf2', dark: '#7d9db5', ground: '#d3e0ea', face: '#2f6aa8', line: '#2b4a63', frame: '#4f748f' },
  plum: { light: '#f0e8f0', dark: '#9f7fa3', ground: '#e5d6e4', face: '#7a5480', line: '#4f3355', frame: '#75567a' },
  slate: { light: '#d5d8db', dark: '#868f98', ground: '#c5cacf', face: '#5d6873', line: '#31383f', frame: '#58616a' },
  paper: { light: '#ffffff', dark: '#cfc8b8', ground: '#fbf8f0', face: '#bdb39c', line: '#2b2824', frame: '#8f8672' },
  night: { light: '#8f99a8', dark: '#667183', ground: '#606b7a', face: '#2b3440', line: '#dfe6ee', frame: '#232933' },
  contrast: {
    light: '#ffffff',
    dark: '#5c5c5c',
    ground: '#ffffff',
    face: '#333333',
    line: '#000000',
    frame: '#000000',
  },
} as const satisfies Record<string, Theme>

/** The themes whose boards show the grain of the wood. */
const GRAINED: readonly ThemeName[] = ['wood', 'walnut']

export type ThemeName = keyof typeof THEMES

/** How pieces are drawn. `letters` are discs with the letter of the piece in the user's language. */
export const PIECE_SETS = ['classic', 'flat', 'bold', 'modern', 'slender', 'letters'] as const
export type PieceSet = (typeof PIECE_SETS)[number]

/** How the cells of a grid look: holes for discs, or squares between lines. */
export type Cells = 'holes' | 'squares'

/** The colours of each side's pieces; empty for those of the piece set. */
export interface SideColours {
  white: string
  black: string
}

export interface Look {
  theme: ThemeName
  pieces: PieceSet
  /** Custom colours that replace some of the theme's. */
  colours: Partial<Theme>
  sides: Partial<SideColours>
  cells: Cells
  coordinates: boolean
  /** Whether destinations are marked with dots. */
  targets: boolean
  /** How long a piece takes to move; 0 for no animation. */
  animation_ms: number
}

export const DEFAULT_LOOK: Look = {
  theme: 'wood',
  pieces: 'classic',
  colours: {},
  sides: {},
  cells: 'squares',
  coordinates: true,
  targets: true,
  animation_ms: 220,
}

/** The default look of a family of games. */
export function lookOf(family: string): Look {
  if (family === 'connect-four') return { ...DEFAULT_LOOK, theme: 'sea', cells: 'holes', sides: DISCS }
  const theme: ThemeName = family === 'chess' ? 'forest' : family === 'mill' || family === 'draughts' ? 'wood' : 'sea'
  return { ...DEFAULT_LOOK, theme }
}

/** The discs of Connect Four. */
const DISCS: SideColours = { white: '#f4c63d', black: '#d6392b' }

/** The colours of a look: those of its theme, and custom ones. */
export function coloursOf(look: Look): Theme {
  return { ...THEMES[look.theme], ...look.colours }
}

const DARK_INK = '#1b1815'
const LIGHT_INK = '#ffffff'

/** The relative luminance of a colour written as #rrggbb, as WCAG defines it. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, from 1 to 21; small text needs 4.5. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** A text colour that is readable on the given background. */
export function inkOn(ground: string): string {
  return contrast(DARK_INK, ground) >= contrast(LIGHT_INK, ground) ? DARK_INK : LIGHT_INK
}

/** The look as CSS custom properties. */
export function paintOf(look: Look): string {
  const { light, dark, ground, face, line, frame } = coloursOf(look)
  const board = { light, dark, ground, face, line, frame }
  const ink = { light, dark, ground, face }
  return [
    ...Object.entries(board).map(([name, colour]) => `--board-${name}:${colour}`),
    ...Object.entries(ink).map(([name, colour]) => `--ink-${name}:${inkOn(colour)}`),
    ...Object.entries(look.sides).flatMap(([side, colour]) => (colour ? [`--${side}-side:${colour}`] : [])),
    `--animation:${look.animation_ms}ms`,
    `--grain:${GRAINED.includes(look.theme) ? 1 : 0}`,
  ].join(';')
}
