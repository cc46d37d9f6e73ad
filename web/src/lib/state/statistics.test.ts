import { expect, test } from 'vitest'
import { byCount, scoreOf, strengthOf, summed } from './statistics'

const row = (label: string, wins: number, draws = 0, losses = 0) => ({ label, wins, draws, losses })
const against = (opponent: string) => ({ game: 'chess', opponent, wins: 1, draws: 0, losses: 0 })

test('rows of the same name are one, and the most played come first', () => {
  const sums = summed([row('Chess', 1), row('Mill', 1, 1, 1), row('Chess', 0, 1)])
  expect(sums).toEqual([row('Chess', 1, 1), row('Mill', 1, 1, 1)])
  expect(byCount(sums).map(({ label }) => label)).toEqual(['Mill', 'Chess'])
})

test('a draw is half a point', () => {
  expect(scoreOf(row('', 1, 2, 1))).toBe(0.5)
  expect(scoreOf(row('', 0))).toBe(0)
})

test('people come first, then levels from the weakest, then other bots', () => {
  const sorted = ['negascout', 'level=12', 'level=3', 'person']
    .map(against)
    .sort((a, b) => strengthOf(a) - strengthOf(b))
    .map(({ opponent }) => opponent)
  expect(sorted).toEqual(['person', 'level=3', 'level=12', 'negascout'])
})
