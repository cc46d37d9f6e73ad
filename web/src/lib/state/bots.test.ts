// The specs of bots: levels with styles, and bots by name with evaluations.
import { expect, test } from 'vitest'
import { botSpec, botTitle, classOf, levelSpec, parseBot } from './bots'

test('a bot by name may have options', () => {
  const plain = parseBot('negascout')
  expect(plain).toEqual({ level: null, style: 'normal', name: 'negascout', evaluation: '', depth: null, seconds: null })
  expect(botSpec(plain)).toBe('negascout')
  expect(botSpec({ ...plain, evaluation: 'thesis' })).toBe('negascout:evaluation=thesis')
  expect(botSpec({ ...parseBot('best'), style: 'solid', seconds: 2 })).toBe('best:style=solid,seconds=2')
  for (const spec of ['mtdf:depth=8,evaluation=thesis,seconds=10', 'best:style=solid,seconds=2', 'random'])
    expect(botSpec(parseBot(spec))).toBe(spec)
  expect(parseBot(levelSpec(3, 'solid'))).toMatchObject({ level: 3, style: 'solid', evaluation: '' })
})

test('its title names the evaluation', () => {
  expect(botTitle('negascout:evaluation=thesis')).toMatch(/ · thesis$/)
  expect(botTitle('mtdf:depth=8')).toContain(' · ')
  expect(botTitle('negascout')).not.toMatch(/thesis/)
})

test('levels have the names of players, from beginner to master', () => {
  const names = Array.from({ length: 20 }, (_, at) => classOf(at + 1))
  expect([...new Set(names)]).toEqual(['beginner', 'novice', 'intermediate', 'advanced', 'expert', 'master'])
  expect([classOf(3), classOf(4), classOf(20)]).toEqual(['beginner', 'novice', 'master'])
})
