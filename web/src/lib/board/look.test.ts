import { expect, test } from 'vitest'
import { coloursOf, contrast, DEFAULT_LOOK, inkOn, lookOf, paintOf, type Theme, THEMES } from './look'

test('contrast is as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test.each(Object.entries<Theme>(THEMES))('coordinates can be read on every ground of %s', (_, theme) => {
  for (const ground of [theme.light, theme.dark, theme.ground, theme.face]) {
    expect(contrast(inkOn(ground), ground)).toBeGreaterThanOrEqual(4.5)
  }
})

test.each(Object.entries<Theme>(THEMES))('lines stand out from the ground of %s', (_, theme) => {
  expect(contrast(theme.line, theme.ground)).toBeGreaterThanOrEqual(3)
})

test('custom colours replace some of the theme', () => {
  const colours = coloursOf({ ...DEFAULT_LOOK, theme: 'sea', colours: { light: '#ffffff' } })
  expect(colours).toEqual({ ...THEMES.sea, light: '#ffffff' })
})

test('an unknown game has a look', () => {
  expect(THEMES[lookOf('no such game').theme]).toBeDefined()
})

test('a look sets its colours, and sides keep those of their piece set by default', () => {
  const paint = paintOf({ ...DEFAULT_LOOK, sides: { white: '', black: '#880000' } })
  expect(paint).toContain(`--board-light:${THEMES.wood.light};`)
  expect(paint).toContain('--black-side:#880000;')
  expect(paint).not.toContain('--white-side')
})
