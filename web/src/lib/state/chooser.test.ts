import { describe, expect, it } from 'vitest'
import { isFound } from './chooser'

describe('finding a game', () => {
  const frisian = ['Frisian draughts', 'Niederlande', 'Damespiel']
  it('takes the beginning of any word', () => {
    expect(isFound('fris', frisian)).toBe(true)
    expect(isFound('draughts nieder', frisian)).toBe(true)
    expect(isFound('risian', frisian)).toBe(false)
    expect(isFound('', frisian)).toBe(true)
  })
  it('ignores case and accents', () => {
    expect(isFound('MÉXICO', ['Mexico'])).toBe(true)
    expect(isFound('mexico', ['México'])).toBe(true)
  })
  it('finds Chinese names in the middle', () => {
    expect(isFound('三棋', ['打三棋'])).toBe(true)
  })
})
