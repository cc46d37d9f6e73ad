// The specs of bots: levels with styles, and bots by name with evaluations.
import { expect, test } from 'vitest'
import { botSpec, botTitle, classOf, levelSpec, parseBot } from './bots'

test('a bot by name may have an evaluation', () => {
  expect(botSpec('negascout', '')).toBe('negascout')
  expect(botSpec('negascout', 'thesis')).toBe('negascout:evaluation=thesis')
  expect(parseBot('negascout:depth=4,evaluation=thesis')).toMatchObject({ name: 'negascout', evaluation: 'thesis' })
  expect(parseBot(levelSpec(3, 'solid'))).toMatchObject({ level: 3, style: 'solid', evaluation: '' })
})

test('its title names the evaluation', () => {
  expect(botTitle('negascout:evaluation=thesis')).toMatch(/ · thesis$/)
  expect(botTitle('negascout')).not.toMatch(/thesis/)
})

test('levels have the names of players, from beginner to master', () => {
  const names = Array.from({ length: 20 }, (_, at) => classOf(at + 1))
  expect([...new Set(names)]).toEqual(['beginner', 'novice', 'intermediate', 'advanced', 'expert', 'master'])
  expect([classOf(3), classOf(4), classOf(20)]).toEqual(['beginner', 'novice', 'master'])
})
